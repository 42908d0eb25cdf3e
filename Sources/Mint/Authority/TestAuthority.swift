import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
import X509

/// A test certification authority with one RSA key that signs receipts. Its receipts are trusted
/// only by readers configured with `rootDER`.
package struct TestAuthority: Sendable {
  /// Identifies the signer's certificate: RFC 5652 §10.2.4, both parts in DER.
  package struct SignerIdentity: Equatable, Sendable {
    package var issuer: [UInt8]
    /// The content of an INTEGER.
    package var serialNumber: [UInt8]
  }

  /// The certificate to trust, DER.
  package let rootDER: [UInt8]
  /// DER, the signer first and the root last, the order of Apple's receipts.
  package let certificatesDER: [[UInt8]]

  let signerKey: _RSA.Signing.PrivateKey
  package let identity: SignerIdentity

  /// Creates keys and certificates. Costs one RSA-2048 key, about 0.1 s, unless it reuses the
  /// signer's key of another authority.
  package init(_ plan: ChainPlan, keyOf other: TestAuthority? = nil) throws(MintError) {
    let signerKey = if let other { other.signerKey } else { try Issuer.rsaKey() }
    let key = Certificate.PublicKey(signerKey.publicKey)
    let chain = try plan.chain(to: key) { (name) throws(MintError) in
      try Issuer.named(name, algorithm: plan.algorithm)
    }
    try self.init(chain: chain, signerKey: signerKey)
  }

  /// A self-signed certificate that also signs receipts, like Xcode's.
  package init(selfSigned plan: CertificatePlan) throws(MintError) {
    let key = try Issuer.rsaKey()
    let signer = Issuer(name: plan.subject, key: Certificate.PrivateKey(key), algorithm: .rsaSHA256)
    let certificate = try signer.certificate(plan, for: signer.key.publicKey)
    try self.init(chain: [certificate], signerKey: key)
  }

  /// The authority for demo receipts; its validity covers all dates of `DemoPopulation`.
  package static func demo(at now: Date) throws(MintError) -> TestAuthority {
    let day: TimeInterval = 86_400
    return try TestAuthority(
      ChainPlan(validity: now.addingTimeInterval(-3_000 * day)...now.addingTimeInterval(730 * day))
    )
  }

  /// Applies the private key to 256 octets that the caller has padded and hashed (RFC 8017 §5.2.1,
  /// RSASP1); used to create malformed signatures.
  package func signature(ofEncoded message: [UInt8]) throws(MintError) -> [UInt8] {
    do {
      // Blind signing is the library's only operation without padding (RFC 9474 §4.3).
      let key = try _RSA.BlindSigning.PrivateKey<SHA384>(
        derRepresentation: signerKey.derRepresentation
      )
      return Array(try key.blindSignature(for: message).rawRepresentation)
    } catch {
      throw .notSigned(what: "encoded message")
    }
  }

  /// The signer's modulus n, without leading zeros.
  package var modulus: [UInt8]? {
    (try? signerKey.publicKey.getKeyPrimitives()).map { Array($0.modulus) }
  }

  init(chain: [Certificate], signerKey: _RSA.Signing.PrivateKey) throws(MintError) {
    guard let leaf = chain.first else { throw .certificateRefused(subject: "nobody") }
    certificatesDER = try chain.octets
    do {
      var serializer = DER.Serializer()
      try serializer.serialize(leaf.issuer)
      identity = SignerIdentity(
        issuer: serializer.serializedBytes,
        serialNumber: Array(leaf.serialNumber.bytes)
      )
    } catch {
      throw .certificateRefused(subject: "the chain's end")
    }
    rootDER = certificatesDER.last ?? []
    self.signerKey = signerKey
  }

  /// The signer's private key.
  package var keyPEM: String { signerKey.pemRepresentation }

  /// Restores a stored authority: a restarted simulated store must sign with the keys its clients
  /// trust.
  package init(certificatesDER: [[UInt8]], keyPEM: String) throws(MintError) {
    guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: keyPEM) else {
      throw .noKey(kind: "RSA-2048")
    }
    do {
      try self.init(chain: certificatesDER.map { try Certificate(derEncoded: $0) }, signerKey: key)
    } catch {
      throw .certificateRefused(subject: "the stored authority")
    }
  }
}

/// A test certification authority with one P-256 key that signs payloads, like the App Store's:
/// signer, intermediate, root.
package struct PayloadAuthority: Sendable {
  /// The curve of root and intermediate; the App Store's use P-384.
  package enum Curve: Sendable { case p256, p384 }

  /// DER, the signer first and the root last, the order of `x5c`.
  package let certificatesDER: [[UInt8]]
  let key: P256.Signing.PrivateKey

  /// The certificate to trust, DER.
  package var rootDER: [UInt8] { certificatesDER.last ?? [] }

  /// Creates keys and certificates. Ignores the plan's algorithm.
  package init(_ plan: ChainPlan, curve: Curve = .p384) throws(MintError) {
    key = P256.Signing.PrivateKey()
    let chain = try plan.chain(to: Certificate.PublicKey(key.publicKey)) {
      (name) throws(MintError) in Self.issuer(name, curve)
    }
    certificatesDER = try chain.octets
  }

  /// The authority for payloads that a demo's App Store signs, also in the previous year.
  package static func demo(at now: Date) throws(MintError) -> PayloadAuthority {
    let day: TimeInterval = 86_400
    return try PayloadAuthority(
      ChainPlan(validity: now.addingTimeInterval(-3_000 * day)...now.addingTimeInterval(730 * day))
    )
  }

  /// A self-signed certificate that also signs payloads, like Xcode's.
  package init(selfSigned plan: CertificatePlan) throws(MintError) {
    key = P256.Signing.PrivateKey()
    let signer = Issuer(
      name: plan.subject,
      key: Certificate.PrivateKey(key),
      algorithm: .ecdsaSHA256
    )
    certificatesDER = try [signer.certificate(plan, for: signer.key.publicKey)].octets
  }

  init(certificatesDER: [[UInt8]], key: P256.Signing.PrivateKey) {
    self.certificatesDER = certificatesDER
    self.key = key
  }

  private static func issuer(_ name: CertificateName, _ curve: Curve) -> Issuer {
    let key =
      switch curve {
      case .p256: Certificate.PrivateKey(P256.Signing.PrivateKey())
      case .p384: Certificate.PrivateKey(P384.Signing.PrivateKey())
      }
    return Issuer(name: name, key: key, algorithm: .ecdsaSHA256)
  }

  /// The signer's private key, PKCS#8.
  package var keyPEM: String { key.pemRepresentation }

  /// Restores a stored authority: a restarted simulated store must sign with the keys its clients
  /// trust.
  package init(certificatesDER: [[UInt8]], keyPEM: String) throws(MintError) {
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyPEM) else {
      throw .noKey(kind: "P-256")
    }
    self.init(certificatesDER: certificatesDER, key: key)
  }
}
