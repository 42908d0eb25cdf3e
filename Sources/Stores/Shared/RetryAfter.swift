package import Foundation

/// `Retry-After` as it is written: seconds to wait, an HTTP date (RFC 9110 §10.2.3), or, by Apple,
/// milliseconds since 1970.
package enum RetryAfter {
  /// Nobody is believed who sends us away for longer.
  private static let longest: TimeInterval = 86_400
  /// Below it a number is a pause, above it an instant.
  private static let firstInstant = 100_000_000_000.0

  /// `nil` for what is none of the forms; never before `now`, nor more than a day after it.
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
    return instant.map { min(max($0, now), now.addingTimeInterval(longest)) }
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`; the two obsolete forms are not sent by anybody.
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
