import Basics
import Foundation

/// How times are displayed.
package enum ClockZone: String, Sendable, CaseIterable {
  case utc, local, relative

  var next: ClockZone {
    switch self {
    case .utc: .local
    case .local: .relative
    case .relative: .utc
    }
  }
}

extension CivilTime {
  /// The instant at which a day begins; months beyond 12 carry into the year.
  static func midnight(year: Int, month: Int, day: Int, offset: Int) -> Date {
    let carried = year + (month - 1) / 12
    let days = CivilDate.daysSince1970(year: carried, month: (month - 1) % 12 + 1, day: day)
    return Date(timeIntervalSince1970: Double(days * 86_400 - offset))
  }

  static let monthNames: [SafeText] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// Formats times in the operator's chosen zone.
struct Clock: Equatable, Sendable {
  var now: Date
  var zone: ClockZone
  /// The operator's time zone offset in seconds east of UTC.
  var localOffset: Int

  /// The offset of absolute times.
  var offset: Int { zone == .local ? localOffset : 0 }

  /// `UTC`, `UTC+1`, `UTC-3:30`, `relative`.
  var name: SafeText {
    guard zone != .relative else { return "relative" }
    guard offset != 0 else { return zone == .utc ? "UTC" : "UTC+0" }
    let minutes = abs(offset) / 60
    let sign: SafeText = offset < 0 ? "-" : "+"
    let rest: SafeText = minutes % 60 == 0 ? "" : ":\(Self.padded(minutes % 60))"
    return "UTC\(sign)\(minutes / 60)\(rest)"
  }

  /// `2026-11-21 02:40`, or `3 h ago`.
  func text(_ date: Date) -> SafeText { zone == .relative ? relative(date) : absolute(date) }

  func absolute(_ date: Date) -> SafeText {
    guard let time = CivilTime(date, offset: offset) else { return "beyond 9999" }
    return Self.text([
      (time.year, 4), (time.month, 2), (time.day, 2), (time.hour, 2), (time.minute, 2),
    ])
  }

  func day(_ date: Date) -> SafeText {
    guard zone != .relative else { return relative(date) }
    return CivilTime(date, offset: offset).map(day) ?? "beyond"
  }

  private func day(_ time: CivilTime) -> SafeText {
    Self.text([(time.year, 4), (time.month, 2), (time.day, 2)])
  }

  /// As much of `2026-11-21 02:40` as there are numbers; one pass, as lists show many times.
  private static func text(_ numbers: [(number: Int, digits: Int)]) -> SafeText {
    let text = String(unsafeUninitializedCapacity: 24) { bytes in
      var end = 0
      for (index, (number, digits)) in numbers.enumerated() {
        if index > 0 {
          bytes[end] = UInt8(ascii: index < 3 ? "-" : index == 3 ? " " : ":")
          end += 1
        }
        var rest = number
        for index in (end..<end + digits).reversed() {
          bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        end += digits
      }
      return end
    }
    return SafeText(text)
  }

  /// `in 3 d`, `5 h ago`, `now`: one unit, rounded down.
  func relative(_ date: Date) -> SafeText {
    let seconds = date.timeIntervalSince(now)
    guard seconds.isFinite else { return "unknown" }
    let (count, unit) = Self.measure(abs(seconds))
    guard count > 0 else { return "now" }
    return seconds > 0 ? "in \(count) \(unit)" : "\(count) \(unit) ago"
  }

  /// The instant after `now` at which `relative(date)` changes.
  func nextChange(of date: Date) -> Date? {
    let seconds = date.timeIntervalSince(now)
    let distance = abs(seconds)
    guard distance < 400 * 86_400 else { return nil }
    let step: Double = distance < 7200 ? 60 : distance < 172_800 ? 3600 : 86_400
    let passed = distance.truncatingRemainder(dividingBy: step)
    let wait = seconds > 0 ? passed : step - passed
    return now.addingTimeInterval(max(1, wait.rounded(.up)))
  }

  private static func measure(_ seconds: Double) -> (Int, SafeText) {
    if seconds < 7200 { return (Int(seconds / 60), "min") }
    if seconds < 172_800 { return (Int(seconds / 3600), "h") }
    if seconds < 730 * 86_400 { return (Int(seconds / 86_400), "d") }
    return (Int(min(seconds, 1e12) / (365.25 * 86_400)), "y")
  }

  static func padded(_ number: Int, _ digits: Int = 2) -> SafeText {
    let text = String(number)
    return "\(String(repeating: "0", count: max(0, digits - text.count)))\(text)"
  }
}

extension SafeText {
  /// `3 214`: groups of three with a space between them.
  static func grouped(_ number: Int) -> SafeText {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(" ") }
      text.append(digit)
    }
    return number < 0 ? "-\(text)" : "\(text)"
  }

  /// `1.2 MB`, in powers of 1024.
  static func bytes(_ count: Int) -> SafeText {
    guard count >= 1024 else { return "\(max(0, count)) B" }
    let units: [SafeText] = ["KB", "MB", "GB", "TB", "PB"]
    var size = Double(count) / 1024
    var unit = 0
    while size >= 999.95, unit + 1 < units.count {
      size /= 1024
      unit += 1
    }
    guard size < 99.95 else { return "\(Int(size.rounded())) \(units[unit])" }
    let tenths = Int((size * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
