import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// Builds the case file of an answered ticket.
struct CaseFileBuilder: Sendable {
  let ledger: Ledger
  let reader: DocumentReader
  let inspection: DocumentInspection
  let writtenAt: Date

  /// More are left out, which the file says.
  private static let (maxDocuments, maxEvents, maxSales, maxChecks) = (200, 1_000, 1_000, 200)

  /// The case file of the inquiry; `language` is that of the text for the customer, by default the
  /// message's.
  func file(
    of inquiry: TicketInquiry,
    _ language: MessageLanguage? = nil,
    reveals: Bool
  ) async throws -> (file: CaseFile, diagnosis: Diagnosis) {
    let (diagnosis, input) = try await inquiry.answer(from: ledger)
    var (file, mask) = try await file(of: diagnosis, input, language)
    if inquiry.choice.ticket != nil || inquiry.choice.purchase != nil {
      file.omissions.append(
        "The question or the purchase was chosen by hand; a story takes it from the message."
      )
    }
    guard !reveals else { return (file, diagnosis) }
    let masked = mask.masked(try CaseJSON.value(of: file))
    file = try CaseJSON.file(from: masked)
    file.isRedacted = true
    file.masks = mask.entries
    return (file, diagnosis)
  }

  private func file(
    of diagnosis: Diagnosis,
    _ input: DiagnosisInput,
    _ language: MessageLanguage?
  ) async throws -> (CaseFile, CaseMask) {
    let instant = diagnosis.instant
    var mask = CaseMask(user: diagnosis.user?.raw)
    let profile = try await profile(of: diagnosis.user, &mask)
    for link in input.chains.flatMap(\.links) {
      switch link.kind {
      case .purchaseToken, .predecessor: mask.add(link.value, .token)
      case .appAccount: mask.add(link.value, .account)
      case .storeOrder: break
      }
    }
    let chains = input.chains.joinedByToken.stated()
    let sales = chains.flatMap(\.sales).sorted { $0.purchasedAt > $1.purchasedAt }
    let events = Timeline.events(of: input, at: instant)
    var file = CaseFile(
      isRedacted: false,
      writtenAt: writtenAt,
      askedAt: instant,
      message: input.subject.text,
      subject: CaseFile.Subject(
        user: input.user?.id.raw,
        name: input.user?.name,
        email: input.user?.email,
        identifiers: diagnosis.subject.identifiers.map {
          .init(label: $0.kind, text: $0.text, isFound: $0.isFound)
        }
      ),
      answer: Self.answer(diagnosis, language),
      checks: Self.checks(diagnosis).prefix(Self.maxChecks).map(Self.check),
      purchases: chains.filter { !$0.sales.isEmpty || !$0.phases.isEmpty }
        .map { Self.purchase($0, at: instant) },
      sales: sales.prefix(Self.maxSales).map { Self.sale($0, at: instant) },
      rights: input.entitlements.map { Self.right($0, at: instant) },
      uses: input.inventory.map {
        .init(order: $0.source.raw, item: $0.item, granted: $0.granted, used: $0.used)
      },
      events: events.suffix(Self.maxEvents).map(Self.event),
      catalog: Self.catalog(input.catalog?.catalog, sales),
      apps: input.ownApps?.sorted(),
      policy: input.policy.rawValue
    )
    file.omissions = [
      Self.omission("event", events.count, Self.maxEvents),
      Self.omission("order", sales.count, Self.maxSales),
      Self.omission("document", Self.documents(of: input).count, Self.maxDocuments),
    ].compactMap(\.self)
    let claims = Dictionary(
      chains.flatMap(\.claims).filter { $0.strength == .named }
        .map { ($0.statementSource.evidence, $0.user) }
    ) { first, _ in first }
    var room = Room()
    for id in Self.documents(of: input).suffix(Self.maxDocuments) {
      guard var document = try await document(id, in: input, &room, &mask) else { continue }
      // A genuine document may have an owner who did not submit it.
      let isStores = document.purchases > 0 || document.origin == Origin.pushed.rawValue
      if document.user == nil || document.rejection == nil && isStores {
        document.user = claims[id]?.raw
      }
      file.documents.append(document)
    }
    if room.parts == 0 { file.omissions.append("Some fields of the documents are left out.") }
    file.name(user: input.user, profile)
    return (file, mask)
  }

  /// The documents in the order of arrival, those of operators' actions among them.
  private static func documents(of input: DiagnosisInput) -> [ID<Document>] {
    var seen: Set<ID<Document>> = []
    let actions = input.acts.map { ($0.statementSource.evidence, $0.statementSource.statedAt) }
    let arrivals = input.documents.map { ($0.id, $0.receivedAt) } + actions
    return arrivals.enumerated().filter { seen.insert($0.element.0).inserted }
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
  }

  private static func omission(_ noun: String, _ count: Int, _ limit: Int) -> String? {
    count > limit ? "Only the last \(limit) of \(count) \(noun)s are in this file." : nil
  }

