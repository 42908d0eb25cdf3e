package import Foundation

/// Parses `Retry-After`: seconds, an HTTP date (RFC 9110 §10.2.3), or, from Apple, milliseconds
/// since 1970.
package enum RetryAfter {
  /// Longer pauses are clamped.
  private static let maxPause: TimeInterval = 86_400
  /// Smaller numbers are pauses, larger ones instants.
  private static let firstInstant = 100_000_000_000.0

  /// `nil` for any other form; clamped to between `now` and a day later.
  package static func instant(_ text: String?, now: Date) -> Date? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    let instant: Date?
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      instant = Double(text).map { number in
        number < firstInstant
          ? now.addingTimeInterval(number) : Date(timeIntervalSince1970: number / 1_000)
      }
    } else {
      instant = httpDate(text)
    }
    return instant.map { min(max($0, now), now.addingTimeInterval(maxPause)) }
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`; the two obsolete forms are not used.
  private static func httpDate(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
      let year = Int(parts[3])
    else { return nil }
    let clock = parts[4].split(separator: ":").map { Int($0) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      (1...31).contains(day), (1_970...9_999).contains(year), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(
      from: DateComponents(
        year: year,
        month: month + 1,
        day: day,
        hour: hour,
        minute: minute,
        second: second
      )
    )
  }
}
