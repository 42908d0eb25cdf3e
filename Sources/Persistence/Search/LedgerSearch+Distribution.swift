package import Entitlements
internal import GRDB

extension LedgerSearch {
  /// Counts the matching rows of a list by the values of a field; `nil` if the list has no such
  /// field.
  package func counting(
    of list: RowList,
    by field: RowField,
    sort: RowSort,
    matching search: Search,
    within limits: RowCounting.Limits = RowCounting.Limits()
  ) -> RowCounting? {
    guard let value = field.value(in: list, at: search.instant.milliseconds) else { return nil }
    return RowCounting(self, list, field, value, sort, search, limits)
  }
}

/// A count of a list's rows by a field, in steps: the first counts are known at once, and no step
/// reads so long that the write-ahead log cannot be emptied.
package struct RowCounting: Sendable {
  package struct Limits: Sendable {
    /// The durations of the first step and of the others.
    package var firstStep = Duration.milliseconds(25)
    package var step = Duration.seconds(1)
    /// The number of row IDs that the first statement tests.
    package var rows = 1_024
    /// The number of values to hold in memory.
    package var values = 200_000
    /// The number of returned values; of instants, all days are.
    package var groups = 40

    package init() {}
  }

  /// A row that has the value of a group.
  package enum Example: Equatable, Sendable {
    /// A row of the list.
    case listed(ListCursor)
    /// A sale with the value of the field; its other fields are empty.
    case sale(Order)
  }

  fileprivate typealias Groups = [StoredValue?: CountedGroup]

  private let search: LedgerSearch
  private let list: RowList
  private let field: RowField
  private let value: Fragment
  private let sort: RowSort
  private let matching: Search
  private let limits: Limits

  /// What is left to count; `nil` before the first step.
  private var work: RowCountingWork?
  private var groups: Groups = [:]
  private var tested = 0
  private var isOver = false

  fileprivate init(
    _ search: LedgerSearch,
    _ list: RowList,
    _ field: RowField,
    _ value: Fragment,
    _ sort: RowSort,
    _ matching: Search,
    _ limits: Limits
  ) {
    (self.search, self.list, self.field, self.value) = (search, list, field, value)
    (self.sort, self.matching, self.limits) = (sort, matching, limits)
  }

  /// Counts on. Returns the counts up to now, the last of which have no `progress`, then `nil`.
  /// Cancelling the task cancels it.
  package mutating func next() async throws(LedgerError) -> RowDistribution<Example>? {
    guard !isOver else { return nil }
    guard let known = work else { return try await first() }
    let (limits, duration) = (limits, limits.step)
    let (slice, rest) = try await search.ledger.read { db in
      var work = known
      return (try work.count(for: duration, within: limits.values, in: db), work)
    }
    return add(slice, rest)
  }

  /// The stored counts, or those of the first rows.
  private mutating func first() async throws(LedgerError) -> RowDistribution<Example> {
    let (search, list, field, sort, matching) = (search, list, field, sort, matching)
    let (value, limits) = (value, limits)
    let step: FirstStep = try await search.ledger.read { db in
      if let stored = try search.storedCounts(of: list, by: field, matching, in: db) {
        return .stored(stored)
      }
      let (rows, plan) = try search.plan(list, sort, matching, in: db)
      var work = try RowCountingWork(value, field, rows, plan, limits, in: db)
      let slice = try work.count(for: limits.firstStep, within: limits.values, in: db)
      return .counted(slice, work)
    }
    switch step {
    case .counted(let slice, let rest): return add(slice, rest)
    case .stored(let stored):
      groups = stored
      isOver = true
      return distribution(progress: nil, limit: nil)
    }
  }

  private mutating func add(
    _ slice: Slice,
    _ rest: RowCountingWork
  ) -> RowDistribution<Example> {
    work = rest
    tested += slice.tested
    groups.merge(slice.groups) { known, new in
      CountedGroup(count: known.count + new.count, row: known.row)
    }
    let isLimited = groups.count >= limits.values && (!rest.isDone || slice.isCut)
    isOver = isLimited || rest.isDone
    return distribution(
      progress: isOver ? nil : rest.progress,
      limit: isLimited ? tested : nil
    )
  }

  private func distribution(progress: Double?, limit: Int?) -> RowDistribution<Example> {
    let isInstant = field.isInstant
    let sorted = groups.map { (value: RowDistribution<Example>.Value($0.key), $0.value) }
      .sorted { $0.1.count == $1.1.count ? $0.value < $1.value : $0.1.count > $1.1.count }
    let shown = isInstant ? sorted[...] : sorted.prefix(limits.groups)
    var distribution = RowDistribution<Example>(
      groups: shown.map { value, group in
        .init(value: value, count: group.count, row: isInstant ? nil : example(group.row))
      },
      rows: groups.values.reduce(0) { $0 + $1.count },
      otherValues: sorted.count - shown.count,
      limit: limit
    )
    distribution.progress = progress
    return distribution
  }

  private func example(_ row: CountedGroup.Row?) -> Example? {
    switch row {
    case .key(let key): .listed(ListCursor(list, sort, key))
    case .sale(let order): .sale(order)
    case nil: nil
    }
  }

  private enum FirstStep {
    case stored(Groups)
    case counted(Slice, RowCountingWork)
  }

  /// What one step counted.
  fileprivate struct Slice: Sendable {
    var groups: Groups = [:]
    var tested = 0
    /// Whether a statement had more rows, the values of which would have been too many.
    var isCut = false
  }
}

