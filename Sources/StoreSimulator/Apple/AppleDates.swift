import Basics
import Foundation
import Mint

/// The three forms in which verifyReceipt writes each date.
enum AppleDates {
  static func members(_ name: String, _ date: Date?) -> JSON? {
    guard let date else { return nil }
    let offset =
      TimeZone(identifier: "America/Los_Angeles")?.secondsFromGMT(for: date) ?? -8 * 3_600
    return .object([
      (name, .text("\(civil(date)) Etc/GMT")),
      ("\(name)_ms", .text(String(Int64((date.timeIntervalSince1970 * 1_000).rounded())))),
      (
        "\(name)_pst",
        .text("\(civil(date.addingTimeInterval(Double(offset)))) America/Los_Angeles")
      ),
    ])
  }

  private static func civil(_ date: Date) -> String {
    String(CivilTime(clamping: date).rfc3339.dropLast()).replacing("T", with: " ")
  }
}
