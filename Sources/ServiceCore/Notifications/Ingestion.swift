package import Entitlements
package import Foundation
package import Persistence
package import Receipts

/// A notification as a store pushed it: Apple's of either version, Google's in its envelope or
/// without, Amazon's the same.
package struct PushedNotification: Sendable {
  package var bytes: [UInt8]
  /// What one without a signature rests on: a sender who proved to be the store.
  package var voucher: Entitlements.Provenance?

  package init(_ bytes: [UInt8], voucher: Entitlements.Provenance? = nil) {
    self.bytes = bytes
    self.voucher = voucher
  }
}

/// What became of a notification: an answer either way.
package struct Ingestion: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case filed
    /// It came before; nothing changed.
    case known
    /// It is kept with its reason, and has no effect; what is no notification is not kept, nor what
    /// came through a door.
    case rejected(code: String, at: String?, detail: String)
  }

  package var outcome: Outcome
  package var document: ID<Document>
  package var kind: ReceiptKind
  package var app: String?
  /// By the store's clock.
  package var statedAt: Date?
  /// What it told, in the store's words.
  package var words: String?
  /// How many questions to the store follow from it.
  package var questions: Int
}

extension EntitlementService {
  /// Checks a notification and files it, with the jobs that follow from it, in one transaction. One
  /// that only names a purchase has the store asked about it.
  package func ingest(
    _ notification: PushedNotification,
    by actor: String
  ) async throws(ServiceError) -> Ingestion {
    let all = try await ingest([notification], by: actor)
    guard let only = all.first else { throw .ledger(.withdrawn) }
    return only
  }

  /// The same for many in one transaction, and with them how far was read: all of it, or nothing.
  package func ingest(
    _ notifications: [PushedNotification],
    by actor: String,
    reaching mark: ReadingMark? = nil
  ) async throws(ServiceError) -> [Ingestion] {
    try await ingest(notifications, .pushed, by: actor, reaching: mark)
  }

  /// The same for what came through a door at which anybody can knock: nothing is filed of what is
  /// not believed, or is not of the kind, app and environment that the door is for.
  package func admit(
    _ notification: PushedNotification,
    by intake: Intake,
    actor: String
  ) async throws(ServiceError) -> Ingestion {
    let all = try await ingest([notification], .pushed, by: actor, intake: intake)
    guard let only = all.first else { throw .ledger(.withdrawn) }
    return only
  }

  /// The same for what came in another way.
  func ingest(
    _ notifications: [PushedNotification],
    _ origin: Origin,
    by actor: String,
    reaching mark: ReadingMark? = nil,
    intake: Intake? = nil
  ) async throws(ServiceError) -> [Ingestion] {
    var read = notifications.map { examine($0, origin) }
    let kept = read.indices.filter { index in
      guard let intake else { return read[index].kind.isNotification }
      if let rejection = intake.rejection(of: read[index].filing.document, read[index].kind) {
        read[index].filing.document.verdict = DocumentFiling.verdict(rejection)
      }
      return read[index].filing.document.verdict == .genuine
    }
    if kept.isEmpty, mark == nil { return read.map(\.ingestion) }
    var batch = FilingBatch(kept.map { read[$0].filing }, mark: mark, at: now())
    for (place, index) in kept.enumerated() {
      batch.jobs[place] = try await followUps(
        of: read[index].filing,
        read[index].kind,
        by: actor
      )
    }
    let filed = batch
    let outcomes = try await asking { () throws(LedgerError) in try await ledger.file(filed) }
    for (place, index) in kept.enumerated() {
      read[index].outcome = outcomes[place]
      read[index].questions = batch.jobs[place]?.count ?? 0
    }
    return read.map(\.ingestion)
  }

  /// What filing would come to.
  func look(_ notifications: [PushedNotification]) async throws(ServiceError) -> [Ingestion] {
    var read = notifications.map { examine($0, .polled) }
    let known = try await believes(read.map(\.filing.document.bytes))
    for (index, isKnown) in known.enumerated() where !isKnown {
      read[index].outcome = .filed(nil)
    }
    return read.map(\.ingestion)
  }

