import Basics
internal import Foundation

/// The envelope of a signed receipt, by offsets into its bytes (RFC 5652 §5.1):
///
///     ContentInfo ::= SEQUENCE { contentType OID, content [0] EXPLICIT SignedData }
///     SignedData ::= SEQUENCE { version INTEGER, digestAlgorithms SET, encapContentInfo
///       EncapsulatedContentInfo, certificates [0] IMPLICIT SET OPTIONAL, crls [1] IMPLICIT
///       OPTIONAL, signerInfos SET OF SignerInfo }
///     EncapsulatedContentInfo ::= SEQUENCE { eContentType OID, eContent [0] EXPLICIT OCTET STRING }
///     SignerInfo ::= SEQUENCE { version INTEGER, issuerAndSerialNumber SEQUENCE, digestAlgorithm
///       AlgorithmIdentifier, signedAttrs [0] IMPLICIT OPTIONAL, signatureAlgorithm
///       AlgorithmIdentifier, signature OCTET STRING, unsignedAttrs [1] IMPLICIT OPTIONAL }
///
/// The order of SETs is kept: Apple does not sort them as DER requires.
struct CMSEnvelope {
  struct Signer {
    /// The issuer's Name, a whole element, and the serial number's content.
    var issuer: Range<Int>
    var serial: Range<Int>
    var digest: DigestAlgorithm?
    var digestOID: Range<Int>
    /// The signed attributes, a whole element with the tag [0].
    var signedAttributes: Element?
    var signatureOID: Range<Int>
    var signature: Range<Int>
  }

  enum Content: Equatable {
    /// A range of the document.
    case inPlace(Range<Int>)
    /// Joined from the chunks of a constructed OCTET STRING.
    case joined([UInt8])
  }

  var content: Content
  /// Each certificate, a whole element.
  var certificates: [Range<Int>]
  /// At most the first two; the verifier rejects more than one.
  var signers: [Signer]
}

/// The digest algorithms of receipts. Those from before 2023 use SHA-1 and remain valid.
enum DigestAlgorithm: String {
  case sha1 = "SHA-1"
  case sha256 = "SHA-256"

  init?(oid: Range<Int>, _ bytes: Span<UInt8>) {
    if BERReader.matches(bytes, oid, OID.sha1) {
      self = .sha1
    } else if BERReader.matches(bytes, oid, OID.sha256) {
      self = .sha256
    } else {
      return nil
    }
  }
}

/// Object identifiers as the content octets that encode them.
enum OID {
  static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
  static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
  static let contentType: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x03]
  static let messageDigest: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04]
  static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
  static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
  static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
  static let sha1WithRSA: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05]
  static let sha256WithRSA: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]

  /// The dotted form; `?` for an invalid encoding.
  static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    guard !range.isEmpty, range.count <= 32, range.upperBound <= bytes.count else { return "?" }
    var arcs: [UInt64] = []
    var value: UInt64 = 0
    for index in range {
      guard value < 1 << 56 else { return "?" }
      value = value << 7 | UInt64(bytes[index] & 0x7F)
      if bytes[index] < 0x80 {
        arcs.append(value)
        value = 0
      }
    }
    guard bytes[range.upperBound - 1] < 0x80, let first = arcs.first else { return "?" }
    let top = min(first / 40, 2)
    return ([top, first - top * 40] + arcs.dropFirst()).map(String.init).joined(separator: ".")
  }
}

extension CMSEnvelope {
  /// More certificates than any receipt has, and larger ones. Further ones are rejected unread,
  /// because parsing a certificate costs memory many times its size.
  static let maxCertificates = 16
  static let maxCertificateBytes = 8_192

  init(of receipt: [UInt8]) throws(Rejection) {
    do throws(SyntaxError) {
      self = try CMSEnvelope(receipt.span)
    } catch {
      throw Rejection(error)
    }
  }

