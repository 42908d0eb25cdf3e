package import Basics
internal import Crypto
internal import Foundation
internal import SwiftASN1
internal import X509

// The signature checks of certificates, payloads and the published test vectors (`RawPublicKey`).

extension Certificate.PublicKey {
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
    guard key.hasSigned(message, with: signature) else { throw .signatureMismatch }
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

/// A public key without a certificate, as in published test vectors. Its signatures are checked by
/// the same code as those of receipts, payloads and certificates.
package struct RawPublicKey: Sendable {
  /// The algorithm and encoding of a signature.
  package enum Scheme: Sendable {
    /// PKCS#1 v1.5, as in app receipts and RSA certificates.
    case rsaSHA256
    /// r and s in DER, as in certificates.
    case ecdsaSHA256, ecdsaSHA384
    /// r and s concatenated, as in payloads.
    case es256
  }

  private let key: Certificate.PublicKey

  /// From a SubjectPublicKeyInfo in DER (RFC 5280 §4.1); `nil` for a key that certificates may not
  /// have.
  package init?(subjectPublicKeyInfo der: [UInt8]) {
    guard let key = try? Certificate.PublicKey(derEncoded: der) else { return nil }
    self.key = key
  }

  /// From a JSON Web Key (RFC 7517 §4, RFC 7518 §6.2); `nil` for one that ES256 cannot use: of
  /// another type or curve, or reserved for another purpose than signatures.
  package init?(jwk: JSONValue) {
    guard jwk["kty"]?.string == "EC", jwk["crv"]?.string == "P-256",
      jwk["use"] == nil || jwk["use"]?.string == "sig",
      jwk["key_ops"] == nil || jwk["key_ops"]?.array?.contains(.string("verify")) == true,
      let x = Self.coordinate(jwk["x"]), let y = Self.coordinate(jwk["y"])
    else { return nil }
    self.init(subjectPublicKeyInfo: Self.p256Head + x + y)
  }

  /// Why the signature is rejected; `nil` if this key made it over the message.
  package func fault(
    in signature: [UInt8],
    over message: [UInt8],
    by scheme: Scheme
  ) -> Rejection? {
    let algorithm: Certificate.SignatureAlgorithm
    switch scheme {
    case .rsaSHA256: algorithm = .sha256WithRSAEncryption
    case .ecdsaSHA256: algorithm = .ecdsaWithSHA256
    case .ecdsaSHA384: algorithm = .ecdsaWithSHA384
    case .es256:
      return Self.fault { () throws(Rejection) in
        try ES256.check(signature, over: message, by: key)
      }
    }
    return key.hasSigned(message, with: signature, by: algorithm) ? nil : .signatureMismatch
  }

  /// Why a compact JWS that `key` should have signed is rejected; `nil` if it is valid. The payload
  /// may be anything.
  package static func fault(inJWS text: [UInt8], by key: RawPublicKey?) -> Rejection? {
    fault { () throws(Rejection) in
      let jws = try JWS(text)
      _ = try JWSHeader(jws)
      _ = try jws.octets(of: jws.payload)
      guard let key else {
        throw .untrustedChain(reason: "ES256 cannot use this key")
      }
      try jws.checkSignature(by: key.key)
    }
  }

  private static func fault(_ check: () throws(Rejection) -> Void) -> Rejection? {
    do throws(Rejection) {
      try check()
      return nil
    } catch {
      return error
    }
  }

  /// A coordinate has as many bytes as the curve's field (RFC 7518 §6.2.1.2).
  private static func coordinate(_ value: JSONValue?) -> [UInt8]? {
    guard let text = value?.string.map({ Array($0.utf8) }),
      let octets = try? StrictBase64.decode(text.span, 0..<text.count, .url), octets.count == 32
    else { return nil }
    return octets
  }

  /// The bytes before x and y in a SubjectPublicKeyInfo of P-256 (RFC 5480 §2): the identifiers
  /// id-ecPublicKey and secp256r1, and the prefix of an uncompressed point.
  private static let p256Head: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A,
    0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
  ]
}
