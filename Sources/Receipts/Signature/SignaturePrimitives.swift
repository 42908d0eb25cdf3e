import Basics
internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import SwiftASN1
internal import X509

// Everything by which libraries read certificates and tell whether a signature or a digest fits. The
// fuzzer's build compiles `Tests/Fuzz/SignaturePrimitives.swift` in the place of this file, so that
// made-up input gets behind the signatures; this one has nothing that could leave a check out.

extension Certificate {
  /// `nil` if it cannot be read.
  init?(der: [UInt8]) {
    guard let certificate = try? Certificate(derEncoded: der) else { return nil }
    self = certificate
  }
}

extension CertificateDetails {
  init(_ certificate: Certificate) {
    self.init(
      subject: String(describing: certificate.subject),
      issuer: String(describing: certificate.issuer),
      serial: String(hex: certificate.serialNumber.bytes),
      notBefore: certificate.notValidBefore,
      notAfter: certificate.notValidAfter
    )
  }
}

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
}

extension P256.Signing.PublicKey {
  /// The same for a signature of r and s, 32 bytes each, over SHA-256.
  func hasSigned(_ message: some DataProtocol, with signature: [UInt8]) -> Bool {
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
      return false
    }
    return isValidSignature(signature, for: SHA256.hash(data: message))
  }
}

extension _RSA.Signing.PublicKey {
  /// The same with PKCS#1 v1.5, for keys that certificates may not have.
  func hasSigned(
    _ message: some DataProtocol,
    with signature: [UInt8],
    by digest: DigestAlgorithm
  ) -> Bool {
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    return switch digest {
    case .sha1:
      isValidSignature(
        signature,
        for: Insecure.SHA1.hash(data: message),
        padding: .insecurePKCS1v1_5
      )
    case .sha256:
      isValidSignature(signature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
    }
  }
}

extension DigestAlgorithm {
  /// Whether `digest` is that of `content`.
  func fits(_ digest: some Collection<UInt8>, _ content: some DataProtocol) -> Bool {
    switch self {
    case .sha1: digest.elementsEqual(Insecure.SHA1.hash(data: content))
    case .sha256: digest.elementsEqual(SHA256.hash(data: content))
    }
  }
}
