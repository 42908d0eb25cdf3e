package import Foundation

/// A day of the proleptic Gregorian calendar.
package struct CivilDate: Equatable, Sendable {
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int

  /// `nil` if the date doesn't exist.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, in: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": eras of 400 years from 1 March.
  package init(daysSince1970 days: Int) {
    let (era, dayOfEra) = days.dividedDown(by: 146_097, after: 719_468)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package var daysSince1970: Int { Self.daysSince1970(year: year, month: month, day: day) }

  package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).dividedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The same day `months` later (or earlier), or the last day of a shorter month, as in store
  /// renewals.
  package func adding(months: Int) -> CivilDate {
    let (years, month) = (self.month - 1 + months).dividedDown(by: 12)
    var moved = self
    (moved.year, moved.month) = (year + years, month + 1)
    moved.day = min(day, Self.length(ofMonth: moved.month, in: moved.year))
    return moved
  }
}

extension Int {
  /// The quotient rounded down, and the remainder, which is never negative.
  // Inlined, so that the divisor is a constant: a division takes ten times as long.
  @inline(__always)
  fileprivate func dividedDown(by divisor: Int, after shift: Int = 0) -> (Int, Int) {
    let value = self + shift
    let remainder = value % divisor
    return remainder < 0
      ? (value / divisor - 1, remainder + divisor) : (value / divisor, remainder)
  }
}

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
