import Basics
import Receipts

/// Finds the certificates in a document, which many documents share.
enum CertificateRanges {
  /// The maximum number of ranges; the rest stays in the document.
  private static let maxRanges = 256
  /// Shorter headers contain no certificates and are not stored separately.
  private static let minHeaderBytes = 1_000

  /// The headers of the signed payloads in a text, either a compact JWS or JSON with several: from
  /// `eyJ` to the first full stop. All payloads of a signer have the same header. A payload may
  /// contain signed payloads itself (a notification does); their headers are located in its base64
  /// characters.
  static func headers(inText bytes: [UInt8]) -> [Range<Int>] {
    Array(headers(inText: bytes.span, isInner: false).prefix(maxRanges))
  }

  private static func headers(inText text: Span<UInt8>, isInner: Bool) -> [Range<Int>] {
    var headers: [Range<Int>] = []
    var position = 0
    while position + 3 < text.count, headers.count < maxRanges {
      guard text[position] == 0x65, text[position + 1] == 0x79, text[position + 2] == 0x4A,
        position == 0 || !base64Characters[Int(text[position - 1])]
      else {
        position += 1
        continue
      }
      let end = endOfCharacters(text, from: position + 3)
      if end < text.count, text[end] == UInt8(ascii: "."), end - position >= minHeaderBytes {
        headers.append(position..<end)
      }
      position = end
      // The following payload and signature cannot begin a header.
      var isPayload = true
      while position < text.count, text[position] == 0x2E {
        let start = position + 1
        position = endOfCharacters(text, from: start)
        if isPayload, !isInner { headers += innerHeaders(text, start..<position) }
        isPayload = false
      }
    }
    return headers
  }

  /// The headers in a payload, restricted to whole base64 groups: four characters encode three
  /// bytes. One header has three encodings, depending on its offset in a group.
  private static func innerHeaders(_ text: Span<UInt8>, _ characters: Range<Int>) -> [Range<Int>] {
    guard characters.count > minHeaderBytes, let payload = try? Base64.decode(text, characters)
    else {
      return []
    }
    return headers(inText: payload.span, isInner: true).map { header in
      let (first, end) = ((header.lowerBound + 2) / 3, header.upperBound / 3)
      return characters.lowerBound + first * 4..<characters.lowerBound + end * 4
    }
  }

  /// The end of the base64url characters that begin at `start`.
  private static func endOfCharacters(_ text: Span<UInt8>, from start: Int) -> Int {
    let base64Characters = base64Characters.span
    var end = start
    while end < text.count, base64Characters[Int(text[end])] { end += 1 }
    return end
  }

  /// Whether a byte is a base64url character.
  private static let base64Characters: [Bool] = (0...UInt8.max).map { byte in
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
  /// Xcode's receipts have indefinite lengths and yield none; they are rare.
  static func certificates(inReceipt bytes: [UInt8]) -> [Range<Int>] {
    let whole = 0..<bytes.count
    guard let info = element(bytes, whole, 0x30),
      let wrapper = element(bytes, behind(bytes, info.content, 1), 0xA0),
      let data = element(bytes, wrapper.content, 0x30),
      let bag = element(bytes, behind(bytes, data.content, 3), 0xA0)
    else { return [] }
    var certificates: [Range<Int>] = []
    var rest = bag.content
    while certificates.count < maxRanges, let certificate = element(bytes, rest, 0x30) {
      certificates.append(certificate.whole)
      rest = certificate.whole.upperBound..<rest.upperBound
    }
    return certificates
  }

  private struct Element {
    var whole: Range<Int>
    var content: Range<Int>
  }

  /// The element at the start of `range`, if it has the tag (any for `nil`) and fits in the range.
  private static func element(_ bytes: [UInt8], _ range: Range<Int>?, _ tag: UInt8?) -> Element? {
    guard let range, range.count >= 2, tag == nil || bytes[range.lowerBound] == tag else {
      return nil
    }
    let first = bytes[range.lowerBound + 1]
    let octets = first < 0x80 ? 0 : Int(first & 0x7F)
    let start = range.lowerBound + 2 + octets
    guard first != 0x80, octets <= 4, start <= range.upperBound else { return nil }
    let length =
      octets == 0 ? Int(first) : bytes[range.lowerBound + 2..<start].reduce(0) { $0 << 8 | Int($1) }
    guard length <= range.upperBound - start else { return nil }
    return Element(whole: range.lowerBound..<start + length, content: start..<start + length)
  }

  /// The range after the first `count` elements.
  private static func behind(_ bytes: [UInt8], _ range: Range<Int>, _ count: Int) -> Range<Int>? {
    var rest = range
    for _ in 0..<count {
      guard let element = element(bytes, rest, nil) else { return nil }
      rest = element.whole.upperBound..<rest.upperBound
    }
    return rest
  }
}
