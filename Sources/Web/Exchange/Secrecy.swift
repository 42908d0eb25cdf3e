import Crypto
import Foundation
import ServiceCore

/// Whether somebody gave the secret itself. It takes as long for a wrong one as for the right one,
/// however much of it is right.
func isSame(_ given: String, as secret: Secret) -> Bool {
  guard !secret.isEmpty else { return false }
  let (one, other) = (
    SHA256.hash(data: Data(given.utf8)), SHA256.hash(data: Data(secret.opened().utf8))
  )
  // Digests are compared in constant time, and tell nothing of the texts' lengths.
  return one == other
}
