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
