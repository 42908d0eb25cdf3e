/// A position in a query's text. All syntax is ASCII, so that the text can be read as bytes: it is
/// only cut next to ASCII characters or white space, never inside a character.
struct QueryCursor {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next byte; `nil` at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips `count` bytes.
  mutating func advance(_ count: Int = 1) { position = min(position + count, bytes.count) }

  /// Skips the character if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Skips the text if it is next.
  mutating func take(text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Skips `word` if it is next and followed by a delimiter.
  mutating func take(word: String) -> Bool {
    let start = position
    guard take(text: word) else { return false }
    if isAtDelimiter { return true }
    position = start
    return false
  }

  mutating func skipSpace() { while spaceAhead > 0 { position += spaceAhead } }

  /// Whether a word ends here: at the end, a space, a parenthesis, a quotation mark or `|`.
  var isAtDelimiter: Bool {
    guard let next else { return true }
    return "()|\"".utf8.contains(next) || spaceAhead > 0
  }

  /// Skips a bare word, up to a delimiter or one of `stops`.
  mutating func takeWord(upTo stops: String = "") -> Range<Int> {
    let start = position
    while let next, !isAtDelimiter, !stops.utf8.contains(next) { position += 1 }
    return start..<position
  }

  /// The range of the letters A to Z that follow, in either case.
  func lettersAhead() -> Range<Int> {
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    let end = bytes[position...].firstIndex { !isLetter($0) } ?? bytes.count
    return position..<end
  }

  /// Skips a quotation, whose first mark is next, and returns its content; `nil` if it does not
  /// end. In it `\"`, `\\` and `\u{…}` stand for a quotation mark, a backslash and a character by
  /// its hexadecimal number.
  mutating func takeQuotation() -> String? {
    position += 1
    var content: [UInt8] = []
    while let byte = next {
      if take("\"") { return String(decoding: content, as: UTF8.self) }
      if let escaped = takeEscape() {
        content += escaped
      } else {
        content.append(byte)
        position += 1
      }
    }
    return nil
  }

  private mutating func takeEscape() -> [UInt8]? {
    if take(text: "\\\\") { return [0x5C] }
    if take(text: "\\\"") { return [0x22] }
    let start = position
    if take(text: "\\u{"), let end = bytes[position...].prefix(9).firstIndex(of: 0x7D),
      let value = UInt32(text(in: position..<end), radix: 16), let scalar = Unicode.Scalar(value)
    {
      position = end + 1
      return Array(String(scalar).utf8)
    }
    position = start
    return nil
  }

  func text(in range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }

  /// The length of the next character if it is white space; otherwise 0.
  private var spaceAhead: Int {
    guard let next else { return 0 }
    switch next {
    case 0x20, 0x09...0x0D: return 1
    case 0xC2: return [0x85, 0xA0].contains(byte(1)) ? 2 : 0
    case 0xE1: return (byte(1), byte(2)) == (0x9A, 0x80) ? 3 : 0
    case 0xE2:
      let isSpace =
        byte(1) == 0x80
        && ((0x80...0x8A).contains(byte(2)) || [0xA8, 0xA9, 0xAF].contains(byte(2)))
      return isSpace || (byte(1), byte(2)) == (0x81, 0x9F) ? 3 : 0
    case 0xE3: return (byte(1), byte(2)) == (0x80, 0x80) ? 3 : 0
    default: return 0
    }
  }

  private func byte(_ distance: Int) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }
}

/// A value after an operator, as typed.
struct QueryValue {
  /// The text without the stars around it.
  var text: String
  /// The range including the stars.
  var range: Range<Int>
  var isQuoted = false
  var hasStarBefore = false
  var hasStarAfter = false

  /// Whether it is only a star, which matches any value.
  var isStar: Bool { text.isEmpty && hasStarAfter && !isQuoted }

  /// Parses values separated by commas.
  static func list(
    of name: Query.Name,
    from cursor: inout QueryCursor
  ) throws(QueryError) -> [QueryValue] {
    var values: [QueryValue] = []
    repeat { values.append(try one(of: name, from: &cursor)) } while cursor.take(",")
    return values
  }

  private static func one(
    of name: Query.Name,
    from cursor: inout QueryCursor
  ) throws(QueryError) -> QueryValue {
    let start = cursor.position
    var value = QueryValue(text: "", range: start..<start)
    value.hasStarBefore = cursor.take("*")
    if cursor.next == UInt8(ascii: "\"") {
      let quote = cursor.position
      guard let text = cursor.takeQuotation() else {
        throw QueryError(.openQuote, at: quote..<quote + 1)
      }
      (value.text, value.isQuoted) = (text, true)
    } else {
      value.text = cursor.text(in: cursor.takeWord(upTo: ",*"))
    }
    value.hasStarAfter = cursor.take("*")
    if value.text.isEmpty, value.hasStarBefore, !value.hasStarAfter, !value.isQuoted {
      (value.hasStarBefore, value.hasStarAfter) = (false, true)
    }
    value.range = start..<cursor.position
    guard !value.range.isEmpty else {
      throw QueryError(.valueExpected(name), at: start..<start)
    }
    let isStarred = value.hasStarBefore || value.hasStarAfter
    guard !isStarred || cursor.isAtDelimiter || cursor.next == UInt8(ascii: ",") else {
      throw QueryError(.misplacedStar, at: start..<cursor.takeWord(upTo: ",").upperBound)
    }
    return value
  }
}
