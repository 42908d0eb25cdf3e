package import Basics
internal import SwiftASN1
internal import X509

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
