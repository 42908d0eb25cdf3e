/// The text of a dump from a position on, and how its parts are read.
struct SQLText: Sendable {
  enum Problem: Error {
    /// The end of what is being read has not arrived.
    case missing
    case malformed
  }

  private var bytes: [UInt8] = []
  var position = 0
  /// Where the end of a line was sought before.
  private var searched = 0
  /// MySQL's strings have escapes with a backslash, PostgreSQL's have none.
  private(set) var isMySQL = false

  private static let lineFeed = UInt8(ascii: "\n")
  private static let backslash = UInt8(ascii: "\\")
  private static let quote = UInt8(ascii: "'")

  var pending: Int { bytes.count - position }
  /// The next byte, if it has arrived.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  /// Whether only blanks are left.
  var isBlank: Bool { bytes[position...].allSatisfy(Self.isBlank) }

  mutating func feed(_ new: ArraySlice<UInt8>) {
    if position > 0 {
      bytes.removeSubrange(..<position)
      searched = max(0, searched - position)
      position = 0
    }
    bytes += new
  }

  /// Goes back to where the text was read as of this dialect: what is read again is read alike.
  mutating func goBack(to start: Int, isMySQL: Bool) {
    position = start
    self.isMySQL = isMySQL
  }

  func lineFeeds(from start: Int) -> Int {
    bytes[start..<position].reduce(0) { $0 + ($1 == Self.lineFeed ? 1 : 0) }
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 9 && byte <= 13 }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private func peek(_ offset: Int = 0) throws(Problem) -> UInt8 {
    guard position + offset < bytes.count else { throw .missing }
    return bytes[position + offset]
  }

  /// `missing` if only its beginning has arrived.
  private func has(_ text: StaticString) throws(Problem) -> Bool {
    let rest = bytes[position...].prefix(text.utf8CodeUnitCount)
    guard text.withUTF8Buffer({ $0.starts(with: rest) }) else { return false }
    guard rest.count == text.utf8CodeUnitCount else { throw .missing }
    return true
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Problem) {
    guard try peek() == UInt8(ascii: character) else { throw .malformed }
    position += 1
  }

