import Basics
internal import CryptoExtras
package import Foundation

/// Why a sender's token was rejected. The raw values appear in logs.
package enum PushTokenError: String, Error, Sendable {
  case malformed = "token-malformed"
  case wrongAlgorithm = "token-wrong-algorithm"
  case unknownKey = "token-unknown-key"
  case badSignature = "token-bad-signature"
  case wrongIssuer = "token-wrong-issuer"
  case wrongAudience = "token-wrong-audience"
  case wrongEmail = "token-wrong-email"
  case emailNotVerified = "token-email-not-verified"
  case expired = "token-expired"
  /// The sender's clock is ahead of ours by more than the tolerance.
  case notYetValid = "token-not-yet-valid"
}

/// The expected sender. Any customer of Google's can get a token for any audience: only the e-mail
/// identifies who requested it (google.md §3.2).
package struct PushTokenPolicy: Equatable, Sendable {
  package var issuers: Set<String>
  package var audience: String
  package var email: String

  package init(issuers: Set<String>, audience: String, email: String) {
    self.issuers = issuers
    self.audience = audience
    self.email = email
  }
}

/// The token that authenticates a sender: a JWT signed with RS256 (OpenID Connect Core §2).
package struct PushToken: Sendable {
  /// Google's have about 1,200 bytes.
  private static let maxBytes = 8 << 10
  private static let algorithm = "RS256"
  /// Tolerated difference between two clocks, in seconds.
  private static let skew: TimeInterval = 60

  private let jws: JWS
  /// The ID of the issuer's key that should have signed it.
  package let keyID: String

  /// Decodes the header, without verifying anything.
  package init(_ text: String) throws(PushTokenError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.maxBytes, let jws = try? JWS(bytes) else { throw .malformed }
    let header = try Self.object(jws, jws.header)
    guard header["alg"]?.string == Self.algorithm else { throw .wrongAlgorithm }
    // RFC 7515 §4.1.11: a recipient that does not understand all of it must reject the JWS.
    guard header["crit"] == nil, let keyID = header["kid"]?.string else { throw .malformed }
    self.jws = jws
    self.keyID = keyID
  }

  /// Verifies the signature by one of these keys, the sender, the audience and the dates.
  package func check(
    _ sender: PushTokenPolicy,
    keys: TokenKeySet,
    at now: Date
  ) throws(PushTokenError) {
    guard keys.holds(keyID) else { throw .unknownKey }
    guard let signature = try? jws.octets(of: jws.signature) else { throw .malformed }
    guard keys.hasSigned(jws.signedBytes, with: signature, by: keyID) else { throw .badSignature }
    let claims = try Self.object(jws, jws.payload)
    guard let issuer = claims["iss"]?.string, sender.issuers.contains(issuer) else {
      throw .wrongIssuer
    }
    guard claims["aud"]?.string == sender.audience else { throw .wrongAudience }
    guard claims["email"]?.string == sender.email else { throw .wrongEmail }
    guard claims["email_verified"] == .bool(true) else { throw .emailNotVerified }
    guard let expiry = Self.instant(claims["exp"]), let issued = Self.instant(claims["iat"]) else {
      throw .malformed
    }
    guard now < expiry.addingTimeInterval(Self.skew) else { throw .expired }
    guard issued <= now.addingTimeInterval(Self.skew) else { throw .notYetValid }
  }

  private static func object(_ jws: JWS, _ part: Range<Int>) throws(PushTokenError) -> JSONValue {
    guard let octets = try? jws.octets(of: part), let value = try? DocumentJSON.value(octets),
      value.isObject
    else { throw .malformed }
    return value
  }

  /// NumericDate (RFC 7519 §2).
  private static func instant(_ value: JSONValue?) -> Date? {
    guard case .number = value, let seconds = value?.looseNumber else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }
}

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
    keys[id]?.hasSigned(message, with: signature, by: .sha256) ?? false
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
