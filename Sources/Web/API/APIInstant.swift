import Basics
import Foundation
import Receipts

/// Dates and times in the API (RFC 3339).
enum APIInstant {
  /// The years 1 to 9999 in UTC; time zones that exceed them are clamped.
  private static let (first, last) = (-62_135_596_800.0, 253_402_300_799.0)

  static func read(_ text: String) -> Date? {
    let normalized = text.uppercased()
    if normalized.hasSuffix("Z") { return JSONValue.string(normalized).instant }
    let zone = normalized.utf8.suffix(6)
    guard zone.count == 6, let sign = zone.first, sign == 0x2B || sign == 0x2D else { return nil }
    let parts = String(decoding: zone.dropFirst(), as: UTF8.self).split(
      separator: ":",
      omittingEmptySubsequences: false
    )
    guard parts.count == 2, let hours = number(parts[0]), let minutes = number(parts[1]),
      hours < 24, minutes < 60,
      let local = JSONValue.string("\(normalized.dropLast(6))Z").instant
    else { return nil }
    let offset = Double(hours * 3_600 + minutes * 60) * (sign == 0x2B ? 1 : -1)
    let seconds = local.timeIntervalSince1970 - offset
    return Date(timeIntervalSince1970: min(max(seconds, first), last))
  }

  /// In UTC, with milliseconds unless they are zero.
  static func text(_ instant: Date) -> String {
    let milliseconds = Int64(
      (min(max(instant.timeIntervalSince1970, first), last) * 1_000).rounded()
    )
    let isWhole = milliseconds.isMultiple(of: 1_000)
    let exact = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    return exact.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }

  private static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.count == 2, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}

extension JSONValue {
  /// A date and time; `nil` for none, so that the member is omitted.
  static func instant(_ instant: Date?) -> JSONValue? {
    instant.map { .string(APIInstant.text($0)) }
  }
}
