/// A text normalized for the search for identifiers: all dashes are hyphens, all spaces are ASCII
/// spaces, full-width letters and digits are ASCII, and invisible characters are removed.
struct ScannedText {
  private(set) var bytes: [UInt8]
  /// The original offset and length of each byte's character; empty if nothing was changed.
  private var origins: [(start: Int, length: UInt8)] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) { return }
    origins.reserveCapacity(bytes.count)
    bytes.removeAll(keepingCapacity: true)
    var start = 0
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      appendPlain(scalar)
      while origins.count < bytes.count { origins.append((start, UInt8(length))) }
      start += length
    }
  }

  /// Two parts of another text, one directly after the other.
  init(joining first: Range<Int>, _ second: Range<Int>, of text: ScannedText) {
    bytes = Array(text.bytes[first] + text.bytes[second])
  }

  /// The byte at an index, or 0, which belongs to no class, outside of the text.
  subscript(index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  /// The text without surrounding space and punctuation.
  var core: Range<Int> {
    let isAround = { (byte: UInt8) in byte.isSpace || "<>()[]{}\"'#.,;:!?".utf8.contains(byte) }
    let start = end(from: 0, of: isAround)
    return start..<max(start, self.start(before: bytes.count, of: isAround))
  }

  /// The first index from `start` on whose byte is not a member.
  func end(from start: Int, of isMember: (UInt8) -> Bool) -> Int {
    var index = max(0, start)
    while index < bytes.count, isMember(bytes[index]) { index += 1 }
    return index
  }

  /// The beginning of the members that end at `end`, at most `limit` of them.
  func start(before end: Int, limit: Int = .max, of isMember: (UInt8) -> Bool) -> Int {
    var index = min(end, bytes.count)
    while index > 0, end - index < limit, isMember(bytes[index - 1]) { index -= 1 }
    return index
  }

  func starts(with text: StaticString, at index: Int) -> Bool {
    guard index >= 0, index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }

  /// The range of bytes in the original text.
  func original(_ range: Range<Int>) -> Range<Int> {
    guard let last = range.last, origins.indices.contains(last) else { return range }
    return origins[range.lowerBound].start..<origins[last].start + Int(origins[last].length)
  }

  /// The maximal ranges of ASCII letters and digits, in order.
  var words: Words { Words(text: self) }

  struct Words: Sequence, IteratorProtocol {
    fileprivate let text: ScannedText
    private var index = 0

    fileprivate init(text: ScannedText) { self.text = text }

    mutating func next() -> Range<Int>? {
      let start = text.end(from: index) { !$0.isAlphanumeric }
      index = text.end(from: start, of: \.isAlphanumeric)
      return start < index ? start..<index : nil
    }
  }

  private mutating func appendPlain(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63: bytes.append(UInt8(ascii: "-"))
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: bytes.append(UInt8(ascii: " "))
    case 0x85, 0x2028, 0x2029: bytes.append(UInt8(ascii: "\n"))
    case 0xAB, 0xBB, 0x2018...0x201F, 0x300C...0x300F: bytes.append(UInt8(ascii: "\""))
    case 0x3001: bytes.append(UInt8(ascii: ","))
    case 0x3002: bytes.append(UInt8(ascii: "."))
    case 0xFF01...0xFF5E:
      bytes.append(UInt8(truncatingIfNeeded: scalar.value - 0xFF01 + 0x21))
    // Soft hyphens, joiners, direction marks.
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: break
    default: bytes.append(contentsOf: Unicode.UTF8.encode(scalar) ?? .init())
    }
  }
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isCapital: Bool { (0x41...0x5A).contains(self) }
  var isSmall: Bool { (0x61...0x7A).contains(self) }
  var isLetter: Bool { (self | 0x20).isSmall }
  var isAlphanumeric: Bool { isDigit || isLetter }
  var isHexadecimal: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
  /// A character of base64, without the padding.
  var isBase64: Bool { isAlphanumeric || self == 0x2B || self == 0x2F }
  /// A character of base64url.
  var isBase64URL: Bool { isAlphanumeric || self == 0x2D || self == 0x5F }
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  var isLineBreak: Bool { self == 0x0A || self == 0x0D }
}
