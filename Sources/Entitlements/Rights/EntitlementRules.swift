import Foundation

/// How sales become chains and rights. Every rule gives the same answer for the same sales in
/// whatever order they are handed in.
package enum EntitlementRules {
  /// The renewal chains among `orders`, the one with the newest period first.
  ///
  /// A chain belongs to the owner of its newest period that has one.
  package static func subscriptions(from orders: [Order]) -> [Subscription] {
    let chains = Dictionary(
      grouping: orders.filter { $0.kind == .autoRenewable },
      by: \.subscription
    )
    return chains.values.compactMap(subscription(of:)).sorted { left, right in
      let starts = (left.periods.last?.from, right.periods.last?.from)
      if let leftStart = starts.0, let rightStart = starts.1, leftStart != rightStart {
        return leftStart > rightStart
      }
      return left.id < right.id
    }
  }

  /// The lasting rights `user` holds, held or will hold by `orders`, by key and then by time.
  ///
  /// A chain gives access by its phases: grace and hold are in them. Consumables grant no right;
  /// they are inventory. Sales that the store has not confirmed give nothing. Whose the orders are is
  /// the caller's knowledge.
  ///
  /// `lives` has the phases of every chain among the orders that renews, `grants` what operators
  /// gave and withdrew by hand. Without a catalog each product gives the right of its own name.
  package static func entitlements(
    for user: ID<User>,
    from orders: [Order],
    lives: [ID<Subscription>: [Phase]],
    grants: [Act] = [],
    catalog: CatalogIndex? = nil
  ) -> [Entitlement] {
    let orders = orders.filter(\.isConfirmed)
    var stretches: [Right: [Stretch]] = [:]
    for (place, stretch) in access(by: orders, lives) {
      let environment = orders[place].environment
      for key in keys(of: orders[place], catalog) {
        stretches[Right(key: key, environment: environment), default: []].append(stretch)
      }
    }
    for (right, stretch) in granted(to: user, grants) {
      stretches[right, default: []].append(stretch)
    }
    return stretches.flatMap { right, stretches in
      Stretch.joined(stretches).map {
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

  /// The rights a sale gives while it lasts.
  package static func keys(of order: Order, _ catalog: CatalogIndex?) -> [String] {
    if let catalog, let item = catalog.item(for: Catalog.Product(order.store, order.productID)) {
      return catalog.entitlements(of: item)
    }
    return order.kind == .consumable ? [] : [order.productID]
  }

  /// When each sale, by its place, gives access: one that does not renew by itself, one that renews
  /// while the chain's life does, from its own beginning to that of the next.
  private static func access(
    by orders: [Order],
    _ lives: [ID<Subscription>: [Phase]]
  ) -> [(place: Int, stretch: Stretch)] {
    var access: [(Int, Stretch)] = []
    for place in orders.indices where orders[place].kind != .autoRenewable {
      let stretch = orders[place].stretch(
        from: orders[place].purchasedAt,
        until: orders[place].accessUntil
      )
      access.append((place, stretch))
    }
    for (chain, places) in renewals(among: orders) {
      let life = lives[chain] ?? []
      var first = 0
      for (turn, place) in places.enumerated() {
        let start = orders[place].purchasedAt
        let next = turn + 1 < places.count ? orders[places[turn + 1]].purchasedAt : nil
        // The phases follow each other, and so do the sales: what is over by now stays so.
        while first < life.count, let until = life[first].until, until <= start { first += 1 }
        for phase in life[first...] {
          if let next, phase.from >= next { break }
          guard phase.state.grantsAccess else { continue }
          let whole = orders[place].stretch(from: phase.from, until: phase.until)
          access.append((place, whole.clipped(from: start, until: next)))
        }
      }
    }
    return access
  }

  /// The places of the sales that renew, by chain and in time.
  private static func renewals(among orders: [Order]) -> [ID<Subscription>: [Int]] {
    var renewals: [ID<Subscription>: [Int]] = [:]
    var last: (place: Int, chain: ID<Subscription>)?
    for place in orders.indices where orders[place].kind == .autoRenewable {
      // Sales of one chain mostly follow each other.
      let chain =
        if let last, orders[place].isSibling(of: orders[last.place]) { last.chain } else {
          orders[place].chain
        }
      renewals[chain, default: []].append(place)
      last = (place, chain)
    }
    return renewals.mapValues { places in
      places.sorted { orders[$0].precedes(orders[$1]) }
    }
  }

  private static func granted(
    to user: ID<User>,
    _ grants: [Act]
  ) -> [(right: Right, stretch: Stretch)] {
    var granted: [Right: [Stretch]] = [:]
    for act in grants.sorted(by: { $0.testimony < $1.testimony }) {
      switch act.deed {
      case .grant(user, let key, let environment, let until):
        granted[Right(key: key, environment: environment), default: []].append(
          Stretch(
            from: act.testimony.statedAt,
            until: until,
            source: nil,
            evidence: act.testimony.evidence
          )
        )
      case .withdraw(user, let key, let environment):
        let right = Right(key: key, environment: environment)
        granted[right] = granted[right]?.map {
          $0.clipped(from: $0.from, until: act.testimony.statedAt)
        }
      default: break
      }
    }
    return granted.flatMap { right, stretches in stretches.map { (right, $0) } }
  }

  /// The sale that says most about whoever bought `orders`.
  ///
  /// A sale that the store confirmed counts before one that it did not; one that was not taken back
  /// before one that was; then a renewing one before a
  /// lasting one before anything else; then the one whose access ends last; then the newest.
  package static func leading(of orders: [Order]) -> Order? {
    orders.indices.min { saysMore(orders[$0], orders[$1]) }.map { orders[$0] }
  }

  private struct Right: Hashable {
    var key: String
    var environment: Environment
  }

  private static func subscription(of orders: [Order]) -> Subscription? {
    let sorted = orders.sorted { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
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

  private static func saysMore(_ left: Order, _ right: Order) -> Bool {
    if left.isConfirmed != right.isConfirmed { return left.isConfirmed }
    if (left.cancelledAt == nil) != (right.cancelledAt == nil) { return left.cancelledAt == nil }
    if left.rank != right.rank { return left.rank < right.rank }
    let ends = (left.accessUntil ?? .distantFuture, right.accessUntil ?? .distantFuture)
    if ends.0 != ends.1 { return ends.0 > ends.1 }
    if left.purchasedAt != right.purchasedAt { return left.purchasedAt > right.purchasedAt }
    return left.id < right.id
  }
}

extension Order {
  fileprivate func stretch(from: Date, until: Date?) -> Stretch {
    Stretch(from: from, until: until, source: id, evidence: evidence)
  }

  /// How much a sale of this kind tells about its buyer; less is more.
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
