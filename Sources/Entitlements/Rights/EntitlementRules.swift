import Foundation

/// Derives chains and entitlements from sales, independent of their order.
package enum EntitlementRules {
  /// The renewal chains among `orders`, the one with the newest period first.
  ///
  /// A chain belongs to the owner of its newest period that has one.
  package static func subscriptions(from orders: [Order]) -> [Subscription] {
    let chains = Dictionary(
      grouping: orders.filter { $0.kind == .autoRenewable },
      by: \.subscription
    )
    return chains.values.compactMap(subscription(of:)).newestFirst
  }

  /// The lasting entitlements of `user` by `orders`: past, present and future, by key and time.
  ///
  /// A chain gives access by its phases, which include grace and hold. Consumables are inventory.
  /// Sales that the store has not confirmed grant nothing. The caller determines who owns the
  /// orders.
  ///
  /// `lives` has the phases of every renewing chain among the orders, `grants` what operators
  /// granted and withdrew by hand. Without a catalog each product grants the entitlement of its own
  /// name.
  package static func entitlements(
    for user: ID<User>,
    from orders: [Order],
    lives: [ID<Subscription>: [Phase]],
    grants: [OperatorAction] = [],
    catalog: CatalogIndex? = nil
  ) -> [Entitlement] {
    let orders = orders.filter(\.isConfirmed)
    var intervals: [Right: [AccessInterval]] = [:]
    for (index, interval) in access(by: orders, lives) {
      let environment = orders[index].environment
      for key in keys(of: orders[index], catalog) {
        intervals[Right(key: key, environment: environment), default: []].append(interval)
      }
    }
    for (right, interval) in granted(to: user, grants) {
      intervals[right, default: []].append(interval)
    }
    return intervals.flatMap { right, intervals in
      AccessInterval.joined(intervals).map {
        Entitlement(
          key: right.key,
          user: user,
          environment: right.environment,
          source: $0.source,
          evidence: $0.evidence,
          from: $0.from,
          until: $0.until
        )
      }
    }
    .sorted {
      ($0.key, $0.environment.rawValue, $0.from) < ($1.key, $1.environment.rawValue, $1.from)
    }
  }

  /// The entitlements that a sale grants while it lasts.
  package static func keys(of order: Order, _ catalog: CatalogIndex?) -> [String] {
    if let catalog, let item = catalog.item(for: Catalog.Product(order.store, order.productID)) {
      return catalog.entitlements(of: item)
    }
    return order.kind == .consumable ? [] : [order.productID]
  }

  /// When each sale, by its index, gives access. A sale that renews does so during the chain's
  /// phases, from its own beginning to that of the next sale.
  private static func access(
    by orders: [Order],
    _ lives: [ID<Subscription>: [Phase]]
  ) -> [(index: Int, interval: AccessInterval)] {
    var access: [(Int, AccessInterval)] = []
    for index in orders.indices where orders[index].kind != .autoRenewable {
      let interval = orders[index].interval(
        from: orders[index].purchasedAt,
        until: orders[index].accessUntil
      )
      access.append((index, interval))
    }
    for (chain, indices) in renewals(among: orders) {
      let life = lives[chain] ?? []
      var first = 0
      for (position, index) in indices.enumerated() {
        let start = orders[index].purchasedAt
        let next = position + 1 < indices.count ? orders[indices[position + 1]].purchasedAt : nil
        // Phases and sales both ascend: a phase that has ended by now is not needed again.
        while first < life.count, let until = life[first].until, until <= start { first += 1 }
        for phase in life[first...] {
          if let next, phase.from >= next { break }
          guard phase.state.grantsAccess else { continue }
          let whole = orders[index].interval(from: phase.from, until: phase.until)
          access.append((index, whole.clipped(from: start, until: next)))
        }
      }
    }
    return access
  }

  /// The indices of the renewing sales, by chain and in time.
  private static func renewals(among orders: [Order]) -> [ID<Subscription>: [Int]] {
    var renewals: [ID<Subscription>: [Int]] = [:]
    var last: (index: Int, chain: ID<Subscription>)?
    for index in orders.indices where orders[index].kind == .autoRenewable {
      // Sales of one chain are usually adjacent.
      let chain =
        if let last, orders[index].isSibling(of: orders[last.index]) { last.chain } else {
          orders[index].chain
        }
      renewals[chain, default: []].append(index)
      last = (index, chain)
    }
    return renewals.mapValues { indices in
      indices.sorted { orders[$0].precedes(orders[$1]) }
    }
  }

  private static func granted(
    to user: ID<User>,
    _ grants: [OperatorAction]
  ) -> [(right: Right, interval: AccessInterval)] {
    var granted: [Right: [AccessInterval]] = [:]
    for act in grants.sorted(by: { $0.statementSource < $1.statementSource }) {
      switch act.kind {
      case .grant(user, let key, let environment, let until):
        granted[Right(key: key, environment: environment), default: []].append(
          AccessInterval(from: act.statedAt, until: until, source: nil, evidence: act.evidence)
        )
      case .withdraw(user, let key, let environment):
        let right = Right(key: key, environment: environment)
        granted[right] = granted[right]?.map {
          $0.clipped(from: $0.from, until: act.statedAt)
        }
      default: break
      }
    }
    return granted.flatMap { right, intervals in intervals.map { (right, $0) } }
  }

  /// The sale that characterizes the buyer of `orders` best.
  ///
  /// Sorted by these criteria: confirmed by the store; not reversed; renewing, then lasting, then
  /// all others; access ends last; newest.
  package static func leading(of orders: [Order]) -> Order? {
    orders.indices.min { leads(orders[$0], orders[$1]) }.map { orders[$0] }
  }

  private struct Right: Hashable {
    var key: String
    var environment: Environment
  }

  private static func subscription(of orders: [Order]) -> Subscription? {
    let sorted = orders.sorted { $0.precedes($1) }
    guard let newest = sorted.last else { return nil }
    return Subscription(
      store: newest.store,
      environment: newest.environment,
      app: newest.app,
      originalTransactionID: newest.originalTransactionID,
      user: sorted.last(where: { $0.user != nil })?.user,
      periods: sorted.map(Subscription.Period.init)
    )
  }

  private static func leads(_ left: Order, _ right: Order) -> Bool {
    if left.isConfirmed != right.isConfirmed { return left.isConfirmed }
    if (left.cancelledAt == nil) != (right.cancelledAt == nil) { return left.cancelledAt == nil }
    let ends = (left.accessUntil ?? .distantFuture, right.accessUntil ?? .distantFuture)
    return (left.rank, ends.1, right.purchasedAt, left.id)
      < (right.rank, ends.0, left.purchasedAt, right.id)
  }
}

extension Order {
  fileprivate func interval(from: Date, until: Date?) -> AccessInterval {
    AccessInterval(from: from, until: until, source: id, evidence: evidence)
  }

  /// The rank of the sale's kind in `leading(of:)`; less is better.
  fileprivate var rank: Int {
    switch kind {
    case .autoRenewable: 0
    case .nonConsumable: 1
    case .nonRenewing, .unknown, .consumable: 2
    }
  }
}

extension Subscription.Period {
  init(_ order: Order) {
    self.init(
      order: order.id,
      productID: order.productID,
      from: order.purchasedAt,
      until: order.expiresAt ?? order.purchasedAt,
      offer: order.offer,
      cancelledAt: order.cancelledAt
    )
  }
}
