import Entitlements
import Foundation

extension HomeScreen {
  /// How the input line is understood.
  enum Reading: Equatable {
    case nothing
    case inquiry([Identifier], [TicketCategory])
    /// A query, or the error in it.
    case query(QueryError?)

    init(of text: String, at now: Date) {
      guard !text.isEmpty else {
        self = .nothing
        return
      }
      let identifiers = Identifier.all(in: text)
      do {
        let query = try Query(reading: text, at: now)
        if query.namesFields {
          self = .query(nil)
          return
        }
      } catch {
        guard !identifiers.isEmpty || text.contains(" ") else {
          self = .query(error)
          return
        }
      }
      let ticketCategories = TicketCategory.kinds(in: text)
      self =
        identifiers.isEmpty && ticketCategories.isEmpty && !Self.isSentence(text)
        ? .query(nil) : .inquiry(identifiers, ticketCategories)
    }

    /// The fewest words of a sentence that nothing else marks; names have fewer.
    private static let minWords = 6

    /// Whether a text without an identifier is a message and not a name: it has many words, several
    /// lines, marks that names lack, an amount or day, or introduces its writer.
    private static func isSentence(_ text: String) -> Bool {
      let words = text.split(whereSeparator: \.isWhitespace)
      guard words.count > 1 else { return false }
      let clues = MessageClues(in: text)
      let introductions = Introductions(in: text)
      return words.count >= minWords || text.contains(where: \.isNewline)
        || text.contains { "!?;".contains($0) } || !clues.amounts.isEmpty || !clues.days.isEmpty
        || !introductions.names.isEmpty || !introductions.userIDs.isEmpty
    }
  }
}

extension Query {
  /// Whether the query has a field, and not words alone.
  fileprivate var namesFields: Bool {
    switch self {
    case .field: true
    case .and(let parts), .or(let parts): parts.contains(where: \.namesFields)
    case .not(let query): query.namesFields
    case .everything, .word: false
    }
  }
}
