import Entitlements
internal import GRDB

/// A list in index order, with keyset pagination.
///
/// Pages start at a row's key, not at an offset. Rows that share the first key parts are queried
/// separately: one condition for all would scan every row of an instant, and a million users may
/// share one.
struct Keyset: Sendable {
  /// A sort column, under its alias.
  struct Column: Sendable {
    var name: Fragment
    var isDescending: Bool
    /// Whether ASCII letters compare case-insensitively, as with NOCASE.
    var isCaseless = false

    static func caseless(_ name: Fragment) -> Column {
      Column(name: "\(name) COLLATE NOCASE", isDescending: false, isCaseless: true)
    }

    static func ascending(_ name: Fragment) -> Column { Column(name: name, isDescending: false) }
    static func descending(_ name: Fragment) -> Column { Column(name: name, isDescending: true) }
  }

  typealias Part = ListCursor.Part
  typealias Key = [Part]

  /// A search result before the row is read.
  struct Find {
    var number: Int64
    var key: Key
  }

  /// The table, and the joins for its columns.
  var table: Fragment
  var joins: Fragment = ""
  /// The selected columns and their number.
  var columns: Fragment
  var width: Int
  /// The key of searches: the row ID, or the user's if the table has none.
  var number: Fragment
  /// The sort columns; unique together.
  var order: [Column]
  /// The rows of the list.
  var base: Fragment = .always
  /// The rows that match the search.
  var filter: Fragment?
  /// Candidates for the search that are known but too many to sort.
  var candidates: RowIDFilter?
  /// Whether to cache statements with the filter.
  var isCommon = false

  /// The maximum number of rows to count exactly.
  static let countLimit = 10_000
  /// The maximum number of rows to count before a page; counted for every page.
  static let positionLimit = 2_500

  /// Limits the rows of a page to 1,000.
  static func bounded(_ limit: Int) -> Int { min(max(limit, 0), 1_000) }

  /// The number of rows in the list, regardless of the search.
  func count(in db: Database) throws -> Count {
    let all: Fragment = "SELECT 1 FROM \(table) WHERE \(base) LIMIT \(Self.countLimit + 1)"
    let rows = try db.count(of: "SELECT count(*) FROM (\(all))")
    return rows > Self.countLimit ? .atLeast(Self.countLimit) : .exact(rows)
  }

  /// The exact number of matching rows.
  func exactCount(in db: Database) throws -> Int {
    if let candidates {
      return try unfiltered.count(among: candidates.certain, in: db)
        + count(among: candidates.uncertain, in: db)
    }
    let all: Fragment = "SELECT count(*) FROM \(table) WHERE \(condition)"
    return try db.fetch(all, isCached: isCached) { try $0.count(0) }.first ?? 0
  }

  private func count(among numbers: [Int64], in db: Database) throws -> Int {
    try stride(from: 0, to: numbers.count, by: Self.countLimit).reduce(0) { count, start in
      try count + matchSet(among: numbers[start...].prefix(Self.countLimit), in: db).count
    }
  }

  /// The number of rows before `key`; `nil` if there are too many to count.
  func position(of key: Key, in db: Database) throws -> Int? {
    var rows = 0
    for level in levels(beyond: key, isBackward: true, including: false) {
      let part: Fragment = """
        SELECT 1 FROM \(table) WHERE \(condition) AND \(level) LIMIT \(Self.positionLimit + 1)
        """
      rows += try db.count(of: "SELECT count(*) FROM (\(part))")
      if rows > Self.positionLimit { return nil }
    }
    return rows
  }

  /// Reads the found rows in the same order.
  func rows(_ matchSet: some Collection<Find>, in db: Database) throws -> [RowReader] {
    if matchSet.isEmpty { return [] }
    let rows = try db.fetch(selection(of: Set(matchSet.map(\.number)).sorted())) {
      (try key(of: $0), $0.copy)
    }
    let known = Dictionary(rows) { first, _ in first }
    return matchSet.compactMap { known[$0.key] }
  }

  /// The matching rows among those with these row IDs.
  func rows(numbered numbers: [Int64], in db: Database) throws -> [RowReader] {
    if numbers.isEmpty { return [] }
    let query: Fragment = "\(selection(of: numbers)) WHERE \(condition)"
    return try db.fetch(query, isCached: isCached, \.copy)
  }

  private func selection(of numbers: [Int64]) -> Fragment {
    """
    SELECT \(columns), \(keyColumns) FROM json_each(\(numbers.json)) AS asked
    CROSS JOIN \(table) ON \(number) = asked.value \(joins)
    """
  }

  /// The list without the search filter.
  var unfiltered: Keyset {
    var whole = self
    (whole.filter, whole.candidates) = (nil, nil)
    return whole
  }

  func key(of cells: RowReader, from start: Int? = nil) throws -> Key {
    try order.indices.map { try cells.part((start ?? width) + $0) }
  }