  /// A signature speaks for itself; whatever it is worth, no sender makes it better.
  private func examine(
    _ notification: PushedNotification,
    _ origin: Origin
  ) -> ReadNotification {
    var presented = PresentedDocument(bytes: notification.bytes, user: nil, origin: origin)
    let alone = examine(presented)
    guard notification.voucher != nil, alone.submission.kind != .signedNotification else {
      return ReadNotification(kind: alone.submission.kind, filing: alone.filing)
    }
    presented.voucher = notification.voucher
    let vouched = examine(presented)
    return ReadNotification(kind: vouched.submission.kind, filing: vouched.filing)
  }

  /// Questions about the purchases that the notification names without telling how they stand.
  func followUps(
    of filing: Filing,
    _ kind: ReceiptKind,
    by actor: String
  ) async throws(ServiceError) -> [JobDraft] {
    var drafts: [JobDraft] = []
    for task in try await tasks(after: filing.facts, isHint: kind == .notificationV1) {
      drafts.append(task.draft(by: actor, news: true, dueAt: now()))
    }
    return drafts
  }

  /// The same without the orders of what was refunded.
  func verifications(
    of filing: Filing,
    by actor: String
  ) async throws(ServiceError) -> [JobDraft] {
    let now = now()
    return try await tasks(after: filing.facts, isHint: false)
      .filter { if case .verify = $0 { true } else { false } }
      .map { $0.draft(by: actor, news: true, dueAt: now) }
  }

  func verifications(of chains: Set<ID<Subscription>>, by actor: String) -> [JobDraft] {
    let now = now()
    return chains.sorted().map { JobTask.verify($0).draft(by: actor, news: true, dueAt: now) }
  }

  /// What rests on no signature is but a hint, whatever it tells.
  private func tasks(
    after facts: Facts,
    isHint: Bool
  ) async throws(ServiceError) -> [JobTask] {
    let told = isHint ? [] : Set(facts.orders.map(\.chain))
    var tasks: [JobTask] = []
    func add(_ task: JobTask) { if !tasks.contains(task) { tasks.append(task) } }
    for notice in facts.notices where notice.kind != .test {
      guard let chain = notice.chain, !told.contains(chain), let name = Subscription.Name(chain),
        name.environment != .xcode
      else { continue }
      for chain in try await asked(instead: chain, facts) { add(.verify(chain)) }
      if notice.kind == .refunded, name.store == .google,
        let number = notice.order.flatMap(GoogleOrderNumber.number)
      {
        // A purchase does not tell which of its charges was taken back.
        add(.lookUp(order: number, .google, StoreShop(app: name.app, environment: .production)))
      }
    }
    return tasks
  }

  /// Of a purchase that is on file under its number, its token need not be asked about as well.
  private func asked(
    instead chain: ID<Subscription>,
    _ facts: Facts
  ) async throws(ServiceError) -> [ID<Subscription>] {
    let token = facts.links.first { $0.chain == chain && $0.kind == .purchaseToken }?.value
    guard let token else { return [chain] }
    let known = try await asking { () throws(LedgerError) in
      try await ledger.chains(holding: token)
    }
    return known.isEmpty || known.contains(chain) ? [chain] : known
  }
}

/// A notification after it was looked into.
private struct ReadNotification {
  var kind: ReceiptKind
  var filing: Filing
  var outcome: Filing.Outcome?
  var questions = 0

  var ingestion: Ingestion {
    Ingestion(
      outcome: result,
      document: filing.document.id,
      kind: kind,
      app: filing.document.app,
      statedAt: filing.document.statedAt,
      words: filing.facts.notices.first?.detail,
      questions: result == .filed ? questions : 0
    )
  }

  private var result: Ingestion.Outcome {
    if kind.store != nil, !kind.isNotification {
      return .rejected(
        code: "unsupported",
        at: nil,
        detail: "this is \(kind.rawValue) and no notification; purser import files it"
      )
    }
    if case .rejected(let code, let place, let detail) = filing.document.verdict {
      return .rejected(code: code, at: place, detail: detail)
    }
    if case .filed = outcome { return .filed }
    return .known
  }
}

extension ReceiptKind {
  /// Whether it is what a store sends by itself.
  var isNotification: Bool {
    switch self {
    case .signedNotification, .notificationV1, .googleRTDN, .amazonNotification: true
    default: false
    }
  }
}
