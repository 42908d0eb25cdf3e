package import Foundation

/// A calendar duration in ISO 8601 format: `P1M`, `P7D`, `P1Y`, `P2W`, `PT90M`, `P1DT2H`.
package struct ISO8601Duration: Codable, Equatable, Hashable, Sendable {
  package var months: Int
  package var days: Int
  package var seconds: Int

  package init(months: Int = 0, days: Int = 0, seconds: Int = 0) {
    self.months = months
    self.days = days
    self.seconds = seconds
  }

  package static let week = ISO8601Duration(days: 7)
  package static let month = ISO8601Duration(months: 1)
  package static let year = ISO8601Duration(months: 12)

  /// `nil` if the text is not a duration. Numbers are integers below 10,000.
  package init?(_ text: String) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.first == "P", text.count > 2, let date = Self.counts(parts[0].dropFirst()) else {
      return nil
    }
    self.init()
    for (count, unit) in date {
      switch unit {
      case "D": days += count
      case "W": days += 7 * count
      case "M": months += count
      case "Y": months += 12 * count
      default: return nil
      }
    }
    guard parts.count == 2 else { return }
    guard !parts[1].isEmpty, let time = Self.counts(parts[1]) else { return nil }
    for (count, unit) in time {
      switch unit {
      case "H": seconds += count * 3_600
      case "M": seconds += count * 60
      case "S": seconds += count
      default: return nil
      }
    }
  }

  /// Each number with the unit that follows it.
  private static func counts(_ text: Substring) -> [(count: Int, unit: Character)]? {
    var counts: [(count: Int, unit: Character)] = []
    var digits = ""
    for character in text {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      guard let count = Int(digits), count < 10_000 else { return nil }
      counts.append((count, character))
      digits = ""
    }
    return digits.isEmpty ? counts : nil
  }

  /// Omits the time part, which no store writes.
  package var text: String {
    switch (months, days) {
    case (0, let days) where days % 7 == 0 && days > 0: "P\(days / 7)W"
    case (0, let days): "P\(days)D"
    case (let months, 0) where months % 12 == 0: "P\(months / 12)Y"
    case (let months, 0): "P\(months)M"
    default: "P\(months)M\(days)D"
    }
  }

  /// The approximate length in seconds; a month counts as 30 days.
  package var timeInterval: TimeInterval {
    (Double(months) * 30 + Double(days)) * 86_400 + Double(seconds)
  }

  /// The end of the duration by the calendar.
  package func end(from start: Date) -> Date {
    // The calendar counts whole seconds; the fraction is added again.
    let whole = start.timeIntervalSince1970.rounded(.down)
    let fraction = start.timeIntervalSince1970 - whole
    let moved =
      months == 0
      ? start
      : CivilTime(clamping: start).adding(months: months).instant.addingTimeInterval(fraction)
    return moved.addingTimeInterval(Double(days) * 86_400 + Double(seconds))
  }

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let duration = ISO8601Duration(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a duration such as P1M or P7D")
      )
    }
    self = duration
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