  /// The rows after `key`, or before it if `isBackward`, nearest first; `nil` is the list's end.
  func rows(
    beyond key: Key?,
    isBackward: Bool,
    including isIncluded: Bool = false,
    limit: Int,
    in db: Database
  ) throws -> [RowReader] {
    if let candidates {
      let tails = unfiltered.tails(beyond: key, isBackward: isBackward, including: isIncluded)
      return try rows(among: candidates, tails, limit: limit, in: db)
    }
    var rows: [RowReader] = []
    for tail in tails(beyond: key, isBackward: isBackward, including: isIncluded)
    where rows.count < limit {
      let page = statement("\(tail) LIMIT \(limit - rows.count)")
      rows += try db.fetch(page, isCached: isCached, \.copy)
    }
    return rows
  }

  /// The statements that fill a page, in order.
  func pages(beyond key: Key?, isBackward: Bool, limit: Int) -> [Fragment] {
    tails(beyond: key, isBackward: isBackward, including: false)
      .map { statement("\($0) LIMIT \(limit)") }
  }

  private func tails(beyond key: Key?, isBackward: Bool, including: Bool) -> [Fragment] {
    let ordering = ordering(isBackward: isBackward)
    guard let key else { return ["\(condition) \(ordering)"] }
    return levels(beyond: key, isBackward: isBackward, including: including)
      .map { "\(condition) AND \($0) \(ordering)" }
  }

  /// Conditions on the rows beyond the key: first rows that share all but the last part, finally
  /// rows that share none.
  private func levels(
    beyond parts: Key,
    isBackward: Bool,
    including isIncluded: Bool
  ) -> [Fragment] {
    order.indices.reversed().map { depth in
      let shared = (0..<depth).map { Self.compare(order[$0].name, "=", parts[$0]) }
      let isLess = order[depth].isDescending != isBackward
      let isWhole = isIncluded && depth == order.count - 1
      let sign: Fragment = isLess ? (isWhole ? "<=" : "<") : (isWhole ? ">=" : ">")
      return .all(shared + [Self.compare(order[depth].name, sign, parts[depth])])
    }
  }

  private static func compare(_ column: Fragment, _ sign: Fragment, _ part: Part) -> Fragment {
    switch part {
    case .number(let number): "\(column) \(sign) \(number)"
    case .text(let text): "\(column) \(sign) \(text)"
    }
  }

  /// Whether its statements are few enough to cache.
  var isCached: Bool { filter == nil || isCommon }

  var condition: Fragment { filter.map { "\(base) AND \($0)" } ?? base }

  func ordering(isBackward: Bool) -> Fragment {
    let columns = order.map { column -> Fragment in
      column.isDescending != isBackward ? "\(column.name) DESC" : column.name
    }
    return "ORDER BY \(Fragment.list(columns))"
  }

  var keyColumns: Fragment { .list(order.map(\.name)) }

  private func statement(_ tail: Fragment) -> Fragment {
    "SELECT \(columns), \(keyColumns) FROM \(table) \(joins) WHERE \(tail)"
  }
}

/// A page of stored rows before decoding.
struct Slice {
  var rows: [RowReader]
  var keys: [Keyset.Key]
  var hasBefore: Bool
  var hasAfter: Bool
  var precedingRows: Int?
  var total: Count

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
      case .first: try self.slice(beyond: nil, limit: limit, in: db)
      case .after(let key): try self.slice(beyond: key, limit: limit, in: db)
      case .from(let key): try self.slice(beyond: key, including: true, limit: limit, in: db)
      case .before(let key): try self.slice(beyond: key, isBackward: true, limit: limit, in: db)
      case .last: try self.slice(beyond: nil, isBackward: true, limit: limit, in: db)
      }
    slice.total = total
    guard slice.hasBefore, let first = slice.keys.first else { return slice }
    if !slice.hasAfter, case .exact(let all) = total {
      // At the end of a list with a known total, the position follows from it.
      slice.precedingRows = max(0, all - slice.rows.count)
    } else if filter == nil {
      slice.precedingRows = try position(of: first, in: db)
    }
    return slice
  }

  /// Reads the rows beyond a key and looks for rows on its other side.
  private func slice(
    beyond key: Key?,
    isBackward: Bool = false,
    including isIncluded: Bool = false,
    limit: Int,
    in db: Database
  ) throws -> Slice {
    let found = try self.rows(
      beyond: key,
      isBackward: isBackward,
      including: isIncluded,
      limit: limit + 1,
      in: db
    )
    let rows = Array(found.prefix(limit))
    let hasMore = found.count > limit
    // Without rows, all rows are on the other side.
    let nearest = try rows.first.map { try self.key(of: $0) }
    let hasOthers =
      try key != nil
      && !self.rows(beyond: nearest, isBackward: !isBackward, limit: 1, in: db).isEmpty
    let listed = isBackward ? rows.reversed() : rows
    let hasBefore = isBackward ? hasMore : hasOthers
    return Slice(
      rows: listed,
      keys: try listed.map { try self.key(of: $0) },
      hasBefore: hasBefore,
      hasAfter: isBackward ? hasOthers : hasMore,
      precedingRows: hasBefore ? nil : 0,
      total: .atLeast(rows.count)
    )
  }
}
