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
  fileprivate func dividedDown(by divisor: Int, after shift: Int = 0) -> (Int, Int) {
    let value = self + shift
    let remainder = value % divisor
    return remainder < 0
      ? (value / divisor - 1, remainder + divisor) : (value / divisor, remainder)
  }
}
