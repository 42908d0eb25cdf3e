package import Foundation

/// A JSON value. Members keep their order and numbers keep their digits, so that
/// `1697679936049.7297` and `2^64` are shown unchanged.
package enum JSONValue: Equatable, Sendable {
  /// A name of an object and its value.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    /// Any name is valid, including an empty one.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }

    /// Compares lengths first: they differ nearly always.
    package func isNamed(_ name: String) -> Bool {
      self.name.utf8.count == name.utf8.count && self.name == name
    }
  }

  case null
  case bool(Bool)
  /// As written: RFC 8259 §6.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// The member with this name; `nil` if the value is not an object or has no such member.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.value(named: name)
  }

  package var isObject: Bool { if case .object = self { true } else { false } }
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// An integer within 64 bits, also written as `12.0`, never in quotes.
  package var integer: Int? {
    guard case .number(let text) = self else { return nil }
    if let value = Int(text) { return value }
    guard let double = Double(text), double.rounded() == double, abs(double) < 9e15 else {
      return nil
    }
    return Int(double)
  }

  /// A number, in quotes or not; verifyReceipt and Google write the same field both ways.
  package var looseNumber: Double? {
    switch self {
    case .number(let text), .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// Text, or a number as written; identifiers come in both forms.
  package var looseText: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
  /// A date in RFC 3339 format.
  package var instant: Date? {
    guard let text = string, text.utf8.count >= 19 else { return nil }
    return RFC3339.parse(text)
  }
}

extension [JSONValue.Member] {
  /// The value of the first member with this name.
  package func value(named name: String) -> JSONValue? {
    for member in self where member.isNamed(name) { return member.value }
    return nil
  }

  /// The value of the first member with this name; `nil` also for `null`.
  package func valueNotNull(named name: String) -> JSONValue? {
    guard let value = value(named: name) else { return nil }
    if case .null = value { return nil }
    return value
  }
}

/// Literals for JSON values: `["ok": true, "date": .text(date)]`. Members without a value are left
/// out; write null as `.null`.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(String(value)) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self = .object(elements.compactMap { name, value in value.map { Member(name, $0) } })
  }

  package static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

  package static func whole(_ number: (some BinaryInteger)?) -> JSONValue? {
    number.map { .number(String($0)) }
  }

  package static func flag(_ flag: Bool?) -> JSONValue? { flag.map { .bool($0) } }

  /// Milliseconds since 1970, as in the stores' APIs.
  package static func milliseconds(_ instant: Date?) -> JSONValue? {
    instant.map { .number(String(Int64(($0.timeIntervalSince1970 * 1_000).rounded()))) }
  }
}

extension JSONValue {
  /// The same object with additional members.
  package func adding(_ further: JSONValue?) -> JSONValue {
    .object((members ?? []) + (further?.members ?? []))
  }

  /// The compact text of the value.
  package var encoded: String { String(decoding: CompactJSON.bytes(self), as: UTF8.self) }
}

/// Writes JSON as JavaScript's `JSON.stringify` does: no white space, members in order, numbers as
/// written, and only required escapes (ECMA-262 §25.5.2).
///
/// Restores the signed text of a purchase that a JavaScript server parsed on the way: the store
/// wrote the same characters.
package enum CompactJSON {
  package static func bytes(_ value: JSONValue) -> [UInt8] {
    var output: [UInt8] = []
    write(value, to: &output)
    return output
  }

  /// `JSONReader` limits the depth to 64, so the recursion stays shallow.
  private static func write(_ value: JSONValue, to output: inout [UInt8]) {
    switch value {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let flag): output.append(contentsOf: (flag ? "true" : "false").utf8)
    case .number(let digits): output.append(contentsOf: digits.utf8)
    case .string(let text): write(text, to: &output)
    case .array(let items):
      output.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        write(item, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        write(member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        write(member.value, to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case 0x22: output.append(contentsOf: "\\\"".utf8)
      case 0x5C: output.append(contentsOf: "\\\\".utf8)
      case 0x08: output.append(contentsOf: "\\b".utf8)
      case 0x09: output.append(contentsOf: "\\t".utf8)
      case 0x0A: output.append(contentsOf: "\\n".utf8)
      case 0x0C: output.append(contentsOf: "\\f".utf8)
      case 0x0D: output.append(contentsOf: "\\r".utf8)
      case ..<0x20:
        let hex = Array("0123456789abcdef".utf8)
        output.append(contentsOf: "\\u00".utf8)
        output.append(contentsOf: [hex[Int(byte >> 4)], hex[Int(byte & 15)]])
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
