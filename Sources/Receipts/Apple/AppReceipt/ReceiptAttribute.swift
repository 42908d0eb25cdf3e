import Basics
import Foundation

/// One attribute of a receipt, by offsets:
///
///     ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
struct ReceiptAttribute {
  var type: Int
  /// Usually 1; not used.
  var version: Int?
  var whole: Range<Int>
  var value: Range<Int>
}

/// Iterates over the attributes of a SET, in order.
struct AttributeReader {
  /// The location of the SET, for error messages.
  enum Location {
    case payload
    /// The number of the purchase, from 1.
    case inAppPurchase(Int)

    var name: String {
      switch self {
      case .payload: "the payload"
      case .inAppPurchase(let number): "in-app purchase \(number)"
      }
    }
  }

  private let location: Location
  private var reader: BERReader

  /// Begins with the attributes of the SET that fills `range`.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>, in location: Location) throws(Rejection) {
    self.location = location
    do throws(SyntaxError) {
      var outer = BERReader(range)
      if case .payload = location, outer.peek(bytes) == Tag.octetString {
        // Some tools sign the payload as a nested OCTET STRING: the signature covers that.
        let wrapped = try outer.next(bytes)
        try outer.expectEnd("the end of the payload's OCTET STRING")
        outer = BERReader(wrapped.content)
      }
      let set = try outer.next(Tag.set, bytes, "a SET of receipt attributes")
      try outer.expectEnd("the end of the SET's data")
      reader = BERReader(set.content)
    } catch {
      throw Self.rejection(error, location)
    }
  }

  /// Begins with the attributes that fill `range`, without a SET around them.
  init(attributesIn range: Range<Int>) {
    location = .payload
    reader = BERReader(range)
  }

  /// `nil` at the end of the SET.
  @inline(__always)
  mutating func next(_ bytes: Span<UInt8>) throws(Rejection) -> ReceiptAttribute? {
    guard !reader.isAtEnd else { return nil }
    if let attribute = Self.usual(bytes, at: reader.position, end: reader.end) {
      reader.skip(to: attribute.whole.upperBound)
      return attribute
    }
    return try unusual(bytes)
  }

  /// The most common form: lengths of one byte, a type of two bytes and a version of one. Its
  /// eleven bytes are compared at once.
  @inline(__always)
  private static func usual(_ bytes: Span<UInt8>, at start: Int, end: Int) -> ReceiptAttribute? {
    guard end - start >= 11, end <= bytes.count else { return nil }
    let head = bytes.word(at: start)
    // SEQUENCE, a length below 0x80, INTEGER of 2, a type below 0x8000, INTEGER of 1
    guard head & 0xFFFF_0080_FFFF_80FF == 0x0102_0000_0202_0030 else { return nil }
    let length = head >> 8 & 0xFF
    // A version below 0x80, OCTET STRING, the length that is left
    let tail = bytes.word(at: start + 3) >> 40
    guard tail & 0xFF_FF80 == (length &- 9) << 16 | 0x0400 else { return nil }
    let after = start &+ 2 &+ Int(truncatingIfNeeded: length)
    guard after <= end else { return nil }
    return ReceiptAttribute(
      type: Int(truncatingIfNeeded: head.byteSwapped >> 16 & 0xFFFF),
      version: Int(truncatingIfNeeded: tail & 0xFF),
      whole: start..<after,
      value: start + 11..<after
    )
  }

  private mutating func unusual(_ bytes: Span<UInt8>) throws(Rejection) -> ReceiptAttribute {
    do throws(SyntaxError) {
      let item = try reader.next(Tag.sequence, bytes, "a receipt attribute (SEQUENCE)")
      var fields = BERReader(item.content)
      let type = try fields.next(Tag.integer, bytes, "the attribute's type (INTEGER)")
      guard let number = BERReader.unsigned(bytes, type.content) else {
        throw SyntaxError(offset: type.start, expected: "an attribute type from 0 to 2^63-1")
      }
      let version = try fields.next(Tag.integer, bytes, "the attribute's version (INTEGER)")
      let value = try fields.next(Tag.octetString, bytes, "the attribute's value (OCTET STRING)")
      return ReceiptAttribute(
        type: number,
        version: BERReader.unsigned(bytes, version.content),
        whole: item.whole,
        value: value.content
      )
    } catch {
      throw Self.rejection(error, location)
    }
  }

  private static func rejection(_ error: SyntaxError, _ location: Location) -> Rejection {
    .malformed(at: "byte \(error.offset) (\(location.name))", expected: error.expected)
  }
}

/// The attribute types of a SET that have occurred.
struct SeenAttributes {
  private var bits: UInt64 = 0

  /// Whether this type is new; `index` counts from the first possible type. An index beyond 63 is
  /// not recorded and always new.
  mutating func insert(_ index: Int) -> Bool {
    guard (0..<64).contains(index) else { return true }
    defer { bits |= 1 << UInt64(index) }
    return bits & (1 << UInt64(index)) == 0
  }
}

/// Compares repeated attributes of a SET with the first of their type. If the values differ, two
/// readers may trust different ones.
struct RepeatedAttributes {
  /// Begins with the SET's first attribute.
  private let start: AttributeReader
  private var firstValues: [Int: Range<Int>] = [:]

