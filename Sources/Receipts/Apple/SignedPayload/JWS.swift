import Basics

/// A JSON Web Signature in compact serialisation (RFC 7515 §3.1, §7.1), split but not verified:
/// three parts of unpadded base64url with full stops between them.
struct JWS: Sendable {
  /// Larger than any store writes; a notification with both nested payloads has about 15 KB.
  static let maxBytes = 512 * 1_024

  let text: [UInt8]
  let header: Range<Int>
  let payload: Range<Int>
  let signature: Range<Int>

  /// Splits the text; decodes nothing yet. White space is not allowed in a JWS.
  init(_ text: [UInt8]) throws(Rejection) {
    guard text.count <= Self.maxBytes else { throw .tooLarge(limit: Self.maxBytes) }
    let bytes = text.span
    func stop(after start: Int) -> Int? {
      bytes.firstIndex(of: UInt8(ascii: "."), in: start..<bytes.count)
    }
    let expected = "three parts with full stops between them (RFC 7515)"
    guard let first = stop(after: 0), let second = stop(after: first + 1) else {
      throw .malformed(at: "byte \(text.count)", expected: expected)
    }
    if let third = stop(after: second + 1) {
      throw .malformed(at: "byte \(third)", expected: expected)
    }
    self.text = text
    header = 0..<first
    payload = first + 1..<second
    signature = second + 1..<text.count
  }

  /// The signed bytes: the ASCII text `header.payload` (RFC 7515 §5.1).
  var signedBytes: ArraySlice<UInt8> { text[0..<payload.upperBound] }

  /// Decodes one part.
  ///
  /// - Throws: `malformed` at a byte of the text.
  func octets(of part: Range<Int>) throws(Rejection) -> [UInt8] {
    do throws(Base64.DecodingError) {
      return try StrictBase64.decode(text.span, part, .url)
    } catch {
      throw Rejection(error, at: "byte", " (base64url without padding)")
    }
  }

  /// Parses the payload as JSON.
  static func payloadValue(_ octets: [UInt8]) throws(Rejection) -> JSONValue {
    try DocumentJSON.object(octets, in: "payload")
  }
}

/// The relevant part of a JWS header (RFC 7515 §4.1). `jku`, `x5u` and `jwk`, which would let a
/// sender name his own key, are ignored; nothing is ever fetched.
struct JWSHeader: Sendable {
  static let maxBytes = 64 * 1_024
  static let maxCertificateBytes = 8 * 1_024
  static let maxCertificates = 3

  /// Only a hint; Xcode writes `Apple_Xcode_Key`.
  let keyID: String?
  private let chain: JSONValue?

  init(_ jws: JWS) throws(Rejection) {
    guard jws.header.count <= Self.maxBytes else { throw .tooLarge(limit: Self.maxBytes) }
    let value = try DocumentJSON.object(jws.octets(of: jws.header), in: "header")
    guard let algorithm = value["alg"]?.string else {
      throw .malformed(at: "header, alg", expected: "the name of an algorithm")
    }
    guard algorithm.utf8.elementsEqual(ES256.name.utf8) else {
      throw .unsupported("an algorithm other than \(ES256.name) in the header (alg)")
    }
    // RFC 7515 §4.1.11: a recipient that does not understand all of it must reject the JWS.
    guard value["crit"] == nil else {
      throw .unsupported("critical header parameters (crit); the App Store writes none")
    }
    keyID = value["kid"]?.string
    chain = value["x5c"]
  }

  /// DER, the signer's first: one, or three.
  func certificates() throws(Rejection) -> [[UInt8]] {
    guard let chain else {
      throw .untrustedChain(reason: "the header holds no certificates (x5c)")
    }
    guard let items = chain.array else {
      throw .malformed(at: "header, x5c", expected: "an array of certificates")
    }
    guard items.count == Self.maxCertificates || items.count == 1 else {
      throw .untrustedChain(
        reason: "\(items.count) certificates in the header (x5c); the App Store sends three"
      )
    }
    var certificates: [[UInt8]] = []
    for (index, item) in items.enumerated() {
      let location = "header, x5c[\(index)]"
      guard let text = item.string else {
        throw .malformed(at: location, expected: "a certificate in base64")
      }
      guard text.utf8.count <= Self.maxCertificateBytes / 3 * 4 + 4 else {
        throw .malformed(at: location, expected: "at most \(Self.maxCertificateBytes) bytes")
      }
      certificates.append(try Self.der(Array(text.utf8), location))
    }
    return certificates
  }

  private static func der(_ text: [UInt8], _ location: String) throws(Rejection) -> [UInt8] {
    do throws(Base64.DecodingError) {
      return try StrictBase64.decode(text.span, 0..<text.count, .standard)
    } catch {
      throw Rejection(error, at: "\(location), character", " (standard base64, padded)")
    }
  }
}

extension Rejection {
  /// The same rejection with the name of the enclosing part.
  func inside(_ location: String) -> Rejection {
    switch self {
    case .malformed(let inner, let expected):
      .malformed(at: "\(location), \(inner)", expected: expected)
    case .untrustedChain(let reason): .untrustedChain(reason: "\(location): \(reason)")
    case .badSignature(let reason): .badSignature(reason: "\(location): \(reason)")
    case .unsupported(let what): .unsupported("\(location): \(what)")
    case .wrongApp, .wrongEnvironment, .expired, .tooLarge: self
    }
  }
}

/// The canonical form of a signed payload: the compact JWS with the smaller of the two valid values
/// of s; for a notification, in the JSON body that the App Store sends.
enum CanonicalPayload {
  private static let opening = Array(#"{"signedPayload":""#.utf8)
  private static let closing = Array(#""}"#.utf8)

  /// The canonical form of a payload that was verified as genuine; `text` is the compact JWS, with
  /// or without surrounding white space, or such a body.
  static func bytes(of text: [UInt8], isNotification: Bool) -> [UInt8]? {
    // A JWS needs no escapes: a compact body without any, and without a text after the payload, can be
    // read without a parser.
    let end = text.count - closing.count
    let isBody =
      text.starts(with: opening)
      && text.span.firstIndex(of: UInt8(ascii: "\""), in: opening.count..<text.count) == end
      && text.span.firstIndex(of: UInt8(ascii: "\\"), in: 0..<text.count) == nil
    if isBody, isNotification { return normalised(text, signatureEnd: end) }
    guard let compact = try? PayloadText.compact(in: text),
      let payload = normalised(compact, signatureEnd: compact.count)
    else { return nil }
    return isNotification ? opening + payload + closing : payload
  }

  /// The text with the signature, which ends at `end`, in its smaller form.
  private static func normalised(_ text: [UInt8], signatureEnd end: Int) -> [UInt8]? {
    guard let stop = text[..<end].lastIndex(of: UInt8(ascii: ".")),
      let signature = try? StrictBase64.decode(text.span, stop + 1..<end, .url)
    else { return nil }
    guard let smaller = ES256.smaller(signature) else { return text }
    return Array(text[...stop]) + StrictBase64.encode(smaller) + text[end...]
  }
}
