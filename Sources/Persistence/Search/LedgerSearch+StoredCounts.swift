import Entitlements
import Foundation
internal import GRDB

extension LedgerSearch {
  /// The number of rows for each value of a field, from counts that were kept while filing; `nil`
  /// if none were for this field and query.
  func storedCounts(
    of list: RowList,
    by field: RowField,
    _ search: Search,
    in db: Database
  ) throws -> [StoredValue?: CountedGroup]? {
    guard list == .orders else { return nil }
    let query = try known(search.query.normalized, in: list, db)
    switch field {
    case .store, .environment, .product, .kind:
      guard query.decides(SaleValues(kind: .consumable)) else { return nil }
      return try db.orderCounts(by: field) { query.matches($0) }
    case .purchasedAt:
      guard query.decides(SaleValues()) else { return nil }
      return try db.dayCounts { query.matches($0) }
    default: return nil
    }
  }

  /// The total of a search's matches; see `storedTotal(of:_:in:)` for a query.
  func storedTotal(of list: RowList, _ search: Search, in db: Database) throws -> StoredTotal? {
    try storedTotal(of: list, known(search.query.normalized, in: list, db), in: db)
  }

  /// The number of matching rows, from counts that were kept while filing; `nil` if they do not tell
  /// or are too many to be added up for each page. The query is one that `known` returned.
  func storedTotal(of list: RowList, _ query: Query, in db: Database) throws -> StoredTotal? {
    guard list == .orders, query.decides(SaleValues(kind: .consumable)) else { return nil }
    return try db.orderTotal { query.matches($0) }
  }
}

/// How many rows a list has and how many of them match.
struct StoredTotal {
  var matching = 0
  var all = 0
}

/// What counts of sales are kept by.
private struct SaleValues {
  var store = Store.apple
  var environment = Environment.production
  /// `nil` in counts of all kinds.
  var kind: ProductKind?
}

extension Query {
  /// Whether the values decide if a sale matches.
  fileprivate func decides(_ values: SaleValues) -> Bool {
    switch self {
    case .everything, .field(.stores), .field(.environments): true
    case .field(.kinds): values.kind != nil
    case .and(let branches), .or(let branches): branches.allSatisfy { $0.decides(values) }
    case .not(let query): query.decides(values)
    case .field, .word: false
    }
  }

  /// Whether sales with the values match, if these decide it.
  fileprivate func matches(_ values: SaleValues) -> Bool {
    switch self {
    case .everything: true
    case .field(.stores(let stores)): stores.contains(values.store)
    case .field(.environments(let environments)): environments.contains(values.environment)
    case .field(.kinds(let kinds)): values.kind.map(kinds.contains) ?? false
    case .and(let branches): branches.allSatisfy { $0.matches(values) }
    case .or(let branches): branches.contains { $0.matches(values) }
    case .not(let query): !query.matches(values)
    case .field, .word: false
    }
  }
}

extension Database {
  fileprivate func orderCounts(
    by field: RowField,
    where isCounted: (SaleValues) -> Bool
  ) throws -> [StoredValue?: CountedGroup] {
    var groups: [StoredValue?: CountedGroup] = [:]
    try forEach(
      """
      SELECT shop.store, shop.environment, shop.app, product.id, orderCount.kind, orderCount.orders
      FROM orderCount CROSS JOIN product ON product.n = orderCount.product
      CROSS JOIN shop ON shop.n = orderCount.shop WHERE orderCount.orders > 0
      """
    ) { cells in
      let (store, environment): (Store, Environment) = (try cells.keyword(0), try cells.keyword(1))
      let (product, kind): (String, ProductKind) = (try cells.text(3), try cells.coded(4))
      guard isCounted(SaleValues(store: store, environment: environment, kind: kind)) else {
        return
      }
      let value: StoredValue =
        switch field {
        case .store: .text(store.rawValue)
        case .environment: .text(environment.rawValue)
        case .kind: .number(Int64(kind.code))
        default: .text(product)
        }
      if groups[value] == nil {
        let sale = Order(
          store: store,
          environment: environment,
          app: try cells.text(2),
          transactionID: "",
          originalTransactionID: "",
          productID: product,
          kind: kind,
          purchasedAt: .distantPast,
          originalPurchasedAt: .distantPast,
          statementSource: StatementSource(ID(""), at: .distantPast)
        )
        groups[value] = CountedGroup(row: .sale(sale))
      }
      groups[value]?.count += try cells.count(5)
    }
    return groups
  }

  /// `nil` if there are more counts than can be added up for each page.
  fileprivate func orderTotal(where isCounted: (SaleValues) -> Bool) throws -> StoredTotal? {
    var (counts, total) = (0, StoredTotal())
    try walk(
      """
      SELECT shop.store, shop.environment, orderCount.kind, orderCount.orders
      FROM orderCount CROSS JOIN shop ON shop.n = orderCount.shop LIMIT \(Self.maxCounts + 1)
      """
    ) { cells in
      counts += 1
      let values = SaleValues(
        store: try cells.keyword(0),
        environment: try cells.keyword(1),
        kind: try cells.coded(2)
      )
      let orders = try cells.count(3)
      total.all += orders
      if isCounted(values) { total.matching += orders }
      return counts <= Self.maxCounts
    }
    return counts <= Self.maxCounts ? total : nil
  }

  private static var maxCounts: Int { 1_000 }

  /// The sales of each day, in UTC.
  fileprivate func dayCounts(
    where isCounted: (SaleValues) -> Bool
  ) throws -> [StoredValue?: CountedGroup] {
    let all = Store.allCases.flatMap { store in
      Environment.allCases.map { SaleValues(store: store, environment: $0) }
    }
    let counted = all.filter(isCounted)
    let names = counted.map { "\($0.store.rawValue) \($0.environment.rawValue)" }
    let condition: Fragment =
      counted.count < all.count ? "store || ' ' || environment IN (\(names))" : .always
    let days = try fetch(
      "SELECT day, sum(orders) FROM saleCount WHERE orders > 0 AND \(condition) GROUP BY day"
    ) { (StoredValue.number(try $0.number(0)), CountedGroup(count: try $0.count(1))) }
    return Dictionary(days) { first, _ in first }
  }
}
