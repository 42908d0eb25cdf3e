/// A value as it stands in a text.
private struct JSONPart {
  /// With the name before it, in an object.
  var whole: Range<Int>
  var value: Range<Int>

  var isMember: Bool { whole.lowerBound < value.lowerBound }
}

/// The values of a JSON text as far as it can be read.
private struct JSONParts {
  private static let maxDepth = 64

  let bytes: [UInt8]
  private(set) var parts: [JSONPart] = []
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skipSpace()
    _ = readValue(from: position, depth: 0)
  }

  private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  /// Reads a value, with all inside it; false at the end of what can be read.
  private mutating func readValue(from start: Int, depth: Int) -> Bool {
    let (begin, index) = (position, parts.count)
    parts.append(JSONPart(whole: start..<start, value: begin..<begin))
    let isRead =
      switch next {
      case UInt8(ascii: "{"): readItems(end: UInt8(ascii: "}"), depth: depth + 1)
      case UInt8(ascii: "["): readItems(end: UInt8(ascii: "]"), depth: depth + 1)
      case UInt8(ascii: "\""): readString()
      default: readWord()
      }
    guard isRead else {
      parts.remove(at: index)
      return false
    }
    parts[index] = JSONPart(whole: start..<position, value: begin..<position)
    return true
  }

  private mutating func readItems(end: UInt8, depth: Int) -> Bool {
    guard depth < Self.maxDepth else { return false }
    repeat {
      position += 1
      skipSpace()
      if next == end { break }
      let start = position
      if end == UInt8(ascii: "}") {
        guard readString() else { return false }
        skipSpace()
        guard next == UInt8(ascii: ":") else { return false }
        position += 1
        skipSpace()
      }
      guard readValue(from: start, depth: depth) else { return false }
      skipSpace()
    } while next == UInt8(ascii: ",")
    guard next == end else { return false }
    position += 1
    return true
  }

  private mutating func readString() -> Bool {
    guard next == UInt8(ascii: "\"") else { return false }
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  private mutating func readWord() -> Bool {
    let start = position
    while position < bytes.count, !",]}: \n".utf8.contains(bytes[position]) { position += 1 }
    return position > start
  }
}

extension Mutator {
  /// Values at a limit, or of another type.
  private static let values: [[UInt8]] = [
    "null", "true", "false", "0", "-0", "-1", "1", "1.5", "1e3", "1E-3", "1e400", "-1e-400",
    "9007199254740993", "9223372036854775807", "-9223372036854775809", "18446744073709551616",
    "0.1e1", "1767225600000", "123456789012345678901234567890", "01", "1.", "\"\"", "\"0\"",
    "\"1767225600000\"", "\"\\u0000\"", "\"\\ud800\"", "\"\\ud83d\\ude00\"", "\"\\udc00\\ud800\"",
    "\"e\\u0301\"", "\"\u{E9}\"", "\"2026-01-01T00:00:00Z\"", "\"Sandbox\"", "\"Production\"",
    "\"Xcode\"", "\"P1M\"", "[]", "{}", "[null]", "{\"\":0}", "[[]]", "\"a.b.c\"",
  ].map { Array($0.utf8) }

  private static let escapes: [[UInt8]] = [
    "\\u0041", "\\n", "\\/", "\\\\", "\\\"", "\\u0000", "\\uD83D\\uDE00", "\\ud800", "\\x", "\\u12",
    "\u{1F600}", "e\u{301}", "\u{202E}",
  ].map { Array($0.utf8) }

  /// `nil` if the text does not begin with a value.
  mutating func mutateJSON(_ input: [UInt8], depth: Int = 0) -> [UInt8]? {
    let text = JSONParts(input)
    guard !text.parts.isEmpty else { return nil }
    let part = dice.pick(text.parts)
    let whole = Array(input[part.whole])
    let value = Array(input[part.value])
    let name = Array(whole.dropLast(value.count))
    let comma = [UInt8(ascii: ",")]
    func replacing(_ range: Range<Int>, _ new: [UInt8]) -> [UInt8] {
      var output = input
      output.replaceSubrange(range, with: new)
      return output
    }
    switch dice.roll(10) {
    case 0: return replacing(part.whole, whole + comma + whole)
    case 1: return removing(part, input)
    case 2: return replacing(part.value, Array(input[dice.pick(text.parts).value]))
    case 3: return replacing(part.value, dice.pick(Self.values))
    case 4: return replacing(part.whole, whole + comma + name + dice.pick(Self.values))
    case 5: return replacing(part.value, wrapped(value))
    case 6:
      let others = JSONParts(other).parts
      guard !others.isEmpty else { return replacing(part.value, dice.pick(Self.values)) }
      let taken = dice.pick(others)
      guard taken.isMember, part.isMember else {
        return replacing(part.value, Array(other[taken.value]))
      }
      return replacing(part.whole, whole + comma + Array(other[taken.whole]))
    case 7 where part.isMember:
      let named = text.parts.filter(\.isMember)
      let taken = dice.pick(named)
      let name = Array(input[taken.whole.lowerBound..<taken.value.lowerBound])
      return replacing(part.whole, name + value)
    default: return replacing(part.value, changed(value, depth: depth))
    }
  }

  /// Without a value and a comma beside it.
  private func removing(_ part: JSONPart, _ input: [UInt8]) -> [UInt8] {
    var (start, end) = (part.whole.lowerBound, part.whole.upperBound)
    if end < input.count, input[end] == UInt8(ascii: ",") {
      end += 1
    } else if start > 0, input[start - 1] == UInt8(ascii: ",") {
      start -= 1
    }
    var output = input
    output.removeSubrange(start..<end)
    return output
  }

  private mutating func wrapped(_ value: [UInt8]) -> [UInt8] {
    let count = dice.roll(8) == 0 ? 1 + dice.roll(600) : 1
    let (open, close) = dice.pick([("[", "]"), ("{\"a\":", "}"), ("\"", "\"")])
    var output = Array(String(repeating: open, count: count).utf8)
    output += value
    output += String(repeating: close, count: count).utf8
    return output
  }

  /// A value with something else in it: a signed payload or base64 by its own grammar.
  private mutating func changed(_ value: [UInt8], depth: Int) -> [UInt8] {
    guard value.first == UInt8(ascii: "\""), value.count >= 2 else { return blindly(value) }
    var content = Array(value.dropFirst().dropLast())
    func quoted(_ content: [UInt8]) -> [UInt8] {
      var output = [UInt8(ascii: "\"")]
      output += content
      output.append(UInt8(ascii: "\""))
      return output
    }
    if depth < 2, content.count > 60 {
      if content.contains(UInt8(ascii: ".")), let new = mutateJWS(content, depth: depth + 1) {
        return quoted(new)
      }
      if let octets = Base64Text.decode(content), octets.first == 0x30,
        let new = mutateDER(octets)
      {
        return quoted(Base64Text.encode(new, forURL: false))
      }
    }
    let place = dice.roll(content.count + 1)
    switch dice.roll(3) {
    case 0: content.insert(contentsOf: dice.pick(Self.escapes), at: place)
    case 1 where place < content.count && content[place] != UInt8(ascii: "\\"):
      let hex = String(content[place], radix: 16)
      let escape = Array("\\u\(String(repeating: "0", count: 4 - hex.count))\(hex)".utf8)
      content.replaceSubrange(place...place, with: escape)
    default: content = blindly(content)
    }
    return quoted(content)
  }
}
