package import Foundation

/// How often the contents of a sale were used: an action names one item in it, or means each.
package struct ConsumptionCounts: Equatable, Sendable {
  private var each = 0
  private var items: [String: Int] = [:]

  package init() {}

  package mutating func add(_ count: Int, of item: String?) {
    guard let item else { return each = EntitlementRules.plus(each, count) }
    items[item] = EntitlementRules.plus(items[item] ?? 0, count)
  }

  package func count(of item: String) -> Int { EntitlementRules.plus(each, items[item] ?? 0) }
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
          until: order.takenBackAt
        )
      }
    }
  }

  /// Whether nothing is left of a sale: all that it granted can be used up, and was.
  package static func isUsedUp(
    _ sale: Order,
    _ used: ConsumptionCounts,
    catalog: CatalogIndex?
  ) -> Bool {
    guard sale.kind != .autoRenewable, keys(of: sale, catalog).isEmpty else { return false }
    let items = consumables(of: sale, catalog)
    return items.contains { $0.granted > 0 }
      && items.allSatisfy { used.count(of: $0.item) >= $0.granted }
  }

  /// The sum of the confirmed sales that were not taken back, by environment and currency code.
  package static func balances(
    for user: ID<User>,
    from orders: [Order],
    catalog: CatalogIndex?
  ) -> [Balance] {
    guard let catalog else { return [] }
    return Dictionary(grouping: orders, by: \.environment).flatMap { environment, orders in
      credits(from: orders, catalog: catalog, item: catalog.item(for:)).map {
        Balance(user: user, environment: environment, currency: $0, amount: $1)
      }
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

/// A catalog item that a user has through a purchase: the purchased item, or one that it contains.
package struct CatalogGrant: Equatable, Sendable {
  package var item: Catalog.Item
  package var chain: ID<Subscription>
  /// The sale that grants it; the chain's present sale if it lasts as long as the chain.
  package var sale: ID<Order>
  /// The purchased item that contains it; `nil` for the purchased item.
  package var parent: String?
  /// The items that it contains.
  package var contents: [String] = []
  package var from: Date
  /// When it ends; `nil` if it does not.
  package var until: Date?
  /// How often it could be used, and how often it still can; `nil` if uses are not counted.
  package var granted: Int?
  package var remaining: Int?

  /// A unique name: uses belong to one sale, everything else to its chain while that lasts.
  package var name: String {
    let root = granted == nil && isOfChain ? chain.raw : sale.raw
    return parent.map { "\(root) \($0) \(item.id)" } ?? "\(root) \(item.id)"
  }

  /// Whether it stays the same from sale to sale.
  package fileprivate(set) var isOfChain: Bool
}

extension CatalogIndex {
  /// The item that a store's product stands for: the one that lists it, or the one with its name.
  package func item(soldAs product: Catalog.Product) -> Catalog.Item? {
    if let item = item(for: product) ?? item(named: product.id) { return item }
    guard let colon = product.id.firstIndex(of: ":") else { return nil }
    return item(named: String(product.id[..<colon]))
  }
}

extension EntitlementRules {
  /// What a purchase grants at `instant` by this catalog. Omits what has ended, was reversed or
  /// used up, products without an item, and sales that the store has not confirmed.
  package static func catalogGrants(
    of purchase: ChainRecord,
    used: [ID<Order>: ConsumptionCounts] = [:],
    catalog: CatalogIndex,
    at instant: Date
  ) -> [CatalogGrant] {
    let sales = purchase.sales.filter { $0.purchasedAt <= instant && $0.isConfirmed }
    var catalogGrants: [CatalogGrant] = []
    var lasting: Set<String> = []
    // The newest sale of a chain determines what the chain is now.
    for sale in sales.reversed() {
      guard let item = catalog.item(soldAs: Catalog.Product(sale.store, sale.productID)) else {
        continue
      }
      let isPresent = sale.kind != .autoRenewable || sale.id == sales.last?.id
      if isPresent, lasting.isEmpty || sale.kind == .nonRenewing,
        let interval = access(by: sale, in: purchase, at: instant)
      {
        let isOfChain = sale.kind != .nonRenewing
        for catalogGrant in parts(of: item, sale, catalog) where catalogGrant.granted == nil {
          guard !isOfChain || lasting.insert(catalogGrant.name).inserted else { continue }
          var catalogGrant = catalogGrant
          catalogGrant.from =
            isOfChain ? purchase.sales.first?.purchasedAt ?? interval.from : interval.from
          catalogGrant.until = interval.until
          catalogGrants.append(catalogGrant)
        }
      }
      guard sale.takenBackAt.map({ instant < $0 }) ?? true else { continue }
      for var catalogGrant in parts(of: item, sale, catalog) {
        guard let granted = catalogGrant.granted else { continue }
        let uses = min(used[sale.id]?.count(of: catalogGrant.item.id) ?? 0, granted)
        guard granted > uses else { continue }
        catalogGrant.remaining = granted - uses
        catalogGrants.append(catalogGrant)
      }
    }
    return catalogGrants
  }

  /// What the sales that were not reversed add to each of the catalog's currencies, by code.
  package static func credits(from sales: [Order], catalog: CatalogIndex) -> [String: Int] {
    credits(from: sales, catalog: catalog, item: catalog.item(soldAs:))
  }

  /// The same, with the item of a product by `item`.
  static func credits(
    from sales: [Order],
    catalog: CatalogIndex,
    item: (Catalog.Product) -> Catalog.Item?
  ) -> [String: Int] {
    var sums: [String: Int] = [:]
    for sale in sales where sale.isConfirmed && sale.takenBackAt == nil {
      guard let item = item(Catalog.Product(sale.store, sale.productID)) else { continue }
      catalog.forEachPart(of: item) { part, count in
        for amount in part.balances {
          let added = times(times(amount.count, count), sale.quantity)
          sums[amount.currency] = plus(sums[amount.currency] ?? 0, added)
        }
      }
    }
    return sums
  }

  /// The interval of access around `instant` that a sale or its chain gives.
  private static func access(
    by sale: Order,
    in purchase: ChainRecord,
    at instant: Date
  ) -> (from: Date, until: Date?)? {
    guard sale.kind == .autoRenewable else {
      let until = sale.accessUntil
      guard until.map({ instant < $0 }) ?? true else { return nil }
      return (sale.purchasedAt, until)
    }
    let phases = purchase.phases
    guard let index = phases.lastIndex(where: { $0.contains(instant) }),
      phases[index].state.grantsAccess
    else { return nil }
    let last = phases[index...].prefix { $0.state.grantsAccess }.last
    return (phases[index].from, last?.until)
  }

  /// The sold item and each distinct item in it, at any instant.
  private static func parts(
    of item: Catalog.Item,
    _ sale: Order,
    _ catalog: CatalogIndex
  ) -> [CatalogGrant] {
    let granted = Dictionary(
      consumables(of: item, in: sale, catalog).map { ($0.item, $0.granted) },
      uniquingKeysWith: { first, _ in first }
    )
    var parts: [Catalog.Item] = []
    catalog.forEachPart(of: item) { part, _ in
      if !parts.contains(where: { $0.id == part.id }) { parts.append(part) }
    }
    return parts.map { part in
      let isSold = part.id == item.id
      return CatalogGrant(
        item: part,
        chain: sale.chain,
        sale: sale.id,
        parent: isSold ? nil : item.id,
        contents: isSold ? parts.dropFirst().map(\.id) : [],
        from: sale.purchasedAt,
        granted: granted[part.id],
        isOfChain: sale.kind != .nonRenewing
      )
    }
  }
}
