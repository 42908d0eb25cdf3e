import Crypto

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
    let digits = Array("0123456789abcdef".utf8)
    let letters = SHA256.hash(data: Array(secret.utf8)).prefix(16).flatMap {
      [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
    }
    return "token-" + String(decoding: letters, as: UTF8.self)
  }
}
