import Crypto
package import Foundation
import SwiftASN1
import X509

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
    var issuer = Self.issuer(plan.root.subject, curve)
    var chain = [try issuer.certificate(plan.root, for: issuer.key.publicKey, pathLength: nil)]
    for (index, intermediate) in plan.intermediates.enumerated() {
      let next = Self.issuer(intermediate.subject, curve)
      chain.append(
        try issuer.certificate(
          intermediate,
          for: next.key.publicKey,
          pathLength: plan.intermediates.count - 1 - index
        )
      )
      issuer = next
    }
    let leafKey = Certificate.PublicKey(key.publicKey)
    chain.append(try issuer.certificate(plan.leaf, for: leafKey, pathLength: nil))
    certificatesDER = try Self.der(chain.reversed())
  }

  /// The authority for payloads that a demo's App Store signs, also in the previous year.
  package static func demo(at now: Date) throws(MintError) -> PayloadAuthority {
    let day: TimeInterval = 86_400
    return try PayloadAuthority(
      ChainPlan(validity: now.addingTimeInterval(-400 * day)...now.addingTimeInterval(730 * day))
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
    certificatesDER = try Self.der([
      signer.certificate(plan, for: signer.key.publicKey, pathLength: nil)
    ])
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

  private static func der(_ chain: [Certificate]) throws(MintError) -> [[UInt8]] {
    do {
      return try chain.map { certificate in
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
      }
    } catch {
      throw .certificateRefused(subject: "the chain's end")
    }
  }
}
