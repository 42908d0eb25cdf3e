extension QueryFault {
  /// The text with carets under the faulty token and the sentence beside them, and suggestions on a
  /// third line. Of a long text only `columns` bytes around the token are shown, at least 20. Safe
  /// for a terminal with any text.
  package func picture(of text: String, columns: Int = 80) -> String {
    var line = DiagnosticLine(text, around: range, columns: max(20, columns))
    let carets = String(repeating: "^", count: max(1, line.marked))
    let indent = String(repeating: " ", count: line.indent)
    var lines = [line.finish(), "\(indent)\(carets) \(sentence)"]
    if !suggestions.isEmpty { lines.append(indent + question) }
    return lines.joined(separator: "\n")
  }
}

/// A range of a text in which every character has a known width.
private struct DiagnosticLine {
  private var line = ""
  private let isCut: (before: Bool, after: Bool)
  /// The width in cells of the text before the token, and of the token.
  private(set) var indent = 0
  private(set) var marked = 0

  init(_ text: String, around range: Range<Int>, columns: Int) {
    let length = text.utf8.count
    let start = min(max(range.lowerBound, 0), length)
    let end = min(max(range.upperBound, start), length)
    // A third of the shown text is before the token.
    let first = max(0, start - columns / 3)
    isCut = (first > 0, length > first + columns)
    if isCut.before { append("…", isBefore: true) }
    var offset = 0
    for scalar in text.unicodeScalars {
      defer { offset += UTF8.width(scalar) }
      guard offset >= first else { continue }
      guard offset < first + columns else { break }
      append(Self.shown(scalar), isBefore: offset < start, isMarked: (start..<end).contains(offset))
    }
  }

  mutating func finish() -> String { isCut.after ? line + "…" : line }

  private mutating func append(_ shown: Shown, isBefore: Bool, isMarked: Bool = false) {
    line += shown.text
    if isBefore { indent += shown.cells }
    if isMarked { marked += shown.cells }
  }

  private typealias Shown = (text: String, cells: Int)

  private mutating func append(_ text: String, isBefore: Bool) {
    append((text, text.unicodeScalars.count), isBefore: isBefore)
  }

  private static func shown(_ scalar: Unicode.Scalar) -> Shown {
    if (0x20..<0x7F).contains(scalar.value) { return (String(scalar), 1) }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate:
      let escape = "‹\(String(scalar.value, radix: 16, uppercase: true))›"
      return (escape, escape.unicodeScalars.count)
    case .nonspacingMark, .enclosingMark, .spacingMark: return ("", 0)
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber,
      .modifierLetter:
      if isWide(scalar.value) { return (String(scalar), 2) }
      return scalar.value < 0x1100 ? (String(scalar), 1) : ("▯", 1)
    default:
      if scalar.value < 0x180, scalar.value > 0xA0 { return (String(scalar), 1) }
      return isWide(scalar.value) ? (String(scalar), 2) : ("▯", 1)
    }
  }

  /// The blocks of East Asian characters that are two cells wide.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x3001...0x3020, 0x3041...0x3096, 0x30A0...0x30FF, 0x3105...0x312F, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x20000...0x2FFFF:
      true
    default: false
    }
  }
}
