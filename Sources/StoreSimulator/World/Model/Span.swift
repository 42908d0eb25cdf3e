package import Foundation
import Mint

/// A stretch of the calendar, written as the stores write it: `P1M`, `P7D`, `P1Y`, `P2W`.
package struct Span: Codable, Equatable, Hashable, Sendable {
  package var months: Int
  package var days: Int

  package init(months: Int = 0, days: Int = 0) {
    self.months = months
    self.days = days
  }

  package static let week = Span(days: 7)
  package static let month = Span(months: 1)
  package static let year = Span(months: 12)

  /// ISO 8601, the date part; `nil` for what is none.
  package init?(_ text: String) {
    guard text.first == "P", text.count > 2 else { return nil }
    self.init()
    var digits = ""
    for letter in text.dropFirst() {
      if letter.isASCII, letter.isNumber {
        digits.append(letter)
        continue
      }
      guard let count = Int(digits), count < 10_000 else { return nil }
      switch letter {
      case "D": days += count
      case "W": days += 7 * count
      case "M": months += count
      case "Y": months += 12 * count
      default: return nil
      }
      digits = ""
    }
    guard digits.isEmpty else { return nil }
  }

  package var text: String {
    switch (months, days) {
    case (0, let days) where days % 7 == 0 && days > 0: "P\(days / 7)W"
    case (0, let days): "P\(days)D"
    case (let months, 0) where months % 12 == 0: "P\(months / 12)Y"
    case (let months, 0): "P\(months)M"
    default: "P\(months)M\(days)D"
    }
  }

  /// The end of the stretch, by the calendar.
  package func end(from start: Date) -> Date {
    // The calendar counts whole seconds; what is beyond them stays.
    let whole = start.timeIntervalSince1970.rounded(.down)
    let fraction = start.timeIntervalSince1970 - whole
    let moved =
      months == 0
      ? start : CivilTime(start).adding(months: months).date.addingTimeInterval(fraction)
    return moved.addingTimeInterval(Double(days) * 86_400)
  }

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let span = Span(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a span such as P1M or P7D")
      )
    }
    self = span
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
