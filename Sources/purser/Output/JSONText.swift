import Receipts

/// Writes JSON for machines: members stay in the order they were given in, numbers keep their
/// digits, and whatever a terminal could take for a command is escaped.
struct JSONText {
  /// Two spaces a level, or one line without spaces.
  enum Form { case pretty, line }

  private let form: Form
  private var output = ""

  private init(_ form: Form) { self.form = form }

  static func of(_ value: JSONValue, _ form: Form) -> String {
    var text = JSONText(form)
    text.write(value, indent: 0)
    return text.output
  }

  private mutating func write(_ value: JSONValue, indent: Int) {
    switch value {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .number(let digits): output += digits
    case .string(let text): quote(text)
    case .array(let items):
      list(items, "[", "]", indent) { text, item in text.write(item, indent: indent + 1) }
    case .object(let members):
      list(members, "{", "}", indent) { text, member in
        text.quote(member.name)
        text.output += text.form == .pretty ? ": " : ":"
        text.write(member.value, indent: indent + 1)
      }
    }
  }

  private mutating func list<Item>(
    _ items: [Item],
    _ open: String,
    _ close: String,
    _ indent: Int,
    _ writeItem: (inout JSONText, Item) -> Void
  ) {
    output += open
    for (index, item) in items.enumerated() {
      if index > 0 { output += "," }
      newline(indent + 1)
      writeItem(&self, item)
    }
    if !items.isEmpty { newline(indent) }
    output += close
  }

  private mutating func newline(_ indent: Int) {
    guard form == .pretty else { return }
    output += "\n" + String(repeating: "  ", count: indent)
  }

  private mutating func quote(_ text: String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case _ where Self.isDangerous(scalar):
        for unit in String(scalar).utf16 {
          let hex = String(unit, radix: 16)
          output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }

  /// Controls, line separators, and the marks that reorder or hide text.
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x200B...0x200F, 0x2060...0x206F, 0x061C,
      0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}
