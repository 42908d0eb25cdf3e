/// JSON for machine-readable output: keys stay in the order they were given in, and whatever a
/// terminal could take for a command is escaped.
enum JSON {
  case string(String), integer(Int), bool(Bool)
  case array([JSON])
  /// Members whose value is `nil` are left out: absent is absent.
  case object([(String, JSON?)])

  static func text(_ text: String?) -> JSON? { text.map(JSON.string) }

  /// Two spaces a level.
  var text: String {
    var output = ""
    write(into: &output, indent: 0)
    return output
  }

  private func write(into output: inout String, indent: Int) {
    switch self {
    case .bool(let value): output += value ? "true" : "false"
    case .integer(let value): output += String(value)
    case .string(let value): Self.quote(value, into: &output)
    case .array(let items):
      Self.list(items, "[", "]", indent, into: &output) { item, inner, output in
        item.write(into: &output, indent: inner)
      }
    case .object(let members):
      let present = members.compactMap { name, value in value.map { (name, $0) } }
      Self.list(present, "{", "}", indent, into: &output) { member, inner, output in
        Self.quote(member.0, into: &output)
        output += ": "
        member.1.write(into: &output, indent: inner)
      }
    }
  }

  private static func list<Item>(
    _ items: [Item],
    _ open: String,
    _ close: String,
    _ indent: Int,
    into output: inout String,
    _ writeItem: (Item, Int, inout String) -> Void
  ) {
    output += open
    for (index, item) in items.enumerated() {
      if index > 0 { output += "," }
      newline(indent + 1, into: &output)
      writeItem(item, indent + 1, &output)
    }
    if !items.isEmpty { newline(indent, into: &output) }
    output += close
  }

  private static func newline(_ indent: Int, into output: inout String) {
    output += "\n" + String(repeating: "  ", count: indent)
  }

  private static func quote(_ text: String, into output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case _ where isDangerous(scalar):
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
