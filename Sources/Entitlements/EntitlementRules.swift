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

  /// The lasting rights `user` holds or held by `orders`: one for every product and environment.
  ///
  /// Consumables grant none; they are inventory and stay what they are, orders. Sales of one
  /// product that touch or overlap form one stretch; of several stretches the one that lasts
  /// longest is the right. Whose the orders are is the caller's knowledge.
  package static func entitlements(
    for user: ID<User>,
    from orders: [Order]
  ) -> [Entitlement] {
    let lasting = orders.filter { $0.kind != .consumable }
    let rights = Dictionary(grouping: lasting) {
      Right(key: $0.productID, environment: $0.environment)
    }
    return rights.compactMap { right, sales -> Entitlement? in
      guard let stretch = longestStretch(of: sales) else { return nil }
      return Entitlement(
        key: right.key,
        user: user,
        environment: right.environment,
        source: stretch.source.id,
        from: stretch.from,
        until: stretch.until
      )
    }
    .sorted { ($0.key, $0.environment.rawValue) < ($1.key, $1.environment.rawValue) }
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
