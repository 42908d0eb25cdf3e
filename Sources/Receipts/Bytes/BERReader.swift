import Basics

/// The offsets of one ASN.1 element.
struct Element {
  /// The identifier octet: class, the constructed bit (0x20) and a tag number below 31.
  var tag: UInt8
  /// The offset of the identifier octet.
  var start: Int
  var contentStart: Int
  /// The end of the content; an indefinite length's end-of-contents octets come after it.
  var contentEnd: Int
  var end: Int

  var content: Range<Int> { contentStart..<contentEnd }
  var whole: Range<Int> { start..<end }
}

enum Tag {
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let constructedOctetString: UInt8 = 0x24
  static let objectIdentifier: UInt8 = 0x06
  static let utf8String: UInt8 = 0x0C
  static let ia5String: UInt8 = 0x16
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31
  static let context0: UInt8 = 0xA0
  static let context1: UInt8 = 0xA1
}

/// Reads ASN.1 in BER (X.690 §8): definite and indefinite lengths, minimal or not, because the
/// stores write DER and Xcode does not. Works on offsets into one buffer, allocates nothing, and
/// trusts no input: lengths are compared with the remaining bytes before use.
struct BERReader {
  /// Nesting of indefinite lengths; real receipts have five levels.
  static let maxNesting = 32

  private(set) var position: Int
  let end: Int

  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position >= end }

  /// Continues at `position`, which the caller knows to be the end of an element.
  mutating func skip(to position: Int) { self.position = position }

  /// The tag of the next element; `nil` at the end.
  func peek(_ bytes: Span<UInt8>) -> UInt8? {
    position < end && position < bytes.count ? bytes[position] : nil
  }

  @inline(__always)
  mutating func next(_ bytes: Span<UInt8>) throws(SyntaxError) -> Element {
    // Most elements of a receipt are shorter than 128 bytes, and most others than 64 KB.
    let start = position
    if start + 1 < end, end <= bytes.count, bytes[start] & 0x1F != 0x1F {
      var (content, length) = (start + 2, Int(bytes[start + 1]))
      switch length {
      case 0x81 where content < end:
        length = Int(bytes[content])
        content += 1
      case 0x82 where content + 2 <= end:
        length = Int(bytes[content]) << 8 | Int(bytes[content + 1])
        content += 2
      case 0x80...: return try nextLong(bytes)
      default: break
      }
      if length <= end - content {
        position = content + length
        return Element(
          tag: bytes[start],
          start: start,
          contentStart: content,
          contentEnd: position,
          end: position
        )
      }
    }
    return try nextLong(bytes)
  }

  private mutating func nextLong(_ bytes: Span<UInt8>) throws(SyntaxError) -> Element {
    let element = try Self.element(bytes, at: position, limit: end, depth: 0)
    position = element.end
    return element
  }

  /// Reads the next element, which must have this tag.
  @inline(__always)
  mutating func next(
    _ tag: UInt8,
    _ bytes: Span<UInt8>,
    _ expected: @autoclosure () -> String
  ) throws(SyntaxError) -> Element {
    guard peek(bytes) == tag else { throw SyntaxError(offset: position, expected: expected()) }
    return try next(bytes)
  }

  /// Rejects trailing data.
  func expectEnd(_ expected: String) throws(SyntaxError) {
    guard isAtEnd else { throw SyntaxError(offset: position, expected: expected) }
  }

  /// The element whose encoding is all of `range`.
  static func element(_ bytes: Span<UInt8>, filling range: Range<Int>) -> Element? {
    let element = try? element(bytes, at: range.lowerBound, limit: range.upperBound, depth: 0)
    return element?.end == range.upperBound ? element : nil
  }

  /// The element that starts at `offset` and ends before `limit`.
  static func element(
    _ bytes: Span<UInt8>,
    at offset: Int,
    limit: Int,
    depth: Int
  ) throws(SyntaxError) -> Element {
    let limit = min(limit, bytes.count)
    guard offset >= 0, offset < limit else {
      throw SyntaxError(offset: offset, expected: "an ASN.1 element, but the data ends here")
    }
    let tag = bytes[offset]
    guard tag & 0x1F != 0x1F else {
      throw SyntaxError(offset: offset, expected: "a tag number below 31")
    }
    guard offset + 1 < limit else {
      throw SyntaxError(offset: offset + 1, expected: "a length, but the data ends here")
    }
    let first = bytes[offset + 1]
    if first < 0x80 {
      return try definite(tag, at: offset, content: offset + 2, UInt64(first), limit: limit)
    }
    if first == 0x80 {
      return try indefinite(bytes, tag, start: offset, limit: limit, depth: depth)
    }
    let count = Int(first & 0x7F)
    guard count <= 8 else {
      throw SyntaxError(offset: offset + 1, expected: "a length of at most eight octets")
    }
    guard offset + 2 + count <= limit else {
      throw SyntaxError(offset: offset + 2, expected: "a length, but the data ends here")
    }
    var length: UInt64 = 0
    for index in 0..<count { length = length << 8 | UInt64(bytes[offset + 2 + index]) }
    return try definite(tag, at: offset, content: offset + 2 + count, length, limit: limit)
  }

  private static func definite(
    _ tag: UInt8,
    at start: Int,
    content contentStart: Int,
    _ length: UInt64,
    limit: Int
  ) throws(SyntaxError) -> Element {
    guard length <= UInt64(limit - contentStart) else {
      throw SyntaxError(
        offset: start + 1,
        expected: "a length within the data (\(length) stated, \(limit - contentStart) left)"
      )
    }
    let end = contentStart + Int(length)
    return Element(tag: tag, start: start, contentStart: contentStart, contentEnd: end, end: end)
  }

  private static func indefinite(
    _ bytes: Span<UInt8>,
    _ tag: UInt8,
    start: Int,
    limit: Int,
    depth: Int
  ) throws(SyntaxError) -> Element {
    guard tag & 0x20 != 0 else {
      throw SyntaxError(
        offset: start + 1,
        expected: "a definite length on an element that holds no others"
      )
    }
    guard depth < maxNesting else {
      throw SyntaxError(offset: start, expected: "at most \(maxNesting) nested indefinite lengths")
    }
    var position = start + 2
    while true {
      guard position + 1 < limit else {
        throw SyntaxError(offset: position, expected: "end-of-contents octets")
      }
      if bytes[position] == 0, bytes[position + 1] == 0 {
        return Element(
          tag: tag,
          start: start,
          contentStart: start + 2,
          contentEnd: position,
          end: position + 2
        )
      }
      position = try element(bytes, at: position, limit: limit, depth: depth + 1).end
    }
  }
}

