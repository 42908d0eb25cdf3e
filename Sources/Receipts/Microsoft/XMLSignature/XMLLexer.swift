import Basics

/// The parts of XML below elements: characters, references, names, comments, the declaration.
extension XMLReader {
  var byte: UInt8? { byte(at: position) }

  func byte(at offset: Int) -> UInt8? {
    bytes.indices.contains(offset) ? bytes[offset] : nil
  }

  func fault(_ expected: String) -> SyntaxError {
    SyntaxError(offset: position, expected: expected)
  }

  func isNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes.dropFirst(position).starts(with: $0) }
  }

  mutating func take(_ text: StaticString) -> Bool {
    guard isNext(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  mutating func require(_ text: StaticString, _ expected: String) throws(SyntaxError) {
    guard take(text) else { throw fault(expected) }
  }

  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = position
    while let byte, Self.isSpace(byte) { position += 1 }
    return position > start
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Requires valid UTF-8 with only characters of XML 1.0 §2.2.
  func checkCharacters() throws(SyntaxError) {
    let span = bytes.span
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
    } catch {
      throw SyntaxError(offset: error.byteOffsets.lowerBound, expected: "valid UTF-8")
    }
    for offset in 0..<span.count {
      let byte = span[offset]
      if byte < 0x20, !Self.isSpace(byte) {
        throw SyntaxError(offset: offset, expected: "no control characters")
      }
      // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
      if byte == 0xEF, self.byte(at: offset + 1) == 0xBF, self.byte(at: offset + 2) ?? 0 >= 0xBE {
        throw SyntaxError(offset: offset, expected: "characters of XML 1.0")
      }
    }
  }

  /// Skips a byte order mark, the XML declaration, comments and white space.
  mutating func prolog() throws(SyntaxError) {
    if byte == 0xEF { position += 3 }
    if isNext("<?xml "), let end = declarationEnd {
      let declaration = bytes[position..<end].filter { !Self.isSpace($0) }
        .map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 }
      guard Self.declarations.contains(String(decoding: declaration, as: UTF8.self).lowercased())
      else { throw fault("a declaration of XML 1.0 in UTF-8") }
      position = end
    }
    try skipMisc()
  }

  private var declarationEnd: Int? {
    let limit = min(bytes.count, position + 200)
    for offset in position..<limit
    where byte(at: offset) == UInt8(ascii: "?") && byte(at: offset + 1) == UInt8(ascii: ">") {
      return offset + 2
    }
    return nil
  }

  /// Without white space, in lower case.
  private static let declarations: Set<String> = [
    #"<?xmlversion="1.0"?>"#,
    #"<?xmlversion="1.0"encoding="utf-8"?>"#,
    #"<?xmlversion="1.0"encoding="utf-8"standalone="yes"?>"#,
    #"<?xmlversion="1.0"encoding="utf-8"standalone="no"?>"#,
    #"<?xmlversion="1.0"standalone="yes"?>"#,
    #"<?xmlversion="1.0"standalone="no"?>"#,
  ]

  /// Skips comments and white space outside of the root.
  mutating func skipMisc() throws(SyntaxError) {
    skipSpace()
    while isNext("<!--") {
      try comment()
      skipSpace()
    }
    if isNext("<!") { throw fault("no document type: entities are not read") }
    if isNext("<?") { throw fault("no processing instruction") }
  }

  /// No "--" within (XML 1.0 §2.5).
  mutating func comment() throws(SyntaxError) {
    try require("<!--", "a comment")
    while byte != nil {
      if take("-->") { return }
      if isNext("--") { throw fault("no \"--\" in a comment") }
      position += 1
    }
    throw fault("the end of the comment, but the text ends here")
  }

  // Names

  mutating func qualifiedName() throws(SyntaxError) -> XMLName {
    let first = try name()
    guard take(":") else { return XMLName(prefix: "", local: first) }
    return XMLName(prefix: first, local: try name())
  }

  private mutating func name() throws(SyntaxError) -> String {
    let start = position
    while let byte, Self.isNameByte(byte, isFirst: position == start) { position += 1 }
    guard position > start, position - start <= 128 else {
      throw SyntaxError(offset: start, expected: "a name of ASCII letters")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
    case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: false
    }
  }

  // Characters

  mutating func attributeValue() throws(SyntaxError) -> String {
    guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw fault("a value in quotes")
    }
    position += 1
    var value: [UInt8] = []
    while let next = byte {
      if next == quote {
        position += 1
        return String(decoding: value, as: UTF8.self)
      }
      guard next != UInt8(ascii: "<") else { throw fault("no < in an attribute's value") }
      if next == UInt8(ascii: "&") {
        try reference(into: &value)
      } else {
        // CR LF is one line end (§2.11), and all white space becomes blanks (§3.3.3).
        let isPair = next == 0x0D && byte(at: position + 1) == 0x0A
        value.append(Self.isSpace(next) ? 0x20 : next)
        position += isPair ? 2 : 1
      }
    }
    throw fault("the end of the attribute's value, but the text ends here")
  }

  /// Reads one character of text, or one reference.
  mutating func character(into text: inout [UInt8]) throws(SyntaxError) {
    guard let next = byte else { throw fault("text") }
    switch next {
    case UInt8(ascii: "&"): try reference(into: &text)
    case UInt8(ascii: "]") where isNext("]]>"): throw fault("no \"]]>\" in text")
    case 0x0D:
      position += byte(at: position + 1) == 0x0A ? 2 : 1
      text.append(0x0A)
    default:
      text.append(next)
      position += 1
    }
  }

  /// Reads one of the five predefined entities (§4.6) or a character reference (§4.1).
  private mutating func reference(into text: inout [UInt8]) throws(SyntaxError) {
    if take("&amp;") { return text.append(UInt8(ascii: "&")) }
    if take("&lt;") { return text.append(UInt8(ascii: "<")) }
    if take("&gt;") { return text.append(UInt8(ascii: ">")) }
    if take("&quot;") { return text.append(UInt8(ascii: "\"")) }
    if take("&apos;") { return text.append(UInt8(ascii: "'")) }
    let start = position
    let expected = "&amp; &lt; &gt; &quot; &apos; or a character's number"
    let radix = take("&#x") ? 16 : take("&#") ? 10 : 0
    var number: UInt32 = 0
    var digits = 0
    // Eight digits stay within 32 bits in both radices.
    while radix > 0, digits < 8, let byte, let digit = byte.hexDigitValue, digit < radix {
      number = number * UInt32(radix) + UInt32(digit)
      digits += 1
      position += 1
    }
    guard digits > 0, take(";"), let scalar = Unicode.Scalar(number), Self.isCharacter(number)
    else { throw SyntaxError(offset: start, expected: expected) }
    text.append(contentsOf: String(Character(scalar)).utf8)
  }

  private static func isCharacter(_ number: UInt32) -> Bool {
    switch number {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
