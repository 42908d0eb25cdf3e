import Foundation

/// A case file at one instant: in order, without what the stores had not said by then, and asked
/// the questions that several tickets share. It is a class so that each is worked out once.
final class CaseReading {
  let file: CaseFile
  let instant: Date
  /// By their IDs.
  let chains: [ChainReading]
  /// The documents about the subject, by the time they were received.
  let documents: [DocumentRow]
  let documentsByID: [ID<Document>: DocumentRow]
  let predecessors: Predecessors
  /// What was asked about, where that is a purchase of another app than ours.
  private(set) var foreign: ChainReading?
  /// The chains that the question names; none where it names none.
  private let focus: Set<ID<Subscription>>
  private let people: People

  init(_ file: CaseFile, at instant: Date) {
    self.file = file
    self.instant = instant
    let people = People(file, at: instant)
    self.people = people
    let records = file.chains.joinedByToken.told(by: instant)
    let readings = records.map {
      ChainReading(
        record: $0,
        holder: people.holder(of: $0, policy: file.policy),
        instant: instant
      )
    }
    let asked = Self.focus(of: file.subject, among: readings)
    let own = readings.filter { file.isOurs($0.id) }
    // What lies beside our own purchases is beside the point, unless it is what was asked about.
    let isElsewhere = asked.isEmpty ? own.isEmpty : asked.allSatisfy { !file.isOurs($0) }
    chains = isElsewhere ? readings : own
    if isElsewhere {
      let others = readings.filter { asked.isEmpty || asked.contains($0.id) }
      foreign = others.max {
        ($0.newest?.purchasedAt ?? .distantPast, $0.id)
          < ($1.newest?.purchasedAt ?? .distantPast, $1.id)
      }
    }
    predecessors = Predecessors(records)
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
    of subject: CaseFile.Subject,
    among chains: [ChainReading]
  ) -> Set<ID<Subscription>> {
    // Mostly somebody is asked about, and not some of many purchases.
    if subject.orders.isEmpty, subject.chains.isEmpty { return [] }
    let named = Set(subject.orders)
    let sold = chains.filter { chain in chain.sales.contains { named.contains($0.id) } }
    return Set(sold.map(\.id) + subject.chains).intersection(chains.map(\.id))
  }

  var subject: CaseFile.Subject {
    var subject = file.subject
    subject.orders.sort()
    subject.chains.sort()
    return subject
  }

  /// What it is about: the chains the question names, or else all of the user's.
  private(set) lazy var scope = chains.filter {
    focus.isEmpty ? $0.holder == .subject : focus.contains($0.id)
  }

  private(set) lazy var own = chains.filter { $0.holder == .subject }

  var isFocused: Bool { !focus.isEmpty }

  func chain(_ id: ID<Subscription>) -> ChainReading? {
    let place = chains.place { id <= $0.id }
    return place < chains.count && chains[place].id == id ? chains[place] : nil
  }

  /// The sales the question names, or else all in scope, by purchase.
  func sales(where isWanted: (Order) -> Bool = { _ in true }) -> [Order] {
    let sales = sold.filter(isWanted)
    guard !file.subject.orders.isEmpty else { return sales }
    let named = sales.filter { file.subject.orders.contains($0.id) }
    return named.isEmpty ? sales : named
  }

