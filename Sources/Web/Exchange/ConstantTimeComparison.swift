import Crypto
import Foundation
import ServiceCore

/// Whether a text equals the secret. Constant time: digests are compared, which reveal neither a
/// matching prefix nor the length. An empty secret never matches.
func isSame(_ given: String, as secret: Secret) -> Bool {
  guard !secret.isEmpty else { return false }
  return SHA256.hash(data: Data(given.utf8)) == SHA256.hash(data: Data(secret.opened().utf8))
}
