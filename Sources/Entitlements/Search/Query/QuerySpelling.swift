import Foundation

/// The shortest spelling of a time range.
enum TimeSpelling {
  static func condition(_ clock: Query.Clock, _ ranges: [Query.TimeRange]) -> String {
    let name = clock.rawValue
    guard ranges.count == 1, let range = ranges.first else {
      return "\(name):\(ranges.map(value).joined(separator: ","))"
    }
    switch (range.from?.wholeMilliseconds, range.until?.wholeMilliseconds) {
    case (let from?, nil):
      return clock == .purchased && !isJustAfterSecond(from)
        ? "since:\(time(from))" : name + compared(from, above: ">", from: ">=")
    case (nil, let until?):
      if clock == .purchased, !isJustAfterSecond(until) { return "until:\(end(until))" }
      if until == CalendarDay.endOfTime { return "\(name)<=\(end(until))" }
      return name + compared(until, above: "<=", from: "<")
    default: return "\(name):\(value(range))"
    }
  }

  /// Whether the instant is a millisecond after a whole second.
  private static func isJustAfterSecond(_ instant: Int64) -> Bool {
    instant > CalendarDay.startOfTime && (instant - CalendarDay.startOfTime) % 1_000 == 1
  }

  private static func compared(_ bound: Int64, above: String, from: String) -> String {
    isJustAfterSecond(bound) ? above + stamp(bound - 1) : from + time(bound)
  }

  private static func value(_ range: Query.TimeRange) -> String {
    let (from, until) = (range.from?.wholeMilliseconds, range.until?.wholeMilliseconds)
    guard let from, let until else {
      if from == nil, until == nil { return "*" }
      return "\(from.map(time) ?? "")..\(until.map(end) ?? "")"
    }
    return single(from, until) ?? "\(time(from))..\(end(until))"
  }

  /// A year, a month, a day or a time that is exactly the range.
  private static func single(_ from: Int64, _ until: Int64) -> String? {
    let day = CalendarDay(at: from)
    if from == day.start {
      let month = String(day.description.prefix(7))
      if day.day == 1, until == start(day.adding(months: 1)) { return month }
      if (day.month, day.day) == (1, 1), until == start(day.adding(months: 12)) {
        return String(month.prefix(4))
      }
      if until == day.end { return day.description }
    }
    let length: Int64 = from % 60_000 == 0 ? 60_000 : from % 1_000 == 0 ? 1_000 : 1
    if until - from == length { return stamp(from) }
    if until - from == 1_000, from % 1_000 == 0 { return stamp(from, hasSeconds: true) }
    return until - from == 1 ? stamp(from, hasSeconds: true, hasThousandths: true) : nil
  }

  private static func start(_ day: CalendarDay?) -> Int64 { day?.start ?? CalendarDay.endOfTime }

  /// The beginning of a range.
  private static func time(_ instant: Int64) -> String {
    let day = CalendarDay(at: instant)
    return day.start == instant ? day.description : stamp(instant)
  }

  /// The end of a range: its last day, or the first instant after it.
  private static func end(_ instant: Int64) -> String {
    let last = CalendarDay(at: instant - 1)
    return last.end == instant ? last.description : stamp(instant)
  }

  private static func stamp(
    _ instant: Int64,
    hasSeconds: Bool = false,
    hasThousandths: Bool = false
  ) -> String {
    let day = CalendarDay(at: instant)
    let milliseconds = Int(instant - day.start)
    let (minutes, rest) = (milliseconds / 60_000, milliseconds % 60_000)
    var text = "\(day)T\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    if rest > 0 || hasSeconds { text += ":\(padded(rest / 1_000, 2))" }
    if rest % 1_000 > 0 || hasThousandths { text += ".\(padded(rest % 1_000, 3))" }
    return text + "Z"
  }
}

extension CalendarDay: CustomStringConvertible {
  /// `2026-11-21`.
  var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

private func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// The shortest spelling of a price range.
enum PriceSpelling {
  static func condition(_ ranges: [Query.PriceRange]) -> String {
    guard ranges.count == 1, let range = ranges.first else {
      return "price:\(ranges.map(value).joined(separator: ","))"
    }
    let currency = range.currency?.code.lowercased() ?? ""
    switch (range.from, range.through) {
    case (let from?, nil):
      return isBeside(from, 1)
        ? "price>\(number(from - 1))\(currency)" : "price>=\(number(from))\(currency)"
    case (nil, let through?):
      return isBeside(through, -1)
        ? "price<\(number(through + 1))\(currency)" : "price<=\(number(through))\(currency)"
    default: return "price:\(value(range))"
    }
  }

  private static func value(_ range: Query.PriceRange) -> String {
    let currency = range.currency?.code.lowercased() ?? ""
    switch (range.from, range.through) {
    case (nil, nil): return "*\(currency)"
    case (let from?, let through?) where from == through: return number(from) + currency
    case (let from?, nil): return "\(number(from))\(currency).."
    case (let from, let through):
      return "\(from.map(number) ?? "")..\(through.map(number) ?? "")\(currency)"
    }
  }

  /// Whether the amount is one billionth above or below one with fewer digits.
  private static func isBeside(_ nanos: Int64, _ step: Int64) -> Bool {
    nanos.magnitude < Int64.max.magnitude && (nanos - step) % 10 == 0 && nanos % 10 != 0
  }

  /// The decimal number without trailing zeros.
  private static func number(_ nanos: Int64) -> String {
    let (whole, rest) = nanos.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    var fraction = padded(Int(rest), 9)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(nanos < 0 ? "-" : "")\(whole)\(fraction.isEmpty ? "" : ".\(fraction)")"
  }
}
