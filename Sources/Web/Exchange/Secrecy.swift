import Crypto
import Foundation
import ServiceCore

/// Whether somebody gave the secret itself. It takes as long for a wrong one as for the right one,
/// however much of it is right: digests are compared in constant time, and tell nothing of lengths.
/// No secret is nobody's.
func isSame(_ given: String, as secret: Secret) -> Bool {
  guard !secret.isEmpty else { return false }
  return SHA256.hash(data: Data(given.utf8)) == SHA256.hash(data: Data(secret.opened().utf8))
}
