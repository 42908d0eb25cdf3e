import Foundation

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

  typealias Unreadable = QueryFault.Reason

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

  private func calendar(
    year: Int,
    _ digits: inout TimeDigits
  ) throws(Unreadable) -> QueryTime {
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
