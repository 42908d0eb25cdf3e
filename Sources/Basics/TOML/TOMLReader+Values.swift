import Foundation

extension TOMLReader {
  mutating func value(depth: Int) throws(SyntaxError) -> TOMLValue {
    guard depth <= Self.deepest else { throw fault("at most \(Self.deepest) levels") }
    if takeAll("\"\"\"") { return .string(try longString(quote: UInt8(ascii: "\""))) }
    if takeAll("'''") { return .string(try longString(quote: UInt8(ascii: "'"))) }
    if take("\"") { return .string(try basicString()) }
    if take("'") { return .string(try literalString()) }
    if take("[") { return try array(depth: depth + 1) }
    if take("{") { return try inlineTable(depth: depth) }
    let word = word()
    let value = Self.literal(word) ?? Self.number(word) ?? Self.time(word)
    guard let value else { throw fault("a value", at: word.startIndex) }
    return value
  }

  /// The characters up to the next that ends a value. A blank between a date and its time is one of
  /// them.
  private mutating func word() -> ArraySlice<UInt8> {
    let start = position
    while let next, !Self.endsWord(next) || isBeforeTime(start) { position += 1 }
    return text[start..<position]
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "#"), UInt8(ascii: ","), UInt8(ascii: "]"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }

  private func isBeforeTime(_ start: Int) -> Bool {
    guard position == start + 10, next == 0x20, text.count > position + 3 else { return false }
    return text[start + 4] == UInt8(ascii: "-") && text[position + 3] == UInt8(ascii: ":")
  }

  private static func literal(_ word: ArraySlice<UInt8>) -> TOMLValue? {
    guard word.count <= 5 else { return nil }
    return switch String(decoding: word, as: UTF8.self) {
    case "true": .bool(true)
    case "false": .bool(false)
    case "inf", "+inf": .float(.infinity)
    case "-inf": .float(-.infinity)
    case "nan", "+nan", "-nan": .float(.nan)
    default: nil
    }
  }

  private static func number(_ word: ArraySlice<UInt8>) -> TOMLValue? {
    var rest = word
    let bases: [(StaticString, Int)] = [("0x", 16), ("0o", 8), ("0b", 2)]
    if let (_, base) = bases.first(where: { fits($0.0, &rest) }) {
      let digits = rest
      guard takeDigits(of: 16, &rest), rest.isEmpty else { return nil }
      return Int(plain(digits), radix: base).map { .int($0) }
    }
    _ = takeSign(&rest)
    let whole = rest
    guard takeDigits(&rest), whole.first != 0x30 || whole.count - rest.count == 1 else {
      return nil
    }
    var isWhole = true
    if fits(".", &rest) {
      guard takeDigits(&rest) else { return nil }
      isWhole = false
    }
    if fits("e", &rest) || fits("E", &rest) {
      _ = takeSign(&rest)
      guard takeDigits(&rest) else { return nil }
      isWhole = false
    }
    guard rest.isEmpty else { return nil }
    return isWhole ? Int(plain(word)).map { .int($0) } : Double(plain(word)).map { .float($0) }
  }

  private static func plain(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
  }

  private static func takeSign(_ rest: inout ArraySlice<UInt8>) -> Bool {
    fits("+", &rest) || fits("-", &rest)
  }

  /// Takes digits, between which low lines may stand; `false` if there are none, or a low line is
  /// elsewhere.
  private static func takeDigits(of base: Int = 10, _ rest: inout ArraySlice<UInt8>) -> Bool {
    repeat {
      let others = rest.drop { isDigit($0, of: base) }
      guard others.count < rest.count else { return false }
      rest = others
    } while fits("_", &rest)
    return true
  }

