import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

// Restores authorities: a restarted simulated store must sign with the keys its clients trust.

extension PayloadAuthority {
  /// The signer's private key, PKCS#8.
  package var keyPEM: String { key.pemRepresentation }

  /// Restores a stored authority.
  package init(certificatesDER: [[UInt8]], keyPEM: String) throws(MintError) {
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyPEM) else {
      throw .noKey(kind: "P-256")
    }
    self.init(certificatesDER: certificatesDER, key: key)
  }
}

extension TestAuthority {
  /// The signer's private key.
  package var keyPEM: String { signerKey.pemRepresentation }

  /// Restores a stored authority.
  package init(certificatesDER: [[UInt8]], keyPEM: String) throws(MintError) {
    guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: keyPEM) else {
      throw .noKey(kind: "RSA-2048")
    }
    do {
      try self.init(chain: certificatesDER.map { try Certificate(derEncoded: $0) }, signerKey: key)
    } catch {
      throw .certificateRefused(subject: "the stored authority")
    }
  }
}
