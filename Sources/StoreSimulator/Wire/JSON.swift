package import Foundation

/// A JSON value to write. Members keep their order; those without a value are omitted.
package enum JSON: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case text(String), number(Int64), flag(Bool), list([JSON]), object([(String, JSON)])

  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
  package init(arrayLiteral elements: JSON...) { self = .list(elements) }
  package init(dictionaryLiteral elements: (String, JSON?)...) {
    self = .object(elements.compactMap { name, value in value.map { (name, $0) } })
  }

  static func of(_ text: String?) -> JSON? { text.map(JSON.text) }
  static func of(_ number: Int64?) -> JSON? { number.map(JSON.number) }
  static func of(_ flag: Bool?) -> JSON? { flag.map(JSON.flag) }
  /// An instant in milliseconds since 1970.
  static func milliseconds(_ date: Date?) -> JSON? {
    date.map { .number(Int64(($0.timeIntervalSince1970 * 1_000).rounded())) }
  }
  static func millisecondsText(_ date: Date?) -> JSON? {
    date.map { .text(String(Int64(($0.timeIntervalSince1970 * 1_000).rounded()))) }
  }

  /// The same object with additional members.
  func with(_ further: JSON?) -> JSON {
    guard case .object(let members) = self, case .object(let more)? = further else { return self }
    return .object(members + more)
  }

  package var string: String {
    var text = ""
    write(to: &text)
    return text
  }

  package var data: Data { Data(string.utf8) }

  private func write(to text: inout String) {
    switch self {
    case .text(let value): Self.quote(value, to: &text)
    case .number(let value): text += String(value)
    case .flag(let value): text += value ? "true" : "false"
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, (name, value)) in members.enumerated() {
        if index > 0 { text += "," }
        Self.quote(name, to: &text)
        text += ":"
        value.write(to: &text)
      }
      text += "}"
    }
  }

  /// RFC 8259 §7.
  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..<" ":
        let code = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