extension BERReader {
  /// A length in DER (X.690 §10.1): as few bytes as possible.
  static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(truncatingIfNeeded: count)] }
    var octets: [UInt8] = []
    var rest = count
    while rest > 0 {
      octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(truncatingIfNeeded: octets.count)] + octets
  }

  /// A non-negative INTEGER of at most 63 bits; `nil` for a negative, empty or larger one.
  @inline(__always)
  static func unsigned(_ bytes: Span<UInt8>, _ content: Range<Int>) -> Int? {
    guard let first = content.first, content.upperBound <= bytes.count, bytes[first] < 0x80
    else { return nil }
    // Versions, quantities, types and flags are one byte.
    return content.count == 1 ? Int(bytes[first]) : longUnsigned(bytes, content)
  }

  private static func longUnsigned(_ bytes: Span<UInt8>, _ content: Range<Int>) -> Int? {
    var value: UInt64 = 0
    for index in content {
      guard value < 1 << 55 else { return nil }
      value = value << 8 | UInt64(bytes[index])
    }
    return Int(value)
  }

  /// Whether the bytes in `range` are exactly `other`.
  static func matches(_ bytes: Span<UInt8>, _ range: Range<Int>, _ other: [UInt8]) -> Bool {
    guard range.count == other.count, range.upperBound <= bytes.count else { return false }
    for index in 0..<other.count where bytes[range.lowerBound + index] != other[index] {
      return false
    }
    return true
  }

  /// Whether two ranges of the same bytes are equal.
  static func matches(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count, max(left.upperBound, right.upperBound) <= bytes.count
    else { return false }
    for index in 0..<left.count
    where bytes[left.lowerBound + index] != bytes[right.lowerBound + index] {
      return false
    }
    return true
  }
}
