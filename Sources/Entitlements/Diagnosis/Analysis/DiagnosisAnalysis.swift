import Foundation

/// A diagnosis input at one instant: ordered, without later statements, and with the derived values
/// that several tickets share. It is a class so that each value is computed once.
final class DiagnosisAnalysis {
  let file: DiagnosisInput
  let instant: Date
  /// Ordered by ID.
  let chains: [SubscriptionAnalysis]
  /// The documents about the subject, in the order of receipt.
  let documents: [DocumentRow]
  let documentsByID: [ID<Document>: DocumentRow]
  let predecessors: PlanReplacements
  /// The purchase in question, if it belongs to another developer's app.
  private(set) var foreign: SubscriptionAnalysis?
  /// The chains that the question names, if any.
  private let focus: Set<ID<Subscription>>
  private let people: People

  init(_ file: DiagnosisInput, at instant: Date) {
    self.file = file
    self.instant = instant
    let people = People(file, at: instant)
    self.people = people
    let records = file.chains.joinedByToken.stated(by: instant)
    let analyses = records.map {
      SubscriptionAnalysis(
        record: $0,
        holder: people.holder(of: $0, policy: file.policy),
        instant: instant
      )
    }
    let named = Self.focus(of: file.subject, among: analyses)
    let own = analyses.filter { file.isOurs($0.id) }
    // Other apps' purchases are ignored unless the question is about them.
    let isElsewhere = named.isEmpty ? own.isEmpty : named.allSatisfy { !file.isOurs($0) }
    chains = isElsewhere ? analyses : own
    if isElsewhere {
      foreign = analyses.filter { named.isEmpty || named.contains($0.id) }.newest
    }
    predecessors = PlanReplacements(records)
    let received = file.documents.filter { $0.receivedAt <= instant }
      .sorted { ($0.receivedAt, $0.id) < ($1.receivedAt, $1.id) }
    documents = received.filter { $0.user.map(people.isSubject) ?? true }
    documentsByID = Dictionary(
      received.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    focus = Self.focus(of: file.subject, among: chains)
  }

  private static func focus(
    of subject: DiagnosisInput.Subject,
    among chains: [SubscriptionAnalysis]
  ) -> Set<ID<Subscription>> {
    // Usually the question names a user, not some of many purchases.
    if subject.orders.isEmpty, subject.chains.isEmpty { return [] }
    let named = Set(subject.orders)
    let sold = chains.filter { chain in chain.sales.contains { named.contains($0.id) } }
    return Set(sold.map(\.id) + subject.chains).intersection(chains.map(\.id))
  }

  var subject: DiagnosisInput.Subject {
    var subject = file.subject
    subject.orders.sort()
    subject.chains.sort()
    return subject
  }

  /// The chains that the question names, or else all of the user's.
  private(set) lazy var scope = chains.filter {
    focus.isEmpty ? $0.holder == .subject : focus.contains($0.id)
  }

  private(set) lazy var own = chains.filter { $0.holder == .subject }

  var isFocused: Bool { !focus.isEmpty }

  /// The result of a check for a sale of some kind if there is none. If the question names
  /// purchases, the check would say of all others what is true of those alone.
  var resultWithoutSale: Diagnosis.Result {
    chains.isEmpty ? .unknown : isFocused ? .notApplicable : .fail
  }

  func chain(_ id: ID<Subscription>) -> SubscriptionAnalysis? {
    let index = chains.partitioningIndex { id <= $0.id }
    return index < chains.count && chains[index].id == id ? chains[index] : nil
  }

  /// The sales that the question names, or else all in scope that it does not except, by time of
  /// purchase.
  func sales(where isWanted: (Order) -> Bool = { _ in true }) -> [Order] {
    let sales = sold.filter(isWanted)
    guard !file.subject.orders.isEmpty else { return sales }
    let named = sales.filter { file.subject.orders.contains($0.id) }
    return named.isEmpty ? sales : named
  }

  private lazy var sold: [Order] = {
    let sales = scope.flatMap(\.sales).sorted { $0.precedes($1) }
    guard file.subject.orders.isEmpty else { return sales }
    let excepted = file.excepted(
      by: MessageClauses(file.subject.text),
      among: sales,
      at: instant
    )
    return sales.filter { !excepted.contains($0.id) }
  }()

  /// The same sales without consumables, if the question is about a subscription and names none of
  /// them.
  func chargedSales(where isWanted: (Order) -> Bool) -> [Order] {
    let sales = sales(where: isWanted)
    return isAboutSubscription && file.subject.orders.isEmpty
      ? sales.filter { !isConsumable($0) } : sales
  }

  /// The amounts that the question states.
  private(set) lazy var statedAmounts = MessageClues(
    in: MessageClauses(file.subject.text).meant.joined(separator: "\n")
  ).amounts

  private lazy var isAboutSubscription: Bool = {
    let text = MessageClauses(file.subject.text).meant.joined(separator: "\n")
    guard MessageClauses.namesSubscription(text), !TicketConcepts(in: text).own.contains(.coins),
      sold.contains(where: { !isConsumable($0) && isCharge($0) })
    else { return false }
    let words = DiagnosisInput.words(of: text)
    return zip(sold, file.distinctNames(of: sold)).allSatisfy { sale, name in
      !isConsumable(sale) || name.filter { !$0.allSatisfy(\.isNumber) }.isDisjoint(with: words)
    }
  }()

  func isSubject(_ user: ID<User>) -> Bool { people.isSubject(user) }

  /// The catalog's item for the order's product.
  func item(of order: Order) -> Catalog.Item? {
    file.catalog?.item(for: Catalog.Product(order.store, order.productID))
  }

  /// The product kind that the store states, or else that of the catalog.
  func kind(of order: Order) -> ProductKind {
    order.kind == .unknown ? item(of: order)?.kind ?? .unknown : order.kind
  }

  /// The entitlements that are active now.
  private(set) lazy var activeRights = file.entitlements.filter { $0.isActive(at: instant) }
    .sorted {
      ($0.key, $0.environment.rawValue, $0.from) < ($1.key, $1.environment.rawValue, $1.from)
    }

  /// The keys of the entitlements that are active now, by environment.
  private(set) lazy var activeKeys = Dictionary(grouping: activeRights, by: \.environment)
    .mapValues { Set($0.map(\.key)) }

  /// The cause that best explains the user's access.
  private(set) lazy var accessCause = bestAccessCause()

  /// The newest rejected document, unless a later one with purchases was accepted.
  private(set) lazy var lastRejection: DocumentRow? = {
    let believed = documents.last { !$0.isRejected && $0.purchases > 0 }
    let since = believed?.receivedAt ?? .distantPast
    return appDocuments.last(where: \.isRejected).flatMap { since < $0.receivedAt ? $0 : nil }
  }()

  private(set) lazy var appDocuments = documents.filter(\.isFromApp)
}

/// Who owns a chain, relative to the subject.
enum Holder: Equatable { case subject, otherUser, nobody }

/// The subject's user IDs, and the owners of chains.
private struct People {
  let names: Set<ID<User>>
  let identities: Identities
  /// Whether the question names no user: every chain found is then the subject's.
  let hasNoUser: Bool
  /// Whether the question names a purchase and not a user.
  private let isAboutPurchase: Bool
  /// The documents that apps submitted.
  private let appDocuments: Set<ID<Document>>