  init(_ bytes: Span<UInt8>) throws(SyntaxError) {
    var outer = BERReader(0..<bytes.count)
    let contentInfo = try outer.next(Tag.sequence, bytes, "a PKCS#7 ContentInfo (SEQUENCE)")
    try Self.requirePadding(bytes, from: contentInfo.end)

    var info = BERReader(contentInfo.content)
    let type = try info.next(Tag.objectIdentifier, bytes, "the content type (OBJECT IDENTIFIER)")
    guard BERReader.matches(bytes, type.content, OID.signedData) else {
      throw SyntaxError(offset: type.start, expected: "the content type signedData")
    }
    let wrapper = try info.next(Tag.context0, bytes, "the content [0]")
    try info.expectEnd("the end of the ContentInfo")
    var wrapped = BERReader(wrapper.content)
    let signedData = try wrapped.next(Tag.sequence, bytes, "SignedData (SEQUENCE)")
    try wrapped.expectEnd("the end of the content [0]")

    var fields = BERReader(signedData.content)
    _ = try fields.next(Tag.integer, bytes, "SignedData's version (INTEGER)")
    _ = try fields.next(Tag.set, bytes, "digestAlgorithms (SET)")
    content = try Self.content(of: fields.next(Tag.sequence, bytes, "encapContentInfo"), bytes)

    certificates = []
    if fields.peek(bytes) == Tag.context0 {
      let bag = try fields.next(bytes)
      var list = BERReader(bag.content)
      while !list.isAtEnd {
        let certificate = try list.next(Tag.sequence, bytes, "a certificate (SEQUENCE)")
        guard certificates.count < Self.maxCertificates,
          certificate.whole.count <= Self.maxCertificateBytes
        else {
          throw SyntaxError(
            offset: certificate.start,
            expected:
              "at most \(Self.maxCertificates) certificates of \(Self.maxCertificateBytes) bytes"
          )
        }
        certificates.append(certificate.whole)
      }
    }
    if fields.peek(bytes) == Tag.context1 { _ = try fields.next(bytes) }

    let signerInfos = try fields.next(Tag.set, bytes, "signerInfos (SET)")
    try fields.expectEnd("the end of SignedData")
    signers = []
    var list = BERReader(signerInfos.content)
    while !list.isAtEnd, signers.count < 2 {
      signers.append(try Signer(list.next(Tag.sequence, bytes, "SignerInfo (SEQUENCE)"), bytes))
    }
  }

  /// Allows a line end or NUL bytes behind the receipt, which some tools leave there; rejects
  /// anything else.
  private static func requirePadding(_ bytes: Span<UInt8>, from start: Int) throws(SyntaxError) {
    for offset in start..<bytes.count where !ReceiptText.isPadding(bytes[offset]) {
      throw SyntaxError(offset: offset, expected: "the end of the data: bytes follow the receipt")
    }
  }

  private static func content(
    of encapsulated: Element,
    _ bytes: Span<UInt8>
  ) throws(SyntaxError) -> Content {
    var fields = BERReader(encapsulated.content)
    let type = try fields.next(Tag.objectIdentifier, bytes, "eContentType (OBJECT IDENTIFIER)")
    guard BERReader.matches(bytes, type.content, OID.data) else {
      throw SyntaxError(offset: type.start, expected: "the eContentType data")
    }
    guard !fields.isAtEnd else {
      throw SyntaxError(
        offset: encapsulated.end,
        expected: "the signed content (a detached signature has none)"
      )
    }
    let wrapper = try fields.next(Tag.context0, bytes, "eContent [0]")
    try fields.expectEnd("the end of encapContentInfo")
    var wrapped = BERReader(wrapper.content)
    let octets = try wrapped.next(bytes)
    try wrapped.expectEnd("the end of eContent")
    switch octets.tag {
    case Tag.octetString: return .inPlace(octets.content)
    case Tag.constructedOctetString:
      var joined: [UInt8] = []
      joined.reserveCapacity(octets.content.count)
      try join(octets, bytes, into: &joined, depth: 0)
      return .joined(joined)
    default: throw SyntaxError(offset: octets.start, expected: "eContent (OCTET STRING)")
    }
  }

  /// Joins the chunks of a constructed OCTET STRING, in order (X.690 §8.7.3); chunks may nest.
  private static func join(
    _ octets: Element,
    _ bytes: Span<UInt8>,
    into joined: inout [UInt8],
    depth: Int
  ) throws(SyntaxError) {
    guard depth < 4 else {
      throw SyntaxError(offset: octets.start, expected: "OCTET STRING chunks nested less deeply")
    }
    var chunks = BERReader(octets.content)
    while !chunks.isAtEnd {
      let chunk = try chunks.next(bytes)
      switch chunk.tag {
      case Tag.octetString: for index in chunk.content { joined.append(bytes[index]) }
      case Tag.constructedOctetString: try join(chunk, bytes, into: &joined, depth: depth + 1)
      default: throw SyntaxError(offset: chunk.start, expected: "an OCTET STRING chunk")
      }
    }
  }
}

