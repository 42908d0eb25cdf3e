import Basics
internal import Crypto
internal import CryptoExtras
internal import Foundation

/// A token issuer's public RS256 keys by ID: a JSON Web Key Set (RFC 7517 §5) of RSA keys
/// (RFC 7518 §6.3).
package struct TokenKeySet: Sendable {
  /// A store publishes two or three.
  private static let maxKeys = 32

  private let keys: [String: _RSA.Signing.PublicKey]

  /// Ignores keys of other kinds and for other purposes; `nil` if none is left, or if the document
  /// is not a key set.
  package init?(_ document: [UInt8]) {
    guard let items = (try? DocumentJSON.value(document))?["keys"]?.array,
      items.count <= Self.maxKeys
    else { return nil }
    var keys: [String: _RSA.Signing.PublicKey] = [:]
    for item in items {
      guard let id = item["kid"]?.string, let key = Self.key(item) else { continue }
      keys[id] = key
    }
    guard !keys.isEmpty else { return nil }
    self.keys = keys
  }

  package func holds(_ id: String) -> Bool { keys[id] != nil }

  /// Whether the key of this ID made the signature over the message: PKCS#1 v1.5 with SHA-256
  /// (RFC 7518 §3.3).
  func hasSigned(_ message: some DataProtocol, with signature: [UInt8], by id: String) -> Bool {
    keys[id]?.isValidSignature(
      _RSA.Signing.RSASignature(rawRepresentation: signature),
      for: SHA256.hash(data: message),
      padding: .insecurePKCS1v1_5
    ) ?? false
  }

  /// The length of a modulus; shorter ones can be broken, and longer ones would only cost time.
  private static let octets = 256...1_024

  private static func key(_ item: JSONValue) -> _RSA.Signing.PublicKey? {
    guard item["kty"]?.string == "RSA", ["sig", nil].contains(item["use"]?.string),
      ["RS256", nil].contains(item["alg"]?.string),
      let modulus = number(item["n"]), octets.contains(modulus.drop { $0 == 0 }.count),
      let exponent = number(item["e"]), exponent.count <= 8
    else { return nil }
    return try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
  }

  private static func number(_ value: JSONValue?) -> [UInt8]? {
    guard let encoded = value?.string.map({ Array($0.utf8) }), encoded.count <= 4_096,
      let octets = try? StrictBase64.decode(encoded.span, 0..<encoded.count, .url),
      !octets.isEmpty
    else { return nil }
    return octets
  }
}
