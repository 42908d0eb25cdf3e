package import Foundation

/// An instant in the proleptic Gregorian calendar, UTC, to the second.
///
/// Own arithmetic because minting a ledger writes millions of dates, and a `Calendar` costs more
/// than all the rest of a receipt's attributes.
package struct CivilTime: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var secondOfDay: Int

  /// Instants outside the years 1 to 9999 become the nearest one inside: the forms that receipts
  /// write have four digits for the year.
  package init(_ date: Date) {
    let earliest = -62_135_596_800.0
    let latest = 253_402_300_799.0
    let seconds = date.timeIntervalSince1970
    let held = seconds.isNaN ? 0 : min(max(seconds.rounded(.down), earliest), latest)
    let (day, second) = Self.split(Int(held), by: 86_400)
    (year, month, self.day) = Self.civil(fromDays: day)
    secondOfDay = second
  }

  package var date: Date {
    Date(timeIntervalSince1970: Double(days * 86_400 + secondOfDay))
  }

  /// The same day of another month, or that month's last when it has no such day: as stores renew.
  package func adding(months: Int) -> CivilTime {
    var moved = self
    let (years, month) = Self.split(self.month - 1 + months, by: 12)
    moved.year += years
    moved.month = month + 1
    moved.day = min(day, Self.length(ofMonth: moved.month, in: moved.year))
    return moved
  }

  /// `2026-01-31T23:59:59Z`, the form of dates in receipts.
  package var rfc3339: String {
    var text = Digits()
    text.append(year, width: 4)
    text.append(month, after: "-")
    text.append(day, after: "-")
    text.append(secondOfDay / 3_600, after: "T")
    text.append(secondOfDay / 60 % 60, after: ":")
    text.append(secondOfDay % 60, after: ":")
    return text.ended
  }

  /// `260131235959Z`, UTCTime of X.680 §47, for 1950 to 2049.
  var utcTime: String {
    var text = Digits()
    for number in [
      year % 100, month, day, secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60,
    ] {
      text.append(number)
    }
    return text.ended
  }

  private struct Digits {
    private var octets: [UInt8] = []

    mutating func append(_ number: Int, width: Int = 2, after separator: Unicode.Scalar? = nil) {
      if let separator { octets.append(UInt8(ascii: separator)) }
      var divisor = width == 4 ? 1_000 : 10
      while divisor > 0 {
        octets.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
        divisor /= 10
      }
    }

    var ended: String { String(decoding: octets + [UInt8(ascii: "Z")], as: UTF8.self) }
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func split(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let remainder = value % divisor
    return remainder < 0
      ? (value / divisor - 1, remainder + divisor) : (value / divisor, remainder)
  }

  // Days since 1970 and back, by eras of 400 years that begin on 1 March.

  private var days: Int {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = Self.split(shifted, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = split(days + 719_468, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }
}
