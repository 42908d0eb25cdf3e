import Basics
import Crypto
import Receipts

extension String {
  /// `nil` if the text cannot be a name: it is empty or has a NUL, where the ledger would cut it.
  var usable: String? { isEmpty || utf8.contains(0) ? nil : self }

  /// The first 200 characters of a store's text, which may have any length.
  var readable: String { String(prefix(200)) }
}

/// A name for a purchase of which only a secret is known: Google's token or Amazon's receipt ID.
enum SecretName {
  /// `token-` and the first 32 hexadecimal digits of the secret's SHA-256.
  static func name(for secret: String) -> String {
    "token-" + String(hex: Array(SHA256.hash(data: Array(secret.utf8)).prefix(16)))
  }
}
