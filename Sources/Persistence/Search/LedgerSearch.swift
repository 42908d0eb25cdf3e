package import Entitlements
package import Foundation
internal import GRDB

/// A search: a query and the instant for states.
///
/// ASCII letters match case-insensitively in texts of people, and case-sensitively in store
/// identifiers.
package struct Search: Equatable, Sendable {
  package var query: Query
  package var instant: Date

  package init(_ query: Query, at instant: Date) {
    (self.query, self.instant) = (query, instant)
  }
}

/// Searches the ledger: lists page by page, counts, and the records that a message means.
package struct LedgerSearch: Sendable {
  let ledger: Ledger

  /// The number of matching rows; a lower bound if counting would take long.
  package func count(_ list: RowList, matching search: Search) async throws(LedgerError) -> Count {
    try await ledger.read { db in
      if let stored = try storedTotal(of: list, search, in: db) { return .exact(stored.matching) }
      let (rows, plan) = try plan(list, list.sorts[0], search, in: db)
      return try plan?.total ?? total(list, rows, in: db)
    }
  }

  /// The exact number of matching rows. May test each row, which takes seconds for millions;
  /// cancelling the task cancels it.
  package func exactCount(
    _ list: RowList,
    matching search: Search
  ) async throws(LedgerError) -> Int {
    try await ledger.read { db in
      if let stored = try storedTotal(of: list, search, in: db) { return stored.matching }
      let (rows, plan) = try plan(list, list.sorts[0], search, in: db)
      switch plan?.way {
      case .matchSet(let matchSet): return matchSet.count
      case .walk(let matching): return try matching.exactCount(in: db)
      case nil:
        if case .exact(let count) = try total(list, rows, in: db) { return count }
        return try rows.exactCount(in: db)
      }
    }
  }

  func slice(
    _ list: RowList,
    _ sort: RowSort,
    _ search: Search,
    at anchor: PageAnchor<Keyset.Key>,
    _ limit: Int,
    in db: Database
  ) throws -> Slice {
    let (rows, plan) = try plan(list, sort, search, in: db)
    let parts = anchor.key?.count ?? rows.order.count
    let anchor = parts == rows.order.count ? anchor : .first
    let limit = Keyset.bounded(limit)
    guard let plan else {
      let total = try total(list, rows, in: db)
      return try rows.slice(at: anchor, limit: limit, of: total, in: db)
    }
    return switch plan.way {
    case .matchSet(let matchSet): try matchSet.slice(at: anchor, limit: limit, in: db)
    case .walk(let rows): try rows.slice(at: anchor, limit: limit, of: plan.total, in: db)
    }
  }

  /// The list, and how to search it; no plan if everything matches.
  func plan(
    _ list: RowList,
    _ sort: RowSort,
    _ search: Search,
    in db: Database
  ) throws -> (rows: Keyset, plan: SearchPlan?) {
    let instant = search.instant.milliseconds
    let rows = Keyset.list(of: list, by: sort, at: instant)
    let query = try known(search.query.normalized, in: list, db)
    if query == .everything { return (rows, nil) }
    let compiled = try compile(query, list, instant, in: db)
    let stored = try storedTotal(of: list, query, in: db)
    return (rows, try SearchPlan(compiled, in: rows, of: stored, within: ledger.searchLimits, db))
  }

  /// The number of rows in the list; exact if stored counts provide it.
  private func total(_ list: RowList, _ rows: Keyset, in db: Database) throws -> Count {
    switch list {
    case .users where rows.base.sql != Fragment.always.sql: try rows.count(in: db)
    case .users: .exact(Int(try db.meta("users") ?? 0))
    case .orders: .exact(Int(try db.meta("orders") ?? 0))
    case .receipts: try documents(in: db) ?? rows.count(in: db)
    case .subs, .ent, .events: try rows.count(in: db)
    }
  }

  /// Documents are never removed, so their row IDs have no gaps and the last one shows whether
  /// there are too many to count.
  private func documents(in db: Database) throws -> Count? {
    let last = try db.count("SELECT max(n) FROM document")
    return last > Keyset.countLimit ? .atLeast(Keyset.countLimit) : nil
  }

  /// The query without the conditions on environments that all purchases of the ledger meet or
  /// none does, which would be tested for each row.
  func known(_ query: Query, in list: RowList, _ db: Database) throws -> Query {
    guard list == .orders || list == .subs, query.namesEnvironment else { return query }
    let known = Set(try db.map("SELECT DISTINCT environment FROM shop", []) { try $0.text(0) })
    return query.replacing { field in
      guard case .environments(let environments) = field else { return .field(field) }
      let named = Set(environments.map(\.rawValue))
      if known.isSubset(of: named) { return .everything }
      return known.isDisjoint(with: named) ? .nothing : .field(field)
    }.normalized
  }

  func compile(
    _ query: Query,
    _ list: RowList,
    _ instant: Int64,
    in db: Database
  ) throws -> CompiledQuery {
    QueryCompiler(try predicates(for: query, list, instant, in: db)).compile(query)
  }

  func predicates(
    for query: Query,
    _ list: RowList,
    _ instant: Int64,
    in db: Database
  ) throws -> QueryPredicates {
    func asks(for quality: Query.Quality) -> Bool {
      query.mentions {
        if case .qualities(let qualities) = $0 { qualities.contains(quality) } else { false }
      }
    }
    return QueryPredicates(
      list: list,
      instant: instant,
      rights: asks(for: .duplicate) ? try rights(in: db) : "[]",
      consumables: asks(for: .active) ? try consumables(in: db) : "[]"
    )
  }

  /// The row IDs of the products that the catalog lists as consumables, as JSON for statements.
  private func consumables(in db: Database) throws -> String {
    guard let catalog = try ledger.catalogCache.primary(in: db),
      catalog.catalog.items.contains(where: { $0.kind == .consumable })
    else { return "[]" }
    let products = try db.map("SELECT n, store, id FROM product") {
      (try $0.number(0), Catalog.Product(try $0.keyword(1), try $0.text(2)))
    }
    let consumables = products.filter { catalog.item(for: $0.1)?.kind == .consumable }.map(\.0)
    return String(decoding: try JSONEncoder().encode(consumables), as: UTF8.self)
  }

  /// Pairs of products and their entitlements, as JSON for statements.
  private func rights(in db: Database) throws -> String {
    let catalog = try ledger.catalogCache.primary(in: db)
    let products = try db.map("SELECT n, store, id FROM product") {
      (try $0.number(0), Catalog.Product(try $0.keyword(1), try $0.text(2)))
    }
    let pairs = products.flatMap { number, product in
      let item = catalog?.item(for: product)
      let keys = item.flatMap { catalog?.entitlements(of: $0) } ?? [product.id]
      return keys.map { Right(product: number, key: $0) }
    }
    return String(decoding: try JSONEncoder().encode(pairs), as: UTF8.self)
  }
}

/// A product and one of its entitlements, encoded as an array.
private struct Right: Encodable {
  var product: Int64
  var key: String

  func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(product)
    try pair.encode(key)
  }
}

extension PageAnchor {
  package func map<Other>(_ transform: (Key) -> Other) -> PageAnchor<Other> {
    switch self {
    case .first: .first
    case .last: .last
    case .after(let key): .after(transform(key))
    case .before(let key): .before(transform(key))
    case .from(let key): .from(transform(key))
    }
  }

  /// The key of the anchor's row.
  var key: Key? {
    switch self {
    case .first, .last: nil
    case .after(let key), .before(let key), .from(let key): key
    }
  }
}
