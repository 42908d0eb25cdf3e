/// What somebody typed into the search field, understood.
package enum SearchQuery: Equatable, Sendable {
  case everything
  /// A transaction or original transaction ID, matched exactly (or a user ID of the same digits).
  case transaction(String)
  case email(String)
  /// The beginning of a user's ID, name, e-mail address or of a product they bought.
  case text(String)

  /// Recognises an identifier in `text`; what is none of them is plain text.
  package init(parsing text: String) {
    let tail = text.drop(while: \.isWhitespace)
    let end = tail.lastIndex { !$0.isWhitespace }.map(tail.index(after:)) ?? tail.startIndex
    let word = String(tail[..<end])
    if word.isEmpty {
      self = .everything
    } else if word.utf8.count <= 20, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      self = .transaction(word)
    } else if word.contains("@"), !word.contains(where: \.isWhitespace) {
      self = .email(word)
    } else {
      self = .text(word)
    }
  }
}
