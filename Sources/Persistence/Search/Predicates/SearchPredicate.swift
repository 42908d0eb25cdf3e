import Entitlements

/// One condition on one table in two forms: a test of the current row, and index statements that
/// together return the row IDs (`n`) of all possible matches.
///
/// Tests hide their columns from indices with a plus sign, because they run while a list is scanned
/// in its own order.
struct SearchPredicate {
  var home: PredicateTable
  var test: Fragment
  /// `nil` if no index helps. A statement may return too many rows, unless `isExact`.
  var sources: [Fragment]?
  /// The likely number of results; the lowest rank is used first.
  var rank = Rank.some
  /// Whether all results meet the condition.
  var isExact = false
  /// A necessary condition that is the same for all rows; it is evaluated once and saves joins for
  /// each row.
  var premise: Fragment?
  /// Counts the results of the only source without reading them.
  var size: Fragment?

  enum Rank: Int, Comparable {
    case one, few, some, many

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  init(
    _ home: PredicateTable,
    _ test: Fragment,
    _ sources: [Fragment]? = nil,
    _ rank: Rank = .some,
    isExact: Bool = false
  ) {
    (self.home, self.test, self.sources, self.rank) = (home, test, sources, rank)
    self.isExact = isExact
    if rank == .one, let sources { premise = .any(sources.map { "EXISTS (\($0))" }) }
  }

  /// Adds a condition that is the same for all rows.
  func provided(_ condition: Fragment) -> SearchPredicate {
    var predicate = self
    predicate.test = "(\(test) AND \(condition))"
    predicate.premise = premise.map { "(\($0) AND \(condition))" }
    predicate.sources = sources?.map { "SELECT n FROM (\($0)) WHERE \(condition)" }
    return predicate
  }

  /// A condition that no row meets.
  static func never(_ home: PredicateTable) -> SearchPredicate {
    SearchPredicate(home, .never, [], .one, isExact: true)
  }
}

/// A text column to compare with a search text.
struct TextColumn {
  /// The column with its alias.
  var name: Fragment
  var ignoresCase: Bool

  init(_ name: Fragment, ignoringCase ignoresCase: Bool = false) {
    (self.name, self.ignoresCase) = (name, ignoresCase)
  }

  /// The column, hidden from indices.
  var walked: TextColumn { TextColumn("+\(name)", ignoringCase: ignoresCase) }

  func equals(_ values: [String]) -> Fragment {
    let values = values.filter { !$0.utf8.contains(0) }
    if values.isEmpty { return .never }
    if !ignoresCase { return "\(name) IN (\(values))" }
    return .any(values.map { "\(name) = \($0) COLLATE NOCASE" })
  }

  // No text sorts after the last character, so this closes the prefix range.
  func begins(_ value: String) -> Fragment {
    if value.utf8.contains(0) { return .never }
    if value.isEmpty { return "\(name) IS NOT NULL" }
    let end = value + "\u{10FFFF}"
    return ignoresCase
      ? "(\(name) >= \(value) COLLATE NOCASE AND \(name) < \(end) COLLATE NOCASE)"
      : "(\(name) >= \(value) AND \(name) < \(end))"
  }

  // SQLite's case folding, as in NOCASE.
  func contains(_ value: String) -> Fragment {
    if value.utf8.contains(0) { return .never }
    return ignoresCase
      ? "instr(lower(\(name)), lower(\(value))) > 0" : "instr(\(name), \(value)) > 0"
  }

  /// The match as an index condition; `nil` if no index supports it.
  func indexed(_ match: Query.TextMatch, in field: Query.TextField) -> Fragment? {
    switch match {
    case .exact(let value): equals(field.spellings(of: value))
    case .prefix(let value): begins(value)
    case .contains: nil
    }
  }

  func meets(_ match: Query.TextMatch, in field: Query.TextField) -> Fragment {
    if case .contains(let value) = match { return walked.contains(value) }
    return walked.indexed(match, in: field) ?? .never
  }

  func meets(_ matches: [Query.TextMatch], in field: Query.TextField) -> Fragment {
    .any(matches.map { meets($0, in: field) })
  }

  /// The matches, by the column's index where one supports them.
  func matchSet(_ matches: [Query.TextMatch], in field: Query.TextField) -> Fragment {
    .any(matches.map { indexed($0, in: field) ?? meets($0, in: field) })
  }
}

extension PredicateTable {
  /// A condition on the first column of an index.
  func predicate(
    _ column: TextColumn,
    _ matches: [Query.TextMatch],
    in field: Query.TextField
  ) -> SearchPredicate {
    let indexed = matches.compactMap { column.indexed($0, in: field) }
    let isExact = matches.allSatisfy { if case .exact = $0 { true } else { false } }
    return SearchPredicate(
      self,
      column.meets(matches, in: field),
      indexed.count == matches.count
        ? indexed.map { "SELECT n FROM \(table) WHERE \($0)" } : nil,
      isExact ? .one : .some,
      isExact: true
    )
  }

  /// A condition on an instant that is the first column of an index. The test may use that index,
  /// which bounds the scan if the list is in that order.
  func predicate(_ column: Fragment, in ranges: [Query.TimeRange]) -> SearchPredicate {
    SearchPredicate(
      self,
      .any(ranges.map { $0.contains(column) }),
      ranges.allSatisfy(\.isBounded)
        ? ranges.map { "SELECT n FROM \(table) WHERE \($0.contains(column))" } : nil,
      .many,
      isExact: true
    )
  }
}
