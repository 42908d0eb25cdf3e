/// The target of an HTTP request: a path with its query (RFC 9112 §3.2.1), percent-decoded.
///
/// Bytes are decoded as they are: a byte order mark remains, so that no two texts name one thing.
package struct RequestTarget: Sendable {
  /// The segments. One that is empty, or is no UTF-8, is empty here; a trailing slash adds none.
  package let path: [String]
  package let query: [(name: String, value: String)]
  /// The query in its original encoding: not every client encodes its values.
  package let rawQuery: String

  package init(_ text: String) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "?"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let slash = UInt8(ascii: "/")
    var segments = (parts.first ?? "".utf8[...]).split(
      separator: slash,
      omittingEmptySubsequences: false
    )
    if segments.first?.isEmpty == true { segments.removeFirst() }
    if segments.last?.isEmpty == true { segments.removeLast() }
    path = segments.map { Self.decoded($0) ?? "" }
    let raw = parts.count < 2 ? "".utf8[...] : parts[1]
    rawQuery = String(Substring(raw))
    query = Self.pairs(raw) { Self.decoded($0, isForm: true) ?? String(Substring($0)) }
  }

  /// The pairs of a form (`application/x-www-form-urlencoded`); `nil` if one is no UTF-8.
  package static func form(_ text: [UInt8]) -> [(name: String, value: String)]? {
    var isText = true
    let pairs = pairs(text[...]) { part -> String in
      let value = decoded(part, isForm: true)
      if value == nil { isText = false }
      return value ?? ""
    }
    return isText ? pairs : nil
  }

  /// The text with its percent-encoded bytes decoded; `nil` if these are no UTF-8.
  package static func decoded(_ text: String) -> String? { decoded(text.utf8) }

  private static func pairs<Bytes: Collection<UInt8>>(
    _ text: Bytes,
    _ decode: (Bytes.SubSequence) -> String
  ) -> [(name: String, value: String)] {
    text.split(separator: UInt8(ascii: "&")).map { pair in
      let end = pair.firstIndex(of: UInt8(ascii: "="))
      return (
        decode(pair[..<(end ?? pair.endIndex)]), end.map { decode(pair[$0...].dropFirst()) } ?? ""
      )
    }
  }

  /// A percent sign without two hexadecimal digits stays. In a form, a plus is a space.
  private static func decoded(_ text: some Collection<UInt8>, isForm: Bool = false) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = digit(rest.first),
        let low = digit(rest.dropFirst().first)
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case .some(let byte) where (0x30...0x39).contains(byte): byte - 0x30
    case .some(let byte) where (0x41...0x46).contains(byte & 0xDF): (byte & 0xDF) - 0x37
    default: nil
    }
  }
}
