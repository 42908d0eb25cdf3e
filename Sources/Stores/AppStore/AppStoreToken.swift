import Entitlements
import Foundation
import JWTKit
import ServiceCore

/// The bearer token of the App Store Server API, signed with the team's own key.
struct AppStoreToken: Sendable {
  private struct Claims: SignedClaims {
    var iss: String
    var iat: Int
    var exp: Int
    var aud = "appstoreconnect-v1"
    var bid: String
  }

  /// Apple rejects tokens that are valid for longer.
  private static let maxLife = 3_600.0

  let key: AppStoreKey
  let bundleID: String
  let life: Duration
  let now: @Sendable () -> Date

  var source: TokenSource {
    TokenSource(name: "apple \(key.id) \(bundleID)") { () async throws(StoreClientError) in
      try await mint()
    }
  }

  private func mint() async throws(StoreClientError) -> AccessToken {
    let issuedAt = now()
    let expiresAt = issuedAt.addingTimeInterval(min(Self.maxLife, life / .seconds(1)))
    let claims = Claims(
      iss: key.issuer,
      iat: Int(issuedAt.timeIntervalSince1970),
      exp: Int(expiresAt.timeIntervalSince1970),
      bid: bundleID
    )
    do {
      let keys = JWTKeyCollection()
      let id = JWKIdentifier(string: key.id)
      await keys.add(ecdsa: try ES256PrivateKey(pem: key.privateKey.opened()), kid: id)
      let text = try await keys.sign(claims, kid: id)
      return AccessToken(secret: Secret(text), expiresAt: expiresAt)
    } catch {
      // The reason may quote the key.
      throw .notConfigured(.apple, missing: "a private key that can be read (.p8, P-256 in PEM)")
    }
  }
}
