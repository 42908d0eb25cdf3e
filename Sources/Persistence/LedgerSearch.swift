package import Entitlements
package import Foundation
internal import GRDB

/// A search: what for, and the instant that states are those of.
///
/// Letters of the basic alphabet match in either case where people wrote them; what stores made up
/// matches as it is written.
package struct Search: Equatable, Sendable {
  package var query: Query
  package var instant: Date

  package init(_ query: Query, at instant: Date) {
    self.query = query
    self.instant = instant
  }
}

extension Ledger {
  /// How many rows of the list match. Where no index tells, the newest 5,000 are looked at.
  package func count(
    _ list: RowList,
    matching search: Search
  ) async throws(LedgerError) -> Count {
    let instant = search.instant.milliseconds
    return try await read { db in
      var rows = Keyset.list(of: list, by: list.sorts[0], at: instant)
      let query = search.query.normalized
      if query == .everything { return try rows.total(in: db) }
      let compiled = try compile(query, list, instant, in: db)
      rows.filter = compiled.test
      if let keys = try keys(compiled, in: rows, of: list, in: db) { return .exact(keys.count) }
      return try rows.total(in: db)
    }
  }

  /// Up to so many finds are sorted in memory. More lie close together in the list, so that walking
  /// it and leaving out the rest fills a page soon.
  static let findLimit = 10_000

  func slice(
    _ list: RowList,
    _ sort: RowSort,
    _ search: Search,
    at anchor: PageAnchor<Keyset.Key>,
    _ limit: Int,
    in db: Database
  ) throws -> Slice {
    let instant = search.instant.milliseconds
    var rows = Keyset.list(of: list, by: sort, at: instant)
    let parts = anchor.key?.count ?? rows.order.count
    let place = parts == rows.order.count ? anchor : .first
    let limit = Keyset.bounded(limit)
    let query = search.query.normalized
    if query == .everything { return try rows.slice(at: place, limit: limit, in: db) }
    let compiled = try compile(query, list, instant, in: db)
    rows.filter = compiled.test
    if let keys = try keys(compiled, in: rows, of: list, in: db) {
      return try Finds(keys, in: rows).slice(at: place, limit: limit, in: db)
    }
    return try rows.slice(at: place, limit: limit, in: db)
  }

  func compile(
    _ query: Query,
    _ list: RowList,
    _ instant: Int64,
    in db: Database
  ) throws -> CompiledQuery {
    let rights = query.asks(.duplicate) ? try rights(in: db) : "[]"
    return QueryCompiler(QueryLeaves(list: list, instant: instant, rights: rights)).compile(query)
  }

  /// The keys of all rows that match; `nil` where they cannot be found by index, or are too many.
  private func keys(
    _ compiled: CompiledQuery,
    in rows: Keyset,
    of list: RowList,
    in db: Database
  ) throws -> [Keyset.Key]? {
    for source in compiled.sources.sorted(by: { $0.rank < $1.rank }) {
      guard let numbers = try numbers(source, in: db) else { continue }
      return try db.search(list.found(numbers, rows)) { try rows.key(of: $0, from: 0) }
    }
    return nil
  }

  private func numbers(_ source: CompiledQuery.Source, in db: Database) throws -> Set<Int64>? {
    var numbers: Set<Int64> = []
    for statement in source.statements {
      // Not distinct ones: few rows may hide behind a great many finds.
      let found = try db.search("SELECT n FROM (\(statement)) LIMIT \(Self.findLimit + 1)") {
        try $0.optionalNumber(0)
      }
      numbers.formUnion(found.compactMap(\.self))
      if found.count > Self.findLimit || numbers.count > Self.findLimit { return nil }
    }
    return numbers
  }

  /// Which product gives which right, as JSON for statements.
  private func rights(in db: Database) throws -> String {
    let catalog = try catalogs.primary(in: db)
    let products = try db.map("SELECT n, store, id FROM product") {
      (try $0.number(0), Catalog.Product(try $0.word(1), try $0.text(2)))
    }
    let pairs = products.flatMap { number, product in
      let item = catalog?.item(for: product)
      let keys = item.flatMap { catalog?.entitlements(of: $0) } ?? [product.id]
      return keys.map { Right(product: number, key: $0) }
    }
    return String(decoding: try JSONEncoder().encode(pairs), as: UTF8.self)
  }
}

/// A product and a right it gives, as an array of two.
private struct Right: Encodable {
  var product: Int64
  var key: String

  func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(product)
    try pair.encode(key)
  }
}

extension Query {
  fileprivate func asks(_ quality: Quality) -> Bool {
    switch self {
    case .and(let branches), .or(let branches): branches.contains { $0.asks(quality) }
    case .not(let query): query.asks(quality)
    case .field(.qualities(let qualities)): qualities.contains(quality)
    case .everything, .field, .word: false
    }
  }
}

extension PageAnchor {
  /// The key of the row it names.
  var key: Key? {
    switch self {
    case .first, .last: nil
    case .after(let key), .before(let key), .from(let key): key
    }
  }
}
