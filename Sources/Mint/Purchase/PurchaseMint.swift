import Crypto
import CryptoExtras
import Foundation

/// Signs a purchase's octets as Google Play does: RSASSA-PKCS1-v1_5 with SHA-1.
package struct PurchaseMint: Sendable {
  private let key: _RSA.Signing.PrivateKey

  package init() throws(MintError) { key = try Issuer.rsaKey() }

  /// The key as in the Play Console: base64 of the SubjectPublicKeyInfo.
  package var licenceKey: String { key.publicKey.derRepresentation.base64EncodedString() }

  /// The signature of `INAPP_PURCHASE_DATA`: base64 with padding.
  package func signature(over purchase: [UInt8]) throws(MintError) -> String {
    do {
      return try key.signature(
        for: Insecure.SHA1.hash(data: purchase),
        padding: .insecurePKCS1v1_5
      ).rawRepresentation.base64EncodedString()
    } catch {
      throw .notSigned(what: "purchase")
    }
  }
}
