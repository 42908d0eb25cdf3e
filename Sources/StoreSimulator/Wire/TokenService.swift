import Foundation
import JWTKit
import Mint

/// Signs and verifies the JSON web tokens between stores and servers.
struct TokenService: Sendable {
  private let apple = JWTKeyCollection()
  private let google = JWTKeyCollection()
  private let push = JWTKeyCollection()
  private let keys: SimulatorKeys

  init(_ keys: SimulatorKeys) async throws {
    self.keys = keys
    let appleKey = try ES256PrivateKey(pem: keys.appleKey.pem)
    await apple.add(ecdsa: appleKey.publicKey, kid: JWKIdentifier(string: keys.appleKeyID))
    let account = try Insecure.RSA.PrivateKey(pem: keys.googleKey.pem)
    await google.add(
      rsa: account.publicKey,
      digestAlgorithm: .sha256,
      kid: JWKIdentifier(string: keys.googleKeyID)
    )
    let pusher = try Insecure.RSA.PrivateKey(pem: keys.pushKey.pem)
    await push.add(
      rsa: pusher,
      digestAlgorithm: .sha256,
      kid: JWKIdentifier(string: keys.pushKeyID)
    )
  }

  /// Apple's "Generating JSON Web Tokens for API requests". Uses real time.
  func isApple(_ token: String?, app: String?, at now: Date) async -> Bool {
    guard let token, let claims = try? await apple.verify(token, as: AppleClaims.self) else {
      return false
    }
    return claims.iss == keys.appleIssuer && claims.aud == "appstoreconnect-v1"
      && isInTime(claims.iat, claims.exp, at: now, longest: 3_600)
      && (app == nil || claims.bid == app)
  }

  /// The app in Apple's bearer token, after `isApple` returned `true`.
  func app(of token: String?) async -> String? {
    guard let token else { return nil }
    return (try? await apple.verify(token, as: AppleClaims.self))?.bid
  }

  /// Why a service account's assertion is invalid, or `nil`.
  func faultOfGoogle(_ assertion: String, at now: Date) async -> String? {
    guard let claims = try? await google.verify(assertion, as: GoogleClaims.self) else {
      return "Invalid JWT Signature."
    }
    guard claims.iss == keys.googleAccount else { return "Invalid grant: account not found" }
    guard isInTime(claims.iat, claims.exp, at: now, longest: 3_600) else {
      return
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe."
    }
    guard claims.scope?.contains("androidpublisher") == true else {
      return "Invalid OAuth scope."
    }
    return nil
  }

  /// The token that Pub/Sub sends with a push.
  func pushToken(at now: Date) async throws -> String {
    let seconds = Int(now.timeIntervalSince1970)
    return try await push.sign(
      PushClaims(
        aud: keys.pushAudience,
        azp: "104738291047382910473",
        email: keys.pushAccount,
        isEmailVerified: true,
        exp: seconds + 3_600,
        iat: seconds,
        iss: "https://accounts.google.com",
        sub: "104738291047382910473"
      ),
      kid: JWKIdentifier(string: keys.pushKeyID)
    )
  }

  /// A Store ID key of one user; `service` is `collections` or `purchase`.
  func storeIDKey(user: String, service: String, at now: Date) async throws -> String {
    let seconds = Int(now.timeIntervalSince1970)
    let audience = "https://\(service).mp.microsoft.com/v6.0/keys"
    return try await push.sign(
      StoreIDClaims(
        iss: audience,
        aud: audience,
        iat: seconds,
        nbf: seconds,
        exp: seconds + 30 * 86_400,
        clientID: keys.microsoftClient,
        userID: user,
        payload: PayloadMint.base64URL(Array("simulated:\(user)".utf8)),
        refreshURI: "https://\(service).mp.microsoft.com/b2b/keys/renew"
      ),
      kid: JWKIdentifier(string: keys.pushKeyID)
    )
  }

  /// The user and service of a Store ID key that has not expired.
  func storeIDUser(_ key: String, at now: Date) async -> (user: String, service: String)? {
    guard let claims = try? await push.verify(key, as: StoreIDClaims.self),
      Double(claims.exp) > now.timeIntervalSince1970
    else { return nil }
    return (claims.userID, claims.aud.contains("//purchase.") ? "purchase" : "collections")
  }

  private func isInTime(
    _ issued: Double?,
    _ expires: Double,
    at now: Date,
    longest: Double
  ) -> Bool {
    let seconds = now.timeIntervalSince1970
    // Apple's own libraries omit the issue date.
    let issued = issued ?? seconds
    return issued <= seconds + 300 && expires > seconds && expires - issued <= longest
  }
}

private struct AppleClaims: JWTPayload {
  var iss: String
  // Some clients write fractions of a second.
  var iat: Double?
  var exp: Double
  var aud: String
  var bid: String

  func verify(using _: some JWTAlgorithm) {}
}

private struct GoogleClaims: JWTPayload {
  var iss: String
  // Some clients write fractions of a second.
  var iat: Double
  var exp: Double
  var aud: String
  var scope: String?

  func verify(using _: some JWTAlgorithm) {}
}

private struct PushClaims: JWTPayload {
  var aud: String
  var azp: String
  var email: String

  var isEmailVerified: Bool
  var exp: Int
  var iat: Int
  var iss: String
  var sub: String

  enum CodingKeys: String, CodingKey {
    case aud, azp, email, exp, iat, iss, sub
    case isEmailVerified = "email_verified"
  }

  func verify(using _: some JWTAlgorithm) {}
}

private struct StoreIDClaims: JWTPayload {
  var iss: String
  var aud: String
  var iat: Int
  var nbf: Int
  var exp: Int
  var clientID: String
  var userID: String
  var payload: String
  var refreshURI: String

  enum CodingKeys: String, CodingKey {
    case iss, aud, iat, nbf, exp
    case clientID = "http://schemas.microsoft.com/marketplace/2015/08/claims/key/clientId"
    case userID = "http://schemas.microsoft.com/marketplace/2015/08/claims/key/userId"
    case payload = "http://schemas.microsoft.com/marketplace/2015/08/claims/key/payload"
    case refreshURI = "http://schemas.microsoft.com/marketplace/2015/08/claims/key/refreshUri"
  }

  func verify(using _: some JWTAlgorithm) {}
}
