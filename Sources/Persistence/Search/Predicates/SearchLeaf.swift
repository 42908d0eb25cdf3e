import Entitlements

/// One condition on one kind of thing, twice: as a test of a row at hand, and as statements that
/// find by index the numbers (`n`) of all that may meet it, together.
///
/// Tests hide their columns from indices by a plus sign: where they stand, a list is walked in its
/// own order.
struct SearchLeaf {
  var home: SearchHome
  var test: Fragment
  /// `nil` where no index helps. A statement may find too much, unless it is exact.
  var sources: [Fragment]?
  /// How many rows the sources are likely to find: the least is asked first.
  var rank = Rank.some
  /// Whether the sources find nothing that does not meet the condition.
  var isExact = false
  /// What has to hold for anything to meet the condition, and is the same for all rows: it is asked
  /// once, and spares what is joined to each row.
  var premise: Fragment?
  /// What counts the finds of its only source without finding them.
  var size: Fragment?

  enum Rank: Int, Comparable {
    case one, few, some, many

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  init(
    _ home: SearchHome,
    _ test: Fragment,
    _ sources: [Fragment]? = nil,
    _ rank: Rank = .some,
    isExact: Bool = false
  ) {
    self.home = home
    self.test = test
    self.sources = sources
    self.rank = rank
    self.isExact = isExact
    if rank == .one, let sources { premise = .any(sources.map { "EXISTS (\($0))" }) }
  }

  /// The same, as long as the other condition holds, which is the same for all rows.
  func provided(_ condition: Fragment) -> SearchLeaf {
    var leaf = self
    leaf.test = "(\(test) AND \(condition))"
    leaf.premise = premise.map { "(\($0) AND \(condition))" }
    leaf.sources = sources?.map { "SELECT n FROM (\($0)) WHERE \(condition)" }
    return leaf
  }

  /// What nothing meets.
  static func never(_ home: SearchHome) -> SearchLeaf {
    SearchLeaf(home, .never, [], .one, isExact: true)
  }
}

/// A column of text, compared with what somebody searches for.
struct TextColumn {
  /// With its alias.
  var name: Fragment
  var ignoresCase: Bool

  init(_ name: Fragment, ignoringCase ignoresCase: Bool = false) {
    self.name = name
    self.ignoresCase = ignoresCase
  }

  /// The same, kept from every index.
  var walked: TextColumn { TextColumn("+\(name)", ignoringCase: ignoresCase) }

  func equals(_ values: [String]) -> Fragment {
    let values = values.filter { !$0.utf8.contains(0) }
    if values.isEmpty { return .never }
    if !ignoresCase { return "\(name) IN (\(values))" }
    return .any(values.map { "\(name) = \($0) COLLATE NOCASE" })
  }

  // No text sorts after the last of all characters, so this closes the range of the prefix.
  func begins(_ value: String) -> Fragment {
    if value.utf8.contains(0) { return .never }
    if value.isEmpty { return "\(name) IS NOT NULL" }
    let end = value + "\u{10FFFF}"
    return ignoresCase
      ? "(\(name) >= \(value) COLLATE NOCASE AND \(name) < \(end) COLLATE NOCASE)"
      : "(\(name) >= \(value) AND \(name) < \(end))"
  }

  // SQLite's own folding, which is that of NOCASE.
  func contains(_ value: String) -> Fragment {
    if value.utf8.contains(0) { return .never }
    return ignoresCase
      ? "instr(lower(\(name)), lower(\(value))) > 0" : "instr(\(name), \(value)) > 0"
  }

  /// The match as an index answers it; `nil` for what none does.
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

  /// The same by the column's own index, as far as there is one for the match.
  func finds(_ matches: [Query.TextMatch], in field: Query.TextField) -> Fragment {
    .any(matches.map { indexed($0, in: field) ?? meets($0, in: field) })
  }
}

extension SearchHome {
  /// A condition on a column that an index begins with.
  func leaf(
    _ column: TextColumn,
    _ matches: [Query.TextMatch],
    in field: Query.TextField,
    number: Fragment = "n"
  ) -> SearchLeaf {
    let indexed = matches.compactMap { column.indexed($0, in: field) }
    let isExact = matches.allSatisfy { if case .exact = $0 { true } else { false } }
    return SearchLeaf(
      self,
      column.meets(matches, in: field),
      indexed.count == matches.count
        ? indexed.map { "SELECT \(number) AS n FROM \(table) WHERE \($0)" } : nil,
      isExact ? .one : .some,
      isExact: true
    )
  }

  /// A condition on an instant that an index begins with. It is left to the index where the list is
  /// in that order: beyond the range there is nothing to walk.
  func leaf(_ column: Fragment, in ranges: [Query.TimeRange]) -> SearchLeaf {
    SearchLeaf(
      self,
      .any(ranges.map { $0.contains(column) }),
      ranges.allSatisfy(\.isBounded)
        ? ranges.map { "SELECT n FROM \(table) WHERE \($0.contains(column))" } : nil,
      .many,
      isExact: true
    )
  }
}
