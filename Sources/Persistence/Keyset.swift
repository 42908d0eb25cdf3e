import Entitlements
internal import GRDB

/// A list in descending order of an instant, then in ascending order of an ID, both in one index.
/// They are the first two columns of every row.
///
/// Rows with the key's own instant are asked for apart from the others: one condition for both
/// would walk over every row of that instant, and a million users may share one.
struct Keyset: Sendable {
  struct Key: Equatable, Sendable {
    var instant: Int64
    var id: String
  }

  /// Those after the first two.
  var columns: String
  var table: String
  /// The column of the instant. Like the others, a constant of this module.
  var instant: String
  /// An SQL condition on the rows, its values as arguments; all rows without.
  var filter: (sql: String, arguments: [KeptArgument]) = ("TRUE", [])

  /// Beyond this many, rows are not counted one by one.
  static let countLimit = 10_000

  /// How many rows a page holds at most, whatever is asked for.
  static func bounded(_ limit: Int) -> Int { min(max(limit, 0), 1_000) }

  func following(
    _ key: Key?,
    including isIncluded: Bool = false,
    limit: Int,
    in db: Database
  ) throws -> [Cells] {
    let order = "ORDER BY \(instant) DESC, id LIMIT ?"
    guard let key else { return try select("TRUE \(order)", [limit], in: db) }
    let comparison = isIncluded ? ">=" : ">"
    let level = try select(
      "\(instant) = ? AND id \(comparison) ? \(order)",
      [key.instant, key.id, limit],
      in: db
    )
    guard level.count < limit else { return level }
    return try level
      + select("\(instant) < ? \(order)", [key.instant, limit - level.count], in: db)
  }

  /// The rows before `key`, or the end of the list; nearest first.
  func preceding(_ key: Key?, limit: Int, in db: Database) throws -> [Cells] {
    let order = "ORDER BY \(instant), id DESC LIMIT ?"
    guard let key else { return try select("TRUE \(order)", [limit], in: db) }
    let level = try select(
      "\(instant) = ? AND id < ? \(order)",
      [key.instant, key.id, limit],
      in: db
    )
    guard level.count < limit else { return level }
    return try level
      + select("\(instant) > ? \(order)", [key.instant, limit - level.count], in: db)
  }

  func total(in db: Database) throws -> Count {
    let rows = try db.count(
      "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(filter.sql) LIMIT ?)",
      filter.arguments + [Self.countLimit + 1]
    )
    return rows > Self.countLimit ? .atLeast(Self.countLimit) : .exact(rows)
  }

  /// The number of rows before `key`; `nil` if there are too many to count.
  func position(of key: Key, in db: Database) throws -> Int? {
    let rows = try db.count(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM \(table) WHERE \(filter.sql) AND \(instant) > ?
        UNION ALL
        SELECT 1 FROM \(table) WHERE \(filter.sql) AND \(instant) = ? AND id < ?
        LIMIT ?)
      """,
      filter.arguments + [key.instant] + filter.arguments
        + [key.instant, key.id, Self.countLimit + 1]
    )
    return rows > Self.countLimit ? nil : rows
  }

  var selected: String { "\(instant), id, \(columns)" }

  func key(of cells: Cells) throws -> Key {
    Key(instant: try cells.number(0), id: try cells.text(1))
  }

  private func select(
    _ tail: String,
    _ arguments: [KeptArgument],
    in db: Database
  ) throws -> [Cells] {
    try db.map(
      "SELECT \(selected) FROM \(table) WHERE \(filter.sql) AND \(tail)",
      filter.arguments + arguments
    ) { $0.kept }
  }
}

/// A page of stored rows, before they are given their types.
struct Slice {
  var rows: [Cells]
  var hasBefore: Bool
  var hasAfter: Bool
  var precedingRows: Int?
  var total: Count

  func page<Row: Equatable & Sendable>(_ row: (Cells) throws -> Row) rethrows -> Page<Row> {
    Page(
      rows: try rows.map(row),
      hasBefore: hasBefore,
      hasAfter: hasAfter,
      precedingRows: precedingRows,
      total: total
    )
  }
}

extension Keyset {
  /// The page at `anchor`. `isCounting` is false where counting the rows before would be dear.
  func slice(
    at anchor: PageAnchor<Key>,
    limit: Int,
    isCounting: Bool = true,
    in db: Database
  ) throws -> Slice {
    switch anchor {
    case .first: try forward(from: nil, limit: limit, isCounting: isCounting, in: db)
    case .after(let key): try forward(from: key, limit: limit, isCounting: isCounting, in: db)
    case .from(let key):
      try forward(from: key, including: true, limit: limit, isCounting: isCounting, in: db)
    case .before(let key): try backward(from: key, limit: limit, isCounting: isCounting, in: db)
    case .last: try backward(from: nil, limit: limit, isCounting: isCounting, in: db)
    }
  }

  private func forward(
    from key: Key?,
    including isIncluded: Bool = false,
    limit: Int,
    isCounting: Bool,
    in db: Database
  ) throws -> Slice {
    let found = try following(key, including: isIncluded, limit: limit + 1, in: db)
    let rows = Array(found.prefix(limit))
    // With no row left, everything there is comes before.
    let hasBefore =
      try key != nil && !preceding(rows.first.map(self.key(of:)), limit: 1, in: db).isEmpty
    return try slice(
      rows,
      hasBefore: hasBefore,
      hasAfter: found.count > limit,
      isCounting: isCounting,
      in: db
    )
  }

  private func backward(
    from key: Key?,
    limit: Int,
    isCounting: Bool,
    in db: Database
  ) throws -> Slice {
    let found = try preceding(key, limit: limit + 1, in: db)
    let rows = Array(found.prefix(limit).reversed())
    let hasAfter =
      try key != nil && !following(rows.last.map(self.key(of:)), limit: 1, in: db).isEmpty
    return try slice(
      rows,
      hasBefore: found.count > limit,
      hasAfter: hasAfter,
      isCounting: isCounting,
      in: db
    )
  }

  private func slice(
    _ rows: [Cells],
    hasBefore: Bool,
    hasAfter: Bool,
    isCounting: Bool,
    in db: Database
  ) throws -> Slice {
    var precedingRows: Int? = hasBefore ? nil : 0
    if hasBefore, isCounting, let first = rows.first {
      precedingRows = try position(of: key(of: first), in: db)
    }
    return Slice(
      rows: rows,
      hasBefore: hasBefore,
      hasAfter: hasAfter,
      precedingRows: precedingRows,
      total: try total(in: db)
    )
  }
}
