import Basics
internal import CryptoExtras
import Foundation
internal import SwiftASN1
internal import X509

/// The certificate inside a legacy receipt's signature (RFC 5280 §4.1). X509 cannot read it because
/// its RSA key has 1024 bits.
struct LegacyReceiptCertificate {
  private let key: _RSA.Signing.PublicKey
  var facts: CertificateDetails

  /// - Throws: a `SyntaxError` at a byte of the certificate.
  init(_ der: [UInt8]) throws(SyntaxError) {
    let bytes = der.span
    var outer = BERReader(0..<der.count)
    let whole = try outer.next(Tag.sequence, bytes, "a certificate (SEQUENCE)")
    try outer.expectEnd("the end of the certificate")
    var parts = BERReader(whole.content)
    var fields = BERReader(try parts.next(Tag.sequence, bytes, "TBSCertificate (SEQUENCE)").content)
    if fields.peek(bytes) == Tag.context0 { _ = try fields.next(bytes) }
    let serial = try fields.next(Tag.integer, bytes, "the serial number (INTEGER)")
    _ = try fields.next(Tag.sequence, bytes, "the signature's algorithm (SEQUENCE)")
    let issuer = try fields.next(Tag.sequence, bytes, "the issuer (Name)")
    var validity = BERReader(
      try fields.next(Tag.sequence, bytes, "the validity (SEQUENCE)").content
    )
    let notBefore = try Self.time(&validity, der)
    let notAfter = try Self.time(&validity, der)
    let subject = try fields.next(Tag.sequence, bytes, "the subject (Name)")
    let info = try fields.next(Tag.sequence, bytes, "SubjectPublicKeyInfo (SEQUENCE)")
    // The library's API for keys below 2048 bits; 1024 is its minimum.
    guard let key = try? _RSA.Signing.PublicKey(unsafeDERRepresentation: der[info.whole]) else {
      throw SyntaxError(offset: info.start, expected: "an RSA key of 1024 bits or more")
    }
    self.key = key
    facts = CertificateDetails(
      subject: try Self.name(subject, der),
      issuer: try Self.name(issuer, der),
      // Without leading zero octets, as X509 shows serial numbers.
      serial: String(hex: der[serial.content].drop { $0 == 0 }),
      notBefore: notBefore,
      notAfter: notAfter
    )
  }

  /// Whether `signature` over the message is by this certificate's key (SHA-1, PKCS#1 v1.5).
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    key.hasSigned(message, with: signature, by: .sha1)
  }

  private static func name(_ element: Element, _ der: [UInt8]) throws(SyntaxError) -> String {
    guard let node = try? DER.parse(Array(der[element.whole])),
      let parts = try? DER.sequence(
        of: RelativeDistinguishedName.self,
        identifier: .sequence,
        rootNode: node
      )
    else {
      throw SyntaxError(offset: element.start, expected: "a Name")
    }
    return String(describing: DistinguishedName(parts))
  }

  /// UTCTime or GeneralizedTime as RFC 5280 §4.1.2.5 writes them: in UTC, to the second.
  private static func time(_ reader: inout BERReader, _ der: [UInt8]) throws(SyntaxError) -> Date {
    let element = try reader.next(der.span)
    var digits = Array(der[element.content])
    if element.tag == 0x17, let first = digits.first {
      // RFC 5280: years from 50 on belong to the last century.
      digits = Array((first >= UInt8(ascii: "5") ? "19" : "20").utf8) + digits
    }
    guard element.tag == 0x17 || element.tag == 0x18, digits.count == 15 else {
      throw SyntaxError(offset: element.start, expected: "UTCTime or GeneralizedTime")
    }
    var text: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      switch index {
      case 4, 6: text.append(UInt8(ascii: "-"))
      case 8: text.append(UInt8(ascii: "T"))
      case 10, 12: text.append(UInt8(ascii: ":"))
      default: break
      }
      text.append(digit)
    }
    guard let date = RFC3339.parse(text.span, 0..<text.count) else {
      throw SyntaxError(offset: element.start, expected: "a date")
    }
    return date
  }
}