  /// Has the user's names, addresses and accounts masked.
  private func profile(of user: ID<User>?, _ mask: inout CaseMask) async throws -> UserProfile? {
    guard let user, let details = try await ledger.users.details(of: user) else { return nil }
    for email in [details.user.email].compactMap(\.self) + (details.profile?.emails ?? []) {
      mask.add(email, .email)
    }
    for name in [details.user.name].compactMap(\.self) + (details.profile?.names ?? []) {
      mask.add(name, .name)
    }
    for account in details.profile?.accounts ?? [] { mask.add(account, .account) }
    return details.profile
  }

  /// The items that the sales are of, and their groups; all of a small catalog.
  private static func catalog(_ catalog: Catalog?, _ sales: [Order]) -> Catalog? {
    guard var catalog else { return nil }
    if catalog.items.count > maxSales {
      let index = CatalogIndex(catalog)
      let sold = Set(
        sales.compactMap { index.item(for: Catalog.Product($0.store, $0.productID))?.id }
      )
      catalog.items.removeAll { !sold.contains($0.id) }
    }
    for index in catalog.items.indices { catalog.items[index].customData = nil }
    return catalog
  }
}

// MARK: The answer

extension CaseFileBuilder {
  private static func answer(
    _ diagnosis: Diagnosis,
    _ language: MessageLanguage?
  ) -> CaseFile.Answer {
    let language = language ?? diagnosis.language
    return CaseFile.Answer(
      verdict: .init(code: diagnosis.verdict.code.rawValue, sentence: diagnosis.verdict.sentence),
      ticket: diagnosis.verdict.ticket.rawValue,
      severity: diagnosis.verdict.code.weight.rawValue,
      certainty: .init(code: diagnosis.certainty.word, sentence: diagnosis.certainty.sentence),
      recommendation: .init(
        code: diagnosis.recommendation.code.rawValue,
        sentence: diagnosis.recommendation.sentence
      ),
      command: NextCommand.words(for: diagnosis).map { ShellLine.of(["purser"] + $0) },
      also: diagnosis.also.map { .init(code: $0.code.rawValue, sentence: $0.sentence) },
      purchase: diagnosis.about?.purchase.title,
      customerText: diagnosis.customerText.paragraphs(in: language),
      customerLanguage: language.rawValue
    )
  }

  /// The checks that apply: those of the answered question, then others that failed.
  private static func checks(_ diagnosis: Diagnosis) -> [Diagnosis.Check] {
    let applicable = diagnosis.checks.filter { $0.result != .notApplicable }
    let own = applicable.filter { $0.ticket == diagnosis.verdict.ticket }
    let known = Set(own.map(\.sentence))
    return own
      + applicable.filter {
        $0.ticket != diagnosis.verdict.ticket && $0.result == .fail && !known.contains($0.sentence)
      }
  }

  private static func check(_ check: Diagnosis.Check) -> CaseFile.Check {
    .init(
      code: check.code,
      ticket: check.ticket.rawValue,
      result: check.result.rawValue,
      sentence: check.sentence,
      evidence: check.evidence.prefix(20).map {
        .init(kind: $0.kind.rawValue, id: $0.id, at: $0.at, sentence: $0.sentence)
      }
    )
  }

  private static func purchase(_ chain: ChainRecord, at instant: Date) -> CaseFile.Purchase {
    let sale = chain.sales.last { $0.purchasedAt <= instant } ?? chain.sales.first
    let phase = chain.phases.last { $0.contains(instant) } ?? chain.phases.first
    let state = phase?.state ?? sale?.state(at: instant) ?? .unverified
    return CaseFile.Purchase(
      id: chain.id.raw,
      product: sale?.productID ?? "a purchase",
      store: chain.store?.rawValue,
      environment: chain.environment?.rawValue,
      owner: sale?.user?.raw,
      state: state.rawValue,
      phases: chain.phases.map {
        .init(from: $0.from, until: $0.until, state: $0.state.rawValue)
      }
    )
  }

  private static func sale(_ sale: Order, at instant: Date) -> CaseFile.Sale {
    .init(
      id: sale.transactionID,
      purchase: sale.chain.raw,
      product: sale.productID,
      purchasedAt: sale.purchasedAt,
      accessUntil: sale.grantedUntil,
      state: sale.saleState(at: instant).rawValue,
      price: sale.terms?.price?.description
    )
  }

  private static func right(_ right: Entitlement, at instant: Date) -> CaseFile.Right {
    .init(
      key: right.key,
      environment: right.environment.rawValue,
      from: right.from,
      until: right.until,
      isActive: right.isActive(at: instant)
    )
  }

  private static func event(_ event: TimelineEvent) -> CaseFile.Event {
    .init(
      kind: event.kind.rawValue,
      purchase: event.chain?.raw,
      at: event.storeAt,
      seenAt: event.seenAt,
      sentence: Wording.sentence(for: event),
      isScheduled: event.isScheduled
    )
  }
}

// MARK: The documents

extension CaseFileBuilder {
  private static let (maxParts, maxDepth, maxValue) = (600, 12, 300)

  /// What is left of the room for decoded documents, so that a case file stays one to attach.
  private struct Room {
    /// The parts of all trees.
    var parts = 8_000
    /// The bytes of all documents that a story can state.
    var bytes = 2 << 20
  }

