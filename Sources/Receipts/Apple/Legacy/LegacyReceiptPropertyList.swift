import Basics

/// Reads NeXTSTEP's text property lists strictly, from untrusted bytes: dictionaries
/// `{ key = value; }`, arrays `( a, b )`, data `<0f 1e>`, quoted and bare strings, `//` and `/* */`
/// comments. Rejects trailing text and repeated keys; limits depth and size.
struct LegacyReceiptPropertyList {
  enum Value: Equatable {
    case string(String)
    case data([UInt8])
    case array([Value])
    case dictionary([(name: String, value: Value)])

    static func == (left: Value, right: Value) -> Bool { left.json == right.json }

    subscript(name: String) -> Value? {
      guard case .dictionary(let entries) = self else { return nil }
      return entries.first { $0.name == name }?.value
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }

    /// Data becomes lower-case hexadecimal text, because JSON has no bytes.
    var json: JSONValue {
      switch self {
      case .string(let text): .string(text)
      case .data(let bytes): .string(String(hex: bytes))
      case .array(let items): .array(items.map(\.json))
      case .dictionary(let entries): .object(entries.map { .init($0.name, $0.value.json) })
      }
    }
  }

  /// A legacy receipt has one level in each of its two lists.
  static let maxDepth = 16
  /// In bytes; real ones have about 3000.
  static let maxBytes = 256 * 1_024

  private let end: Int
  private var position = 0

  private init(end: Int) { self.end = end }

  /// Parses the single value of the text.
  ///
  /// - Throws: a `SyntaxError` at a byte of the text.
  static func value(_ text: [UInt8]) throws(SyntaxError) -> Value {
    guard text.count <= maxBytes else {
      throw SyntaxError(offset: maxBytes, expected: "a property list of \(maxBytes) bytes")
    }
    let bytes = text.span
    var reader = LegacyReceiptPropertyList(end: text.count)
    let value = try reader.value(bytes, depth: 0)
    try reader.skipSpace(bytes)
    guard reader.position == reader.end else {
      throw reader.fault("the end of the property list")
    }
    return value
  }

  private func fault(_ expected: String) -> SyntaxError {
    SyntaxError(offset: position, expected: expected)
  }

  private func peek(_ text: Span<UInt8>, ahead: Int = 0) -> UInt8? {
    ahead < end - position ? text[position + ahead] : nil
  }

  private mutating func take(_ byte: UInt8, _ text: Span<UInt8>) -> Bool {
    guard peek(text) == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace(_ text: Span<UInt8>) throws(SyntaxError) {
    while let byte = peek(text) {
      switch (byte, peek(text, ahead: 1)) {
      case (0x09...0x0D, _), (0x20, _): position += 1
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        while let next = peek(text), next != 0x0A, next != 0x0D { position += 1 }
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): try skipComment(text)
      default: return
      }
    }
  }

