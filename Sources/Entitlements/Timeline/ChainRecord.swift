package import Foundation

/// The stored facts of one chain. In a diagnosis input they may be in any order and repeated.
package struct ChainRecord: Sendable {
  package let id: ID<Subscription>
  package var sales: [Order] = []
  package var renewalStatuses: [RenewalStatus] = []
  package var notices: [StoreEvent] = []
  package var links: [Link] = []
  /// The claims of all users.
  package var claims: [Claim] = []
  /// The user that the app account stands for, if known.
  package var holder: AccountHolder?
  /// The phases of a chain that renews or has only statements; empty for a sale that does not
  /// renew. `nil` in a diagnosis input if they are to be derived.
  package var life: [Phase]?

  package init(id: ID<Subscription>) { self.id = id }

  package var phases: [Phase] { life ?? [] }

  /// A chain's ID begins with the store and the environment (`Subscription.id`).
  package var store: Store? {
    sales.first?.store ?? id.raw.split(separator: ":").first.flatMap { Store(rawValue: String($0)) }
  }

  package var environment: Environment? {
    if let sale = sales.first { return sale.environment }
    let parts = id.raw.split(separator: ":", maxSplits: 2)
    return parts.count > 1 ? Environment(rawValue: String(parts[1])) : nil
  }

  /// The last sale made by `instant`, or else the first one.
  func sale(by instant: Date) -> Order? {
    let after = sales.place { $0.purchasedAt > instant }
    return after == 0 ? sales.first : sales[after - 1]
  }

  /// The phase just before `instant`.
  func phase(before instant: Date) -> Phase? {
    let after = phases.place { $0.from >= instant }
    return after == 0 ? nil : phases[after - 1]
  }

  func phase(at instant: Date) -> Phase? { phases.last { $0.contains(instant) } }
}

extension [ChainRecord] {
  /// The chains ordered by ID, with each kind of fact ordered by time and without duplicates. With
  /// an instant, only with statements that stores had made by then.
  package func stated(by instant: Date? = nil) -> [ChainRecord] {
    var stated = self
    for index in stated.indices { stated[index].tidy(knownAt: instant) }
    return stated.ordered { $0.id < $1.id }
  }
}

extension ChainRecord {
  fileprivate mutating func tidy(knownAt instant: Date?) {
    renewalStatuses = renewalStatuses.kept { $0.statementSource.isKnown(at: instant) }.inTime
    notices = notices.kept { $0.statementSource.isKnown(at: instant) }.inTime
    sales = sales.stated(by: instant).takenBack(by: notices)
    links = links.ordered {
      ($0.kind.rawValue, $0.value, $0.evidence) < ($1.kind.rawValue, $1.value, $1.evidence)
    }
    claims = claims.kept { $0.statementSource.isKnown(at: instant) }
      .ordered(by: Claim.precedes)
    if let life {
      self.life = life.ordered { $0.from < $1.from }
    } else if sales.isEmpty || sales.contains(where: { $0.kind == .autoRenewable }) {
      life =
        SubscriptionPhases(sales: sales, renewalStatuses: renewalStatuses, notices: notices).phases
    }
  }
}
