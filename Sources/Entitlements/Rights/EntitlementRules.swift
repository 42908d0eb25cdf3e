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
  /// they are inventory. Whose the orders are is the caller's knowledge.
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
    var stretches: [Right: [Stretch]] = [:]
    for (order, stretch) in access(by: orders, lives) {
      for key in keys(of: order, catalog) {
        stretches[Right(key: key, environment: order.environment), default: []].append(stretch)
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

  /// When each sale gives access: one that does not renew by itself, one that renews while the
  /// chain's life does, from its own beginning to that of the next.
  private static func access(
    by orders: [Order],
    _ lives: [ID<Subscription>: [Phase]]
  ) -> [(order: Order, stretch: Stretch)] {
    var access: [(Order, Stretch)] = []
    for order in orders where order.kind != .autoRenewable {
      access.append(
        (
          order,
          Stretch(
            from: order.purchasedAt,
            until: order.accessUntil,
            source: order.id,
            evidence: order.evidence
          )
        )
      )
    }
    let chains = Dictionary(grouping: orders.filter { $0.kind == .autoRenewable }, by: \.chain)
    for (chain, sales) in chains {
      let sales = sales.sorted { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
      for (place, sale) in sales.enumerated() {
        let next = place + 1 < sales.count ? sales[place + 1].purchasedAt : nil
        for phase in lives[chain] ?? [] where phase.state.grantsAccess {
          let whole = Stretch(
            from: phase.from,
            until: phase.until,
            source: sale.id,
            evidence: sale.evidence
          )
          access.append((sale, whole.clipped(from: sale.purchasedAt, until: next)))
        }
      }
    }
    return access
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
  /// A sale that was not taken back counts before one that was; then a renewing one before a
  /// lasting one before anything else; then the one whose access ends last; then the newest.
  package static func leading(of orders: [Order]) -> Order? {
    orders.min(by: saysMore)
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
    if (left.cancelledAt == nil) != (right.cancelledAt == nil) { return left.cancelledAt == nil }
    if left.rank != right.rank { return left.rank < right.rank }
    let ends = (left.accessUntil ?? .distantFuture, right.accessUntil ?? .distantFuture)
    if ends.0 != ends.1 { return ends.0 > ends.1 }
    if left.purchasedAt != right.purchasedAt { return left.purchasedAt > right.purchasedAt }
    return left.id < right.id
  }
}

extension Order {
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
