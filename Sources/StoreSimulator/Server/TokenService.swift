import Basics
import Foundation
import JWTKit
import Mint

/// Signs and verifies the JSONValue web tokens between stores and servers.
struct TokenService: Sendable {
  private let apple = JWTKeyCollection()
  private let google = JWTKeyCollection()
  private let push = JWTKeyCollection()
  /// Signs push tokens and Store ID keys.
  private let pusher: TokenMint
  private let keys: SimulatorKeys

  init(_ keys: SimulatorKeys) async throws {
    self.keys = keys
    let appleKey = try ES256PrivateKey(pem: keys.appleKey.pem)
    for id in [keys.appleKeyID, keys.connectKeyID] {
      await apple.add(ecdsa: appleKey.publicKey, kid: JWKIdentifier(string: id))
    }
    let account = try Insecure.RSA.PrivateKey(pem: keys.googleKey.pem).publicKey
    let googleID = JWKIdentifier(string: keys.googleKeyID)
    await google.add(rsa: account, digestAlgorithm: .sha256, kid: googleID)
    pusher = try TokenMint(keyID: keys.pushKeyID, keyPEM: keys.pushKey.pem)
    let pushKey = try Insecure.RSA.PrivateKey(pem: keys.pushKey.pem).publicKey
    let pushID = JWKIdentifier(string: keys.pushKeyID)
    await push.add(rsa: pushKey, digestAlgorithm: .sha256, kid: pushID)
  }

  /// The keys that sign Pub/Sub's push tokens, as a key set (RFC 7517).
  var pushKeys: String { pusher.keySet }

  /// The app in Apple's bearer token; `nil` if the token is invalid. Apple's "Generating JSON Web
  /// Tokens for API requests". Uses real time.
  func app(of token: String?, at now: Date) async -> String? {
    await claims(of: token, by: keys.appleKeyID, at: now)?.bid
  }

  /// Whether a bearer token is valid for the App Store Connect API, which takes keys of its own and
  /// tokens of at most 20 minutes.
  func allowsConnect(_ token: String?, at now: Date) async -> Bool {
    guard let claims = await claims(of: token, by: keys.connectKeyID, at: now) else { return false }
    return claims.exp - now.timeIntervalSince1970 <= 20 * 60
  }

  private func claims(
    of token: String?,
    by keyID: String,
    at now: Date
  ) async -> RequestClaims? {
    // For an unknown key ID, the collection would take any key.
    guard let token, Self.keyID(of: token) == keyID,
      let claims = try? await apple.verify(token, as: RequestClaims.self),
      claims.iss == keys.appleIssuer, claims.aud == "appstoreconnect-v1", claims.isInTime(now)
    else { return nil }
    return claims
  }

  /// The `kid` in a token's header.
  private static func keyID(of token: String) -> String? {
    let header = token.prefix { $0 != "." }
    return Base64.bytes(String(header)).flatMap { try? JSONReader.value($0) }?["kid"]?.string
  }

  /// Why a service account's assertion is invalid, or `nil`.
  func faultOfGoogle(_ assertion: String, at now: Date) async -> String? {
    guard let claims = try? await google.verify(assertion, as: RequestClaims.self),
      claims.iat != nil
    else { return "Invalid JWT Signature." }
    guard claims.iss == keys.googleAccount else { return "Invalid grant: account not found" }
    guard claims.isInTime(now) else {
      return
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe."
    }
    let isKnown = ["androidpublisher", "playdeveloperreporting"].contains { scope in
      claims.scope == "https://www.googleapis.com/auth/\(scope)"
    }
    return isKnown ? nil : "Invalid OAuth scope."
  }

  /// The token that Pub/Sub sends with a push, for the service account of its subscription.
  func pushToken(of account: String? = nil, at now: Date) throws(MintError) -> String {
    let seconds = Int(now.timeIntervalSince1970)
    return try sign([
      "aud": .string(keys.pushAudience), "azp": "104738291047382910473",
      "email": .string(account ?? keys.pushAccount), "email_verified": true,
      "exp": .whole(seconds + 3_600),
      "iat": .whole(seconds), "iss": "https://accounts.google.com", "sub": "104738291047382910473",
    ])
  }

  /// A Store ID key of one user; `service` is `collections` or `purchase`.
  func storeIDKey(user: String, service: String, at now: Date) throws(MintError) -> String {
    let seconds = Int(now.timeIntervalSince1970)
    let audience = "https://\(service).mp.microsoft.com/v6.0/keys"
    let claim = "http://schemas.microsoft.com/marketplace/2015/08/claims/key/"
    return try sign([
      "iss": .string(audience), "aud": .string(audience), "iat": .whole(seconds),
      "nbf": .whole(seconds), "exp": .whole(seconds + 30 * 86_400),
      "\(claim)clientId": .string(keys.microsoftClient), "\(claim)userId": .string(user),
      "\(claim)payload": .string(PayloadMint.base64URL("simulated:\(user)".utf8)),
      "\(claim)refreshUri": .string("https://\(service).mp.microsoft.com/b2b/keys/renew"),
    ])
  }

  private func sign(_ claims: JSONValue) throws(MintError) -> String {
    try pusher.sign(claims.encoded)
  }

  /// The user and service of a Store ID key that has not expired.
  func storeIDUser(_ key: String, at now: Date) async -> (user: String, service: String)? {
    guard let claims = try? await push.verify(key, as: StoreIDClaims.self),
      claims.exp > now.timeIntervalSince1970
    else { return nil }
    return (claims.userID, claims.aud.contains("//purchase.") ? "purchase" : "collections")
  }
}

/// Claims that only key collections verify.
private protocol Claims: JWTPayload {}

extension Claims {
  func verify(using _: some JWTAlgorithm) {}
}

/// The claims with which a server requests something of Apple or Google.
private struct RequestClaims: Claims {
  var iss: String
  // Some clients write fractions of a second, and Apple's own libraries omit the issue date.
  var iat: Double?
  var exp: Double
  var aud: String
  var bid: String?
  var scope: String?

  /// Whether the token is current and valid for at most an hour.
  func isInTime(_ now: Date) -> Bool {
    let seconds = now.timeIntervalSince1970
    let issued = iat ?? seconds
    return issued <= seconds + 300 && exp > seconds && exp - issued <= 3_600
  }
}

private struct StoreIDClaims: Claims {
  var aud: String
  var exp: Double
  var userID: String

  enum CodingKeys: String, CodingKey {
    case aud, exp, userID = "http://schemas.microsoft.com/marketplace/2015/08/claims/key/userId"
  }
}
