package import Entitlements
internal import GRDB

extension LedgerSearch {
  /// How much of a list is counted by a field.
  package struct DistributionLimits: Sendable {
    /// The number of rows that are tested.
    package var rows = 1_000_000
    package var duration = Duration.seconds(5)
    /// The number of values to hold in memory.
    package var values = 200_000
    /// The number of returned values; of instants, all days are.
    package var groups = 40

    package init() {}
  }

  /// How many matching rows have each value of a field; `nil` if the list has no such field.
  ///
  /// Reads the rows in the list's order and stops at a limit. Cancelling the task cancels it.
  package func distribution(
    of list: RowList,
    by field: RowField,
    sort: RowSort,
    matching search: Search,
    within limits: DistributionLimits = DistributionLimits()
  ) async throws(LedgerError) -> RowDistribution<ListCursor>? {
    guard let value = field.value(in: list, at: search.instant.milliseconds) else { return nil }
    return try await ledger.read { db in
      let (rows, plan) = try self.plan(list, sort, search, in: db)
      var counter = RowCounter(value: value, isInstant: field.isInstant, limits: limits)
      if let found = plan?.found {
        try counter.count(rows.unfiltered, among: found.certain, in: db)
        try counter.count(rows.with(plan), among: found.uncertain, in: db)
      } else {
        try counter.count(rows.with(plan), in: db)
      }
      return counter.distribution { ListCursor(list, sort, $0) }
    }
  }
}

extension Keyset {
  /// The list with the search's filter.
  fileprivate func with(_ plan: SearchPlan?) -> Keyset {
    guard let plan else { return self }
    var filtered = self
    (filtered.filter, filtered.isCommon) = (plan.filter, false)
    return filtered
  }
}

/// Counts rows by their values.
private struct RowCounter {
  private struct Group {
    var count = 0
    /// The first row.
    var key: Keyset.Key
  }

  let value: Fragment
  let isInstant: Bool
  let limits: LedgerSearch.DistributionLimits
  private let end: ContinuousClock.Instant
  private var groups: [StoredValue?: Group] = [:]
  private var tested = 0
  private var counted = 0
  private var isLimited = false

  /// The number of rows between two looks at the clock.
  private static let step = 1_024
  private static let chunk = 10_000

  init(value: Fragment, isInstant: Bool, limits: LedgerSearch.DistributionLimits) {
    (self.value, self.isInstant, self.limits) = (value, isInstant, limits)
    end = .now + limits.duration
  }

  /// Counts the matching rows of the list, in its order if some may be left out.
  mutating func count(_ rows: Keyset, in db: Database) throws {
    let isWhole = try !rows.isByUser && rows.maxNumber(in: db) <= limits.rows
    let order = isWhole ? Fragment("") : rows.ordering(isBackward: false)
    // One more row tells whether any is left out.
    let tail: Fragment = "WHERE \(rows.base) \(order) LIMIT \(limits.rows + 1)"
    try count("\(rows.table) \(tail)", rows, in: db)
  }

  /// Counts the matching rows among those with these row IDs.
  mutating func count(_ rows: Keyset, among numbers: [Int64], in db: Database) throws {
    for start in stride(from: 0, to: numbers.count, by: Self.chunk) where !isLimited {
      let numbers = numbers[start...].prefix(Self.chunk)
      let source: Fragment = """
        json_each(\(numbers.json)) AS found CROSS JOIN \(rows.table)
        ON \(rows.number) = found.value WHERE \(rows.base)
        """
      try count(source, rows, in: db)
    }
  }

  private mutating func count(_ source: Fragment, _ rows: Keyset, in db: Database) throws {
    // CASE short-circuits, and no value is a BLOB.
    let shown: Fragment =
      rows.filter.map { "CASE WHEN \($0) THEN (\(value)) ELSE x'' END" } ?? value
    let query: Fragment = "SELECT \(shown), \(rows.keyColumns) FROM \(source)"
    try db.walk(query, isCached: false) { cells in
      isLimited =
        tested >= limits.rows || groups.count >= limits.values
        || tested.isMultiple(of: Self.step) && tested > 0 && ContinuousClock.now >= end
      guard !isLimited else { return false }
      tested += 1
      var value = cells.value(0)
      if case .bytes = value { return true }
      if isInstant, case .number(let time)? = value { value = .number(time.day) }
      counted += 1
      if groups[value] == nil { groups[value] = Group(key: try rows.key(of: cells, from: 1)) }
      groups[value]?.count += 1
      return true
    }
  }

  func distribution(_ cursor: (Keyset.Key) -> ListCursor) -> RowDistribution<ListCursor> {
    let sorted = groups.map { (value: RowDistribution<ListCursor>.Value($0.key), $0.value) }
      .sorted { $0.1.count == $1.1.count ? $0.value < $1.value : $0.1.count > $1.1.count }
    let shown = isInstant ? sorted[...] : sorted.prefix(limits.groups)
    return RowDistribution(
      groups: shown.map { value, group in
        .init(value: value, count: group.count, row: isInstant ? nil : cursor(group.key))
      },
      rows: counted,
      otherValues: sorted.count - shown.count,
      limit: isLimited ? tested : nil
    )
  }
}

extension Int64 {
  /// The day since 1970 of an instant in milliseconds.
  fileprivate var day: Int64 {
    let (days, rest) = quotientAndRemainder(dividingBy: 86_400_000)
    return rest < 0 ? days - 1 : days
  }
}

extension RowDistribution.Value {
  fileprivate init(_ stored: StoredValue?) {
    switch stored {
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .bytes, nil: self = .none
    }
  }

  fileprivate static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.none, _): right != .none
    case (.number, .text): true
    case (_, .none), (.text, .number): false
    }
  }
}

extension Keyset {
  /// Whether its rows have no row IDs of their own.
  fileprivate var isByUser: Bool { table.sql == PredicateTable.entitlement.table.sql }

  fileprivate func maxNumber(in db: Database) throws -> Int {
    try db.count(of: "SELECT max(\(number)) FROM \(table)")
  }
}