  private mutating func skipComment(_ text: Span<UInt8>) throws(SyntaxError) {
    let start = position
    position += 2
    while let byte = peek(text) {
      if byte == UInt8(ascii: "*"), peek(text, ahead: 1) == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    throw SyntaxError(offset: start, expected: "a comment that ends")
  }

  private mutating func value(_ text: Span<UInt8>, depth: Int) throws(SyntaxError) -> Value {
    try skipSpace(text)
    guard depth < Self.maxDepth else { throw fault("at most \(Self.maxDepth) levels") }
    switch peek(text) {
    case UInt8(ascii: "{"): return try dictionary(text, depth: depth)
    case UInt8(ascii: "("): return try array(text, depth: depth)
    case UInt8(ascii: "<"): return .data(try data(text))
    case nil: throw fault("a value, but the text ends here")
    default: return .string(try string(text))
    }
  }

  private mutating func dictionary(_ text: Span<UInt8>, depth: Int) throws(SyntaxError) -> Value {
    position += 1
    var entries: [(name: String, value: Value)] = []
    var names: Set<String> = []
    while true {
      try skipSpace(text)
      if take(UInt8(ascii: "}"), text) { return .dictionary(entries) }
      let start = position
      let name = try string(text)
      guard names.insert(name).inserted else {
        throw SyntaxError(offset: start, expected: "a key once")
      }
      try skipSpace(text)
      guard take(UInt8(ascii: "="), text) else { throw fault("an equals sign") }
      entries.append((name, try value(text, depth: depth + 1)))
      try skipSpace(text)
      guard take(UInt8(ascii: ";"), text) else { throw fault("a semicolon") }
    }
  }

  private mutating func array(_ text: Span<UInt8>, depth: Int) throws(SyntaxError) -> Value {
    position += 1
    var items: [Value] = []
    while true {
      try skipSpace(text)
      if take(UInt8(ascii: ")"), text) { return .array(items) }
      items.append(try value(text, depth: depth + 1))
      try skipSpace(text)
      if take(UInt8(ascii: ")"), text) { return .array(items) }
      guard take(UInt8(ascii: ","), text) else { throw fault("a comma or a closing parenthesis") }
    }
  }

  private mutating func data(_ text: Span<UInt8>) throws(SyntaxError) -> [UInt8] {
    position += 1
    var bytes: [UInt8] = []
    var half: UInt8?
    while let character = peek(text) {
      if let digit = character.hexDigitValue {
        if let high = half {
          bytes.append(high << 4 | digit)
          half = nil
        } else {
          half = digit
        }
      } else if character == UInt8(ascii: ">"), half == nil {
        position += 1
        return bytes
      } else if character != 0x20, !(0x09...0x0D).contains(character) {
        throw fault("pairs of hexadecimal digits")
      }
      position += 1
    }
    throw fault("the end of the data")
  }

  private static func isBare(_ character: UInt8) -> Bool {
    switch character {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "_$/:.-".utf8.contains(character)
    }
  }

  private mutating func string(_ text: Span<UInt8>) throws(SyntaxError) -> String {
    let start = position
    var bytes: [UInt8] = []
    if take(UInt8(ascii: "\""), text) {
      while !take(UInt8(ascii: "\""), text) {
        guard let character = peek(text) else { throw fault("the end of the string") }
        position += 1
        if character == UInt8(ascii: "\\") {
          bytes += String(try escape(text)).utf8
        } else {
          bytes.append(character)
        }
      }
    } else {
      while let character = peek(text), Self.isBare(character) {
        bytes.append(character)
        position += 1
      }
      guard !bytes.isEmpty else { throw fault("a string") }
    }
    guard let string = String(utf8: bytes.span, 0..<bytes.count) else {
      throw SyntaxError(offset: start, expected: "text in UTF-8")
    }
    return string
  }

  /// Reads the escape behind a backslash. Rejects octal codes beyond ASCII, which would be in
  /// NeXTSTEP's own character set, and surrogates.
  private mutating func escape(_ text: Span<UInt8>) throws(SyntaxError) -> Unicode.Scalar {
    guard let character = peek(text) else { throw fault("a character behind the backslash") }
    let start = position
    position += 1
    let value: UInt32
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "/"), 0x0A:
      value = UInt32(character)
    case UInt8(ascii: "n"): value = 0x0A
    case UInt8(ascii: "r"): value = 0x0D
    case UInt8(ascii: "t"): value = 0x09
    case UInt8(ascii: "a"): value = 0x07
    case UInt8(ascii: "b"): value = 0x08
    case UInt8(ascii: "v"): value = 0x0B
    case UInt8(ascii: "f"): value = 0x0C
    case UInt8(ascii: "U"), UInt8(ascii: "u"): value = try digits(text, bits: 4, count: 4)
    case 0x30...0x37:
      position = start
      value = try digits(text, bits: 3, count: 3)
      guard value < 0x80 else {
        throw SyntaxError(offset: start, expected: "an octal escape within ASCII")
      }
    default: throw SyntaxError(offset: start, expected: "an escape of property lists")
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw SyntaxError(offset: start, expected: "a character, not half of one")
    }
    return scalar
  }

  private mutating func digits(
    _ text: Span<UInt8>,
    bits: UInt32,
    count: Int
  ) throws(SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let character = peek(text), let digit = character.hexDigitValue,
        UInt32(digit) < 1 << bits
      else { throw fault("\(count) digits") }
      value = value << bits | UInt32(digit)
      position += 1
    }
    return value
  }
}
