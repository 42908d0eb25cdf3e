/// Strict base64 in one standard form: no white space, no characters of other alphabets, exact
/// padding and no unused bits set. Each byte sequence has one encoding, so any change to a signed
/// text shows.
package enum StrictBase64 {
  package enum Form: Sendable {
    /// RFC 4648 §5 without padding: the parts of a JWS (RFC 7515 §2).
    case url
    /// RFC 4648 §4 with padding: the certificates in `x5c` (RFC 7515 §4.1.6).
    case standard
  }

  private static let url = Base64Letters(values: Base64Letters.common + [(0x2D, 62), (0x5F, 63)])
  private static let standard = Base64Letters(
    values: Base64Letters.common + [(0x2B, 62), (0x2F, 63)]
  )

  /// Decodes the characters in `range`.
  package static func decode(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ form: Form
  ) throws(Base64.Fault) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= text.count else { return [] }
    let unpadded = try unpadded(text, range, form)
    let letters = form == .url ? url : standard
    return try Array(capacity: unpadded.count / 4 * 3 + 3) { output throws(Base64.Fault) in
      var position = unpadded.lowerBound
      letters.wholeGroups(text, &position, to: unpadded.upperBound, into: &output)
      try finish(text, position..<unpadded.upperBound, letters.values.span, &output)
    }
  }

  /// Encodes bytes in base64url without padding.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count * 4 + 2) / 3)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0...group.count { output.append(alphabet[bits >> (18 - 6 * index) & 63]) }
    }
    return output
  }

  private static let alphabet = Base64Letters.common.map(\.letter) + Array("-_".utf8)

  /// `range` without the padding that the form requires.
  private static func unpadded(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ form: Form
  ) throws(Base64.Fault) -> Range<Int> {
    guard form == .standard else { return range }
    guard range.count % 4 == 0 else {
      throw Base64.Fault(offset: range.upperBound, expected: "whole groups of four letters")
    }
    var end = range.upperBound
    while end > range.lowerBound, range.upperBound - end < 2, text[end - 1] == UInt8(ascii: "=") {
      end -= 1
    }
    return range.lowerBound..<end
  }

  /// Decodes the last two or three characters, or reports the first invalid one.
  private static func finish(
    _ text: Span<UInt8>,
    _ rest: Range<Int>,
    _ values: Span<UInt8>,
    _ output: inout OutputSpan<UInt8>
  ) throws(Base64.Fault) {
    var group: UInt32 = 0
    for offset in rest.prefix(4) {
      let value = values[Int(text[offset])]
      guard value < 64 else { throw Base64.Fault(offset: offset, expected: "a base64 letter") }
      group = group << 6 | UInt32(value)
    }
    switch rest.count {
    case 0: return
    case 2 where group & 0xF == 0: output.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3 where group & 0x3 == 0:
      output.append(UInt8(truncatingIfNeeded: group >> 10))
      output.append(UInt8(truncatingIfNeeded: group >> 2))
    case 1:
      throw Base64.Fault(offset: rest.upperBound, expected: "the rest of the text: it is cut off")
    default:
      throw Base64.Fault(
        offset: rest.upperBound,
        expected: "a last letter that carries no stray bits"
      )
    }
  }
}
