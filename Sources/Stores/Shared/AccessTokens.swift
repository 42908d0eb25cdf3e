import Basics
import Entitlements
import Foundation
import JWTKit
import Receipts
import ServiceCore

/// A temporary credential.
struct AccessToken: Sendable {
  var secret: Secret
  var expiresAt: Date
}

/// Fetches a token, and names it in the cache.
struct TokenSource: Sendable {
  var name: String
  var mint: @Sendable () async throws(StoreClientError) -> AccessToken
}

/// Caches tokens until shortly before they expire. Concurrent callers share one fetch.
actor TokenCache {
  /// Remaining validity below which a token is not used: it must outlast its request.
  private static let margin: TimeInterval = 60

  private let now: @Sendable () -> Date
  private var held: [String: AccessToken] = [:]
  private var underway: [String: Task<Result<AccessToken, StoreClientError>, Never>] = [:]

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  /// - Returns: The token, and whether it was fetched just now.
  func token(
    from source: TokenSource
  ) async throws(StoreClientError) -> (token: AccessToken, isFresh: Bool) {
    if let token = held[source.name], token.expiresAt.timeIntervalSince(now()) > Self.margin {
      return (token, false)
    }
    // Not a child task: the first caller may be cancelled while others wait.
    let task =
      underway[source.name]
      ?? Task {
        do throws(StoreClientError) { return .success(try await source.mint()) } catch {
          return .failure(error)
        }
      }
    underway[source.name] = task
    let result = await task.value
    if underway[source.name] == task {
      underway[source.name] = nil
      if case .success(let token) = result { held[source.name] = token }
    }
    return (try result.get(), true)
  }

  /// Removes a token that the store rejected, unless it was already replaced.
  func forget(_ token: AccessToken, of source: TokenSource) {
    if held[source.name]?.secret == token.secret { held[source.name] = nil }
  }
}

/// The bearer token of the App Store Server API and of the App Store Connect API, signed with the
/// team's own key.
struct AppStoreToken: Sendable {
  private struct Claims: SignedClaims {
    var iss: String
    var iat: Int
    var exp: Int
    var aud = "appstoreconnect-v1"
    var bid: String?
  }

  /// Apple rejects tokens that are valid for longer.
  private static let maxLife = 3_600.0
  private static let maxConnectLife = 1_200.0

  let key: AppStoreKey
  /// `nil` for the App Store Connect API, whose tokens are valid for all apps.
  let bundleID: String?
  let life: Duration
  let now: @Sendable () -> Date

  var source: TokenSource {
    let name = "apple \(key.id) \(bundleID ?? "connect")"
    return TokenSource(name: name) { () async throws(StoreClientError) in try await mint() }
  }

  private func mint() async throws(StoreClientError) -> AccessToken {
    let issuedAt = now()
    let maxLife = bundleID == nil ? Self.maxConnectLife : Self.maxLife
    let expiresAt = issuedAt.addingTimeInterval(min(maxLife, life / .seconds(1)))
    let claims = Claims(
      iss: key.issuer,
      iat: Int(issuedAt.timeIntervalSince1970),
      exp: Int(expiresAt.timeIntervalSince1970),
      bid: bundleID
    )
    let isPEM = key.privateKey.opened().contains("-----BEGIN PRIVATE KEY-----")
    let missing =
      "a private key that can be read (.p8, P-256 in PEM)"
      + key.privateKey.fault(isPEM ? "is not of P-256" : "has no line BEGIN PRIVATE KEY")
    let secret = try await claims.signed(.apple, missing) { keys in
      let id = JWKIdentifier(string: key.id)
      await keys.add(ecdsa: try ES256PrivateKey(pem: key.privateKey.opened()), kid: id)
      return id
    }
    return AccessToken(secret: secret, expiresAt: expiresAt)
  }
}

/// A service account, read from its key file, and its access tokens.
struct GoogleAccount: Sendable {
  private struct Claims: SignedClaims {
    var iss: String
    var scope: String
    var aud: String
    var iat: Int
    var exp: Int
  }

  /// What a token allows.
  enum Scope: String {
    case publisher = "https://www.googleapis.com/auth/androidpublisher"
    case reporting = "https://www.googleapis.com/auth/playdeveloperreporting"
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
    let json = try? JSONReader.value(file.opened())
    guard let json, let email = json["client_email"]?.string, let key = json["private_key"]?.string
    else {
      let fault = file.fault(json == nil ? "is no JSON" : "has no client_email or no private_key")
      throw .notConfigured(
        .google,
        missing: "a service account's key file (JSON) that can be read\(fault)"
      )
    }
    self.email = email
    self.key = Secret(key)
    keyID = json["private_key_id"]?.string
    audience = json["token_uri"]?.string ?? "https://oauth2.googleapis.com/token"
    url = tokenURL ?? audience
  }

