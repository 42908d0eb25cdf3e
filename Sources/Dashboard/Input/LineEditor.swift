/// An editor for one line of text.
struct LineEditor: Equatable, Sendable {
  /// The maximum number of characters: a long message; more is a mistaken paste.
  static let limit = 8192

  private(set) var characters: [Character]
  private(set) var cursor: Int

  init(_ text: String = "") {
    characters = Array(text.prefix(Self.limit))
    cursor = characters.count
  }

  var text: String { String(characters) }
  var textBeforeCursor: String { String(characters.prefix(cursor)) }

  /// Inserts text at the cursor; line breaks and tabs become spaces.
  mutating func insert(_ text: String) {
    let room = Self.limit - characters.count
    let new = text.prefix(max(0, room)).map { $0.isWhitespace ? " " : $0 }
    characters.insert(contentsOf: new, at: cursor)
    cursor += new.count
  }

  /// Handles an editing key; `false` for other keys.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .backspace:
      guard cursor > 0 else { return true }
      cursor -= 1
      characters.remove(at: cursor)
    case .delete:
      if cursor < characters.count { characters.remove(at: cursor) }
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = characters.count
    case .control("u"):
      characters.removeFirst(cursor)
      cursor = 0
    case .control("w"):
      while cursor > 0, characters[cursor - 1] == " " { dropLast() }
      while cursor > 0, characters[cursor - 1] != " " { dropLast() }
    default: return false
    }
    return true
  }

  private mutating func dropLast() {
    cursor -= 1
    characters.remove(at: cursor)
  }
}
