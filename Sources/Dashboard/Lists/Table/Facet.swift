import Basics
import Entitlements
import Foundation

/// The number of rows for each value of a column.
struct Facet: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    var label: SafeText
    /// The query for the rows with the value; `nil` if it cannot be queried.
    var query: Query?
    var count: Int
  }

  var column: SafeText
  /// The most frequent values or the newest times first; empty until they are counted.
  var entries: [Entry] = []
  /// The intervals that instants are grouped by.
  var calendar: FacetCalendar?
  /// The number of counted rows, those of values that have no entry included.
  var rows = 0
  /// The number of values that have no entry.
  var otherValues = 0
  /// Whether it counts the rows of a list that is loaded whole.
  var isOfLoaded = false
  /// The number of rows that were counted, if others were left out.
  var limit: Int?
  /// The share of the rows that were tested while it is counted.
  var progress: Double?
  var pending: Pending?
  var failure: String?

  init(column: SafeText, calendar: FacetCalendar? = nil) {
    (self.column, self.calendar) = (column, calendar)
  }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, _ column: Column?, _ view: ViewContext) {
    progress = nil
    switch outcome {
    case .value(.distribution(let distribution)):
      take(distribution, column, view)
      // Further counts will follow.
      if progress != nil { return }
    case .failure(let reason): failure = reason
    case .value: break
    }
    pending = nil
  }

  mutating func take(
    _ distribution: RowDistribution<Record>,
    _ column: Column?,
    _ view: ViewContext
  ) {
    (rows, otherValues) = (distribution.rows, distribution.otherValues)
    (limit, progress) = (distribution.limit, distribution.progress)
    entries = []
    if let calendar {
      entries = calendar.entries(of: distribution, around: view.now)
      return
    }
    for group in distribution.groups {
      let query = group.row.flatMap { row in column?.condition(row, view.now) }
      let cell = group.row.flatMap { row in column.map { $0.label(row, view) } } ?? .empty
      let label = query.map { SafeText($0.echo) } ?? (cell.isEmpty ? view.glyphs.missing : cell)
      // Values that look the same are one for the reader.
      if let index = entries.firstIndex(where: { $0.label == label && $0.query == query }) {
        entries[index].count += group.count
      } else {
        entries.append(Entry(label: label, query: query, count: group.count))
      }
    }
    entries.sort { $0.count > $1.count }
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

  /// `nil` if the instants cannot be queried.
  let clock: Query.Clock?
  let unit: Unit
  /// Whether its instants are usually in the future.
  var isAhead: Bool

  init(clock: Query.Clock?, unit: Unit, isAhead: Bool = false) {
    (self.clock, self.unit) = (clock, unit)
    self.isAhead = isAhead || clock?.isAhead ?? false
  }

  private static let months = 24
  private static let days = 31

  /// The intervals with their labels, the newest first. Half of them are in the future for a clock
  /// of future times.
  func intervals(around now: Date) -> [(label: SafeText, range: Query.TimeRange)] {
    guard let today = CivilTime(now, offset: 0) else { return [] }
    let count = unit == .month ? Self.months : Self.days
    let ahead = isAhead ? count / 2 : 0
    let starts = (0...count).map { start($0 + ahead + 1 - count, from: today) }
    let inner = (0..<count).reversed().map { index in
      (label(starts[index]), Query.TimeRange(from: starts[index], until: starts[index + 1]))
    }
    let (first, last) = (starts[0], starts[count])
    return [("later", Query.TimeRange(from: last, until: nil))] + inner
      + [("before \(label(first))", Query.TimeRange(from: nil, until: first))]
  }

  /// The intervals that rows are in, from the counts of days.
  fileprivate func entries(
    of distribution: RowDistribution<Record>,
    around now: Date
  ) -> [Facet.Entry] {
    let intervals = intervals(around: now)
    var counts = Array(repeating: 0, count: intervals.count)
    for group in distribution.groups {
      guard case .number(let day) = group.value else { continue }
      let start = Date(timeIntervalSince1970: Double(day) * 86_400)
      let index = intervals.firstIndex { $0.range.from.map { start >= $0 } ?? true }
      if let index { counts[index] += group.count }
    }
    return zip(intervals, counts).filter { $1 > 0 }.map { interval, count in
      let query = clock.map { Query.field(.time($0, [interval.range])) }
      return Facet.Entry(label: interval.label, query: query, count: count)
    }
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
  /// The maximum number of values of a list that is loaded whole.
  private static let maxValues = 40

  /// Counts all matching rows by the chosen column; times are grouped by `unit`.
  mutating func openFacet(by unit: FacetCalendar.Unit = .month, _ context: inout ScreenContext) {
    guard fault == nil, let column = currentColumn(context.view) else { return }
    choose(column: column.key, context.view)
    guard let list = list.searched else { return countLoaded(by: column, context.view) }
    guard let field = RowField(rawValue: column.key), let sort else {
      return context.notify(.warning, "Nothing can be counted by \(column.title.string) here.")
    }
    let calendar =
      field.isInstant
      ? FacetCalendar(clock: column.clock, unit: unit, isAhead: field == .until) : nil
    var facet = Facet(column: column.title, calendar: calendar)
    facet.pending = context.query(.distribution(list, query, sort, field))
    popup = TablePopup(.facet(facet))
  }

  /// Counts the rows of a list that is loaded whole, by what the column shows.
  private mutating func countLoaded(by column: Column, _ view: ViewContext) {
    var facet = Facet(column: column.title)
    facet.isOfLoaded = true
    facet.rows = window.rows.count
    let shown = window.rows.map { (column.cell($0, view).text, 1) }
    let counts = Dictionary(shown, uniquingKeysWith: +)
    let sorted = counts.sorted {
      $0.value == $1.value ? $0.key.string < $1.key.string : $0.value > $1.value
    }
    facet.entries = sorted.prefix(Self.maxValues).map { text, count in
      Facet.Entry(label: text.isEmpty ? view.glyphs.missing : text, query: nil, count: count)
    }
    facet.otherValues = sorted.count - facet.entries.count
    if window.rows.count == Int(ListDescriptor.maxRows) { facet.limit = window.rows.count }
    popup = TablePopup(.facet(facet))
  }
}
