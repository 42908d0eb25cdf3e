import Basics
import Entitlements
import Foundation
import JWTKit
import Receipts
import ServiceCore

/// A service account, read from its key file, and its access tokens.
struct GoogleAccount: Sendable {
  private struct Claims: SignedClaims {
    var iss: String
    var scope = "https://www.googleapis.com/auth/androidpublisher"
    var aud: String
    var iat: Int
    var exp: Int
  }

  private static let life = 3_600.0
  private static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  private let email: String
  private let keyID: String?
  private let key: Secret
  /// The assertion's audience, and the URL that it is sent to.
  private let audience: String
  private let url: String

  /// - Throws: `notConfigured` for a file that is not a service account's key.
  init(_ file: Secret, tokenURL: String?) throws(StoreClientError) {
    guard let json = try? JSONReader.value(file.opened()),
      let email = json["client_email"]?.string, let key = json["private_key"]?.string
    else {
      throw .notConfigured(.google, missing: "a service account's key file (JSON) that can be read")
    }
    self.email = email
    self.key = Secret(key)
    keyID = json["private_key_id"]?.string
    audience = json["token_uri"]?.string ?? "https://oauth2.googleapis.com/token"
    url = tokenURL ?? audience
  }

  func source(through httpClient: StoreHTTPClient) -> TokenSource {
    TokenSource(name: "google \(email)") { () async throws(StoreClientError) in
      let reply = try await httpClient.answer(
        StoreRequest(
          .googleToken,
          .post,
          url,
          "",
          body: .form([
            ("grant_type", Self.grant),
            ("assertion", try await assertion(at: httpClient.time.now()).opened()),
          ]),
          bucket: .googleToken
        )
      )
      return try AccessToken(oauth: reply, at: httpClient.time.now())
    }
  }

  private func assertion(at now: Date) async throws(StoreClientError) -> Secret {
    let claims = Claims(
      iss: email,
      aud: audience,
      iat: Int(now.timeIntervalSince1970),
      exp: Int(now.timeIntervalSince1970 + Self.life)
    )
    do {
      let keys = JWTKeyCollection()
      let id = keyID.map { JWKIdentifier(string: $0) }
      let key = try Insecure.RSA.PrivateKey(pem: key.opened())
      await keys.add(rsa: key, digestAlgorithm: .sha256, kid: id)
      return Secret(try await keys.sign(claims, kid: id))
    } catch {
      // The reason may quote the key.
      throw .notConfigured(.google, missing: "a service account's private key that can be read")
    }
  }
}

extension AccessToken {
  /// RFC 6749 §5.1; Entra's older endpoint writes the seconds in quotes.
  init(oauth reply: StoreHTTPResponse, at now: Date) throws(StoreClientError) {
    let json = try reply.json {
      $0["access_token"]?.string?.isEmpty == false && $0["expires_in"]?.looseNumber != nil
    }
    secret = Secret(json["access_token"]?.string ?? "")
    expiresAt = now.addingTimeInterval(max(0, json["expires_in"]?.looseNumber ?? 0))
  }
}
