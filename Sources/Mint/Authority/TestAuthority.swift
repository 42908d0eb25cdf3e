import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
import X509

/// A certification authority of our own, with one RSA key that signs receipts.
///
/// Its keys exist in this process only. It vouches for nothing: whoever wants its receipts
/// believed has to trust `rootDER` on purpose.
package struct TestAuthority: Sendable {
  /// Which certificate made a signature: RFC 5652 §10.2.4, both parts in DER.
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

  /// Mints keys and certificates. Costs one RSA-2048 key, about 0.1 s, or nothing when it takes
  /// over the signer's key of another authority.
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

  /// One certificate that signs itself and receipts, as Xcode has.
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

  /// The authority behind the demo's receipts, able to sign for any of `DemoPopulation`'s dates.
  package static func demo(at now: Date) throws(MintError) -> TestAuthority {
    let day: TimeInterval = 86_400
    return try TestAuthority(
      ChainPlan(
        validity: now.addingTimeInterval(-3_000 * day)...now.addingTimeInterval(730 * day)
      )
    )
  }

  /// The signer's private key applied to 256 octets as they are, which are padded and hashed by
  /// whoever calls (RFC 8017 §5.2.1, RSASP1): how signatures of wrong forms are made.
  package func signature(ofEncoded message: [UInt8]) throws(MintError) -> [UInt8] {
    do {
      // Blind signing is the one operation of the library that adds no padding (RFC 9474 §4.3).
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
