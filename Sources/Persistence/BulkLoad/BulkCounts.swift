import Entitlements
import Foundation
internal import GRDB

/// The row IDs of a filing: one document, one user, and consecutive chains and orders.
struct BulkRowIDs {
  let document: Int64
  let user: Int64
  fileprivate let chains: Int64
  fileprivate let orders: Int64

  func number(ofChain index: Int) -> Int64 { chains + 1 + Int64(index) }

  func number(ofOrder index: Int) -> Int64 { orders + 1 + Int64(index) }
}

/// The row IDs assigned so far, and the ledger's stored counts.
struct BulkCounts {
  private(set) var users: Int64 = 0
  private(set) var chains: Int64 = 0
  private(set) var orders: Int64 = 0
  private(set) var isGenerated = false
  private let now: Int64
  private var shops: [AppScope: Int64] = [:]
  private var products: [Catalog.Product: Int64] = [:]
  private var sales: [OrderGroup: Int] = [:]
  private var days: [SaleGroup: SaleSums] = [:]
  private var arrivals: [ArrivalGroup: Int] = [:]
  private var ends: [AccessEndGroup: Int] = [:]
  /// The latest arrival from each store.
  private var received: [Store: Int64] = [:]
  private var states = [Int](repeating: 0, count: SubscriptionState.codes.count)

  init(at now: Date) { self.now = now.milliseconds }

  mutating func begin(_ filing: BulkFiling) -> BulkRowIDs {
    users += 1
    let document = filing.filing.document
    if document.provenance == .generated { isGenerated = true }
    arrivals[ArrivalGroup(document), default: 0] += 1
    if let store = document.store {
      received[store] = max(received[store] ?? .min, document.receivedAt.milliseconds)
    }
    return BulkRowIDs(document: users, user: users, chains: chains, orders: orders)
  }

  mutating func addChain() -> Int64 {
    chains += 1
    return chains
  }

  mutating func addOrder() -> Int64 {
    orders += 1
    return orders
  }

  mutating func number(of appScope: AppScope) -> Int64 {
    if let known = shops[appScope] { return known }
    let number = Int64(shops.count + 1)
    shops[appScope] = number
    return number
  }

  mutating func number(of product: Catalog.Product) -> Int64 {
    if let known = products[product] { return known }
    let number = Int64(products.count + 1)
    products[product] = number
    return number
  }

  /// - Returns: The row ID of the sale's product.
  mutating func count(_ order: Order) -> Int64 {
    let number = number(of: Catalog.Product(order.store, order.productID))
    let shop = self.number(of: order.appScope)
    sales[OrderGroup(product: number, shop: shop, kind: order.kind.code), default: 0] += 1
    for (group, sums) in order.sums { days[group, default: SaleSums()].add(sums, 1) }
    return number
  }

  /// Counts the day on which the chain's access ends.
  mutating func count(endOf chain: BulkChain) {
    let phases = chain.phases.compactMap { PhaseRow($0, document: 0) }
    guard let end = phases.accessEnd(in: chain.appScope.environment) else { return }
    ends[end, default: 0] += 1
  }

  mutating func count(_ phase: Phase) {
    guard phase.from.milliseconds <= now, phase.until.map({ now < $0.milliseconds }) ?? true else {
      return
    }
    states[phase.state.code] += 1
  }

  func write(to db: Database) throws {
    for (appScope, number) in shops.sorted(by: { $0.value < $1.value }) {
      try db.run(
        "INSERT INTO shop (n, store, environment, app) VALUES (?, ?, ?, ?)",
        [number, appScope.store.rawValue, appScope.environment.rawValue, appScope.app]
      )
    }
    for (product, number) in products.sorted(by: { $0.value < $1.value }) {
      guard !product.id.utf8.contains(0) else {
        throw LedgerError.unusableText(field: "product ID")
      }
      try db.run(
        "INSERT INTO product (n, store, id) VALUES (?, ?, ?)",
        [number, product.store.rawValue, product.id]
      )
    }
    for (group, orders) in sales { try db.add(orders, to: group) }
    for (group, sums) in days { try db.add(sums, to: group) }
    for (group, chains) in ends { try db.add(chains, to: group) }
    if let newest = arrivals.keys.map(\.hour).max() {
      let first = newest - ArrivalGroup.keptHours
      for (group, count) in arrivals where group.hour >= first { try db.add(count, to: group) }
      try db.setMeta(ArrivalGroup.firstHour, to: first)
    }
    for (state, chains) in states.enumerated() {
      try db.run("INSERT INTO stateCount (state, chains) VALUES (?, ?)", [state, chains])
    }
    for (name, value) in [("countedAt", now), ("users", users), ("orders", orders)] {
      try db.run("UPDATE meta SET value = ? WHERE name = ?", [value, name])
    }
    for (store, instant) in received {
      try db.run(
        "INSERT INTO meta (name, value) VALUES (?, ?)",
        [LedgerWriter.received(from: store), instant]
      )
    }
    if isGenerated { try db.run("INSERT INTO meta (name, value) VALUES ('generated', 1)") }
  }
}
