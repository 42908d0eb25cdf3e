import Basics
import Entitlements
import Foundation

/// The number of rows for each value of a column.
struct Facet: Equatable, Sendable {
  var column: SafeText
  /// The query for each value. Once counted, the most frequent or the newest come first.
  var values: [Query]
  /// The labels of the values, if their queries do not read well.
  var labels: [SafeText] = []
  /// The intervals that instants are grouped by.
  var calendar: FacetCalendar?
  /// The number of loaded rows the values are from; `nil` if all possible values are listed.
  var sampled: Int?
  /// The total number of rows.
  var total: Count?
  /// Whether a row may count for several values, as a user has many purchases.
  var overlaps = false
  var pending: Pending?
  var counts: [Count] = []
  var failure: String?

  mutating func accept(_ outcome: Outcome<LedgerAnswer>) {
    pending = nil
    switch outcome {
    case .value(.counts(let counts)):
      let isOrdered = calendar != nil
      let counted = zip(values, counts).enumerated()
        .filter { $0.element.1 != .exact(0) }
        .sorted { left, right in
          let (more, less) = (left.element.1.least, right.element.1.least)
          return isOrdered || more == less ? left.offset < right.offset : more > less
        }
      labels = labels.isEmpty ? [] : counted.map { labels[$0.offset] }
      values = counted.map(\.element.0)
      self.counts = counted.map(\.element.1)
    case .failure(let reason): failure = reason
    case .value: break
    }
  }

  func label(of index: Int) -> SafeText {
    labels.indices.contains(index) ? labels[index] : SafeText(values[index].echo)
  }

  var sum: Count {
    counts.reduce(.exact(0)) { sum, count in
      switch (sum, count) {
      case (.exact(let left), .exact(let right)): .exact(left + right)
      default: .atLeast(sum.least + count.least)
      }
    }
  }
}

extension Count {
  package var least: Int {
    switch self {
    case .exact(let count), .atLeast(let count): count
    }
  }

  package var isExact: Bool { self == .exact(least) }
}

/// The months or days around now, and the times before and after them; together, all instants.
struct FacetCalendar: Equatable, Sendable {
  enum Unit: Equatable, Sendable { case month, day }

  let clock: Query.Clock
  let unit: Unit

  private static let months = 24
  private static let days = 31

  /// The intervals with their labels, the newest first. Half of them are in the future for a clock
  /// of future times.
  func intervals(around now: Date) -> [(label: SafeText, range: Query.TimeRange)] {
    guard let today = CivilTime(now, offset: 0) else { return [] }
    let count = unit == .month ? Self.months : Self.days
    let ahead = clock.isAhead ? count / 2 : 0
    let starts = (0...count).map { start($0 + ahead + 1 - count, from: today) }
    let inner = (0..<count).reversed().map { index in
      (label(starts[index]), Query.TimeRange(from: starts[index], until: starts[index + 1]))
    }
    let (first, last) = (starts[0], starts[count])
    return [("later", Query.TimeRange(from: last, until: nil))] + inner
      + [("before \(label(first))", Query.TimeRange(from: nil, until: first))]
  }

  /// The beginning of the month or day `distance` after the current one.
  private func start(_ distance: Int, from today: CivilTime) -> Date {
    switch unit {
    case .month:
      let months = today.year * 12 + today.month - 1 + distance
      return CivilTime.midnight(year: months / 12, month: months % 12 + 1, day: 1, offset: 0)
    case .day:
      let midnight = CivilTime.midnight(
        year: today.year,
        month: today.month,
        day: today.day,
        offset: 0
      )
      return midnight.addingTimeInterval(Double(distance) * 86_400)
    }
  }

  private func label(_ start: Date) -> SafeText {
    guard let time = CivilTime(start, offset: 0) else { return "?" }
    let month: SafeText = "\(Clock.padded(time.year, 4))-\(Clock.padded(time.month))"
    return unit == .month ? month : "\(month)-\(Clock.padded(time.day))"
  }
}

extension TableScreen {
  /// The maximum number of values.
  private static let maxValues = 40

  /// Counts rows by the chosen column; times are grouped by `unit`.
  mutating func openFacet(by unit: FacetCalendar.Unit = .month, _ context: inout ScreenContext) {
    guard let column = currentColumn(context.view),
      let facet = facet(of: column, by: unit, context.view)
    else { return }
    choose(column: column.key, context.view)
    guard !facet.values.isEmpty else {
      return context.notify(.warning, "Nothing can be counted by \(column.title.string) here.")
    }
    var pendingFacet = facet
    let queries = facet.values.map { Query.and([query, $0]).normalized }
    pendingFacet.pending = context.query(.counts(list, queries))
    popup = TablePopup(.facet(pendingFacet))
  }

  private func facet(
    of column: Column,
    by unit: FacetCalendar.Unit,
    _ view: ViewContext
  ) -> Facet? {
    guard fault == nil else { return nil }
    var facet = Facet(column: column.title, values: column.values, total: total)
    facet.overlaps = list == .users && column.sort == nil
    if let clock = column.clock {
      let calendar = FacetCalendar(clock: clock, unit: unit)
      let intervals = calendar.intervals(around: view.now)
      facet.calendar = calendar
      facet.labels = intervals.map(\.label)
      facet.values = intervals.map { .field(.time(clock, [$0.range])) }
      facet.overlaps = list == .users
    } else if facet.values.isEmpty {
      var seen: Set<Query> = []
      let found = window.rows.compactMap { column.condition($0, view.now) }
        .filter { seen.insert($0).inserted }
      facet.values = Array(found.prefix(Self.maxValues))
      facet.sampled = window.rows.count
    }
    return facet
  }
}