/// The number of rows with one value.
struct CountedGroup: Sendable {
  enum Row: Sendable {
    /// The key of a row.
    case key(Keyset.Key)
    case sale(Order)
  }

  var count = 0
  /// A row with the value.
  var row: Row?
}

/// The rows of a list that are not counted yet.
private struct RowCountingWork: Sendable {
  private enum Rest {
    /// The rows with row IDs up to this one. The newest ones are counted first.
    case table(last: Int64)
    /// The rows with these row IDs.
    case found([Int64])
  }

  private let value: Fragment
  private let isInstant: Bool
  private var parts: [(rows: Keyset, rest: Rest)]
  private let all: Int64
  /// The number of row IDs that one statement tests.
  private var width: Int

  private static let maxWidth = 65_536
  private static let widening = Duration.milliseconds(8)

  init(
    _ value: Fragment,
    _ field: RowField,
    _ rows: Keyset,
    _ plan: SearchPlan?,
    _ limits: RowCounting.Limits,
    in db: Database
  ) throws {
    (self.value, isInstant, width) = (value, field.isInstant, limits.rows)
    if let found = plan?.found {
      parts = [
        (rows.unfiltered, .found(found.certain)), (rows.with(plan), .found(found.uncertain)),
      ]
      all = Int64(found.count)
    } else {
      let last = try Int64(db.count(of: "SELECT max(\(rows.number)) FROM \(rows.table)"))
      parts = [(rows.with(plan), .table(last: last))]
      all = last
    }
    dropEmptyParts()
  }

  var isDone: Bool { parts.isEmpty }

  /// The share of the rows that were tested.
  var progress: Double {
    let left = parts.reduce(Int64(0)) { sum, part in
      switch part.rest {
      case .table(let last): sum + last
      case .found(let numbers): sum + Int64(numbers.count)
      }
    }
    return all > 0 ? 1 - Double(left) / Double(all) : 1
  }

  private mutating func dropEmptyParts() {
    parts.removeAll { part in
      switch part.rest {
      case .table(let last): last <= 0
      case .found(let numbers): numbers.isEmpty
      }
    }
  }

  /// Counts rows for about as long as given, and at most up to so many values.
  mutating func count(
    for duration: Duration,
    within values: Int,
    in db: Database
  ) throws -> RowCounting.Slice {
    var slice = RowCounting.Slice()
    let end = ContinuousClock.now + duration
    var start: ContinuousClock.Instant
    repeat {
      guard let part = parts.first else { break }
      start = .now
      switch part.rest {
      case .table(let last):
        let first = max(0, last - Int64(width))
        let source: Fragment = """
          \(part.rows.table) WHERE \(part.rows.base)
          AND \(part.rows.number) > \(first) AND \(part.rows.number) <= \(last)
          """
        try count(source, part.rows, into: &slice, within: values, in: db)
        parts[0].rest = .table(last: first)
      case .found(let numbers):
        let some = numbers.suffix(width)
        let source: Fragment = """
          json_each(\(some.json)) AS found CROSS JOIN \(part.rows.table)
          ON \(part.rows.number) = found.value WHERE \(part.rows.base)
          """
        try count(source, part.rows, into: &slice, within: values, in: db)
        parts[0].rest = .found(numbers.dropLast(some.count))
      }
      dropEmptyParts()
      if ContinuousClock.now - start < Self.widening { width = min(width * 2, Self.maxWidth) }
    } while ContinuousClock.now < end && slice.groups.count < values
    return slice
  }

  private func count(
    _ source: Fragment,
    _ rows: Keyset,
    into slice: inout RowCounting.Slice,
    within values: Int,
    in db: Database
  ) throws {
    // CASE short-circuits, and no value is a BLOB.
    let shown: Fragment =
      rows.filter.map { "CASE WHEN \($0) THEN (\(value)) ELSE x'' END" } ?? value
    let query: Fragment = "SELECT \(shown), \(rows.keyColumns) FROM \(source)"
    try db.walk(query, isCached: false) { cells in
      slice.isCut = slice.groups.count >= values
      guard !slice.isCut else { return false }
      slice.tested += 1
      var value = cells.value(0)
      if case .bytes = value { return true }
      if isInstant, case .number(let time)? = value { value = .number(time.daysSince1970) }
      if slice.groups[value] == nil {
        slice.groups[value] = CountedGroup(row: .key(try rows.key(of: cells, from: 1)))
      }
      slice.groups[value]?.count += 1
      return true
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
