internal import Crypto
internal import Foundation
internal import X509

// All signature checks: of certificates, app receipts, payloads, purchases and the published test
// vectors (`RawPublicKey`).

extension Certificate.PublicKey {
  /// Whether this key made `signature` over `message`. RSA uses PKCS#1 v1.5 (RFC 8017 §8.2.2),
  /// ECDSA has r and s in DER (RFC 3279 §2.2.3). `false` if the algorithm does not fit the key.
  func hasSigned(
    _ message: some DataProtocol,
    with signature: some DataProtocol,
    by algorithm: Certificate.SignatureAlgorithm
  ) -> Bool {
    isValidSignature(signature, for: message, signatureAlgorithm: algorithm)
  }

  /// Whether this key made the certificate's signature (RFC 5280 §4.1.1.3).
  func hasSigned(_ certificate: Certificate) -> Bool {
    hasSigned(
      certificate.tbsCertificateBytes,
      with: certificate.signature.rawRepresentation,
      by: certificate.signatureAlgorithm
    )
  }
}

/// ES256: ECDSA with P-256 over SHA-256, r and s concatenated (RFC 7518 §3.4), the App Store's only
/// algorithm for payloads.
///
/// Both valid values of s are accepted: neither the RFC nor Apple promises the smaller one, and the
/// content is the same.
enum ES256 {
  static let name = "ES256"
  /// r and s, 32 bytes each.
  static let signatureLength = 64

  /// The order n of P-256's group, and half of it (SEC 2 §2.4.2).
  private static let order: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]
  private static let halfOrder: [UInt8] = [
    0x7F, 0xFF, 0xFF, 0xFF, 0x80, 0x00, 0x00, 0x00, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xDE, 0x73, 0x7D, 0x56, 0xD3, 0x8B, 0xCF, 0x42, 0x79, 0xDC, 0xE5, 0x61, 0x7E, 0x31, 0x92, 0xA8,
  ]

  /// The equivalent signature with n - s instead of s; `nil` if s is already the smaller one.
  static func smaller(_ signature: [UInt8]) -> [UInt8]? {
    guard signature.count == signatureLength else { return nil }
    let s = signature.suffix(32)
    guard halfOrder.lexicographicallyPrecedes(s) else { return nil }
    var (other, borrow) = (Array(signature.prefix(32)) + order, 0)
    for index in (0..<32).reversed() {
      let difference = Int(order[index]) - Int(signature[32 + index]) - borrow
      borrow = difference < 0 ? 1 : 0
      other[32 + index] = UInt8(truncatingIfNeeded: difference)
    }
    return other
  }

  static func check(
    _ signature: [UInt8],
    over message: some DataProtocol,
    by key: Certificate.PublicKey
  ) throws(Rejection) {
    guard let key = P256.Signing.PublicKey(key) else {
      throw .untrustedChain(reason: "the signer's key is not a P-256 key, which ES256 needs")
    }
    // DER, which other protocols use, has another length.
    guard signature.count == signatureLength else {
      throw .badSignature(
        reason: "a signature of \(signature.count) bytes; ES256 has \(signatureLength) (r and s)"
      )
    }
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
      key.isValidSignature(signature, for: SHA256.hash(data: message))
    else { throw .signatureMismatch }
  }
}

extension JWS {
  /// Whether this key made the signature over `header.payload` (RFC 7515 §5.2).
  func checkSignature(by key: Certificate.PublicKey) throws(Rejection) {
    try ES256.check(octets(of: signature), over: signedBytes, by: key)
  }
}

extension Rejection {
  static let signatureMismatch = Rejection.badSignature(
    reason: "the signature does not fit the content: one of them was changed"
  )
}
