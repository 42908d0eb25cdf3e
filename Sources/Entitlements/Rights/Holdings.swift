package import Foundation

/// One thing out of a catalog that a user has by a purchase: the purchased item itself, or one that
/// lay in it.
package struct Holding: Equatable, Sendable {
  package var item: Catalog.Item
  package var chain: ID<Subscription>
  /// The sale that gives it; of what lasts as long as its chain, the chain's present one.
  package var sale: ID<Order>
  /// The purchased item that it lay in; `nil` for that itself.
  package var parent: String?
  /// The items that lie in it.
  package var contents: [String] = []
  package var from: Date
  /// When it ends; `nil` for what does not.
  package var until: Date?
  /// How often it could be used in all, and how often it can be still; `nil` for what no use uses up.
  package var granted: Int?
  package var remaining: Int?

  /// What tells it from all others: uses are of one sale, everything else is of its chain for as long
  /// as that lasts.
  package var name: String {
    let root = granted == nil && isOfChain ? chain.raw : sale.raw
    return parent.map { "\(root) \($0) \(item.id)" } ?? "\(root) \(item.id)"
  }

  /// Whether it stays the same one from sale to sale.
  package fileprivate(set) var isOfChain: Bool
}

extension CatalogIndex {
  /// The item a store's product stands for: the one that lists it, else the one of that very name.
  package func item(soldAs product: Catalog.Product) -> Catalog.Item? {
    if let item = item(for: product) ?? item(named: product.id) { return item }
    guard let colon = product.id.firstIndex(of: ":") else { return nil }
    return item(named: String(product.id[..<colon]))
  }
}

extension EntitlementRules {
  /// What a purchase gives at `instant` by this catalog: nothing of what is over, taken back or used
  /// up, and nothing of products that no item names or of sales that the store has not confirmed.
  package static func holdings(
    of purchase: ChainRecord,
    used: [ID<Order>: Uses] = [:],
    catalog: CatalogIndex,
    at instant: Date
  ) -> [Holding] {
    let sales = purchase.sales.filter { $0.purchasedAt <= instant && $0.isConfirmed }
    var holdings: [Holding] = []
    var lasting: Set<String> = []
    // The newest sale of a chain says what the chain is now.
    for sale in sales.reversed() {
      guard let item = catalog.item(soldAs: Catalog.Product(sale.store, sale.productID)) else {
        continue
      }
      let isPresent = sale.kind != .autoRenewable || sale.id == sales.last?.id
      if isPresent, lasting.isEmpty || sale.kind == .nonRenewing,
        let stretch = access(by: sale, in: purchase, at: instant)
      {
        let isOfChain = sale.kind != .nonRenewing
        for holding in parts(of: item, sale, catalog) where holding.granted == nil {
          guard !isOfChain || lasting.insert(holding.name).inserted else { continue }
          var holding = holding
          holding.from =
            isOfChain ? purchase.sales.first?.purchasedAt ?? stretch.from : stretch.from
          holding.until = stretch.until
          holdings.append(holding)
        }
      }
      guard sale.cancelledAt.map({ instant < $0 }) ?? true else { continue }
      for var holding in parts(of: item, sale, catalog) {
        guard let granted = holding.granted else { continue }
        let uses = min(used[sale.id]?.count(of: holding.item.id) ?? 0, granted)
        guard granted > uses else { continue }
        holding.remaining = granted - uses
        holdings.append(holding)
      }
    }
    return holdings
  }

  /// What the sales that were not taken back add to each currency of the catalog's, by code.
  package static func credits(from sales: [Order], catalog: CatalogIndex) -> [String: Int] {
    var sums: [String: Int] = [:]
    for sale in sales where sale.isConfirmed && sale.cancelledAt == nil {
      guard let item = catalog.item(soldAs: Catalog.Product(sale.store, sale.productID)) else {
        continue
      }
      catalog.forEachPart(of: item) { part, count in
        for amount in part.balances {
          let added = times(times(amount.count, count), sale.quantity)
          sums[amount.currency] = plus(sums[amount.currency] ?? 0, added)
        }
      }
    }
    return sums
  }

  /// The stretch of access around `instant` that a sale gives, or the life of its chain.
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
    guard let place = phases.lastIndex(where: { $0.contains(instant) }),
      phases[place].state.grantsAccess
    else { return nil }
    let last = phases[place...].prefix { $0.state.grantsAccess }.last
    return (phases[place].from, last?.until)
  }

  /// The sold item, and each that lies in it once, whatever the instant.
  private static func parts(
    of item: Catalog.Item,
    _ sale: Order,
    _ catalog: CatalogIndex
  ) -> [Holding] {
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
      return Holding(
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
