import Basics

/// What was submitted, taken out of the text it came in: raw DER or BER, base64 in any of its
/// habits, or PEM. Kinds are told apart by content.
package enum ReceiptText {
  /// A receipt of 10,000 purchases has 4 MB; nothing real comes near this.
  package static let mostBytes = 16 * 1_024 * 1_024
  /// The same as base64 with line ends, and room to spare.
  package static let mostCharacters = mostBytes / 3 * 4 + mostBytes / 16

  /// The receipt's bytes.
  ///
  /// - Throws: `malformed` at a byte of the input, or `tooLarge`.
  package static func bytes(of input: [UInt8]) throws(Rejection) -> [UInt8] {
    guard input.count <= mostCharacters else {
      throw .tooLarge(limit: mostBytes)
    }
    let text = input.span
    let range = trimmed(text)
    guard let first = range.first else {
      throw .malformed(at: "byte 0", expected: "a receipt, but there is no data")
    }
    if text[first] == Tag.sequence, isBinary(text, range) {
      return try limited(first == 0 ? input : Array(input[first...]))
    }
    do throws(Rejection) {
      return try limited(try base64(text, range))
    } catch {
      // PEM is looked for only where base64 fails: looking costs a pass over the text.
      guard find(Array("-----BEGIN ".utf8), text, range) != nil else { throw error }
      return try limited(try pem(text, range))
    }
  }

  private static func limited(_ bytes: [UInt8]) throws(Rejection) -> [UInt8] {
    guard bytes.count <= mostBytes else { throw .tooLarge(limit: mostBytes) }
    return bytes
  }

  /// Line ends, blanks and NUL bytes behind a receipt are no part of it.
  static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
    guard
      let outer = try? BERReader.element(bytes.span, at: 0, limit: bytes.count, depth: 0),
      outer.end < bytes.count, bytes[outer.end...].allSatisfy(isPadding)
    else { return bytes }
    return Array(bytes[..<outer.end])
  }

  static func isPadding(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x09, 0x0A, 0x0D, 0x20: true
    default: false
    }
  }

  private static func base64(
    _ text: Span<UInt8>,
    _ range: Range<Int>
  ) throws(Rejection) -> [UInt8] {
    do throws(Base64.Fault) {
      return try Base64.decode(text, range)
    } catch {
      throw .malformed(at: "byte \(error.offset)", expected: "\(error.expected) (read as base64)")
    }
  }

  /// The first block of RFC 7468, whatever its label says and whatever explains it before.
  private static func pem(_ text: Span<UInt8>, _ range: Range<Int>) throws(Rejection) -> [UInt8] {
    let dashes = Array("-----".utf8)
    guard let begin = find(Array("-----BEGIN ".utf8), text, range),
      let labelEnd = find(dashes, text, begin.upperBound..<range.upperBound),
      let end = find(dashes, text, labelEnd.upperBound..<range.upperBound)
    else {
      throw .malformed(
        at: "byte \(range.lowerBound)",
        expected: "a PEM block from -----BEGIN to -----END"
      )
    }
    return try base64(text, labelEnd.upperBound..<end.lowerBound)
  }

  private static func find(
    _ needle: [UInt8],
    _ text: Span<UInt8>,
    _ range: Range<Int>
  ) -> Range<Int>? {
    var offset = range.lowerBound
    while offset + needle.count <= range.upperBound {
      let candidate = offset..<offset + needle.count
      if BERReader.matches(text, candidate, needle) { return candidate }
      offset += 1
    }
    return nil
  }

  /// Without white space, a byte order mark and the quotes of a JSON string around it.
  private static func trimmed(_ text: Span<UInt8>) -> Range<Int> {
    var start = 0
    var end = text.count
    if BERReader.matches(text, 0..<min(3, end), [0xEF, 0xBB, 0xBF]) { start = 3 }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    while start < end, isSpace(text[start]) { start += 1 }
    // Bytes behind a raw receipt may be part of it, and are judged there.
    if start < end, text[start] == Tag.sequence, isBinary(text, start..<end) {
      return start..<end
    }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    if end - start >= 2, text[start] == UInt8(ascii: "\""), text[end - 1] == UInt8(ascii: "\"") {
      return start + 1..<end - 1
    }
    return start..<end
  }

  /// A SEQUENCE tag is the digit 0 as well: text goes on with a base64 letter.
  private static func isBinary(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for offset in range.prefix(64) where text[offset] < 0x09 || text[offset] >= 0x7F {
      return true
    }
    return false
  }
}
