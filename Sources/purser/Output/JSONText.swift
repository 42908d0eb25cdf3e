import Basics
import Foundation
import Receipts

/// Writes JSON. Preserves the order of members and the digits of numbers, and escapes terminal
/// control characters.
struct JSONText {
  /// Indented by two spaces per level, or one line without spaces.
  enum Form { case pretty, line }

  private let form: Form
  private var output = OutputBuffer()

  private init(_ form: Form) { self.form = form }

  /// Prints the report and ends the line.
  static func print(_ report: ReceiptReport, _ form: Form) throws(OutputError) {
    var text = JSONText(form)
    text.list(report.members, "{", "}", 0) { text, member in
      text.name(member.name)
      switch member.part {
      case .value(let value): text.write(value, indent: 1)
      case .purchases(let purchases):
        text.list(purchases, "[", "]", 1) { $0.write(ReceiptReport.json($1), indent: 2) }
      }
    }
    text.output.write("\n")
    try text.output.flush()
  }

  /// Prints the value and ends the line.
  static func print(_ value: JSONValue, _ form: Form) throws(OutputError) {
    var text = JSONText(form)
    text.write(value, indent: 0)
    text.output.write("\n")
    try text.output.flush()
  }

  /// The value as UTF-8 with a final line feed.
  static func bytes(of value: JSONValue, _ form: Form) -> [UInt8] {
    var text = JSONText(form)
    text.output = OutputBuffer(isKept: true)
    text.write(value, indent: 0)
    text.output.write("\n")
    return text.output.bytes
  }

  /// The text of a value without children.
  static func of(leaf value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): quoted(text)
    case .array: "[]"
    case .object: "{}"
    }
  }

  private mutating func write(_ value: JSONValue, indent: Int) {
    switch value {
    case .array(let items):
      list(items, "[", "]", indent) { text, item in text.write(item, indent: indent + 1) }
    case .object(let members):
      list(members, "{", "}", indent) { text, member in
        text.name(member.name)
        text.write(member.value, indent: indent + 1)
      }
    case .string(let text): quote(text)
    default: output.write(Self.of(leaf: value))
    }
  }

  private mutating func name(_ name: String) {
    quote(name)
    output.write(form == .pretty ? ": " : ":")
  }

  private mutating func list<Items: Collection>(
    _ items: Items,
    _ open: String,
    _ close: String,
    _ indent: Int,
    _ writeItem: (inout JSONText, Items.Element) -> Void
  ) {
    output.write(open)
    for (index, item) in items.enumerated() {
      if index > 0 { output.write(",") }
      newline(indent + 1)
      writeItem(&self, item)
    }
    if !items.isEmpty { newline(indent) }
    output.write(close)
  }

  private mutating func newline(_ indent: Int) {
    guard form == .pretty else { return }
    output.write("\n")
    for _ in 0..<indent { output.write("  ") }
  }

  private mutating func quote(_ text: String) {
    output.write("\"")
    Self.escape(text) {
      output.write($0)
    } escaped: {
      output.write($0)
    }
    output.write("\"")
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    escape(text) {
      result += String(decoding: $0, as: UTF8.self)
    } escaped: {
      result += $0
    }
    return result + "\""
  }
}

extension JSONText {
  /// Passes runs of unescaped characters to `plain` and the others to `escaped`.
  private static func escape(
    _ text: String,
    plain: (UnsafeBufferPointer<UInt8>.SubSequence) -> Void,
    escaped: (String) -> Void
  ) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      var position = 0
      while position < bytes.count {
        let (scalar, length) = scalar(bytes, position)
        if let replacement = replacement(for: scalar) {
          plain(bytes[start..<position])
          escaped(replacement)
          start = position + length
        }
        position += length
      }
      plain(bytes[start...])
    }
  }

  /// The scalar at `position` of valid UTF-8, and its number of bytes.
  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ position: Int
  ) -> (value: UInt32, length: Int) {
    let first = UInt32(bytes[position])
    guard first >= 0xC0 else { return (first, 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = first & (0xFF >> UInt32(length + 1))
    for offset in 1..<length where position + offset < bytes.count {
      value = value << 6 | UInt32(bytes[position + offset] & 0x3F)
    }
    return (value, length)
  }

  private static func replacement(for scalar: UInt32) -> String? {
    switch scalar {
    case 0x20, 0x21, 0x23...0x5B, 0x5D...0x7E: return nil
    case 0x22: return "\\\""
    case 0x5C: return "\\\\"
    case 0x0A: return "\\n"
    case 0x09: return "\\t"
    default:
      guard isDangerous(scalar), let scalar = Unicode.Scalar(scalar) else { return nil }
      return UTF16.encode(scalar)?.map { unit in
        "\\u" + String(hex: unit, width: 4)
      }.joined()
    }
  }

  /// Whether the scalar is a control, a line separator, or reorders or hides text.
  private static func isDangerous(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x200B...0x200F, 0x2060...0x206F, 0x061C,
      0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}

/// Enumerates the leaves of a JSON value with their paths, such as `$.inApp[100].productId`.
enum JSONPaths {
  /// The name of a list entry: its transaction ID if it has one, or else its number.
  static func name(_ item: JSONValue, _ number: Int) -> String {
    item["transactionId"]?.string ?? String(number)
  }

  /// Calls `body` for each leaf in document order.
  static func forEach(
    of value: JSONValue,
    at path: String,
    _ body: (_ path: String, _ leaf: JSONValue) -> Void
  ) {
    switch value {
    case .object(let members):
      for member in members { forEach(of: member.value, at: "\(path).\(member.name)", body) }
    case .array(let items):
      for (number, item) in items.enumerated() {
        forEach(of: item, at: "\(path)[\(name(item, number))]", body)
      }
    default: body(path, value)
    }
  }
}

/// Members of the command line's JSON, beside those of `Basics`; one without a value is left out.
extension JSONValue {
  /// ISO 8601 in UTC, in whole seconds.
  static func time(_ instant: Date?) -> JSONValue? { .text(instant?.formatted(.iso8601)) }

  /// The raw value of an enumeration.
  static func word(_ value: (some RawRepresentable<String>)?) -> JSONValue? {
    .text(value?.rawValue)
  }

  static func texts(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map(Self.string)) }
}
