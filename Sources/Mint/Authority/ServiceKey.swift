import Crypto
import CryptoExtras
package import Foundation

/// A private key with which a server proves who it is to a store's API, or a store to a server:
/// PEM, as the stores' consoles give it out.
package struct ServiceKey: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// Apple's .p8 files.
    case p256
    /// Google's service accounts.
    case rsa2048
  }

  package let kind: Kind
  package let pem: String

  /// A new key. An RSA key costs about 0.1 s.
  package init(_ kind: Kind) throws(MintError) {
    self.kind = kind
    pem =
      switch kind {
      case .p256: P256.Signing.PrivateKey().pemRepresentation
      case .rsa2048: try Issuer.rsaKey().pkcs8PEMRepresentation
      }
  }

  /// n and e of RFC 8017, for key sets; `nil` for a key of another kind.
  package var publicNumbers: (modulus: Data, exponent: Data)? {
    guard kind == .rsa2048, let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) else {
      return nil
    }
    return (try? key.publicKey.getKeyPrimitives()).map { ($0.modulus, $0.publicExponent) }
  }
}
