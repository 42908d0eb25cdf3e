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
    var issuer = try Issuer.named(plan.root.subject, algorithm: plan.algorithm)
    var chain = [
      try issuer.certificate(plan.root, for: issuer.key.publicKey, pathLength: nil)
    ]
    for (index, intermediate) in plan.intermediates.enumerated() {
      let next = try Issuer.named(intermediate.subject, algorithm: plan.algorithm)
      chain.append(
        try issuer.certificate(
          intermediate,
          for: next.key.publicKey,
          pathLength: plan.intermediates.count - 1 - index
        )
      )
      issuer = next
    }
    chain.append(
      try issuer.certificate(
        plan.leaf,
        for: Certificate.PublicKey(signerKey.publicKey),
        pathLength: nil
      )
    )
    try self.init(chain: chain.reversed(), signerKey: signerKey)
  }

  /// A self-signed certificate that also signs receipts, like Xcode's.
  package init(selfSigned plan: CertificatePlan) throws(MintError) {
    let key = try Issuer.rsaKey()
    let signer = Issuer(
      name: plan.subject,
      key: Certificate.PrivateKey(key),
      algorithm: .rsaSHA256
    )
    try self.init(
      chain: [try signer.certificate(plan, for: signer.key.publicKey, pathLength: nil)],
      signerKey: key
    )
  }

  /// The authority for demo receipts; its validity covers all dates of `DemoPopulation`.
  package static func demo(at now: Date) throws(MintError) -> TestAuthority {
    let day: TimeInterval = 86_400
    return try TestAuthority(
      ChainPlan(
        validity: now.addingTimeInterval(-3_000 * day)...now.addingTimeInterval(730 * day)
      )
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

  init(
    chain: [Certificate],
    signerKey: _RSA.Signing.PrivateKey
  ) throws(MintError) {
    guard let leaf = chain.first else { throw .certificateRefused(subject: "nobody") }
    do {
      certificatesDER = try chain.map { certificate in
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
      }
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
}
