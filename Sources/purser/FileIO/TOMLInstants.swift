import Foundation
import TOMLKit

extension TOMLFields {
  /// A time with its offset from UTC, or the start of a day in UTC.
  func instant(_ key: String) throws(FileFault) -> Date? {
    guard let value = table[key] else { return nil }
    guard let instant = Self.instant(value) else {
      throw fault(key, "a time without quotes, like 2026-03-01T10:00:00+01:00, or a day")
    }
    return instant
  }

  /// `nil` for another type or a time without an offset.
  static func instant(_ value: any TOMLValueConvertible) -> Date? {
    switch value.type {
    case .date:
      return value.date.flatMap { instant($0, nil, offset: 0) }
    case .dateTime:
      guard let whole = value.dateTime, let offset = whole.offset else { return nil }
      // The library overloads `time`; the type selects the right one.
      let time: TOMLTime = whole.time
      return instant(whole.date, time, offset: offset.offset)
    default: return nil
    }
  }

  /// `offset` in minutes east of UTC.
  private static func instant(_ day: TOMLDate, _ time: TOMLTime?, offset: Int) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = DateComponents(
      year: day.year,
      month: day.month,
      day: day.day,
      hour: time?.hour ?? 0,
      minute: (time?.minute ?? 0) - offset,
      second: time?.second ?? 0,
      // The stores use milliseconds at most.
      nanosecond: (time?.nanoSecond ?? 0) / 1_000_000 * 1_000_000
    )
    return calendar.date(from: parts)
  }
}