  private static func isDigit(_ byte: UInt8, of base: Int) -> Bool {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < base } ?? false
  }

  /// A date, a time, or both (RFC 3339 §5.6), with an offset or without. Milliseconds at most are
  /// kept.
  private static func time(_ word: ArraySlice<UInt8>) -> TOMLValue? {
    var rest = word
    let day = taken(&rest) { fits("9999-99-99", &$0) }
    let isDivided = day != nil && ["T", "t", " "].contains { fits($0, &rest) }
    let clock = taken(&rest) { fits("99:99:99", &$0) }
    guard day != nil || clock != nil, isDivided == (day != nil && clock != nil) else { return nil }
    var fraction: Substring?
    if clock != nil, fits(".", &rest) {
      guard let digits = taken(&rest, { takeDigits(&$0) }), !digits.contains("_") else {
        return nil
      }
      fraction = ".\(digits)".prefix(4)
    }
    let zone =
      isDivided
      ? taken(&rest) { fits("Z", &$0) || fits("z", &$0) || takeSign(&$0) && fits("99:99", &$0) }
      : nil
    guard rest.isEmpty else { return nil }
    let text = "\(day ?? "2000-01-01")T\(clock ?? "00:00:00")\(fraction ?? "")"
    guard let instant = RFC3339.parse(text + (zone?.uppercased() ?? "Z")) else { return nil }
    if zone != nil { return .instant(instant) }
    return clock == nil ? .day(instant) : .localTime(String(decoding: word, as: UTF8.self))
  }

  /// What is taken from the beginning; `nil`, and nothing is, if that is not there.
  private static func taken(
    _ rest: inout ArraySlice<UInt8>,
    _ take: (inout ArraySlice<UInt8>) -> Bool
  ) -> String? {
    let all = rest
    guard take(&rest) else {
      rest = all
      return nil
    }
    return String(decoding: all[..<rest.startIndex], as: UTF8.self)
  }

  /// Takes a beginning, in which 9 is any digit.
  private static func fits(_ pattern: StaticString, _ rest: inout ArraySlice<UInt8>) -> Bool {
    let count = pattern.utf8CodeUnitCount
    guard rest.count >= count else { return false }
    let isThere = pattern.withUTF8Buffer { pattern in
      zip(pattern, rest).allSatisfy { expected, byte in
        expected == UInt8(ascii: "9") ? (0x30...0x39).contains(byte) : expected == byte
      }
    }
    if isThere { rest = rest.dropFirst(count) }
    return isThere
  }
}

// Strings, of which the opening quote was taken.
extension TOMLReader {
  mutating func basicString() throws(SyntaxError) -> String {
    var bytes: [UInt8] = []
    while let next, !isEnd(of: next) {
      if take("\"") { return String(decoding: bytes, as: UTF8.self) }
      if take("\\") { try escape(into: &bytes) } else { try character(into: &bytes) }
    }
    throw fault("a closing quotation mark in the same line")
  }

  mutating func literalString() throws(SyntaxError) -> String {
    var bytes: [UInt8] = []
    while let next, !isEnd(of: next) {
      if take("'") { return String(decoding: bytes, as: UTF8.self) }
      try character(into: &bytes)
    }
    throw fault("a closing apostrophe in the same line")
  }

  private func isEnd(of byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// A string of several lines, in which a double quote allows escapes.
  private mutating func longString(quote: UInt8) throws(SyntaxError) -> String {
    var bytes: [UInt8] = []
    _ = lineEnd()
    while let next {
      let quotes = text[position...].prefix(5).prefix { $0 == quote }.count
      if quotes >= 3 {
        position += quotes
        // Up to two stand before the closing ones.
        bytes += Array(repeating: quote, count: quotes - 3)
        return String(decoding: bytes, as: UTF8.self)
      }
      let start = position
      if lineEnd() {
        bytes += text[start..<position]
      } else if quote == UInt8(ascii: "\""), next == UInt8(ascii: "\\") {
        position += 1
        if !skipLineBreak() { try escape(into: &bytes) }
      } else {
        try character(into: &bytes)
      }
    }
    throw fault("three closing quotation marks, but the text ends here")
  }

  /// Blanks up to the end of a line, and all that is blank behind it.
  private mutating func skipLineBreak() -> Bool {
    let start = position
    while take(" ") || take("\t") {}
    guard lineEnd() else {
      position = start
      return false
    }
    while take(" ") || take("\t") || lineEnd() {}
    return true
  }

  private mutating func character(into bytes: inout [UInt8]) throws(SyntaxError) {
    guard let next, Self.isText(next) else { throw fault("no control character in a string") }
    bytes.append(next)
    position += 1
  }

  private mutating func escape(into bytes: inout [UInt8]) throws(SyntaxError) {
    let start = position - 1
    let letter = next
    position += 1
    switch letter {
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(letter ?? 0)
    case UInt8(ascii: "u"): bytes += try scalar(digits: 4, from: start)
    case UInt8(ascii: "U"): bytes += try scalar(digits: 8, from: start)
    default: throw fault("an escape of TOML", at: start)
    }
  }

  private mutating func scalar(digits: Int, from start: Int) throws(SyntaxError) -> [UInt8] {
    let given = text[position...].prefix(digits)
    guard given.count == digits, given.allSatisfy({ Self.isDigit($0, of: 16) }),
      let number = UInt32(String(decoding: given, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(number)
    else { throw fault("\(digits) hexadecimal digits of a character", at: start) }
    position += digits
    return Array(String(scalar).utf8)
  }
}
