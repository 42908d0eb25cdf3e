import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
import X509

/// Signs messages as Amazon's Simple Notification Service does, and has the certificate to check
/// them by.
package struct MessageMint: Sendable {
  package let certificatePEM: String
  private let key: _RSA.Signing.PrivateKey

  /// A new key, and a certificate for it that is valid so long. It costs about 0.1 s.
  package init(validity: ClosedRange<Date>) throws(MintError) {
    key = try Issuer.rsaKey()
    let plan = CertificatePlan(
      subject: CertificateName("sns.amazonaws.com"),
      validity: validity,
      isAuthority: false
    )
    let signer = Issuer(
      name: plan.subject,
      key: Certificate.PrivateKey(key),
      algorithm: .rsaSHA256
    )
    let certificate = try signer.certificate(plan, for: signer.key.publicKey, pathLength: nil)
    do {
      certificatePEM = try certificate.serializeAsPEM().pemString
    } catch {
      throw .certificateRefused(subject: plan.subject.commonName)
    }
  }

  /// The signature in base64 over these members, in this order: each a line with its name and a line
  /// with its value. Version 1 is with SHA-1, 2 with SHA-256.
  package func signature(
    over members: [(name: String, value: String)],
    version: Int
  ) throws(MintError) -> String {
    let text = Data(members.map { "\($0.name)\n\($0.value)\n" }.joined().utf8)
    do {
      let signature =
        version == 1
        ? try key.signature(for: Insecure.SHA1.hash(data: text), padding: .insecurePKCS1v1_5)
        : try key.signature(for: SHA256.hash(data: text), padding: .insecurePKCS1v1_5)
      return signature.rawRepresentation.base64EncodedString()
    } catch {
      throw .notSigned(what: "message")
    }
  }
}
