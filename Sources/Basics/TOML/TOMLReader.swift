/// A strict reader of TOML 1.0.0 (toml.io) for files that a person wrote: it says at which byte it
/// stopped. Tables and arrays are nested to a limit.
package struct TOMLReader {
  /// The most arrays, tables and parts of a key within each other.
  package static let deepest = 64

  let text: [UInt8]
  var position = 0
  /// The line of `counted`, which is at or before `position`.
  private var line = 1
  private var counted = 0

  private init(_ text: String) { self.text = Array(text.utf8) }

  /// Reads a document. A byte order mark at its beginning is passed over.
  package static func table(_ text: String) throws(SyntaxError) -> TOMLTable {
    var reader = TOMLReader(text)
    if reader.text.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    return try reader.document().table
  }

  private mutating func document() throws(SyntaxError) -> TOMLSection {
    let root = TOMLSection(isDefined: true)
    var (section, depth) = (root, 0)
    // What dotted keys have made since the last header.
    var dotted: [TOMLSection] = []
    while true {
      skipBlanks()
      if let next, next != UInt8(ascii: "#"), !isAtLineEnd {
        if next == UInt8(ascii: "[") {
          for made in dotted { made.isDefined = true }
          dotted = []
          (section, depth) = try header(from: root)
        } else {
          try member(of: section, depth, &dotted)
        }
        skipBlanks()
      }
      try comment()
      if next == nil { return root }
      guard lineEnd() else { throw fault("the end of the line") }
    }
  }

  /// The section that a header opens, and its depth.
  private mutating func header(
    from root: TOMLSection
  ) throws(SyntaxError) -> (TOMLSection, depth: Int) {
    let (start, line) = (position, currentLine())
    position += 1
    let isList = take("[")
    skipBlanks()
    let path = try key(depth: 0)
    skipBlanks()
    guard take("]"), !isList || take("]") else {
      throw fault(isList ? "]] after the name of the table" : "] after the name of the table")
    }
    var section = root
    for part in path.dropLast() {
      guard let inner = section.section(on: part, line) else {
        throw fault("a table's name; \(part) is the name of a value", at: start)
      }
      section = inner
    }
    let name = path[path.count - 1]
    guard let opened = isList ? section.append(to: name, line) : section.define(name, line)
    else {
      throw fault("another name; there is a \(path.joined(separator: ".")) already", at: start)
    }
    return (opened, path.count)
  }

  /// Reads `key = value` into the section. `dotted` are the sections that the key has passed.
  private mutating func member(
    of section: TOMLSection,
    _ depth: Int,
    _ dotted: inout [TOMLSection]
  ) throws(SyntaxError) {
    let (start, line) = (position, currentLine())
    let path = try key(depth: depth)
    skipBlanks()
    guard take("=") else { throw fault("= after the key") }
    skipBlanks()
    let value = try value(depth: depth + path.count)
    var section: TOMLSection? = section
    for part in path.dropLast() {
      section = section?.section(ofDotted: part, line)
      if let section { dotted.append(section) }
    }
    guard section?.set(path[path.count - 1], value, line) ?? false else {
      throw fault("another key; there is a \(path.joined(separator: ".")) already", at: start)
    }
  }

  /// The parts of a key, one of which may be quoted.
  private mutating func key(depth: Int) throws(SyntaxError) -> [String] {
    var path: [String] = []
    repeat {
      skipBlanks()
      guard depth + path.count < Self.deepest else {
        throw fault("at most \(Self.deepest) levels")
      }
      path.append(try part())
      skipBlanks()
    } while take(".")
    return path
  }

  private mutating func part() throws(SyntaxError) -> String {
    if take("\"") { return try basicString() }
    if take("'") { return try literalString() }
    let start = position
    while let next, Self.isBare(next) { position += 1 }
    guard position > start else { throw fault("a key") }
    return String(decoding: text[start..<position], as: UTF8.self)
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }

  mutating func inlineTable(depth: Int) throws(SyntaxError) -> TOMLValue {
    let section = TOMLSection(isDefined: true)
    var dotted: [TOMLSection] = []
    skipBlanks()
    if take("}") { return .table(TOMLTable()) }
    repeat {
      skipBlanks()
      try member(of: section, depth, &dotted)
      skipBlanks()
    } while take(",")
    guard take("}") else { throw fault("a comma or } in the same line") }
    return .table(section.table)
  }

  mutating func array(depth: Int) throws(SyntaxError) -> TOMLValue {
    var items: [TOMLValue] = []
    while true {
      try skipLines()
      if take("]") { return .array(items) }
      items.append(try value(depth: depth))
      // What is missing is missing here, not where the next line begins.
      let end = position
      try skipLines()
      guard take(",") || next == UInt8(ascii: "]") else {
        throw fault("a comma or ] in the array", at: end)
      }
    }
  }
}

// The text, byte by byte.
extension TOMLReader {
  /// The line at `position`, from 1.
  private mutating func currentLine() -> Int {
    line += text[counted..<position].count { $0 == 0x0A }
    counted = position
    return line
  }

  var next: UInt8? { position < text.count ? text[position] : nil }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Takes a text that is next.
  mutating func takeAll(_ characters: StaticString) -> Bool {
    let isNext = characters.withUTF8Buffer { text[position...].starts(with: $0) }
    if isNext { position += characters.utf8CodeUnitCount }
    return isNext
  }

  private mutating func skipBlanks() { while take(" ") || take("\t") {} }

  private var isAtLineEnd: Bool {
    next == 0x0A || next == 0x0D && position + 1 < text.count && text[position + 1] == 0x0A
  }

  mutating func lineEnd() -> Bool {
    guard isAtLineEnd else { return false }
    position += next == 0x0A ? 1 : 2
    return true
  }

  private mutating func comment() throws(SyntaxError) {
    guard take("#") else { return }
    while let next, !isAtLineEnd {
      guard Self.isText(next) else { throw fault("no control character in a comment") }
      position += 1
    }
  }

  /// Blanks, comments and ends of lines.
  private mutating func skipLines() throws(SyntaxError) {
    repeat {
      skipBlanks()
      try comment()
    } while lineEnd()
  }

  /// Whether a comment or a string may have it as it is.
  static func isText(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }

  func fault(_ expected: String, at offset: Int? = nil) -> SyntaxError {
    SyntaxError(offset: offset ?? position, expected: expected)
  }
}
