import Foundation

extension Date {
  /// The instant in whole milliseconds, as the ledger keeps it; `nil` for none. Stores write zero,
  /// the year 1 or an instant before 1970 for a date that there is not.
  var kept: Date? {
    let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
    guard milliseconds > 0, milliseconds < 253_402_300_800_000 else { return nil }
    return Date(timeIntervalSince1970: milliseconds / 1_000)
  }

  /// From the year 9999 on nothing is meant to end: Microsoft's word for "never".
  var isNever: Bool { timeIntervalSince1970 >= 253_370_764_800 }
}
