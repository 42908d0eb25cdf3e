import Foundation

extension Date {
  /// The instant in whole milliseconds, as stored in the ledger; `nil` for a missing date. Stores
  /// write a missing date as zero, the year 1 or an instant before 1970.
  var kept: Date? {
    let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
    guard milliseconds > 0, milliseconds < 253_402_300_800_000 else { return nil }
    return Date(timeIntervalSince1970: milliseconds / 1_000)
  }

  /// Whether it is Microsoft's date for "never": the year 9999 or later.
  var isNever: Bool { timeIntervalSince1970 >= 253_370_764_800 }
}
