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
