package import Basics
import Foundation

/// An enumerated value of a store: as written, and typed if it is known. Stores add values without
/// notice, so an unknown one is not an error.
package struct OpenEnum<Known: RawRepresentable & Equatable & Sendable>: Equatable, Sendable
where Known.RawValue: OpenEnumValue {
  package let raw: Known.RawValue
  package let known: Known?

  /// Keeps the raw value, known or not.
  package init(_ raw: Known.RawValue) {
    self.raw = raw
    known = Known(rawValue: raw)
  }
}

/// The raw type of an enumeration: a name (newer Google bodies, Amazon) or a number.
package protocol OpenEnumValue: Equatable, Sendable {
  static func read(_ value: JSONValue) -> Self?
}

extension String: OpenEnumValue {
  /// Accepts text only: a number is not a name.
  package static func read(_ value: JSONValue) -> String? { value.string }
}

extension Int: OpenEnumValue {
  /// Also accepts a number in quotes, as Google writes 64-bit numbers.
  package static func read(_ value: JSONValue) -> Int? {
    value.integer ?? value.string.flatMap { Int($0) }
  }
}

/// Reads an object's members leniently: an absent, `null` or mistyped member is `nil`, because
/// stores change their responses; the payload keeps the original.
struct LenientFields: Equatable, Sendable {
  let value: JSONValue
  /// Amazon writes the same name as `autoRenewing` and `AutoRenewing`.
  var ignoresCase = false

  init?(_ value: JSONValue?, ignoringCase: Bool = false) {
    guard let value, value.isObject else { return nil }
    self.value = value
    ignoresCase = ignoringCase
  }

  /// The member; an exact name precedes one that differs in case. `nil` for `null`.
  subscript(name: String) -> JSONValue? {
    var found = value[name]
    if found == nil, ignoresCase {
      let lowered = name.lowercased()
      found = value.members?.first { $0.name.lowercased() == lowered }?.value
    }
    return found == .null ? nil : found
  }

  func text(_ name: String) -> String? { self[name]?.looseText }
  func flag(_ name: String) -> Bool? { self[name]?.bool }
  func integer(_ name: String) -> Int? { self[name].flatMap(Int.read) }
  func fields(_ name: String) -> LenientFields? { .init(self[name], ignoringCase: ignoresCase) }

  /// Whether there is an object of that name; Google uses empty ones as flags.
  func has(_ name: String) -> Bool { self[name]?.isObject == true }

  func list(_ name: String) -> [LenientFields] {
    (self[name]?.array ?? []).compactMap { .init($0, ignoringCase: ignoresCase) }
  }

  func texts(_ name: String) -> [String]? { self[name]?.array?.compactMap(\.looseText) }

  func word<Known>(_ name: String) -> OpenEnum<Known>? {
    self[name].flatMap(Known.RawValue.read).map { .init($0) }
  }

  /// A date in milliseconds since 1970, as a number or in quotes, within the years 1 to 9999.
  func milliseconds(_ name: String) -> Date? {
    guard let count = integer(name), (-62_135_596_800_000..<253_402_300_800_000).contains(count)
    else { return nil }
    return Date(timeIntervalSince1970: Double(count) / 1_000)
  }

  /// A date in RFC 3339 with up to nine fractional digits.
  func instant(_ name: String) -> Date? {
    self[name]?.string.flatMap(RFC3339.parse)
  }

  func orderID(_ name: String) -> GoogleOrderID? { text(name).map(GoogleOrderID.init) }

  func money(_ name: String) -> GoogleMoney? { fields(name).flatMap(GoogleMoney.init) }
}

/// Parses the JSON of a document; a syntax error makes the document malformed.
enum DocumentJSON {
  /// The single value in `range`, byte offsets into `text`.
  static func value(_ text: Span<UInt8>, _ range: Range<Int>) throws(Rejection) -> JSONValue {
    do throws(SyntaxError) {
      return try JSONReader.value(text, range)
    } catch {
      throw Rejection(error)
    }
  }

  /// The single value in `text`.
  static func value(_ text: [UInt8]) throws(Rejection) -> JSONValue {
    try value(text.span, 0..<text.count)
  }

  /// The single value in `text`, parsed without a copy.
  static func value(_ text: String) throws(Rejection) -> JSONValue {
    let bytes = text.utf8.span
    return try value(bytes, 0..<bytes.count)
  }

  /// The object in `text`, which is the part `name` of a document.
  static func object(
    _ text: [UInt8],
    in name: String,
    expected: String = "a JSON object"
  ) throws(Rejection) -> JSONValue {
    let value: JSONValue
    do throws(Rejection) { value = try Self.value(text) } catch { throw error.inside(name) }
    guard value.isObject else { throw .malformed(at: name, expected: expected) }
    return value
  }
}

extension Rejection {
  /// `malformed` at a byte of the text.
  package init(_ error: SyntaxError) {
    self = .malformed(at: "byte \(error.offset)", expected: error.expected)
  }

  /// `malformed` at a character of a text in base64, whose place and form are given.
  init(_ error: Base64.DecodingError, at location: String, _ form: String = "") {
    self = .malformed(at: "\(location) \(error.offset)", expected: error.expected + form)
  }
}
