package import Foundation

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

  package static func whole(_ number: Int?) -> JSONValue? { number.map { .number(String($0)) } }

  package static func flag(_ flag: Bool?) -> JSONValue? { flag.map { .bool($0) } }

  /// Milliseconds since 1970, as in the stores' APIs.
  package static func milliseconds(_ instant: Date?) -> JSONValue? {
    instant.map { .number(String(Int64(($0.timeIntervalSince1970 * 1_000).rounded()))) }
  }
}
