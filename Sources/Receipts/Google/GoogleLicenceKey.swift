import Basics
internal import SwiftASN1
internal import X509

/// An unusable licence key.
package enum LicenceKeyError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreadable
  case notRSA
  case tooShort(bits: Int)

  package var description: String {
    switch self {
    case .unreadable:
      "The licence key is not a public key. Copy the base64 text from the Play Console "
        + "(Monetization setup, Licensing)."
    case .notRSA: "The licence key is not an RSA key; Google Play's are."
    case .tooShort(let bits):
      "The licence key has \(bits) bits; Google Play's have 2048, and fewer are not trusted."
    }
  }
}

/// An app's licence key: the public half of the RSA key with which Google Play signs the purchases
/// of this app. It proves where a purchase came from, not that it is still valid.
package struct GoogleLicenceKey: Sendable {
  /// Shorter keys can be broken, and Play has issued none.
  static let minBits = 2_048
  /// No useful modulus is longer; verifying with one would only cost time.
  static let maxBits = 8_192

  private let key: Certificate.PublicKey

  /// Reads the text of the Play Console: base64 of an X.509 SubjectPublicKeyInfo (RFC 5280 §4.1).
  /// Accepts PEM and DER as well.
  package init(_ input: [UInt8]) throws(LicenceKeyError) {
    guard input.count <= 65_536, let der = try? ReceiptText.bytes(of: input) else {
      throw .unreadable
    }
    let bits: Int?
    do throws(SyntaxError) { bits = try Self.modulusBits(der.span) } catch { throw .unreadable }
    guard let bits else { throw .notRSA }
    guard bits >= Self.minBits else { throw .tooShort(bits: bits) }
    guard bits <= Self.maxBits, let key = try? Certificate.PublicKey(derEncoded: der) else {
      throw .unreadable
    }
    self.key = key
  }

  /// RSASSA-PKCS1-v1_5 with SHA-1 (RFC 8017 §8.2.2), Play's only signature algorithm.
  func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    key.hasSigned(message, with: signature, by: .sha1WithRSAEncryption)
  }

  /// `nil` for a key of another algorithm.
  ///
  /// ```
  /// SubjectPublicKeyInfo ::= SEQUENCE { SEQUENCE { algorithm OID, parameters }, BIT STRING }
  /// RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }
  /// ```
  private static func modulusBits(_ bytes: Span<UInt8>) throws(SyntaxError) -> Int? {
    var outer = BERReader(0..<bytes.count)
    var info = BERReader(
      try outer.next(Tag.sequence, bytes, "SubjectPublicKeyInfo (SEQUENCE)").content
    )
    var algorithm = BERReader(
      try info.next(Tag.sequence, bytes, "the algorithm (SEQUENCE)").content
    )
    let name = try algorithm.next(Tag.objectIdentifier, bytes, "the algorithm (OID)")
    guard BERReader.matches(bytes, name.content, OID.rsaEncryption) else { return nil }
    let holder = try info.next(Tag.bitString, bytes, "the key (BIT STRING)").content
    var content = BERReader(holder.dropFirst())
    var key = BERReader(try content.next(Tag.sequence, bytes, "RSAPublicKey (SEQUENCE)").content)
    let modulus = try key.next(Tag.integer, bytes, "the modulus (INTEGER)").content
    guard let top = modulus.first(where: { bytes[$0] != 0 }) else { return 0 }
    return (modulus.upperBound - top) * 8 - bytes[top].leadingZeroBitCount
  }
}
