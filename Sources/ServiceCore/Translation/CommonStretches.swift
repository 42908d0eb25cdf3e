import Basics
import Receipts

/// Finds what many documents have in common: the certificates that they carry along.
enum CommonStretches {
  /// More than any document has; the rest is kept where it stands.
  private static let most = 256
  /// A header without certificates is not worth a place of its own.
  private static let shortestHeader = 1_000

  /// The headers of the signed payloads in a text, a compact JWS or JSON around some: from `eyJ` to
  /// the first full stop. All payloads of one signer have the same. What is signed may hold signed
  /// payloads itself (a notification does), whose headers are found in its letters.
  static func headers(inText bytes: [UInt8]) -> [Range<Int>] {
    Array(headers(inText: bytes.span, isInner: false).prefix(most))
  }

  private static func headers(inText text: Span<UInt8>, isInner: Bool) -> [Range<Int>] {
    var headers: [Range<Int>] = []
    var position = 0
    while position + 3 < text.count, headers.count < most {
      guard text[position] == 0x65, text[position + 1] == 0x79, text[position + 2] == 0x4A,
        position == 0 || !letters[Int(text[position - 1])]
      else {
        position += 1
        continue
      }
      let end = endOfLetters(text, from: position + 3)
      if end < text.count, text[end] == UInt8(ascii: "."), end - position >= shortestHeader {
        headers.append(position..<end)
      }
      position = end
      // The payload and the signature behind it begin no other.
      var isPayload = true
      while position < text.count, text[position] == 0x2E {
        let start = position + 1
        position = endOfLetters(text, from: start)
        if isPayload, !isInner { headers += innerHeaders(text, start..<position) }
        isPayload = false
      }
    }
    return headers
  }

  /// The headers of the payloads in a payload, as far as they fill whole groups of its letters: four
  /// letters stand for three bytes. One header is spelled in three ways, by where in a group it
  /// begins.
  private static func innerHeaders(_ text: Span<UInt8>, _ letters: Range<Int>) -> [Range<Int>] {
    guard letters.count > shortestHeader, let payload = try? Base64.decode(text, letters) else {
      return []
    }
    return headers(inText: payload.span, isInner: true).map { header in
      let (first, end) = ((header.lowerBound + 2) / 3, header.upperBound / 3)
      return letters.lowerBound + first * 4..<letters.lowerBound + end * 4
    }
  }

  /// Where in the text the letters end that begin at `start`.
  private static func endOfLetters(_ text: Span<UInt8>, from start: Int) -> Int {
    let letters = letters.span
    var end = start
    while end < text.count, letters[Int(text[end])] { end += 1 }
    return end
  }

  /// Which bytes are letters of URL-safe base64.
  private static let letters: [Bool] = (0...UInt8.max).map { byte in
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// The certificates of a PKCS#7 receipt, each a whole element:
  ///
  ///     ContentInfo ::= SEQUENCE { OID, [0] { SignedData ::= SEQUENCE { version INTEGER,
  ///       digestAlgorithms SET, encapContentInfo SEQUENCE, certificates [0] … } } }
  ///
  /// None in what Xcode writes, whose lengths are indefinite: those receipts are few.
  static func certificates(inReceipt bytes: [UInt8]) -> [Range<Int>] {
    let whole = 0..<bytes.count
    guard let info = element(bytes, whole, 0x30),
      let wrapper = element(bytes, behind(bytes, info.content, 1), 0xA0),
      let data = element(bytes, wrapper.content, 0x30),
      let bag = element(bytes, behind(bytes, data.content, 3), 0xA0)
    else { return [] }
    var certificates: [Range<Int>] = []
    var rest = bag.content
    while certificates.count < most, let certificate = element(bytes, rest, 0x30) {
      certificates.append(certificate.whole)
      rest = certificate.whole.upperBound..<rest.upperBound
    }
    return certificates
  }

  private struct Element {
    var whole: Range<Int>
    var content: Range<Int>
  }

  /// The element that `range` begins with, where it has this tag (any, for `nil`) and lies in it.
  private static func element(_ bytes: [UInt8], _ range: Range<Int>?, _ tag: UInt8?) -> Element? {
    guard let range, range.count >= 2, tag == nil || bytes[range.lowerBound] == tag else {
      return nil
    }
    let first = bytes[range.lowerBound + 1]
    let octets = first < 0x80 ? 0 : Int(first & 0x7F)
    let start = range.lowerBound + 2 + octets
    guard first != 0x80, octets <= 4, start <= range.upperBound else { return nil }
    let length =
      octets == 0
      ? Int(first) : bytes[range.lowerBound + 2..<start].reduce(0) { $0 << 8 | Int($1) }
    guard length <= range.upperBound - start else { return nil }
    return Element(whole: range.lowerBound..<start + length, content: start..<start + length)
  }

  /// What follows the first `count` elements.
  private static func behind(_ bytes: [UInt8], _ range: Range<Int>, _ count: Int) -> Range<Int>? {
    var rest = range
    for _ in 0..<count {
      guard let element = element(bytes, rest, nil) else { return nil }
      rest = element.whole.upperBound..<rest.upperBound
    }
    return rest
  }
}