  func source(
    for scope: Scope = .publisher,
    through httpClient: StoreHTTPClient
  ) -> TokenSource {
    let name = "google \(email) \(scope)"
    return .oauth(name, .googleToken, url, .googleToken, httpClient) {
      () async throws(StoreClientError) in
      let assertion = try await assertion(scope, at: httpClient.time.now())
      return [("grant_type", Self.grant), ("assertion", assertion.opened())]
    }
  }

  private func assertion(_ scope: Scope, at now: Date) async throws(StoreClientError) -> Secret {
    let claims = Claims(
      iss: email,
      scope: scope.rawValue,
      aud: audience,
      iat: Int(now.timeIntervalSince1970),
      exp: Int(now.timeIntervalSince1970 + Self.life)
    )
    let missing = "a service account's private key that can be read"
    return try await claims.signed(.google, missing) { keys in
      let id = keyID.map { JWKIdentifier(string: $0) }
      let key = try Insecure.RSA.PrivateKey(pem: key.opened())
      await keys.add(rsa: key, digestAlgorithm: .sha256, kid: id)
      return id
    }
  }
}

extension TokenSource {
  /// RFC 6749 §5.1; Entra's older endpoint writes the seconds in quotes.
  static func oauth(
    _ name: String,
    _ service: StoreService,
    _ url: String,
    _ bucket: RateLimitKey,
    _ httpClient: StoreHTTPClient,
    form: @escaping @Sendable () async throws(StoreClientError) -> [(name: String, value: String)]
  ) -> TokenSource {
    TokenSource(name: name) { () async throws(StoreClientError) in
      let body = StoreRequest.Body.form(try await form())
      let reply = try await httpClient.answer(
        StoreRequest(service, .post, url, "", body: body, bucket: bucket)
      )
      let json = try reply.json {
        $0["access_token"]?.string?.isEmpty == false && $0["expires_in"]?.looseNumber != nil
      }
      let seconds = max(0, json["expires_in"]?.looseNumber ?? 0)
      return AccessToken(
        secret: Secret(json["access_token"]?.string ?? ""),
        expiresAt: httpClient.time.now().addingTimeInterval(seconds)
      )
    }
  }
}

/// The token that gives a server access to Microsoft's store services. It never leaves this
/// program; the token of another audience, with which a client requests its user's key, does.
struct EntraToken: Sendable {
  /// The audience that only this program may use.
  static let services = "https://onestore.microsoft.com"
  /// The audience of Partner Center's services.
  static let partnerCenter = "https://manage.devcenter.microsoft.com"

  static func audience(of ticket: StoreIDKeyScope) -> String {
    "\(services)/b2b/keys/create/\(ticket.rawValue)"
  }

  let application: MicrosoftConfiguration.Application
  let login: String
  let httpClient: StoreHTTPClient
  var audience = services

  var source: TokenSource {
    let url = "\(login)/\(URLText.segment(application.tenant))/oauth2/v2.0/token"
    let name = "entra \(application.client) \(audience)"
    return .oauth(name, .entra, url, .entra, httpClient) {
      [
        ("grant_type", "client_credentials"), ("client_id", application.client),
        ("client_secret", application.secret.opened()), ("scope", "\(audience)/.default"),
      ]
    }
  }
}

/// Claims that this program only signs and never verifies.
protocol SignedClaims: JWTPayload {}

extension SignedClaims {
  func verify(using algorithm: some JWTAlgorithm) async throws {}

  /// Signs the claims with the key that `add` adds.
  ///
  /// - Throws: `notConfigured`, which doesn't state the reason: it may quote the key.
  func signed(
    _ store: Store,
    _ missing: String,
    _ add: (JWTKeyCollection) async throws -> JWKIdentifier?
  ) async throws(StoreClientError) -> Secret {
    do {
      let keys = JWTKeyCollection()
      let id = try await add(keys)
      return Secret(try await keys.sign(self, kid: id))
    } catch {
      throw .notConfigured(store, missing: missing)
    }
  }
}

extension Secret {
  /// ` instead of key.json, which is no JSON,`: the file and what is wrong with it; empty if it has
  /// no source.
  fileprivate func fault(_ words: String) -> String {
    source.map { " instead of \($0), which \(words)," } ?? ""
  }
}
