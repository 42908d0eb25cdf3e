package import Foundation

/// Something on file that a message may have meant. It is offered, and never taken for what was meant.
package struct NearMiss: Hashable, Sendable {
  /// What the message and the ledger have nearly in common.
  package enum Likeness: String, Sendable {
    /// An identifier, but for a slip of the hand.
    case spelling
    /// The name of a user.
    case name
    /// The amount and the day of a charge.
    case charge
  }

  package var likeness: Likeness
  /// What goes by it in the ledger: an order ID, a user ID or an e-mail address.
  package var text: String
  /// What the message has in its place; `nil` where it has nothing.
  package var written: String?
  package var user: ID<User>?
  /// The user's name, else the e-mail address.
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

  /// The message with this in the place of what it was taken for.
  package func applied(to message: String) -> String {
    guard let written, message.contains(written) else { return "\(text)\n\(message)" }
    return message.replacing(written, with: text, maxReplacements: 1)
  }
}

extension MessageClues.Day {
  /// The time in which it is that day somewhere on Earth: the last such day that began before
  /// `instant`. `nil` where no calendar has it in that year.
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
