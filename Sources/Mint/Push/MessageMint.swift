import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
import X509

/// Signs messages as Amazon SNS does, and provides the certificate to verify them.
package struct MessageMint: Sendable {
  package let certificatePEM: String
  private let key: _RSA.Signing.PrivateKey

  /// Creates a key and a certificate. It costs about 0.1 s.
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

  /// The base64 signature over the members in order, each a line with the name and a line with the
  /// value. Version 1 uses SHA-1, version 2 SHA-256.
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
