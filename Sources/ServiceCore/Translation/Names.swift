import Basics
import Crypto
import Receipts

extension String {
  /// `nil` for what cannot name anything: an empty text, or one that the ledger would cut at a NUL.
  var usable: String? { isEmpty || utf8.contains(0) ? nil : self }

  /// So much of a store's word as anybody reads: what claims to be one may have any length.
  var readable: String { String(prefix(200)) }
}

/// A name for a purchase of which only a secret is known: Google's token, Amazon's receipt ID.
enum SecretName {
  /// `token-` and the first 32 hexadecimal digits of the secret's SHA-256.
  static func name(for secret: String) -> String {
    "token-" + String(hex: Array(SHA256.hash(data: Array(secret.utf8)).prefix(16)))
  }
}
