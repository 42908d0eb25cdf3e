package import Foundation

/// An instant as a date and a time of day, to the second. Uses arithmetic because a `Calendar` is
/// too slow for millions of dates.
package struct CivilTime: Equatable, Sendable {
  package var date: CivilDate
  /// 0 to 86,399.
  package var secondOfDay: Int

  /// `nil` outside the years 0 to 9999. `offset` is in seconds east of UTC.
  package init?(_ instant: Date, offset: Int = 0) {
    let seconds = instant.timeIntervalSince1970 + Double(offset)
    guard (-62_167_219_200..<253_402_300_800).contains(seconds) else { return nil }
    self.init(secondsSince1970: Int(seconds.rounded(.down)))
  }

  /// In UTC. Clamps the instant to the years 1 to 9999: the stores' formats have a four-digit year.
  package init(clamping instant: Date) {
    let seconds = instant.timeIntervalSince1970
    let bounded = min(max(seconds.rounded(.down), -62_135_596_800), 253_402_300_799)
    self.init(secondsSince1970: seconds.isNaN ? 0 : Int(bounded))
  }

  private init(secondsSince1970 seconds: Int) {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    date = CivilDate(daysSince1970: days)
    secondOfDay = seconds - days * 86_400
  }

  package var year: Int { date.year }
  package var month: Int { date.month }
  package var day: Int { date.day }
  package var hour: Int { secondOfDay / 3_600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }

  /// The instant, if this time is in UTC.
  package var instant: Date {
    Date(timeIntervalSince1970: Double(date.daysSince1970 * 86_400 + secondOfDay))
  }

  /// See `CivilDate.adding(months:)`.
  package func adding(months: Int) -> CivilTime {
    var moved = self
    moved.date = date.adding(months: months)
    return moved
  }

  /// `2026-01-31T23:59:59Z`.
  package var rfc3339: String {
    var text = Digits()
    text.append(year, width: 4)
    text.append(month, after: "-")
    text.append(day, after: "-")
    text.append(hour, after: "T")
    text.append(minute, after: ":")
    text.append(second, after: ":")
    return text.ended
  }

  /// `260131235959Z`, UTCTime of X.680 §47, for 1950 to 2049.
  package var utcTime: String {
    var text = Digits()
    for number in [year % 100, month, day, hour, minute, second] { text.append(number) }
    return text.ended
  }

  private struct Digits {
    private var bytes: [UInt8] = []

    mutating func append(_ number: Int, width: Int = 2, after separator: Unicode.Scalar? = nil) {
      if let separator { bytes.append(UInt8(ascii: separator)) }
      var divisor = width == 4 ? 1_000 : 10
      while divisor > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
        divisor /= 10
      }
    }

    var ended: String { String(decoding: bytes + [UInt8(ascii: "Z")], as: UTF8.self) }
  }
}
