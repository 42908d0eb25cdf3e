/// A strict RFC 8259 reader for untrusted bytes: valid UTF-8, no trailing text, no control
/// characters in strings, no lone surrogates, limited depth, and no duplicate names, which two
/// readers may interpret differently. Values take at most twice the text's memory and a little
/// more; `[[],[],…]` would take six times as much.
package struct JSONReader {
  /// The maximum nesting of arrays and objects.
  package static let deepest = 64

  private let end: Int
  private var position: Int
  private var budget: JSONMemoryLimit
  private var names = StringInterner()
  private var texts = StringInterner()
  /// The member count of the previous object, used as an estimate for the next one.
  private var usualMembers = 0

  private init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
    budget = JSONMemoryLimit(forTextOf: range.count)
  }

  /// Reads the single value in `range` (byte offsets into `text`), ignoring white space around it.
  ///
  /// - Throws: Also if there are too many small values for the size of the text.
  package static func value(
    _ text: Span<UInt8>,
    _ range: Range<Int>
  ) throws(SyntaxError) -> JSONValue {
    var reader = JSONReader(range)
    let value = try reader.value(text, depth: 0)
    reader.skipSpace(text)
    guard reader.position == reader.end else {
      throw reader.fault("the end of the JSON text")
    }
    return value
  }

  /// Reads the single value in `text`, ignoring white space around it.
  package static func value(_ text: [UInt8]) throws(SyntaxError) -> JSONValue {
    try value(text.span, 0..<text.count)
  }

  /// Reads the single value in `text` without copying it.
  package static func value(_ text: String) throws(SyntaxError) -> JSONValue {
    let bytes = text.utf8.span
    return try value(bytes, 0..<bytes.count)
  }

  private mutating func skipSpace(_ text: Span<UInt8>) {
    while position < end {
      switch text[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func value(_ text: Span<UInt8>, depth: Int) throws(SyntaxError) -> JSONValue {
    skipSpace(text)
    guard position < end else { throw fault("a JSON value, but the text ends here") }
    switch text[position] {
    case UInt8(ascii: "{"): return try object(text, depth: depth)
    case UInt8(ascii: "["): return try array(text, depth: depth)
    case UInt8(ascii: "\""): return .string(try string(text))
    case UInt8(ascii: "t"): return try literal("true", .bool(true), text)
    case UInt8(ascii: "f"): return try literal("false", .bool(false), text)
    case UInt8(ascii: "n"): return try literal("null", .null, text)
    default: return try number(text)
    }
  }

  private func fault(_ expected: String) -> SyntaxError {
    SyntaxError(offset: position, expected: expected)
  }

  private mutating func take(_ byte: UInt8, _ text: Span<UInt8>) -> Bool {
    guard position < end, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func literal(
    _ characters: StaticString,
    _ value: JSONValue,
    _ text: Span<UInt8>
  ) throws(SyntaxError) -> JSONValue {
    let matches = characters.withUTF8Buffer { buffer in
      guard end - position >= buffer.count else { return false }
      for index in buffer.indices where text[position + index] != buffer[index] { return false }
      return true
    }
    guard matches else { throw fault("true, false or null") }
    position += characters.utf8CodeUnitCount
    return value
  }

  private mutating func object(_ text: Span<UInt8>, depth: Int) throws(SyntaxError) -> JSONValue {
    guard depth < Self.deepest else { throw fault("at most \(Self.deepest) levels of JSON") }
    position += 1
    skipSpace(text)
    if take(UInt8(ascii: "}"), text) { return .object([]) }
    var members: [JSONValue.Member] = []
    try reserve(&members, usualMembers)
    var index = JSONObjectIndex()
    while true {
      skipSpace(text)
      let start = position
      guard position < end, text[position] == UInt8(ascii: "\"") else {
        throw fault("a member's name")
      }
      let name = try string(text, isName: true)
      if members.count >= index.capacity { try grow(&index, members) }
      guard !index.holds(name, members) else {
        throw SyntaxError(offset: start, expected: "a member's name once")
      }
      skipSpace(text)
      guard take(UInt8(ascii: ":"), text) else { throw fault("a colon") }
      if members.count == members.capacity { try reserve(&members, members.count * 2) }
      index.insert(name, at: members.count)
      members.append(.init(name, try value(text, depth: depth + 1)))
      skipSpace(text)
      if take(UInt8(ascii: "}"), text) {
        usualMembers = members.count
        budget.refund(index.bytes)
        return .object(members)
      }
      guard take(UInt8(ascii: ","), text) else { throw fault("a comma or a closing brace") }
    }
  }

  private mutating func array(_ text: Span<UInt8>, depth: Int) throws(SyntaxError) -> JSONValue {
    guard depth < Self.deepest else { throw fault("at most \(Self.deepest) levels of JSON") }
    position += 1
    skipSpace(text)
    if take(UInt8(ascii: "]"), text) { return .array([]) }
    var items: [JSONValue] = []
    while true {
      if items.count == items.capacity { try reserve(&items, items.count * 2) }
      items.append(try value(text, depth: depth + 1))
      skipSpace(text)
      if take(UInt8(ascii: "]"), text) { return .array(items) }
      guard take(UInt8(ascii: ","), text) else { throw fault("a comma or a closing bracket") }
    }
  }

  /// Reserves capacity. Old and new storage exist at the same time while elements move.
  private mutating func reserve<Element>(
    _ list: inout [Element],
    _ count: Int
  ) throws(SyntaxError) {
    let before = JSONMemoryLimit.bytes(of: list)
    try charge(JSONMemoryLimit.bytes(ofArray: max(2, count), of: Element.self))
    list.reserveCapacity(max(2, count))
    budget.refund(before)
  }

  private mutating func grow(
    _ index: inout JSONObjectIndex,
    _ members: [JSONValue.Member]
  ) throws(SyntaxError) {
    let before = index.bytes
    try charge(index.nextBytes)
    index.grow(members)
    budget.refund(before)
  }

  private mutating func charge(_ bytes: Int) throws(SyntaxError) {
    guard budget.charge(bytes) else {
      throw fault("fewer small values; store documents don't have so many")
    }
  }

  /// number = [ minus ] int [ frac ] [ exp ]
  private mutating func number(_ text: Span<UInt8>) throws(SyntaxError) -> JSONValue {
    let start = position
    _ = take(UInt8(ascii: "-"), text)
    if !take(UInt8(ascii: "0"), text) {
      guard digits(text) > 0 else {
        position = start
        throw fault("a JSON value")
      }
    }
    if take(UInt8(ascii: "."), text) {
      guard digits(text) > 0 else { throw fault("a digit") }
    }
    if take(UInt8(ascii: "e"), text) || take(UInt8(ascii: "E"), text) {
      if !take(UInt8(ascii: "+"), text) { _ = take(UInt8(ascii: "-"), text) }
      guard digits(text) > 0 else { throw fault("a digit") }
    }
    try charge(JSONMemoryLimit.bytes(ofText: position - start))
    guard let digits = String(utf8: text, start..<position) else { throw fault("a number") }
    return .number(digits)
  }

  private mutating func digits(_ text: Span<UInt8>) -> Int {
    let start = position
    while position < end, case 0x30...0x39 = text[position] { position += 1 }
    return position - start
  }

  private mutating func string(
    _ text: Span<UInt8>,
    isName: Bool = false
  ) throws(SyntaxError) -> String {
    position += 1
    let start = position
    while position < end {
      position = text.endOfPlainLetters(position..<end)
      guard position < end else { break }
      let byte = text[position]
      if byte == UInt8(ascii: "\"") {
        let content = start..<position
        if let known = isName ? names.known(text, content) : texts.known(text, content) {
          position += 1
          return known
        }
        try charge(JSONMemoryLimit.bytes(ofText: content.count))
        guard let plain = String(utf8: text, content) else { throw fault("valid UTF-8") }
        if isName { names.remember(plain) } else { texts.remember(plain) }
        position += 1
        return plain
      }
      if byte == UInt8(ascii: "\\") { return try escaped(text, from: start) }
      guard byte >= 0x20 else { throw fault("no control character in a string") }
      position += 1
    }
    throw fault("a closing quotation mark, but the text ends here")
  }

  /// Reads the rest of a string that contains escapes.
  private mutating func escaped(
    _ text: Span<UInt8>,
    from start: Int
  ) throws(SyntaxError) -> String {
    var bytes = [UInt8](copying: text, start..<position)
    while position < end {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "\""):
        try charge(JSONMemoryLimit.bytes(ofText: bytes.count))
        guard let string = String(utf8: bytes.span, 0..<bytes.count) else {
          throw fault("valid UTF-8")
        }
        position += 1
        return string
      case UInt8(ascii: "\\"):
        position += 1
        try escape(text, into: &bytes)
      case ..<0x20: throw fault("no control character in a string")
      default:
        bytes.append(byte)
        position += 1
      }
    }
    throw fault("a closing quotation mark, but the text ends here")
  }

  private mutating func escape(_ text: Span<UInt8>, into bytes: inout [UInt8]) throws(SyntaxError) {
    guard position < end else { throw fault("an escape, but the text ends here") }
    let plain: UInt8? =
      switch text[position] {
      case UInt8(ascii: "\""): 0x22
      case UInt8(ascii: "\\"): 0x5C
      case UInt8(ascii: "/"): 0x2F
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "t"): 0x09
      default: nil
      }
    if let plain {
      bytes.append(plain)
      position += 1
      return
    }
    guard text[position] == UInt8(ascii: "u") else { throw fault("an escape of RFC 8259 §7") }
    position += 1
    var unit = try hexUnit(text)
    if (0xD800..<0xDC00).contains(unit) {
      guard take(UInt8(ascii: "\\"), text), take(UInt8(ascii: "u"), text) else {
        throw fault("the second half of a surrogate pair")
      }
      let low = try hexUnit(text)
      guard (0xDC00..<0xE000).contains(low) else {
        throw fault("the second half of a surrogate pair")
      }
      unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(unit) else { throw fault("no lone surrogate") }
    bytes.append(contentsOf: String(scalar).utf8)
  }

  private mutating func hexUnit(_ text: Span<UInt8>) throws(SyntaxError) -> UInt32 {
    guard end - position >= 4 else { throw fault("four hexadecimal digits") }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt32
      switch text[position] {
      case let byte where (0x30...0x39).contains(byte): digit = UInt32(byte - 0x30)
      case let byte where (0x41...0x46).contains(byte): digit = UInt32(byte - 0x37)
      case let byte where (0x61...0x66).contains(byte): digit = UInt32(byte - 0x57)
      default: throw fault("four hexadecimal digits")
      }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }
}
