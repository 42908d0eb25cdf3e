import Foundation

/// What a case file holds of one chain, each kind of fact in time and told once.
struct ChainRecord {
  let id: ID<Subscription>
  var sales: [Order] = []
  var standings: [Standing] = []
  var notices: [Notice] = []
  var links: [Link] = []
  var claims: [Claim] = []
  /// The life of a chain that renews, or that only statements are known of; none for a sale that
  /// does not renew.
  var phases: [Phase] = []

  init(id: ID<Subscription>) { self.id = id }

  /// The shop and the environment stand first in a chain's ID (`Subscription.id`).
  var store: Store? {
    sales.first?.store ?? id.raw.split(separator: ":").first.flatMap { Store(rawValue: String($0)) }
  }

  var environment: Environment? {
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

extension ChainRecord {
  /// The chains of `file` by their IDs, and the notices that name none. With an instant, only what
  /// the stores had said by then.
  static func all(
    in file: CaseFile,
    knownAt instant: Date? = nil
  ) -> (chains: [ChainRecord], loose: [Notice]) {
    var shelf = Shelf(expecting: file.lives.count)
    let orders = file.orders.told(by: instant)
    for order in orders { shelf.records[shelf.place(of: order.chain)].sales.append(order) }
    for standing in file.standings where standing.testimony.isKnown(at: instant) {
      shelf.records[shelf.place(of: standing.chain)].standings.append(standing)
    }
    for link in file.links { shelf.records[shelf.place(of: link.chain)].links.append(link) }
    for (chain, claims) in file.claims {
      shelf.records[shelf.place(of: chain)].claims += claims.filter {
        $0.testimony.isKnown(at: instant)
      }
    }
    var loose: [Notice] = []
    for notice in file.notices where notice.testimony.isKnown(at: instant) {
      let chain = notice.chain ?? orders.first { $0.id == notice.order }?.chain
      if let place = chain.map({ shelf.place(of: $0) }) {
        shelf.records[place].notices.append(notice)
      } else {
        loose.append(notice)
      }
    }
    for place in shelf.records.indices {
      shelf.records[place].tidy(life: file.lives[shelf.records[place].id])
    }
    return (shelf.records.sorted { $0.id < $1.id }, loose.inTime)
  }

  private mutating func tidy(life: [Phase]?) {
    standings = standings.inTime
    notices = notices.inTime
    links.sort {
      ($0.kind.rawValue, $0.value, $0.evidence) < ($1.kind.rawValue, $1.value, $1.evidence)
    }
    claims.sort { ($0.testimony, $0.user) < ($1.testimony, $1.user) }
    if let life {
      phases = life.ordered { $0.from < $1.from }
    } else if sales.isEmpty || sales.contains(where: { $0.kind == .autoRenewable }) {
      phases = ChainLife(sales: sales, standings: standings).phases
    }
  }

  /// The records, and which of them is each chain's.
  private struct Shelf {
    var records: [ChainRecord] = []
    private var places: [ID<Subscription>: Int] = [:]
    /// Where the last fact went.
    private var last = 0

    init(expecting chains: Int) {
      records.reserveCapacity(chains)
      places.reserveCapacity(chains)
    }

    mutating func place(of chain: ID<Subscription>) -> Int {
      // Facts mostly lie together by their chain.
      if last < records.count, records[last].id == chain { return last }
      if let place = places[chain] {
        last = place
      } else {
        last = records.count
        places[chain] = last
        records.append(ChainRecord(id: chain))
      }
      return last
    }
  }
}
