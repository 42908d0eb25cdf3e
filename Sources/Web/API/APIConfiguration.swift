import Basics
import Crypto
import Receipts
package import ServiceCore

/// The settings of the `api` endpoints: the accepted keys.
package struct APIConfiguration: Sendable {
  package enum Scope: String, CaseIterable, Sendable {
    case read
    /// Grants and withdrawals.
    case write
    /// E-mail addresses and names, in addition to `read`.
    case personal
  }

  /// A key, stored as a hash that cannot be used for requests.
  package struct Key: Equatable, Sendable {
    /// The key's owner, recorded as the author of actions.
    package var name: String
    package var digest: APIKeyDigest
    package var scopes: Set<Scope>
    /// The maximum rate, which is also the burst size.
    package var perSecond: Int

    package init(name: String, digest: APIKeyDigest, scopes: Set<Scope>, perSecond: Int = 100) {
      self.name = name
      self.digest = digest
      self.scopes = scopes
      self.perSecond = max(1, perSecond)
    }
  }

  package var keys: [Key]

  package init(keys: [Key] = []) { self.keys = keys }
}

/// The SHA-256 of a key. Keys are 32 random bytes, so a slower hash is not needed.
package struct APIKeyDigest: Equatable, Sendable, CustomStringConvertible {
  private let bytes: [UInt8]

  package init(of key: Secret) { bytes = Array(SHA256.hash(data: Array(key.opened().utf8))) }

  /// `sha256:` and 64 hexadecimal digits; `nil` for anything else.
  package init?(_ text: String) {
    guard text.hasPrefix("sha256:") else { return nil }
    let digits = text.utf8.dropFirst("sha256:".utf8.count).compactMap { digit -> UInt8? in
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x41...0x46, 0x61...0x66: (digit & 0x5F) - 0x37
      default: nil
      }
    }
    guard digits.count == 64, text.utf8.count == 71 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The text form in the settings.
  package var description: String {
    "sha256:" + String(hex: bytes)
  }

  /// Compares in constant time.
  package static func == (left: Self, right: Self) -> Bool {
    var difference = left.bytes.count ^ right.bytes.count
    for (one, other) in zip(left.bytes, right.bytes) { difference |= Int(one ^ other) }
    return difference == 0
  }
}
