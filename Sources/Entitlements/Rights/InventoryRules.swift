import Foundation

/// How often the contents of a sale were used: an action names one item in it, or means each.
package struct ConsumptionCounts: Equatable, Sendable {
  private var each = 0
  private var items: [String: Int] = [:]

  package init() {}

  package mutating func add(_ count: Int, of item: String?) {
    guard let item else { return each = Self.sum(each, count) }
    items[item] = Self.sum(items[item] ?? 0, count)
  }

  package func count(of item: String) -> Int { Self.sum(each, items[item] ?? 0) }

  // Counts are untrusted input: on overflow the sum is the largest number.
  private static func sum(_ left: Int, _ right: Int) -> Int {
    let sum = left.addingReportingOverflow(right)
    return sum.overflow ? (left < 0 ? .min : .max) : sum.partialValue
  }
}

extension EntitlementRules {
  /// What `user` can use up by confirmed sales, in their order. `used` counts the uses by sale.
  package static func inventory(
    for user: ID<User>,
    from orders: [Order],
    used: [ID<Order>: ConsumptionCounts] = [:],
    catalog: CatalogIndex? = nil
  ) -> [InventoryItem] {
    let granting = orders.indices.filter { orders[$0].isConfirmed }
      .map { (index: $0, items: consumables(of: orders[$0], catalog)) }
      .filter { !$0.items.isEmpty }
      .sorted { orders[$0.index].precedes(orders[$1.index]) }
    return granting.flatMap { index, items in
      let order = orders[index]
      return items.map { item, granted in
        InventoryItem(
          item: item,
          user: user,
          environment: order.environment,
          source: order.id,
          granted: granted,
          used: min(used[order.id]?.count(of: item) ?? 0, granted),
          from: order.purchasedAt,
          until: order.cancelledAt
        )
      }
    }
  }

  /// The sum of the confirmed sales that were not reversed, by environment and currency code.
  package static func balances(
    for user: ID<User>,
    from orders: [Order],
    catalog: CatalogIndex?
  ) -> [Balance] {
    guard let catalog else { return [] }
    var sums: [Environment: [String: Int]] = [:]
    for order in orders where order.isConfirmed && order.cancelledAt == nil {
      guard let item = catalog.item(for: Catalog.Product(order.store, order.productID)) else {
        continue
      }
      catalog.forEachPart(of: item) { part, count in
        for amount in part.balances {
          let sum = sums[order.environment]?[amount.currency] ?? 0
          sums[order.environment, default: [:]][amount.currency] = plus(
            sum,
            times(times(amount.count, count), order.quantity)
          )
        }
      }
    }
    return sums.flatMap { environment, sums in
      sums.map { Balance(user: user, environment: environment, currency: $0, amount: $1) }
    }
    .sorted { ($0.environment.rawValue, $0.currency) < ($1.environment.rawValue, $1.currency) }
  }

  /// The consumable items in a sale, and how often each can be used.
  private static func consumables(
    of order: Order,
    _ catalog: CatalogIndex?
  ) -> [(item: String, granted: Int)] {
    guard let catalog, let item = catalog.item(for: Catalog.Product(order.store, order.productID))
    else { return order.kind == .consumable ? [(order.productID, order.quantity)] : [] }
    return consumables(of: item, in: order, catalog)
  }

  /// The consumable items in `item`, as the order sells it.
  static func consumables(
    of item: Catalog.Item,
    in order: Order,
    _ catalog: CatalogIndex
  ) -> [(item: String, granted: Int)] {
    var granted: [(item: String, granted: Int)] = []
    catalog.forEachPart(of: item) { part, count in
      guard part.kind == .consumable else { return }
      let uses = times(times(part.uses ?? 1, count), order.quantity)
      if let index = granted.firstIndex(where: { $0.item == part.id }) {
        granted[index].granted = plus(granted[index].granted, uses)
      } else {
        granted.append((part.id, uses))
      }
    }
    return granted
  }

  // Quantities are untrusted input: on overflow the result is the largest number.
  static func times(_ left: Int, _ right: Int) -> Int {
    let product = left.multipliedReportingOverflow(by: right)
    return product.overflow ? ((left < 0) == (right < 0) ? .max : .min) : product.partialValue
  }

  static func plus(_ left: Int, _ right: Int) -> Int {
    let sum = left.addingReportingOverflow(right)
    return sum.overflow ? (left < 0 ? .min : .max) : sum.partialValue
  }
}