extension CMSEnvelope.Signer {
  init(_ element: Element, _ bytes: Span<UInt8>) throws(SyntaxError) {
    var fields = BERReader(element.content)
    _ = try fields.next(Tag.integer, bytes, "SignerInfo's version (INTEGER)")
    let identifier = try fields.next(
      Tag.sequence,
      bytes,
      "issuerAndSerialNumber (SEQUENCE): other signer identifiers are not used"
    )
    var names = BERReader(identifier.content)
    issuer = try names.next(Tag.sequence, bytes, "the signer's issuer (Name)").whole
    serial = try names.next(Tag.integer, bytes, "the signer's serial number (INTEGER)").content
    try names.expectEnd("the end of issuerAndSerialNumber")

    digestOID = try Self.algorithm(&fields, bytes, "digestAlgorithm")
    digest = DigestAlgorithm(oid: digestOID, bytes)
    if fields.peek(bytes) == Tag.context0 { signedAttributes = try fields.next(bytes) }
    signatureOID = try Self.algorithm(&fields, bytes, "signatureAlgorithm")
    signature = try fields.next(Tag.octetString, bytes, "the signature (OCTET STRING)").content
    // Unsigned attributes prove nothing and are ignored.
    if fields.peek(bytes) == Tag.context1 { _ = try fields.next(bytes) }
    try fields.expectEnd("the end of SignerInfo")
  }

  private static func algorithm(
    _ fields: inout BERReader,
    _ bytes: Span<UInt8>,
    _ name: String
  ) throws(SyntaxError) -> Range<Int> {
    let identifier = try fields.next(Tag.sequence, bytes, "\(name) (AlgorithmIdentifier)")
    var inner = BERReader(identifier.content)
    let algorithm = try inner.next(Tag.objectIdentifier, bytes, "\(name)'s OBJECT IDENTIFIER")
    if !inner.isAtEnd { _ = try inner.next(bytes) }
    try inner.expectEnd("the end of \(name): at most one value of parameters")
    return algorithm.content
  }
}

/// The attributes that a signature may cover instead of the content itself (RFC 5652 §5.3, §5.4).
/// Apple's receipts have none; other makers of PKCS#7 use them.
enum SignedAttributes {
  /// Checks the two attributes that bind the others to the content: its type, and its digest.
  static func check(
    _ attributes: Element,
    digest: DigestAlgorithm,
    of content: ArraySlice<UInt8>,
    _ receipt: [UInt8]
  ) throws(Rejection) {
    let bytes = receipt.span
    var contentType: Range<Int>?
    var messageDigest: Range<Int>?
    do throws(SyntaxError) {
      var list = BERReader(attributes.content)
      while !list.isAtEnd {
        let attribute = try list.next(Tag.sequence, bytes, "a signed attribute (SEQUENCE)")
        var fields = BERReader(attribute.content)
        let type = try fields.next(Tag.objectIdentifier, bytes, "the attribute's OBJECT IDENTIFIER")
        let values = try fields.next(Tag.set, bytes, "the attribute's values (SET)")
        if BERReader.matches(bytes, type.content, OID.contentType) {
          contentType = try onlyValue(values, Tag.objectIdentifier, contentType, bytes)
        } else if BERReader.matches(bytes, type.content, OID.messageDigest) {
          messageDigest = try onlyValue(values, Tag.octetString, messageDigest, bytes)
        }
      }
    } catch {
      throw .malformed(at: "byte \(error.offset) (signed attributes)", expected: error.expected)
    }
    guard let contentType, BERReader.matches(bytes, contentType, OID.data) else {
      throw .badSignature(reason: "the signed attributes do not name the content's type")
    }
    guard let messageDigest, digest.fits(receipt[messageDigest], content) else {
      throw .badSignature(reason: "the signed digest does not match: the content was changed")
    }
  }

  /// Both attributes may occur once, with one value (RFC 5652 §11.1, §11.2).
  private static func onlyValue(
    _ values: Element,
    _ tag: UInt8,
    _ earlier: Range<Int>?,
    _ bytes: Span<UInt8>
  ) throws(SyntaxError) -> Range<Int> {
    var list = BERReader(values.content)
    let value = try list.next(tag, bytes, "the attribute's value")
    guard list.isAtEnd, earlier == nil else {
      throw SyntaxError(offset: values.start, expected: "the attribute once, with one value")
    }
    return value.content
  }

  /// The signature covers the attributes as a SET, not as the [0] in the message.
  static func signedBytes(_ attributes: Element, _ receipt: [UInt8]) -> [UInt8] {
    let content = receipt[attributes.content]
    var output: [UInt8] = [Tag.set]
    output += BERReader.length(content.count)
    output.append(contentsOf: content)
    return output
  }
}
