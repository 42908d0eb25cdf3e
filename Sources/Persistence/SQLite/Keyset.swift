import Entitlements
internal import GRDB

/// A list in the order of an index.
///
/// A page is found by the key of the row beside it, never by an offset. Rows that share the first
/// parts of the key are asked for apart from the others: one condition for all would walk over
/// every row of that instant, and a million users may share one.
struct Keyset: Sendable {
  /// A column of the order, under its alias.
  struct Column: Sendable {
    var name: Fragment
    var isDescending: Bool
    /// Whether the letters of ASCII count as the same large and small, as NOCASE has it.
    var isCaseless = false

    static func caseless(_ name: Fragment) -> Column {
      Column(name: "\(name) COLLATE NOCASE", isDescending: false, isCaseless: true)
    }

    static func ascending(_ name: Fragment) -> Column { Column(name: name, isDescending: false) }
    static func descending(_ name: Fragment) -> Column { Column(name: name, isDescending: true) }
  }

  typealias Part = ListCursor.Part
  typealias Key = [Part]

  /// What a search knows of a row before it is read.
  struct Find {
    var number: Int64
    var key: Key
  }

  /// The rows themselves, and what is joined to each for its columns.
  var table: Fragment
  var joins: Fragment = ""
  /// What a row is made of, and how many columns that are.
  var columns: Fragment
  var width: Int
  /// What searches find rows by: the row's own number, or its user's where it has none.
  var number: Fragment
  /// Together they are unique.
  var order: [Column]
  /// Which rows the list holds.
  var base: Fragment = .always
  /// Which of them are looked for.
  var filter: Fragment?
  /// Where all that may be looked for are known, but too many to sort.
  var candidates: Candidates?
  /// Whether statements with the filter are worth keeping.
  var isCommon = false

  /// Beyond this many, rows are not counted one by one.
  static let countLimit = 10_000
  /// The same of the rows before a page, which are counted with every page.
  static let positionLimit = 2_500

  /// How many rows a page holds at most, whatever is asked for.
  static func bounded(_ limit: Int) -> Int { min(max(limit, 0), 1_000) }

  func following(
    _ key: Key?,
    including isIncluded: Bool = false,
    limit: Int,
    in db: Database
  ) throws -> [Cells] {
    try rows(beyond: key, isBackward: false, including: isIncluded, limit: limit, in: db)
  }

  /// The rows before `key`, or the end of the list; nearest first.
  func preceding(_ key: Key?, limit: Int, in db: Database) throws -> [Cells] {
    try rows(beyond: key, isBackward: true, including: false, limit: limit, in: db)
  }

  /// How many rows the list holds, whichever are looked for.
  func count(in db: Database) throws -> Count {
    let all: Fragment = "SELECT 1 FROM \(table) WHERE \(base) LIMIT \(Self.countLimit + 1)"
    let rows = try db.count("SELECT count(*) FROM (\(all.sql))", all.arguments)
    return rows > Self.countLimit ? .atLeast(Self.countLimit) : .exact(rows)
  }

  /// How many rows are looked for, counted one by one.
  func exactCount(in db: Database) throws -> Int {
    if let candidates {
      return try unfiltered.count(among: candidates.certain, in: db)
        + count(among: candidates.uncertain, in: db)
    }
    let all: Fragment = "SELECT count(*) FROM \(table) WHERE \(condition)"
    return try db.search(all, isKept: filter == nil || isCommon) { try $0.count(0) }.first ?? 0
  }

  private func count(among numbers: [Int64], in db: Database) throws -> Int {
    try stride(from: 0, to: numbers.count, by: Self.countLimit).reduce(0) { count, start in
      try count + finds(among: numbers[start...].prefix(Self.countLimit), in: db).count
    }
  }

  /// The number of rows before `key`; `nil` if there are too many to count.
  func position(of key: Key, in db: Database) throws -> Int? {
    var rows = 0
    for level in levels(beyond: key, isBackward: true, including: false) {
      let part: Fragment = """
        SELECT 1 FROM \(table) WHERE \(condition) AND \(level) LIMIT \(Self.positionLimit + 1)
        """
      rows += try db.count("SELECT count(*) FROM (\(part.sql))", part.arguments)
      if rows > Self.positionLimit { return nil }
    }
    return rows
  }

  /// The rows that were found, in the same order.
  func rows(_ finds: some Collection<Find>, in db: Database) throws -> [Cells] {
    if finds.isEmpty { return [] }
    let asked = asked(Set(finds.map(\.number)).sorted())
    let rows = try db.map(asked.sql, asked.arguments, \.kept).map { (try key(of: $0), $0) }
    let known = Dictionary(rows) { first, _ in first }
    return finds.compactMap { known[$0.key] }
  }

  /// Those of the rows with these numbers that are looked for.
  func rows(numbered numbers: [Int64], in db: Database) throws -> [Cells] {
    if numbers.isEmpty { return [] }
    let asked: Fragment = "\(asked(numbers)) WHERE \(condition)"
    return try db.search(asked, isKept: filter == nil || isCommon, \.kept)
  }

  private func asked(_ numbers: [Int64]) -> Fragment {
    """
    SELECT \(columns), \(keyColumns) FROM json_each(\(numbers.json)) AS asked
    CROSS JOIN \(table) ON \(number) = asked.value \(joins)
    """
  }

  /// The list with whatever is looked for.
  var unfiltered: Keyset {
    var whole = self
    (whole.filter, whole.candidates) = (nil, nil)
    return whole
  }

  func key(of cells: Cells, from start: Int? = nil) throws -> Key {
    try order.indices.map { try cells.part((start ?? width) + $0) }
  }

  private func rows(
    beyond key: Key?,
    isBackward: Bool,
    including isIncluded: Bool,
    limit: Int,
    in db: Database
  ) throws -> [Cells] {
    if let candidates {
      let tails = unfiltered.tails(beyond: key, isBackward: isBackward, including: isIncluded)
      return try rows(among: candidates, tails, limit: limit, in: db)
    }
    var rows: [Cells] = []
    for tail in tails(beyond: key, isBackward: isBackward, including: isIncluded)
    where rows.count < limit {
      rows += try select("\(tail) LIMIT \(limit - rows.count)", in: db)
    }
    return rows
  }

  /// The statements that fill a page, one after the other.
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

  /// Conditions on the rows that lie beyond the key: first those that share all of it but the last
  /// part, at last those that share nothing.
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

  private func select(_ tail: Fragment, in db: Database) throws -> [Cells] {
    let all = statement(tail)
    return try db.search(all, isKept: filter == nil || isCommon, \.kept)
  }
}
