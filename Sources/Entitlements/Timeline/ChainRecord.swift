package import Foundation

/// What is on file of one chain. In a case file its facts may come in any order and be told twice.
package struct ChainRecord: Sendable {
  package let id: ID<Subscription>
  package var sales: [Order] = []
  package var standings: [Standing] = []
  package var notices: [Notice] = []
  package var links: [Link] = []
  /// Who claimed it, everybody's claims.
  package var claims: [Claim] = []
  /// Whom the app account stands for, where that is known.
  package var holder: AccountHolder?
  /// The life of a chain that renews, or that only statements are known of; none for a sale that
  /// does not renew. `nil` in a case file where it is yet to be derived.
  package var life: [Phase]?

  package init(id: ID<Subscription>) { self.id = id }

  package var phases: [Phase] { life ?? [] }

  /// The shop and the environment stand first in a chain's ID (`Subscription.id`).
  package var store: Store? {
    sales.first?.store ?? id.raw.split(separator: ":").first.flatMap { Store(rawValue: String($0)) }
  }

  package var environment: Environment? {
    if let sale = sales.first { return sale.environment }
    let parts = id.raw.split(separator: ":", maxSplits: 2)
    return parts.count > 1 ? Environment(rawValue: String(parts[1])) : nil
  }

  /// The last sale made by `instant`; before the first, that.
  func sale(by instant: Date) -> Order? {
    let after = sales.place { $0.purchasedAt > instant }
    return after == 0 ? sales.first : sales[after - 1]
  }

  /// The phase that holds just before `instant`.
  func phase(before instant: Date) -> Phase? {
    let after = phases.place { $0.from >= instant }
    return after == 0 ? nil : phases[after - 1]
  }

  func phase(at instant: Date) -> Phase? { phases.last { $0.contains(instant) } }
}

extension [ChainRecord] {
  /// The chains by their IDs, each kind of fact in time and told once. With an instant, only what
  /// the stores had said by then.
  package func told(by instant: Date? = nil) -> [ChainRecord] {
    var told = self
    for place in told.indices { told[place].tidy(knownAt: instant) }
    return told.ordered { $0.id < $1.id }
  }
}

extension ChainRecord {
  fileprivate mutating func tidy(knownAt instant: Date?) {
    standings = standings.kept { $0.testimony.isKnown(at: instant) }.inTime
    notices = notices.kept { $0.testimony.isKnown(at: instant) }.inTime
    sales = sales.told(by: instant).takenBack(by: notices)
    links = links.ordered {
      ($0.kind.rawValue, $0.value, $0.evidence) < ($1.kind.rawValue, $1.value, $1.evidence)
    }
    claims = claims.kept { $0.testimony.isKnown(at: instant) }
      .ordered(by: Claim.precedes)
    if let life {
      self.life = life.ordered { $0.from < $1.from }
    } else if sales.isEmpty || sales.contains(where: { $0.kind == .autoRenewable }) {
      life = ChainLife(sales: sales, standings: standings, notices: notices).phases
    }
  }
}
