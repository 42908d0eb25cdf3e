/// The text of a support ticket, divided into its author's own words and quoted text.
struct TicketText {
  private(set) var own = ""
  private(set) var quoted = ""

  /// The maximum length that is read, in bytes: the problem is described early.
  private static let maxLength = 16_384

  init(_ text: String) {
    let beginning = String(decoding: text.utf8.prefix(Self.maxLength), as: UTF8.self)
    var isForwarded = false
    var isSignature = false
    for line in Self.decoded(beginning).split(whereSeparator: \.isNewline) {
      let content = line.drop { $0 == " " || $0 == "\t" }
      if content.first == ">" || content.first == "|" {
        quoted += content.drop { ">| ".contains($0) } + "\n"
      } else if line == "-- " || line == "--" {
        isSignature = true
      } else if Self.isSeparator(content) {
        isForwarded = true
      } else if isForwarded {
        quoted += line + "\n"
      } else if !isSignature {
        own += line + "\n"
      }
    }
  }

  /// `-----Original Message-----` and similar lines in any language.
  private static func isSeparator(_ line: Substring) -> Bool {
    line.hasPrefix("---") && line.hasSuffix("---") && line.contains(where: \.isLetter)
  }

  /// Decodes quoted-printable text, as mail programs send it (RFC 2045, section 6.7).
  private static func decoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var (index, count) = (0, 0)
    while index < bytes.count {
      guard bytes[index] == 0x3D else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let rest = bytes[(index + 1)...].prefix(2)
      if rest.first == 0x0A || rest.elementsEqual([0x0D, 0x0A]) {
        index += rest.first == 0x0A ? 2 : 3
        count += 1
      } else if rest.count == 2, rest.allSatisfy(\.isHexadecimal),
        let byte = UInt8(String(decoding: rest, as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
        count += byte >= 0x80 ? 1 : 0
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return count < 2 ? text : String(decoding: result, as: UTF8.self)
  }
}
