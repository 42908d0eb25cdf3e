import Crypto
import CryptoExtras
package import Foundation

/// A private key that authenticates a server to a store's API, or a store to a server, as PEM like
/// in the stores' consoles.
package struct ServiceKey: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// Apple's .p8 files.
    case p256
    /// Google's service accounts.
    case rsa2048
  }

  package let kind: Kind
  package let pem: String

  /// Creates a key. An RSA key costs about 0.1 s.
  package init(_ kind: Kind) throws(MintError) {
    self.kind = kind
    pem =
      switch kind {
      case .p256: P256.Signing.PrivateKey().pemRepresentation
      case .rsa2048: try Issuer.rsaKey().pkcs8PEMRepresentation
      }
  }

  /// n and e of RFC 8017, for key sets; `nil` if it is not an RSA key.
  package var publicNumbers: (modulus: Data, exponent: Data)? {
    guard kind == .rsa2048, let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) else {
      return nil
    }
    return (try? key.publicKey.getKeyPrimitives()).map { ($0.modulus, $0.publicExponent) }
  }
}