  init(_ start: AttributeReader) { self.start = start }

  /// - Throws: `malformed` if the attribute, whose type has occurred before in the SET, has another
  ///   value than the first of that type.
  mutating func expectSame(
    _ attribute: ReceiptAttribute,
    _ value: AttributeValue,
    _ bytes: Span<UInt8>
  ) throws(Rejection) {
    if firstValues[attribute.type] == nil {
      var reader = start
      while let earlier = try reader.next(bytes) {
        guard earlier.type == attribute.type else { continue }
        firstValues[earlier.type] = earlier.value
        break
      }
    }
    guard let first = firstValues[attribute.type], BERReader.matches(bytes, first, attribute.value)
    else { throw value.malformed("the attribute once, or again with the same value") }
  }
}

/// The value of one attribute, usually a single nested ASN.1 object, and its name for error
/// messages.
struct AttributeValue {
  /// Identifiers and versions are short; a long one is an attack on its display.
  static let maxTextBytes = 4_096

  var range: Range<Int>
  var name: Int
  /// The number of the in-app purchase it belongs to, from 1; `nil` outside of them.
  var entry: Int?

  func malformed(_ expected: String) -> Rejection {
    let location = entry.map { "in-app purchase \($0), field \(name)" } ?? "attribute \(name)"
    return .malformed(at: "\(location) (byte \(range.lowerBound))", expected: expected)
  }

  /// The content of the single object that fills the value; `nil` if it is not one.
  @inline(__always)
  private func object(_ bytes: Span<UInt8>, _ first: UInt8, or second: UInt8) -> Range<Int>? {
    guard range.count >= 2, range.upperBound <= bytes.count else { return nil }
    let tag = bytes[range.lowerBound]
    guard tag == first || tag == second else { return nil }
    let length = bytes[range.lowerBound + 1]
    if length < 0x80 {
      return Int(length) == range.count - 2 ? range.lowerBound + 2..<range.upperBound : nil
    }
    return BERReader.element(bytes, filling: range)?.content
  }

  /// The range of a text's bytes, checked to be UTF-8 without control characters. Empty for an
  /// empty text, which means "none" in receipts.
  @inline(__always)
  func octets(_ bytes: Span<UInt8>) throws(Rejection) -> Range<Int> {
    guard let content = object(bytes, Tag.utf8String, or: Tag.ia5String) else {
      throw malformed("a text (UTF8String)")
    }
    if content.count <= Self.maxTextBytes, bytes.isPlainASCII(content) { return content }
    return try unusualOctets(bytes, content)
  }

  private func unusualOctets(
    _ bytes: Span<UInt8>,
    _ content: Range<Int>
  ) throws(Rejection) -> Range<Int> {
    guard content.count <= Self.maxTextBytes else {
      throw malformed("a text of at most \(Self.maxTextBytes) bytes")
    }
    for index in content where bytes[index] < 0x20 || bytes[index] == 0x7F {
      throw malformed("a text without control characters")
    }
    guard String(utf8: bytes, content) != nil else { throw malformed("valid UTF-8") }
    return content
  }

  /// A text; `nil` for an empty one.
  func text(_ bytes: Span<UInt8>) throws(Rejection) -> String? {
    let content = try octets(bytes)
    return content.isEmpty ? nil : String(utf8: bytes, content)
  }

  /// A date; `nil` for an empty text.
  func date(_ bytes: Span<UInt8>) throws(Rejection) -> Date? {
    guard let text = try dateText(bytes) else { return nil }
    guard let date = RFC3339.parse(bytes, text) else { throw malformed(Self.dateExpected) }
    return date
  }

  /// Whether the value is a date, and not an empty text. Faster than `date`.
  @inline(__always)
  func holdsDate(_ bytes: Span<UInt8>) throws(Rejection) -> Bool {
    guard let text = try dateText(bytes) else { return false }
    guard RFC3339.isDate(bytes, text) else { throw malformed(Self.dateExpected) }
    return true
  }

  /// Where a date's text is; `nil` for an empty one.
  @inline(__always)
  private func dateText(_ bytes: Span<UInt8>) throws(Rejection) -> Range<Int>? {
    guard let content = object(bytes, Tag.ia5String, or: Tag.utf8String) else {
      throw malformed(Self.dateExpected)
    }
    return content.isEmpty ? nil : content
  }

  private static let dateExpected = "an RFC 3339 date or an empty text"

  @inline(__always)
  func integer(_ bytes: Span<UInt8>) throws(Rejection) -> Int {
    guard let content = object(bytes, Tag.integer, or: Tag.integer) else {
      throw malformed("an INTEGER")
    }
    guard let value = BERReader.unsigned(bytes, content) else {
      throw malformed("an INTEGER from 0 to 2^63-1")
    }
    return value
  }

  /// A store's number as text; `nil` for 0, which means "none".
  func number(_ bytes: Span<UInt8>) throws(Rejection) -> String? {
    let value = try integer(bytes)
    return value == 0 ? nil : String(value)
  }

  @inline(__always)
  func flag(_ bytes: Span<UInt8>) throws(Rejection) -> Bool {
    switch try integer(bytes) {
    case 0: false
    case 1: true
    default: throw malformed("0 or 1")
    }
  }
}