  private lazy var sold = scope.flatMap(\.sales).sorted {
    ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id)
  }

  func isSubject(_ user: ID<User>) -> Bool { people.isSubject(user) }

  /// The catalog's item for what was sold.
  func item(of order: Order) -> Catalog.Item? {
    file.catalog?.item(for: Catalog.Product(order.store, order.productID))
  }

  /// What was sold; where the store does not say, what the catalog says.
  func kind(of order: Order) -> ProductKind {
    order.kind == .unknown ? item(of: order)?.kind ?? .unknown : order.kind
  }

  /// The rights that hold now.
  private(set) lazy var activeRights = file.entitlements.filter { $0.isActive(at: instant) }
    .sorted {
      ($0.key, $0.environment.rawValue, $0.from) < ($1.key, $1.environment.rawValue, $1.from)
    }

  /// The names of the rights that hold now.
  private(set) lazy var activeKeys = Dictionary(grouping: activeRights, by: \.environment)
    .mapValues { Set($0.map(\.key)) }

  /// What best explains how access stands.
  private(set) lazy var accessCause = bestAccessCause()

  /// The newest document that was refused, unless one about a purchase was believed after it.
  private(set) lazy var lastRejection: DocumentRow? = {
    let believed = documents.last { !$0.isRejected && $0.purchases > 0 }
    let since = believed?.receivedAt ?? .distantPast
    return appDocuments.last(where: \.isRejected).flatMap { since < $0.receivedAt ? $0 : nil }
  }()

  private(set) lazy var appDocuments = documents.filter(\.isFromApp)
}

/// Whose a chain is, seen from the subject.
enum Holder: Equatable { case subject, somebodyElse, nobody }

/// The subject by all names, and the owners of chains.
private struct People {
  let names: Set<ID<User>>
  let identities: Identities
  /// Whether nobody in particular was asked about: what was found is then the subject's.
  let isAnybody: Bool
  /// Whether a purchase was asked about, and not somebody.
  private let isAboutPurchase: Bool
  /// What apps handed in.
  private let appDocuments: Set<ID<Document>>

  init(_ file: CaseFile, at instant: Date) {
    identities = Identities(file.acts.filter { $0.testimony.isKnown(at: instant) })
    isAnybody = file.user == nil
    isAboutPurchase = !file.subject.orders.isEmpty || !file.subject.chains.isEmpty
    appDocuments = Set(file.documents.filter(\.isFromApp).map(\.id))
    let given = file.aliases + (file.user.map { [$0.id] } ?? [])
    names = Set(given + given.map(identities.canonical))
  }

  func isSubject(_ user: ID<User>) -> Bool {
    isAnybody || names.contains(user) || names.contains(identities.canonical(user))
  }

  func holder(of record: ChainRecord, policy: OwnershipPolicy) -> Holder {
    let owners = owners(of: record, policy: policy)
    if isAboutPurchase, isUnclaimed(record) { return .nobody }
    if owners.contains(where: isSubject) { return .subject }
    // A chain that nothing was sold of is on file because it has to do with the subject.
    if owners.isEmpty { return record.sales.isEmpty ? .subject : .nobody }
    return .somebodyElse
  }

  /// Whether only the store has told of it: its owner was made up, and no app knows of the purchase.
  private func isUnclaimed(_ record: ChainRecord) -> Bool {
    !record.claims.isEmpty && !record.links.contains { $0.kind == .appAccount }
      && record.claims.allSatisfy { claim in
        claim.strength == .assumed && !appDocuments.contains(claim.testimony.evidence)
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

extension CaseFile {
  /// Whether a chain is of an app of ours, as far as that is known.
  fileprivate func isOurs(_ chain: ID<Subscription>) -> Bool {
    // Microsoft and Amazon give apps other names.
    guard let ownApps, let name = Subscription.Name(chain),
      name.store == .apple || name.store == .google
    else { return true }
    return ownApps.contains(name.app)
  }
}

extension DocumentRow {
  var isRejected: Bool { verdict != .genuine }

  /// Whether it is believed, and lists no purchase.
  var isEmpty: Bool { !isRejected && purchases == 0 }

  /// Whether the app, or somebody for it, may have handed it in; the other kinds stores tell, or
  /// operators make.
  var isFromApp: Bool {
    ![
      "jws-renewal-info", "jws-notification", "server-notification-v1", "verify-receipt-response",
      "app-store-response", "google-product", "google-subscription", "google-order",
      "google-voided", "google-rtdn", "google-error", "microsoft-response",
      "microsoft-store-id-key", "amazon-notification", "manual", "generated",
    ].contains(kind)
  }
}
