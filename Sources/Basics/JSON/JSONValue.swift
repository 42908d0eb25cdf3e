package import Foundation

/// A JSON value as a document holds it: members stay in their order, and a number keeps the digits
/// it was written with, because `1697679936049.7297` and `2^64` must survive being shown.
package enum JSONValue: Equatable, Sendable {
  /// One name of an object with its value.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    /// Any name goes, the empty one too.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }

    /// Lengths differ nearly always, and are compared sooner than letters.
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

  /// The member of this name; `nil` for a value that is no object, or has none.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.isNamed(name) }?.value
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// A whole number within 64 bits; also one that was written as `12.0`, never one in quotes.
  package var integer: Int? {
    guard case .number(let text) = self else { return nil }
    if let value = Int(text) { return value }
    guard let double = Double(text), double.rounded() == double, abs(double) < 9e15 else {
      return nil
    }
    return Int(double)
  }

  /// A number, in quotes or not: verifyReceipt and Google write the same field either way.
  package var looseNumber: Double? {
    switch self {
    case .number(let text), .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// Text, or a number as it was written: identifiers come in both forms.
  package var looseText: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
  /// A date and time as RFC 3339 writes them.
  package var instant: Date? {
    guard let text = string, text.utf8.count >= 19 else { return nil }
    return RFC3339.parse(text)
  }
}
