import Basics
import Entitlements
import Foundation

/// How many rows have each value of a column.
struct Facet: Equatable, Sendable {
  var column: SafeText
  /// What is asked for each value; once they are counted, the most frequent first, and of a calendar
  /// the newest.
  var values: [Query]
  /// How the values are called, where their queries do not read well.
  var labels: [SafeText] = []
  /// By what instants are told apart.
  var calendar: FacetCalendar?
  /// Of how many loaded rows these are the values; `nil` where they are all there can be.
  var sampled: Int?
  /// How many rows there are of which these are counted.
  var total: Count?
  /// Whether a row may count for several values: a user has many purchases.
  var overlaps = false
  var pending: Pending?
  var counts: [Count] = []
  var failure: String?

  mutating func accept(_ outcome: Outcome<Answer>) {
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

  func label(of place: Int) -> SafeText {
    labels.indices.contains(place) ? labels[place] : SafeText(values[place].echo)
  }

  /// How many of all rows are told of here, for what the counts are worth.
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
  var least: Int {
    switch self {
    case .exact(let count), .atLeast(let count): count
    }
  }
}

/// The months or days about now, with what lies before and after them: together all instants.
struct FacetCalendar: Equatable, Sendable {
  enum Unit: Equatable, Sendable { case month, day }

  let clock: Query.Clock
  let unit: Unit

  private static let months = 24
  private static let days = 31

  /// The stretches with their names, the newest first. What is to come is half of them by a clock
  /// that looks ahead.
  func stretches(around now: Date) -> [(label: SafeText, range: Query.TimeRange)] {
    guard let today = CivilTime(now, offset: 0) else { return [] }
    let count = unit == .month ? Self.months : Self.days
    let ahead = clock.isAhead ? count / 2 : 0
    let starts = (0...count).map { start($0 + ahead + 1 - count, from: today) }
    let inner = (0..<count).reversed().map { place in
      (label(starts[place]), Query.TimeRange(from: starts[place], until: starts[place + 1]))
    }
    let (first, last) = (starts[0], starts[count])
    return [("later", Query.TimeRange(from: last, until: nil))] + inner
      + [("before \(label(first))", Query.TimeRange(from: nil, until: first))]
  }

  /// The beginning of the month or day so many after this one.
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
  /// Values that are told apart, at most.
  private static let mostValues = 40

  /// Counts by the chosen column; instants by the month, until asked for by the day.
  mutating func openFacet(by unit: FacetCalendar.Unit = .month, _ desk: inout Desk) {
    guard let column = currentColumn(desk.view), let facet = facet(of: column, by: unit, desk.view)
    else { return }
    choose(column: column.key, desk.view)
    guard !facet.values.isEmpty else {
      return desk.say(.warning, "Nothing can be counted by \(column.title.string) here.")
    }
    var asked = facet
    let questions = facet.values.map { Query.and([query, $0]).normalized }
    asked.pending = desk.ask(.counts(list, questions))
    popup = TablePopup(.facet(asked))
  }

  private func facet(
    of column: Column,
    by unit: FacetCalendar.Unit,
    _ view: Viewpoint
  ) -> Facet? {
    guard fault == nil else { return nil }
    var facet = Facet(column: column.title, values: list.vocabulary(of: column.key), total: total)
    facet.overlaps = list == .users && list.sort(by: column.key) == nil
    if let clock = list.clock(of: column.key) {
      let calendar = FacetCalendar(clock: clock, unit: unit)
      let stretches = calendar.stretches(around: view.now)
      facet.calendar = calendar
      facet.labels = stretches.map(\.label)
      facet.values = stretches.map { .field(.time(clock, [$0.range])) }
      facet.overlaps = list == .users
    } else if facet.values.isEmpty {
      var seen: Set<Query> = []
      let found = listing.rows.compactMap { $0.condition(in: column.key, at: view.now) }
        .filter { seen.insert($0).inserted }
      facet.values = Array(found.prefix(Self.mostValues))
      facet.sampled = listing.rows.count
    }
    return facet
  }
}
