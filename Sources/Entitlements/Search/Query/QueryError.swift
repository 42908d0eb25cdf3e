/// Why a text is not a valid query. It does not repeat the text, which may be a secret.
package struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Error, Hashable {
    case tooLong, tooDeep
    case openQuote, openParenthesis, strayParenthesis
    /// A search term is missing.
    case termExpected
    case unknownField
    case unfitOperator(Query.Name)
    case valueExpected(Query.Name)
    case singleValueExpected(Query.Name)
    case unknownKeyword(Query.Name)
    case misplacedStar
    case numberExpected, numberOutOfRange, currencyExpected, twoCurrencies
    case timeExpected, noSuchDay, timeOutOfRange
    case emptyRange
  }

  package var reason: Reason
  /// The faulty token, in bytes of UTF-8; empty at the token's end if something is missing.
  package var range: Range<Int>
  /// Possible replacements, the likeliest first.
  package var suggestions: [String]

  package init(_ reason: Reason, at range: Range<Int>, suggestions: [String] = []) {
    self.reason = reason
    self.range = range
    self.suggestions = suggestions
  }

  package var sentence: String {
    switch reason {
    case .tooLong: "a query has at most \(Query.longestText) bytes; make it shorter"
    case .tooDeep: "parentheses can be nested \(Query.maxNestingDepth) deep; simplify the query"
    case .openQuote: "the quotation is not closed; end it with \""
    case .openParenthesis: "the parenthesis is not closed; end it with )"
    case .strayParenthesis: "no parenthesis was opened; put it in quotes to search for it"
    case .termExpected: "something to search for is expected, such as a name or state:grace"
    case .unknownField: "there is no such field; put the text in quotes to search for it"
    case .unfitOperator(let name):
      "\(name.rawValue) takes \(Self.listed(name.operators.map(\.rawValue), "and"))"
    case .valueExpected(let name): "a value of \(name.rawValue) is expected: \(name.meaning)"
    case .singleValueExpected(let name):
      switch name.subject {
      case .price: "one number is expected; its decimals follow a full stop"
      default: "one time is expected, without .. and commas"
      }
    case .unknownKeyword(let name): "\(name.rawValue) takes \(Self.listed(name.words, "or"))"
    case .misplacedStar:
      "a * must be at the end, or at both ends; put it in quotes to search for it"
    case .numberExpected: "a number is expected, such as 10 or 9.99"
    case .numberOutOfRange: "a number is expected below 9000000000, with at most nine decimals"
    case .currencyExpected: "a currency is expected by its three letters, such as usd"
    case .twoCurrencies: "both prices must be of one currency; nothing is converted"
    case .timeExpected: "a time is expected, such as 7d, yesterday, 2026-11 or 2026-11-21T10:00Z"
    case .noSuchDay: "the calendar has no such day or time"
    case .timeOutOfRange: "a time of the years 1 to 9999 is expected"
    case .emptyRange: "the range ends before it begins"
    }
  }

  /// The sentence, with the suggestions.
  package var description: String {
    suggestions.isEmpty ? sentence : "\(sentence); \(question)"
  }

  var question: String { "did you mean \(Self.listed(suggestions, "or"))?" }

  private static func listed(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

extension QueryError {
  /// The text with carets under the faulty token and the sentence beside them, and suggestions on a
  /// third line. Of a long text only `columns` bytes around the token are shown, at least 20. Safe
  /// for a terminal with any text.
  package func picture(of text: String, columns: Int = 80) -> String {
    var line = DiagnosticLine(text, around: range, columns: max(20, columns))
    let carets = String(repeating: "^", count: max(1, line.marked))
    let indent = String(repeating: " ", count: line.indent)
    var lines = [line.finish(), "\(indent)\(carets) \(sentence)"]
    if !suggestions.isEmpty { lines.append(indent + question) }
    if reason == .unknownField { lines += Self.fieldLines(columns: max(20, columns)) }
    return lines.joined(separator: "\n")
  }
}

extension QueryError {
  /// The names of all fields.
  private static func fieldLines(columns: Int) -> [String] {
    var lines = ["fields:"]
    for name in Query.Name.allCases {
      let word = name == Query.Name.allCases.last ? name.rawValue : "\(name.rawValue),"
      if lines[lines.count - 1].count + 1 + word.count > columns { lines.append("       ") }
      lines[lines.count - 1] += " \(word)"
    }
    return lines
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

/// Finds keywords with a similar spelling.
package enum SpellingSuggestions {
  /// The maximum length of a word; all keywords are shorter.
  private static let maxLength = 24

  /// The words that differ from `word` by few typing errors (a character added, omitted, changed,
  /// or two neighbours swapped), or that begin with it: the nearest first, at most three.
  package static func of(_ word: String, in words: [String]) -> [String] {
    let typed = Array(word.lowercased().utf8.prefix(maxLength + 1))
    guard !typed.isEmpty, typed.count <= maxLength else { return [] }
    let maxDistance = max(1, typed.count / 3)
    let near = words.enumerated().compactMap { index, candidate -> (Int, Int, String)? in
      let bytes = Array(candidate.lowercased().utf8)
      if typed.count > 1, bytes.starts(with: typed) { return (0, index, candidate) }
      let distance = distance(typed, bytes)
      // A word of two characters with an error could be anything.
      return distance <= maxDistance && distance < bytes.count - 1
        ? (distance, index, candidate) : nil
    }
    return near.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(3).map(\.2)
  }

  /// The minimum number of typing errors between two words.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        let change = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(change, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }
}
