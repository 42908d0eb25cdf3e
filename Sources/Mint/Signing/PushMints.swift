import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
import X509

/// Signs push tokens as Google does: JWTs with RS256, and the key set to verify them.
package struct TokenMint: Sendable {
  package let keyID: String
  private let key: _RSA.Signing.PrivateKey

  /// Creates a key, which costs about 0.1 s, unless one is given.
  package init(keyID: String, keyPEM: String? = nil) throws(MintError) {
    self.keyID = keyID
    key = try Issuer.rsaKey(keyPEM)
  }

  /// A JSON Web Key Set (RFC 7517 §5) with this key.
  package var keySet: String { "{\"keys\":[\(jwk)]}" }

  /// The key as a JWK (RFC 7518 §6.3.1).
  package var jwk: String {
    let numbers = try? key.publicKey.getKeyPrimitives()
    let (n, e) = (numbers?.modulus ?? Data(), numbers?.publicExponent ?? Data())
    return """
      {"kty":"RSA","alg":"RS256","use":"sig","kid":"\(keyID)",\
      "n":"\(PayloadMint.base64URL(n))","e":"\(PayloadMint.base64URL(e))"}
      """
  }

  /// Returns the compact JWT. Signs the claims as they are; `header` replaces the default.
  package func sign(_ claims: String, header: String? = nil) throws(MintError) -> String {
    let header = header ?? "{\"alg\":\"RS256\",\"kid\":\"\(keyID)\",\"typ\":\"JWT\"}"
    let signed = "\(PayloadMint.base64URL(header.utf8)).\(PayloadMint.base64URL(claims.utf8))"
    let signature = try key.pkcs1(SHA256.hash(data: Data(signed.utf8)), of: "token")
    return "\(signed).\(PayloadMint.base64URL(signature))"
  }
}

/// Signs messages as Amazon SNS does, and provides the certificate to verify them.
package struct MessageMint: Sendable {
  package let certificatePEM: String
  private let key: _RSA.Signing.PrivateKey

  /// Creates a certificate, and a key unless one is given. A key costs about 0.1 s.
  package init(validity: ClosedRange<Date>, keyPEM: String? = nil) throws(MintError) {
    key = try Issuer.rsaKey(keyPEM)
    let plan = CertificatePlan(
      subject: CertificateName("sns.amazonaws.com"),
      validity: validity,
      isAuthority: false
    )
    let signer = Issuer(name: plan.subject, key: Certificate.PrivateKey(key), algorithm: .rsaSHA256)
    let certificate = try signer.certificate(plan, for: signer.key.publicKey)
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
    let signature =
      version == 1
      ? try key.pkcs1(Insecure.SHA1.hash(data: text), of: "message")
      : try key.pkcs1(SHA256.hash(data: text), of: "message")
    return Data(signature).base64EncodedString()
  }
}

/// Signs a purchase's octets as Google Play does: RSASSA-PKCS1-v1_5 with SHA-1.
package struct PurchaseMint: Sendable {
  private let key: _RSA.Signing.PrivateKey

  package init() throws(MintError) { key = try Issuer.rsaKey() }

  /// The key as in the Play Console: base64 of the SubjectPublicKeyInfo.
  package var licenceKey: String { key.publicKey.derRepresentation.base64EncodedString() }

  /// The signature of `INAPP_PURCHASE_DATA`: base64 with padding.
  package func signature(over purchase: [UInt8]) throws(MintError) -> String {
    let digest = Insecure.SHA1.hash(data: purchase)
    return Data(try key.pkcs1(digest, of: "purchase")).base64EncodedString()
  }
}
