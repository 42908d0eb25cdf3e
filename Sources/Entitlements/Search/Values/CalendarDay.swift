import Foundation

/// A day of the Gregorian calendar, in UTC, of the years 1 to 9999.
struct CalendarDay: Equatable {
  static let milliseconds: Int64 = 86_400_000
  /// The first millisecond of year 1, and the first after year 9999, since 1970.
  static let startOfTime = start(ofYear: 1)
  static let endOfTime = start(ofYear: 10_000)

  let year: Int
  /// 1 to 12.
  let month: Int
  let day: Int

  /// `nil` for a day that no calendar has.
  init?(_ year: Int, _ month: Int, _ day: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, in: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day of an instant in milliseconds since 1970; beyond the calendar its first or last day.
  init(at milliseconds: Int64) {
    let bounded = min(max(milliseconds, Self.startOfTime), Self.endOfTime - 1)
    let days = Int((bounded - Self.startOfTime) / Self.milliseconds)
    // 146,097 days are 400 years: the guess is one year off at most.
    var year = days * 400 / 146_097 + 1
    if Self.days(beforeYear: year) > days { year -= 1 }
    if Self.days(beforeYear: year + 1) <= days { year += 1 }
    var (month, rest) = (1, days - Self.days(beforeYear: year))
    while rest >= Self.length(ofMonth: month, in: year) {
      rest -= Self.length(ofMonth: month, in: year)
      month += 1
    }
    (self.year, self.month, self.day) = (year, month, rest + 1)
  }

  /// Its first millisecond since 1970.
  var start: Int64 {
    let months = (1..<month).reduce(0) { $0 + Self.length(ofMonth: $1, in: year) }
    return Self.start(ofYear: year) + Int64(months + day - 1) * Self.milliseconds
  }

  /// The first millisecond after it.
  var end: Int64 { start + Self.milliseconds }

  /// The same day so many months on, or back; the last of a month that is too short. `nil` beyond
  /// the calendar.
  func adding(months: Int) -> CalendarDay? {
    let count = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !count.overflow, count.partialValue >= 12 else { return nil }
    let (year, month) = (count.partialValue / 12, count.partialValue % 12 + 1)
    guard year <= 9_999 else { return nil }
    return CalendarDay(year, month, min(day, Self.length(ofMonth: month, in: year)))
  }

  static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func days(beforeYear year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }

  private static func start(ofYear year: Int) -> Int64 {
    Int64(days(beforeYear: year) - days(beforeYear: 1_970)) * milliseconds
  }
}

extension Date {
  /// Milliseconds since 1970, to the nearest; an instant beyond the years 1 to 9999 is their first
  /// or last.
  var wholeMilliseconds: Int64 {
    let exact = (timeIntervalSince1970 * 1_000).rounded()
    guard !exact.isNaN else { return 0 }
    let bounds = (Double(CalendarDay.startOfTime), Double(CalendarDay.endOfTime))
    return Int64(min(max(exact, bounds.0), bounds.1))
  }

  init(milliseconds: Int64) {
    let bounded = min(max(milliseconds, CalendarDay.startOfTime), CalendarDay.endOfTime)
    self.init(timeIntervalSince1970: Double(bounded) / 1_000)
  }
}