  init(_ file: DiagnosisInput, at instant: Date) {
    identities = Identities(file.acts.filter { $0.statementSource.isKnown(at: instant) })
    hasNoUser = file.user == nil
    isAboutPurchase = !file.subject.orders.isEmpty || !file.subject.chains.isEmpty
    appDocuments = Set(file.documents.filter(\.isFromApp).map(\.id))
    let given = file.aliases + (file.user.map { [$0.id] } ?? [])
    names = Set(given + given.map(identities.canonical))
  }

  func isSubject(_ user: ID<User>) -> Bool {
    hasNoUser || names.contains(user) || names.contains(identities.canonical(user))
  }

  func holder(of record: ChainRecord, policy: OwnershipPolicy) -> Holder {
    let owners = owners(of: record, policy: policy)
    if isAboutPurchase, isReportedByStoreOnly(record) { return .nobody }
    if owners.contains(where: isSubject) { return .subject }
    // A chain without sales is stored because of the subject.
    if owners.isEmpty { return record.sales.isEmpty ? .subject : .nobody }
    return .otherUser
  }

  /// Whether only the store reported it: its owner is assumed, and no app knows the purchase.
  private func isReportedByStoreOnly(_ record: ChainRecord) -> Bool {
    !record.claims.isEmpty && !record.links.contains { $0.kind == .appAccount }
      && record.claims.allSatisfy { claim in
        claim.strength == .assumed && !appDocuments.contains(claim.evidence)
      }
  }

  private func owners(of record: ChainRecord, policy: OwnershipPolicy) -> [ID<User>] {
    let sold = record.sales.last { $0.user != nil }?.user
    let named = record.claims.filter { $0.strength == .named }
    if policy == .share {
      return Ownership.holders(by: named, record.holder, policy) + [sold].compactMap(\.self)
    }
    if let sold { return [sold] }
    var claims = ChainClaims(chain: record.id)
    for claim in record.claims where claim.strength == .assumed { claims.note(claim) }
    (claims.others, claims.holder) = (named, record.holder)
    return Ownership.owners(of: [claims], policy: policy).values.sorted()
  }
}

extension DiagnosisInput {
  /// Whether a chain is of one of the developer's own apps, as far as is known.
  fileprivate func isOurs(_ chain: ID<Subscription>) -> Bool {
    // Microsoft and Amazon use other names for apps.
    guard let ownApps, let name = Subscription.Name(chain),
      name.store == .apple || name.store == .google
    else { return true }
    return ownApps.contains(name.app)
  }
}

extension DocumentRow {
  var isRejected: Bool { verdict != .genuine }

  /// Whether it was accepted but lists no purchase.
  var isEmpty: Bool { !isRejected && purchases == 0 }

  /// Whether the app, or someone for it, may have submitted it, not a store or an operator.
  var isFromApp: Bool {
    ![
      "jws-renewal-info", "jws-notification", "server-notification-v1", "verify-receipt-response",
      "app-store-response", "google-product", "google-subscription", "google-order",
      "google-voided", "google-rtdn", "google-error", "microsoft-response",
      "microsoft-store-id-key", "amazon-refusal", "amazon-notification", "manual", "generated",
      Document.profileKind,
    ].contains(kind)
  }
}
