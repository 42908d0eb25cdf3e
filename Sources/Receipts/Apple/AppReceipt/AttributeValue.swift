import Basics
import Foundation

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
  private func object(
    _ bytes: Span<UInt8>,
    _ first: UInt8,
    or second: UInt8
  ) -> Range<Int>? {
    guard range.count >= 2, range.upperBound <= bytes.count else { return nil }
    let tag = bytes[range.lowerBound]
    guard tag == first || tag == second else { return nil }
    let length = bytes[range.lowerBound + 1]
    if length < 0x80 {
      return Int(length) == range.count - 2 ? range.lowerBound + 2..<range.upperBound : nil
    }
    return longObject(bytes)
  }

  private func longObject(_ bytes: Span<UInt8>) -> Range<Int>? {
    guard
      let element = try? BERReader.element(
        bytes,
        at: range.lowerBound,
        limit: range.upperBound,
        depth: 0
      ),
      element.end == range.upperBound
    else { return nil }
    return element.content
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
  @inline(__always)
  func date(_ bytes: Span<UInt8>) throws(Rejection) -> Date? {
    guard let content = object(bytes, Tag.ia5String, or: Tag.utf8String) else {
      throw malformed(Self.dateExpected)
    }
    guard !content.isEmpty else { return nil }
    guard let date = RFC3339.parse(bytes, content) else { throw malformed(Self.dateExpected) }
    return date
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
