package import Foundation

/// A stored value that a message may have meant. It is only a suggestion.
package struct NearMiss: Hashable, Sendable {
  /// The similarity between the message and the ledger.
  package enum Likeness: String, Sendable {
    /// An identifier with a typing error.
    case spelling
    /// The name of a user.
    case name
    /// The amount and the day of a charge.
    case charge
  }

  package var likeness: Likeness
  /// The value in the ledger: an order ID, a user ID or an e-mail address.
  package var text: String
  /// The text in the message that it replaces; `nil` if there is none.
  package var written: String?
  package var user: ID<User>?
  /// The user's name, or else the e-mail address.
  package var name: String?

  package init(
    _ likeness: Likeness,
    _ text: String,
    for written: String? = nil,
    user: ID<User>? = nil,
    name: String? = nil
  ) {
    self.likeness = likeness
    self.text = text
    self.written = written
    self.user = user
    self.name = name
  }

  /// `Did you mean GPA.3399-0011-2233-44556, Rosa Marquez?`
  package var sentence: String {
    let names = [text, name].compactMap(\.self).filter { !$0.isEmpty }
    return "Did you mean \(names.unique.joined(separator: ", "))?"
  }

  /// The message with the suggestion instead of the text that it replaces.
  package func applied(to message: String) -> String {
    guard let written, message.contains(written) else { return "\(text)\n\(message)" }
    return message.replacing(written, with: text, maxReplacements: 1)
  }
}

extension MessageClues.Day {
  /// The time in which it is that day somewhere on Earth, for the last such day that began before
  /// `instant`. `nil` if the day does not exist in that year.
  package func range(before instant: Date) -> Range<Date>? {
    let now = Int64(instant.timeIntervalSince1970 * 1_000)
    let this = CalendarDay(at: now).year
    for year in self.year.map({ [$0] }) ?? [this, this - 1] {
      guard let day = CalendarDay(year, month, self.day) else { continue }
      let start = Date(timeIntervalSince1970: Double(day.start) / 1_000)
      let first = start.addingTimeInterval(-14 * 3_600)
      if first <= instant { return first..<start.addingTimeInterval(36 * 3_600) }
    }
    return nil
  }
}
