import Entitlements
internal import GRDB

/// A page of stored rows before decoding.
struct Slice {
  var rows: [RowReader]
  var keys: [Keyset.Key]
  var hasBefore: Bool
  var hasAfter: Bool
  var precedingRows: Int?
  var total: Count

  func page<Row: Equatable & Sendable>(_ row: (RowReader) throws -> Row) rethrows -> Page<Row> {
    page(of: try rows.map(row))
  }

  /// The page with decoded rows.
  func page<Row: Equatable & Sendable>(of rows: [Row]) -> Page<Row> {
    Page(
      rows: rows,
      hasBefore: hasBefore,
      hasAfter: hasAfter,
      precedingRows: precedingRows,
      total: total
    )
  }
}

extension Keyset {
  /// The page at `anchor` of a list with `total` rows. Doesn't count preceding rows if a filter
  /// makes that expensive.
  func slice(
    at anchor: PageAnchor<Key>,
    limit: Int,
    of total: Count,
    in db: Database
  ) throws -> Slice {
    var slice =
      switch anchor {
      case .first: try forward(from: nil, limit: limit, in: db)
      case .after(let key): try forward(from: key, limit: limit, in: db)
      case .from(let key): try forward(from: key, including: true, limit: limit, in: db)
      case .before(let key): try backward(from: key, limit: limit, in: db)
      case .last: try backward(from: nil, limit: limit, in: db)
      }
    slice.total = total
    if slice.hasBefore, filter == nil {
      slice.precedingRows = try slice.keys.first.flatMap {
        // At the end of a list with a known total, the position follows from it.
        if !slice.hasAfter, case .exact(let all) = total { return max(0, all - slice.rows.count) }
        return try position(of: $0, in: db)
      }
    }
    return slice
  }

  private func forward(
    from key: Key?,
    including isIncluded: Bool = false,
    limit: Int,
    in db: Database
  ) throws -> Slice {
    let found = try following(key, including: isIncluded, limit: limit + 1, in: db)
    let rows = Array(found.prefix(limit))
    // Without rows, all rows are before.
    let hasBefore =
      try key != nil
      && !preceding(rows.first.map { try self.key(of: $0) }, limit: 1, in: db).isEmpty
    return try slice(rows, hasBefore: hasBefore, hasAfter: found.count > limit, in: db)
  }

  private func backward(from key: Key?, limit: Int, in db: Database) throws -> Slice {
    let found = try preceding(key, limit: limit + 1, in: db)
    let rows = Array(found.prefix(limit).reversed())
    let hasAfter =
      try key != nil
      && !following(rows.last.map { try self.key(of: $0) }, limit: 1, in: db).isEmpty
    return try slice(rows, hasBefore: found.count > limit, hasAfter: hasAfter, in: db)
  }

  private func slice(
    _ rows: [RowReader],
    hasBefore: Bool,
    hasAfter: Bool,
    in db: Database
  ) throws -> Slice {
    let keys = try rows.map { try key(of: $0) }
    return Slice(
      rows: rows,
      keys: keys,
      hasBefore: hasBefore,
      hasAfter: hasAfter,
      precedingRows: hasBefore ? nil : 0,
      total: .atLeast(rows.count)
    )
  }
}
