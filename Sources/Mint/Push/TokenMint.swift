import Crypto
import CryptoExtras
import Foundation

/// Signs push tokens as Google does: JWTs with RS256, and the key set to verify them.
package struct TokenMint: Sendable {
  package let keyID: String
  private let key: _RSA.Signing.PrivateKey

  /// Creates a key. It costs about 0.1 s.
  package init(keyID: String) throws(MintError) {
    self.keyID = keyID
    key = try Issuer.rsaKey()
  }

  /// A JSON Web Key Set (RFC 7517 §5) with this key.
  package var keySet: String { "{\"keys\":[\(jwk)]}" }

  /// The key as a JWK (RFC 7518 §6.3.1).
  package var jwk: String {
    let numbers = try? key.publicKey.getKeyPrimitives()
    let (n, e) = (numbers?.modulus ?? Data(), numbers?.publicExponent ?? Data())
    return """
      {"kty":"RSA","use":"sig","alg":"RS256","kid":"\(keyID)",\
      "n":"\(PayloadMint.base64URL(n))","e":"\(PayloadMint.base64URL(e))"}
      """
  }

  /// Returns the compact JWT. Signs the claims as they are; `header` replaces the default.
  package func sign(_ claims: String, header: String? = nil) throws(MintError) -> String {
    let header = header ?? "{\"alg\":\"RS256\",\"kid\":\"\(keyID)\",\"typ\":\"JWT\"}"
    let signed = "\(PayloadMint.base64URL(header.utf8)).\(PayloadMint.base64URL(claims.utf8))"
    do {
      let signature = try key.signature(
        for: SHA256.hash(data: Data(signed.utf8)),
        padding: .insecurePKCS1v1_5
      )
      return "\(signed).\(PayloadMint.base64URL(signature.rawRepresentation))"
    } catch {
      throw .notSigned(what: "token")
    }
  }
}
