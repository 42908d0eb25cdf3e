import Crypto
import CryptoExtras
import Foundation

/// Signs purchases as Google Play does: RSASSA-PKCS1-v1_5 with SHA-1 over the purchase's exact
/// octets.
package struct PurchaseMint: Sendable {
  private let key: _RSA.Signing.PrivateKey

  package init() throws(MintError) { key = try Issuer.rsaKey() }

  /// As the Play Console shows it: base64 of the SubjectPublicKeyInfo.
  package var licenceKey: String { key.publicKey.derRepresentation.base64EncodedString() }

  /// Base64 with padding, as it comes beside `INAPP_PURCHASE_DATA`.
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