  /// Passes over blanks and comments; what MySQL executes in comments is no comment.
  mutating func skipBlanks() throws(Problem) {
    while let byte = next {
      if Self.isBlank(byte) {
        position += 1
      } else if try has("--") {
        try skipLine()
      } else if byte == UInt8(ascii: "#"), isMySQL {
        try skipLine()
      } else if try has("/*!") {
        isMySQL = true
        position += 3
        while let digit = next, digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") {
          position += 1
        }
      } else if try has("*/") {
        position += 2
      } else if try has("/*") {
        if try has("/*M!") { isMySQL = true }
        position += 2
        while try !has("*/") {
          _ = try peek()
          position += 1
        }
        position += 2
      } else {
        return
      }
    }
  }

  private mutating func skipLine() throws(Problem) {
    let start = position
    while try peek() != Self.lineFeed { position += 1 }
    let comment = bytes[start..<position]
    if comment.count < 1_000 {
      let text = String(decoding: comment, as: UTF8.self)
      if text.contains("MySQL dump") || text.contains("MariaDB dump") { isMySQL = true }
    }
  }

  /// The rest of the line without its end.
  mutating func line(isComplete: Bool) throws(Problem) -> ArraySlice<UInt8> {
    let from = max(position, searched)
    let end = bytes[from...].firstIndex(of: Self.lineFeed)
    searched = bytes.count
    guard let end = end ?? (isComplete && pending > 0 ? bytes.count : nil) else { throw .missing }
    let line = bytes[position..<end]
    position = min(end + 1, bytes.count)
    searched = position
    return line.last == 13 ? line.dropLast() : line
  }

  /// The same without blanks around it.
  mutating func restOfLine(isComplete: Bool) throws(Problem) -> [UInt8] {
    let rest = try line(isComplete: isComplete).drop(while: Self.isBlank)
    return Array(rest.reversed().drop(while: Self.isBlank).reversed())
  }

  /// A word of SQL, which something must follow.
  mutating func word() throws(Problem) -> String {
    let start = position
    while Self.isNamePart(try peek()) { position += 1 }
    // Anything else stands for itself, so that every statement is passed over.
    if start == position { return "" }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// The name of a table or column, with the schema before it.
  mutating func name() throws(Problem) -> String {
    var parts: [String] = []
    repeat {
      try skipBlanks()
      let byte = try peek()
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`") {
        if byte == UInt8(ascii: "`") { isMySQL = true }
        parts.append(String(decoding: try quoted(escapes: false), as: UTF8.self))
      } else {
        parts.append(try word())
      }
      // Before the blanks behind it, which may not have arrived: the line that is named is this one.
      guard parts.last != "" else { throw .malformed }
      try skipBlanks()
    } while take(".")
    return parts.joined(separator: ".")
  }

  /// Names in parentheses.
  mutating func names() throws(Problem) -> [String] {
    try expect("(")
    var names: [String] = []
    repeat { names.append(try name()) } while take(",")
    try expect(")")
    return names
  }

  private static let constraints: Set<String> = [
    "PRIMARY", "KEY", "UNIQUE", "CONSTRAINT", "INDEX", "FULLTEXT", "SPATIAL", "CHECK", "FOREIGN",
    "EXCLUDE", "LIKE", "PERIOD",
  ]

  /// The columns in the parentheses of CREATE TABLE.
  mutating func definedColumns() throws(Problem) -> [String] {
    try expect("(")
    var columns: [String] = []
    while true {
      try skipBlanks()
      let first = try peek()
      if Self.isNamePart(first) || first == UInt8(ascii: "`") || first == UInt8(ascii: "\"") {
        let name = try name()
        if !Self.isLetter(first) || !Self.constraints.contains(name.uppercased()) {
          columns.append(name)
        }
      }
      var depth = 0
      while true {
        try skipBlanks()
        let byte = try peek()
        if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ")") { break }
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        try skipToken()
      }
      if take(")") { return columns }
      position += 1
    }
  }

  /// Passes over the rest of a statement and its end.
  mutating func skipStatement(to delimiter: [UInt8]) throws(Problem) {
    while true {
      try skipBlanks()
      guard pending >= delimiter.count else { throw .missing }
      if bytes[position...].starts(with: delimiter) {
        position += delimiter.count
        return
      }
      try skipToken()
    }
  }

  private mutating func skipToken() throws(Problem) {
    let byte = try peek()
    switch byte {
    case Self.quote: _ = try quoted(escapes: isMySQL)
    case UInt8(ascii: "\""): _ = try quoted(escapes: isMySQL)
    case UInt8(ascii: "`"): _ = try quoted(escapes: false)
    case UInt8(ascii: "$") where !isMySQL: try skipDollars()
    case _ where Self.isNamePart(byte):
      while let byte = next, Self.isNamePart(byte) { position += 1 }
      let isEscaped = position > 0 && bytes[position - 1] | 0x20 == UInt8(ascii: "e")
      if next == Self.quote { _ = try quoted(escapes: isMySQL || isEscaped) }
    default: position += 1
    }
  }

  /// Passes over PostgreSQL's `$name$ … $name$`, or a single dollar.
  private mutating func skipDollars() throws(Problem) {
    var end = position + 1
    while end < bytes.count, Self.isNamePart(bytes[end]), bytes[end] != UInt8(ascii: "$") {
      end += 1
    }
    guard end < bytes.count else { throw .missing }
    guard bytes[end] == UInt8(ascii: "$") else {
      position = end
      return
    }
    let tag = Array(bytes[position...end])
    position = end + 1
    while !bytes[position...].starts(with: tag) {
      _ = try peek()
      position += 1
    }
    position += tag.count
  }

  /// What stands between a quotation mark and the next one of its kind that is not doubled.
  private mutating func quoted(escapes: Bool) throws(Problem) -> [UInt8] {
    let mark = try peek()
    position += 1
    var content: [UInt8] = []
    while true {
      var end = position
      while end < bytes.count, bytes[end] != mark, !(escapes && bytes[end] == Self.backslash) {
        end += 1
      }
      content += bytes[position..<end]
      position = end
      if try peek() == mark {
        position += 1
        // Whether it is doubled is known once something follows.
        guard try peek() == mark else { return content }
        content.append(mark)
        position += 1
      } else {
        content.append(Self.escaped(try peek(1)))
        position += 2
      }
    }
  }

  private static func escaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0"): 0
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "t"): 9
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "r"): 13
    case UInt8(ascii: "Z"): 26
    default: byte
    }
  }
}

