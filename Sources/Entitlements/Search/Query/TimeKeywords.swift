import Basics
package import Foundation

/// Parses times in UTC: `now`, `today`, `7d`, `2026-11`, `2026-11-21T10:00Z` and so on.
struct TimeKeywords {
  /// Milliseconds since 1970.
  let now: Int64
  /// Whether `3d` means after the present rather than before it.
  let isAhead: Bool

  func time(_ text: String) throws(Unreadable) -> QueryTime {
    let word = text.lowercased()
    let today = CalendarDay(at: now)
    switch word {
    case "now": return .now(now)
    case "today": return .calendar(today.start..<today.end)
    case "yesterday": return try day(today.start - CalendarDay.milliseconds)
    case "tomorrow": return try day(today.end)
    default: break
    }
    var digits = TimeDigits(word)
    guard let count = digits.takeNumber() else { throw .timeExpected }
    if let unit = digits.takeUnit() { return .distance(try distance(count.value, unit)) }
    guard count.digits == 4 else { throw .timeExpected }
    return try calendar(year: count.value, &digits)
  }

  typealias Unreadable = QueryError.Reason

  private func day(_ start: Int64) throws(Unreadable) -> QueryTime {
    guard (CalendarDay.startOfTime..<CalendarDay.endOfTime).contains(start) else {
      throw .timeOutOfRange
    }
    return .calendar(start..<start + CalendarDay.milliseconds)
  }

  private func distance(_ count: Int, _ unit: TimeDigits.Unit) throws(Unreadable) -> Int64 {
    let sign = isAhead ? 1 : -1
    let today = CalendarDay(at: now)
    // Numbers have at most five digits, so nothing overflows.
    let instant: Int64? =
      switch unit {
      case .hours: now + Int64(sign * count) * 3_600_000
      case .days: now + Int64(sign * count) * CalendarDay.milliseconds
      case .weeks: now + Int64(sign * count * 7) * CalendarDay.milliseconds
      case .months: today.adding(months: sign * count).map { $0.start + now - today.start }
      case .years: today.adding(months: sign * count * 12).map { $0.start + now - today.start }
      }
    guard let instant, (CalendarDay.startOfTime..<CalendarDay.endOfTime).contains(instant) else {
      throw .timeOutOfRange
    }
    return instant
  }

  private func calendar(year: Int, _ digits: inout TimeDigits) throws(Unreadable) -> QueryTime {
    guard let january = CalendarDay(year, 1, 1) else { throw .timeOutOfRange }
    if digits.isAtEnd {
      return .calendar(january.start..<(january.adding(months: 12)?.start ?? CalendarDay.endOfTime))
    }
    guard let month = digits.takePair(after: "-") else { throw .timeExpected }
    guard let first = CalendarDay(year, month, 1) else { throw .noSuchDay }
    if digits.isAtEnd {
      return .calendar(first.start..<(first.adding(months: 1)?.start ?? CalendarDay.endOfTime))
    }
    guard let number = digits.takePair(after: "-") else { throw .timeExpected }
    guard let day = CalendarDay(year, month, number) else { throw .noSuchDay }
    if digits.isAtEnd { return .calendar(day.start..<day.end) }
    return try stamp(on: day, &digits)
  }

  private func stamp(
    on day: CalendarDay,
    _ digits: inout TimeDigits
  ) throws(Unreadable) -> QueryTime {
    guard let hours = digits.takePair(after: "t"), let minutes = digits.takePair(after: ":") else {
      throw .timeExpected
    }
    var (length, seconds, thousandths): (Int64, Int, Int) = (60_000, 0, 0)
    if let pair = digits.takePair(after: ":") {
      (length, seconds) = (1_000, pair)
      if let fraction = digits.takeThousandths() { (length, thousandths) = (1, fraction) }
    }
    let offset = digits.takeOffset()
    guard digits.isAtEnd, let offset else { throw .timeExpected }
    guard hours < 24, minutes < 60, seconds < 60 else { throw .noSuchDay }
    let instant =
      day.start
      + Int64(((hours * 60 + minutes - offset) * 60 + seconds) * 1_000 + thousandths)
    guard (CalendarDay.startOfTime...CalendarDay.endOfTime - length).contains(instant) else {
      throw .timeOutOfRange
    }
    return .stamp(instant, length: length)
  }
}

/// A time as a command takes it.
package enum WrittenTime {
  /// Reads `2026-11-21`, which begins at midnight in UTC, or `2026-11-21T10:00` with seconds, a fraction
  /// and `Z` or an offset if given. `nil` for anything else, also for a day that does not exist.
  package static func date(_ text: String) -> Date? {
    let time = try? TimeKeywords(now: 0, isAhead: false).time(text)
    return switch time {
    case .calendar(let day) where text.utf8.count == 10: Date(milliseconds: day.lowerBound)
    case .stamp(let instant, _): Date(milliseconds: instant)
    case .calendar, .distance, .now, nil: nil
    }
  }
}

/// A cursor over the parts of a written time.
struct TimeDigits {
  enum Unit: String, CaseIterable {
    case hours = "h"
    case days = "d"
    case weeks = "w"
    case months = "mo"
    case years = "y"
  }

  private var rest: Substring.UTF8View

  /// `word` in lower case.
  init(_ word: String) { rest = word[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Up to five digits.
  mutating func takeNumber() -> (value: Int, digits: Int)? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    rest = rest.dropFirst(digits.count)
    return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count)
  }

  /// A unit, if nothing follows it.
  func takeUnit() -> Unit? { Unit.allCases.first { $0.rawValue.utf8.elementsEqual(rest) } }

  /// The separator and two digits.
  mutating func takePair(after separator: Unicode.Scalar) -> Int? {
    var ahead = self
    guard ahead.take(separator), let number = ahead.takeNumber(), number.digits == 2 else {
      return nil
    }
    self = ahead
    return number.value
  }

  /// A full stop and one to three digits, as thousandths.
  mutating func takeThousandths() -> Int? {
    var ahead = self
    guard ahead.take("."), let number = ahead.takeNumber(), number.digits <= 3 else { return nil }
    self = ahead
    return number.value * (number.digits == 1 ? 100 : number.digits == 2 ? 10 : 1)
  }

  /// The offset from UTC in minutes, positive to the east; 0 for `Z` and if there is none.
  mutating func takeOffset() -> Int? {
    if isAtEnd || take("z") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard let hours = takePair(after: isWest ? "-" : "+"), let minutes = takePair(after: ":"),
      hours < 24, minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest = rest.dropFirst()
    return true
  }
}

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
