package import Foundation

/// Reads RFC 3339 dates and the variants that Apple has used: `yyyy-MM-ddTHH:mm:ss`, a fraction of
/// one to nine digits (October 2020), and a zone of `Z`, `±HH:MM` or `±HHMM` (Xcode 2020).
package enum RFC3339 {
  /// 0001-01-01 and 10000-01-01 in seconds since 1970.
  private static let firstSecond = -62_135_596_800
  private static let endSecond = 253_402_300_800

  /// `nil` if the text is not such a date; months, days and times must exist.
  package static func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Date? {
    guard range.upperBound <= bytes.count else { return nil }
    return usual(bytes, range)?.instant ?? scan(bytes, range)
  }

  /// Whether `parse` reads a date in `range`. Computes no instant if the form is usual.
  package static func isDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.upperBound <= bytes.count else { return false }
    return usual(bytes, range) != nil || scan(bytes, range) != nil
  }

  /// In UTC, rounded to milliseconds, which are left out if they are zero unless `always` is set.
  /// What is before the year 1 or after 9999 becomes the first or last instant of these.
  package static func text(_ date: Date, milliseconds always: Bool = false) -> String {
    // Rounded before it is cut: .123 is no binary fraction, and a little less.
    let exact = (date.timeIntervalSince1970 * 1_000).rounded()
    let (first, last) = (Double(firstSecond) * 1_000, Double(endSecond) * 1_000 - 1)
    let count = exact.isNaN ? 0 : min(max(exact, first), last)
    let second = (count / 1_000).rounded(.down)
    let text = CivilTime(clamping: Date(timeIntervalSince1970: second)).rfc3339
    let milliseconds = Int(count - second * 1_000)
    guard always || milliseconds > 0 else { return text }
    return "\(text.dropLast()).\(String(milliseconds + 1_000).dropFirst())Z"
  }

  package static func parse(_ text: String) -> Date? {
    let bytes = text.utf8.span
    return parse(bytes, 0..<bytes.count)
  }

  /// The fast path for `yyyy-MM-ddTHH:mm:ssZ` in the years 1 to 9998, the usual form: compares all 20
  /// characters in three steps. `nil` for any other text.
  @inline(__always)
  private static func usual(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Fields? {
    guard range.count == 20 else { return nil }
    // Each character XOR the expected one: a digit's value, or 0.
    let day = bytes.word(at: range.lowerBound) ^ 0x2D30_302D_3030_3030
    let time = bytes.word(at: range.lowerBound + 8) ^ 0x3030_3A30_3054_3030
    let rest = bytes.halfWord(at: range.lowerBound + 16) ^ 0x5A30_303A
    // +0x76 reaches 0x80 from 10 on, +0x7F from 1 on.
    let isUsual =
      ((day & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F76_767F_7676_7676 | day) & 0x8080_8080_8080_8080 == 0
      && ((time & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7F76_767F_7676 | time) & 0x8080_8080_8080_8080
        == 0
      && ((rest & 0x7F7F_7F7F) &+ 0x7F76_767F | rest) & 0x8080_8080 == 0
    guard isUsual else { return nil }
    let fields = Fields(
      year: number(day, at: 0) * 100 + number(day, at: 16),
      month: number(day, at: 40),
      day: number(time, at: 0),
      hour: number(time, at: 24),
      minute: number(time, at: 48),
      second: number(UInt64(rest), at: 8)
    )
    return fields.exist && (1...9_998).contains(fields.year) ? fields : nil
  }

  /// The number whose two digits are at `bit` and in the eight bits above.
  @inline(__always)
  private static func number(_ digits: UInt64, at bit: UInt64) -> Int {
    Int(truncatingIfNeeded: (digits >> bit & 0xF) * 10 + (digits >> (bit + 8) & 0xF))
  }

  /// A date and a time of day, as written.
  private struct Fields {
    var year, month, day, hour, minute, second: Int

    /// Whether there is such a day and time; any minute may have a leap second.
    @inline(__always)
    var exist: Bool {
      (1...12).contains(month) && day >= 1
        && (day <= 28 || day <= CivilDate.length(ofMonth: month, in: year)) && hour < 24
        && minute < 60 && second <= 60
    }

    /// Seconds since 1970, if this is UTC.
    var seconds: Int {
      let days = CivilDate.daysSince1970(year: year, month: month, day: day)
      return days * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// In UTC.
    var instant: Date { Date(timeIntervalSince1970: Double(seconds)) }
  }

  private static func scan(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Date? {
    var scanner = Scanner(position: range.lowerBound, end: range.upperBound)
    guard let year = scanner.digits(4, bytes), scanner.skip(0x2D, bytes),
      let month = scanner.digits(2, bytes), scanner.skip(0x2D, bytes),
      let day = scanner.digits(2, bytes), scanner.skip(0x54, bytes),
      let hour = scanner.digits(2, bytes), scanner.skip(0x3A, bytes),
      let minute = scanner.digits(2, bytes), scanner.skip(0x3A, bytes),
      let second = scanner.digits(2, bytes)
    else { return nil }
    let fields = Fields(
      year: year,
      month: month,
      day: day,
      hour: hour,
      minute: minute,
      second: second
    )
    guard fields.exist else { return nil }
    var fraction = 0.0
    if scanner.skip(0x2E, bytes) {
      guard let value = scanner.fraction(bytes) else { return nil }
      fraction = value
    }
    guard let offset = scanner.zone(bytes), scanner.position == scanner.end else { return nil }
    let seconds = fields.seconds - offset
    // An offset can reach beyond these years, which RFC 3339 cannot write.
    guard (firstSecond..<endSecond).contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  private struct Scanner {
    var position: Int
    let end: Int

    mutating func digits(_ count: Int, _ bytes: Span<UInt8>) -> Int? {
      guard end - position >= count else { return nil }
      var value = 0
      for _ in 0..<count {
        guard let digit = digit(bytes) else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    private mutating func digit(_ bytes: Span<UInt8>) -> Int? {
      guard position < end, case 0x30...0x39 = bytes[position] else { return nil }
      defer { position += 1 }
      return Int(bytes[position] - 0x30)
    }

    mutating func skip(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
      guard position < end, bytes[position] == byte else { return false }
      position += 1
      return true
    }

    mutating func fraction(_ bytes: Span<UInt8>) -> Double? {
      var value = 0
      var scale = 1
      while scale < 1_000_000_000, let digit = digit(bytes) {
        value = value * 10 + digit
        scale *= 10
      }
      return scale == 1 ? nil : Double(value) / Double(scale)
    }

    /// The zone's distance from UTC in seconds.
    mutating func zone(_ bytes: Span<UInt8>) -> Int? {
      if skip(0x5A, bytes) { return 0 }
      let sign: Int
      if skip(0x2B, bytes) {
        sign = 1
      } else if skip(0x2D, bytes) {
        sign = -1
      } else {
        return nil
      }
      guard let hours = digits(2, bytes) else { return nil }
      _ = skip(0x3A, bytes)
      guard let minutes = digits(2, bytes), hours < 24, minutes < 60 else { return nil }
      return sign * (hours * 3_600 + minutes * 60)
    }
  }
}