// Values.
extension SQLText {
  /// The values in parentheses.
  mutating func tuple() throws(Problem) -> [[UInt8]?] {
    try expect("(")
    var values: [[UInt8]?] = []
    repeat {
      try skipBlanks()
      values.append(try value())
      try skipBlanks()
      while try has("::") { try skipCast() }
    } while take(",")
    try expect(")")
    return values
  }

  private mutating func skipCast() throws(Problem) {
    position += 2
    _ = try name()
    try skipBlanks()
    if next == UInt8(ascii: "(") { _ = try tuple() }
    while try has("[]") { position += 2 }
    try skipBlanks()
  }

  private mutating func value() throws(Problem) -> [UInt8]? {
    let start = position
    let first = try peek()
    if first == Self.quote || first == UInt8(ascii: "\"") { return try quoted(escapes: isMySQL) }
    while true {
      let byte = try peek()
      let isNumber = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      guard Self.isNamePart(byte) || isNumber || byte == UInt8(ascii: "+") else { break }
      position += 1
    }
    let word = bytes[start..<position]
    guard !word.isEmpty else { throw .malformed }
    if word.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")]) {
      return HexText.bytes(Array(word.dropFirst(2)))
    }
    let text = String(decoding: word.prefix(20), as: UTF8.self).uppercased()
    if first == UInt8(ascii: "_") { try skipBlanks() }
    if try peek() == Self.quote {
      let content = try quoted(escapes: isMySQL || text == "E")
      return text == "X" ? HexText.bytes(content) : content
    }
    if first == UInt8(ascii: "_"), try has("0x") { return try value() }
    guard try peek() != UInt8(ascii: "(") else { throw .malformed }
    return ["NULL", "DEFAULT"].contains(text) ? nil : Array(word)
  }

  /// The fields of a line of COPY.
  static func copied(_ line: ArraySlice<UInt8>) -> [[UInt8]?] {
    line.split(separator: 9, omittingEmptySubsequences: false).map { field in
      if field.elementsEqual([backslash, UInt8(ascii: "N")]) { return nil }
      guard field.contains(backslash) else { return Array(field) }
      var value: [UInt8] = []
      value.reserveCapacity(field.count)
      var rest = field
      while let byte = rest.popFirst() {
        guard byte == backslash, let escape = rest.popFirst() else {
          value.append(byte)
          continue
        }
        switch escape {
        case UInt8(ascii: "b"): value.append(8)
        case UInt8(ascii: "t"): value.append(9)
        case UInt8(ascii: "n"): value.append(10)
        case UInt8(ascii: "v"): value.append(11)
        case UInt8(ascii: "f"): value.append(12)
        case UInt8(ascii: "r"): value.append(13)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
          var number = Int(escape) - 48
          for _ in 0..<2 {
            guard let digit = rest.first, digit >= 48, digit <= 55 else { break }
            number = number * 8 + Int(digit) - 48
            rest.removeFirst()
          }
          value.append(UInt8(truncatingIfNeeded: number))
        default: value.append(escape)
        }
      }
      return value
    }
  }
}

/// Bytes written as hexadecimal digits.
package enum HexText {
  /// `nil` if it is something else.
  package static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let value = digit.hexDigitValue else { return nil }
      if let upper = high {
        bytes.append(upper << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
