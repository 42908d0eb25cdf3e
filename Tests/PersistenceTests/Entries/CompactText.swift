import Foundation

/// Shows a compact form as text, read by its description alone. Members are sorted by name, because
/// those of a dictionary have no order.
enum CompactText {
  struct Malformed: Error {}

  static func text(of bytes: [UInt8]) throws -> String {
    var rest = bytes[...]
    let names = try (0..<number(&rest)).map { _ in try text(&rest) }
    let value = try value(&rest, names)
    guard rest.isEmpty else { throw Malformed() }
    return value
  }

  private static func value(_ rest: inout ArraySlice<UInt8>, _ names: [String]) throws -> String {
    switch rest.popFirst() {
    case 0: return "-"
    case 1: return "no"
    case 2: return "yes"
    case 3:
      let bits = try number(&rest)
      return bits & 1 == 0 ? "\(bits / 2)" : "-\(bits / 2 + 1)"
    case 4:
      return "\(Double(bitPattern: take(8, &rest).reversed().reduce(0) { $0 << 8 | UInt64($1) }))"
    case 5: return "\"\(try text(&rest))\""
    case 6: return "\(Array(take(Int(try number(&rest)), &rest)))"
    case 7:
      var elements: [String] = []
      var content = members(&rest)
      while !content.isEmpty { elements.append(try value(&content, names)) }
      return "[\(elements.joined(separator: ", "))]"
    case 8:
      var pairs: [String] = []
      var content = members(&rest)
      while !content.isEmpty {
        let name = names[Int(try number(&content))]
        let value = try value(&content, names)
        pairs.append("\(name): \(value)")
      }
      return "{\(pairs.sorted().joined(separator: ", "))}"
    default: throw Malformed()
    }
  }

  private static func members(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let count = take(4, &rest).reversed().reduce(0) { $0 << 8 | Int($1) }
    return take(count, &rest)
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) throws -> String {
    String(decoding: take(Int(try number(&rest)), &rest), as: UTF8.self)
  }

  private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
    var number: UInt64 = 0
    var shift = 0
    while let byte = rest.popFirst() {
      number |= UInt64(byte & 127) << shift
      if byte < 128 { return number }
      shift += 7
    }
    throw Malformed()
  }
}
