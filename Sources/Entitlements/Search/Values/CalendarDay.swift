import Basics
import Foundation

/// A day of the Gregorian calendar in UTC, in the years 1 to 9999.
struct CalendarDay: Equatable {
  static let milliseconds: Int64 = 86_400_000
  /// The first millisecond of year 1, and the first after year 9999, since 1970.
  static let startOfTime = start(ofYear: 1)
  static let endOfTime = start(ofYear: 10_000)

  private let date: CivilDate

  var year: Int { date.year }
  var month: Int { date.month }
  var day: Int { date.day }

  /// `nil` for a day that does not exist.
  init?(_ year: Int, _ month: Int, _ day: Int) {
    guard (1...9_999).contains(year), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self.date = date
  }

  /// The day of an instant in milliseconds since 1970, clamped to the calendar.
  init(at milliseconds: Int64) {
    let bounded = min(max(milliseconds, Self.startOfTime), Self.endOfTime - 1)
    date = CivilDate(daysSince1970: Int(bounded.dividedDown(by: Self.milliseconds)))
  }

  /// Its first millisecond since 1970.
  var start: Int64 { Int64(date.daysSince1970) * Self.milliseconds }

  /// The first millisecond after it.
  var end: Int64 { start + Self.milliseconds }

  /// The same day a number of months later, or earlier if negative; the month's last day if it is
  /// too short. `nil` outside the calendar.
  func adding(months: Int) -> CalendarDay? {
    let count = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !count.overflow, count.partialValue >= 12 else { return nil }
    let (year, month) = (count.partialValue / 12, count.partialValue % 12 + 1)
    guard year <= 9_999 else { return nil }
    return CalendarDay(year, month, min(day, CivilDate.length(ofMonth: month, in: year)))
  }

  private static func start(ofYear year: Int) -> Int64 {
    Int64(CivilDate.daysSince1970(year: year, month: 1, day: 1)) * milliseconds
  }
}

extension Int64 {
  /// The quotient rounded down.
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}

extension Date {
  /// Milliseconds since 1970, rounded, and clamped to the years 1 to 9999.
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
