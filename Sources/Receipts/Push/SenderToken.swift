import Basics
package import Foundation

/// Why a sender's token is refused. The words stand in logs.
package enum TokenFault: String, Error, Sendable {
  case malformed = "token-malformed"
  case wrongAlgorithm = "token-wrong-algorithm"
  case unknownKey = "token-unknown-key"
  case badSignature = "token-bad-signature"
  case wrongIssuer = "token-wrong-issuer"
  case wrongAudience = "token-wrong-audience"
  case wrongEmail = "token-wrong-email"
  case emailNotVerified = "token-email-not-verified"
  case expired = "token-expired"
  /// From a clock that is ahead of ours by more than clocks are.
  case notYetValid = "token-not-yet-valid"
}

/// Who is to have sent something. Any customer of Google's can get a token for any audience: it is
/// the e-mail that tells who asked for it (google.md §3.2).
package struct ExpectedSender: Equatable, Sendable {
  package var issuers: Set<String>
  package var audience: String
  package var email: String

  package init(issuers: Set<String>, audience: String, email: String) {
    self.issuers = issuers
    self.audience = audience
    self.email = email
  }
}

/// The token by which a sender proves who it is: a JWT signed with RS256 (OpenID Connect Core §2).
package struct SenderToken: Sendable {
  /// Google's have some 1,200.
  private static let mostBytes = 8 << 10
  private static let algorithm = "RS256"
  /// Seconds by which two clocks may differ.
  private static let skew: TimeInterval = 60

  private let jws: JWS
  /// Which of the issuer's keys is to have signed it.
  package let keyID: String

  /// Reads the header, and believes nothing yet.
  package init(_ text: String) throws(TokenFault) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.mostBytes, let jws = try? JWS(bytes) else { throw .malformed }
    let header = try Self.object(jws, jws.header)
    guard header["alg"]?.string == Self.algorithm else { throw .wrongAlgorithm }
    // RFC 7515 §4.1.11: whoever does not understand all of it must refuse.
    guard header["crit"] == nil, let keyID = header["kid"]?.string else { throw .malformed }
    self.jws = jws
    self.keyID = keyID
  }

  /// Whether one of these keys signed it, and whether it is this sender's, for us, and of now.
  package func check(
    _ sender: ExpectedSender,
    keys: TokenKeySet,
    at now: Date
  ) throws(TokenFault) {
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

  private static func object(_ jws: JWS, _ part: Range<Int>) throws(TokenFault) -> JSONValue {
    guard let octets = try? jws.octets(of: part), let value = try? DocumentJSON.value(octets),
      value.members != nil
    else { throw .malformed }
    return value
  }

  /// NumericDate (RFC 7519 §2).
  private static func instant(_ value: JSONValue?) -> Date? {
    guard case .number = value, let seconds = value?.looseNumber else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }
}