  /// The decoded document, with its secrets added to those to mask.
  private func document(
    _ id: ID<Document>,
    in input: DiagnosisInput,
    _ room: inout Room,
    _ mask: inout CaseMask
  ) async throws -> CaseDocument? {
    guard let stored = try await ledger.documents.find(id),
      let decoded = try await inspection.inspect(id)
    else { return nil }
    let row = decoded.document
    let listed = input.documents.first { $0.id == id }
    var rejection: CaseDocument.Rejection?
    if case .rejected(let code, let at, let detail) = row.verdict {
      rejection = .init(code: code, at: at, detail: detail)
    }
    let hints = stored.context.flatMap {
      try? JSONDecoder().decode(DocumentHints.self, from: Data($0.utf8))
    }
    mask.add(hints?.purchaseToken, .token)
    mask.add(hints?.account, .account)
    mask.add(hints?.device, .account)
    Self.addSecrets(of: decoded.tree, to: &mask)
    var parts = min(Self.maxParts, room.parts)
    let isStated = stored.bytes.count <= room.bytes
    if isStated { room.bytes -= stored.bytes.count }
    var document = CaseDocument(
      id: row.id.raw,
      kind: row.kind,
      title: Wording.phrase(forDocument: row.kind),
      store: row.store?.rawValue,
      environment: row.environment?.rawValue,
      app: row.app,
      origin: row.origin.rawValue,
      trust: row.provenance.rawValue,
      rejection: rejection,
      purchases: row.purchases,
      receivedAt: row.receivedAt,
      statedAt: row.statedAt,
      confirmedAt: listed?.confirmedAt,
      user: stored.user?.raw,
      hints: hints,
      fields: isStated
        ? CaseFields(stored, reader.examine(stored.bytes, at: row.receivedAt)) : nil
    )
    if let fields = document.fields?.value { Self.addPersonal(of: fields, to: &mask) }
    document.checks = decoded.verification.checks.map {
      .init(name: $0.name, outcome: "\($0.outcome)", detail: $0.detail)
    }
    document.certificates = decoded.verification.certificates.map {
      .init(subject: $0.subject, notBefore: $0.notBefore, notAfter: $0.notAfter)
    }
    document.signedAt = decoded.verification.evaluatedAt ?? row.statedAt
    document.tree = decoded.tree.children.compactMap { Self.part($0, Self.maxDepth, &parts) }
    room.parts -= min(Self.maxParts, room.parts) - parts
    return document
  }

  private static func part(_ node: Node, _ depth: Int, _ rest: inout Int) -> CaseDocument.Part? {
    guard rest > 0, depth > 0 else { return nil }
    rest -= 1
    let isLong = node.value.count > maxValue
    return CaseDocument.Part(
      label: node.label,
      value: isLong && !node.isSecret ? "\(node.value.prefix(maxValue))…" : node.value,
      gloss: node.gloss,
      parts: node.children.compactMap { part($0, depth - 1, &rest) }
    )
  }

  private static func addSecrets(of node: Node, to mask: inout CaseMask) {
    if node.isSecret, node.children.isEmpty, !["null", "boolean"].contains(node.type) {
      mask.add(node.value, .secret)
    }
    for child in node.children { addSecrets(of: child, to: &mask) }
  }

  /// Members of stores that name a person or an account, or are secrets.
  private static let personal: [String: CaseMask.Kind] = [
    "purchaseToken": .token, "linkedPurchaseToken": .token, "token": .token, "receiptId": .token,
    "outOfAppPurchaseContext": .token, "password": .secret, "sharedSecret": .secret,
    "latest_receipt": .secret, "transaction_receipt": .secret, "appAccountToken": .account,
    "app_account_token": .account, "obfuscatedAccountId": .account, "deviceVerification": .secret,
    "obfuscatedProfileId": .account, "obfuscatedExternalAccountId": .account,
    "obfuscatedExternalProfileId": .account, "externalAccountId": .account,
    "profileId": .account, "appUserId": .account, "userId": .account, "beneficiary": .account,
    "emailAddress": .email, "profileName": .name, "givenName": .name, "familyName": .name,
    "note": .secret,
  ]

  private static func addPersonal(
    of value: JSONValue,
    named name: String = "",
    to mask: inout CaseMask
  ) {
    switch value {
    case .object(let members):
      for member in members { addPersonal(of: member.value, named: member.name, to: &mask) }
    case .array(let items): for item in items { addPersonal(of: item, named: name, to: &mask) }
    case .string(let text), .number(let text):
      if let kind = personal[name] { mask.add(text, kind) }
    case .null, .bool: break
    }
  }
}

extension CaseFile {
  /// States the user's name and address with the first document that was submitted for the user.
  fileprivate mutating func name(user: User?, _ profile: UserProfile?) {
    // A story leaves profiles out, and an action names its user itself.
    let index = documents.firstIndex { document in
      document.user == user?.id.raw && document.kind != "manual"
        && (document.fields != nil || document.rejection != nil)
    }
    guard let user, let index else { return }
    documents[index].name = user.name ?? profile?.names.first
    documents[index].email = user.email ?? profile?.emails.first
  }
}
