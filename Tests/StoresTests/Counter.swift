import CryptoExtras
import Entitlements
import Foundation
import JWTKit
import ServiceCore
import Stores
import Synchronization

/// The clients as tests use them: a frozen clock, secrets that would be noticed, and a store of ours.
enum Counter {
  static let now = Date(timeIntervalSince1970: 1_767_225_600)
  static let app = "com.example.app"
  static let shop = StoreScope(app: app)

  static let appleKey = ES256PrivateKey()
  static let googleKey = try? _RSA.Signing.PrivateKey(keySize: .bits2048)

  static let sharedSecret = "5hared5ecret0123456789"
  static let entraSecret = "entra~5ecret"
  static let amazonSecret = "2:rvs5ecret/=="
  static let accessToken = "ya29.acce55-token"
  static let purchaseToken = "purcha5e.token-AO-J1O/x=y"
  static let receipt = "MIIT5receipt+base64/=="
  static let amazonUser = "l3HL7XppEMhrOG_/DmD9M+e="
  static let amazonReceipt = "q1YqVbJSyjH28DGPKChw9c0o:3:11"
  static let email = "robot.5ecret@project.iam.gserviceaccount.com"

  /// Claims like those of a key that the store gives, and no signature of anybody's.
  static func storeIDKey(
    service: String = "collections",
    endsIn days: Double = 25,
    serial: Int = 1
  ) -> String {
    let host = "https://\(service).mp.microsoft.com/v6.0/keys"
    let end = Int(now.timeIntervalSince1970 + days * 86_400)
    let claims = """
      {"iss":"\(host)","aud":"\(host)","exp":\(end),"jti":"\(serial)",\
      "http://schemas.microsoft.com/marketplace/2015/08/claims/key/userId":"ada"}
      """
    let parts = [#"{"typ":"JWT","alg":"RS256"}"#, claims, "5ignature"].map {
      Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }
    return parts.joined(separator: ".")
  }

  /// Everything is at `url`; Apple's two environments are two folders there.
  static func configuration(at url: String) -> StoreConfiguration {
    var settings = StoreConfiguration()
    // A machine that is busy with other tests is no store that hangs.
    settings.transport.connect = .seconds(600)
    settings.transport.read = .seconds(600)
    settings.transport.whole = .seconds(600)
    settings.apple.apps = [
      .init(
        bundleID: app,
        sharedSecret: Secret(sharedSecret),
        key: AppStoreKey(
          id: "KEY1",
          issuer: "57246542-96fe-1a63-e053-0824d011072a",
          privateKey: Secret(appleKey.pemRepresentation)
        )
      )
    ]
    let urls = BaseURLs(production: url + "/production", sandbox: url + "/sandbox")
    settings.apple.verifyReceipt = urls
    settings.apple.server = urls
    settings.google.packageNames = [app]
    settings.google.publisher = url
    settings.google.account = Secret(googleFile(tokenURL: url + "/token"))
    settings.microsoft.application = .init(
      tenant: "tenant-1",
      client: "client-1",
      secret: Secret(entraSecret)
    )
    settings.microsoft.login = url
    settings.microsoft.collections = url + "/collections"
    settings.microsoft.purchase = url + "/purchase"
    settings.amazon.secret = Secret(amazonSecret)
    settings.amazon.base = url
    settings.transport.maxBytes = 65_536
    return settings
  }

  private static func googleFile(tokenURL: String) -> String {
    let members = [
      "type": "service_account",
      "client_email": email,
      "private_key_id": "gkey1",
      "private_key": googleKey?.pkcs8PEMRepresentation ?? "",
      "token_uri": tokenURL,
    ]
    let data = try? JSONSerialization.data(withJSONObject: members)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// No clock moves and nobody sleeps.
  static let time = StoreTime(now: { now }, elapsed: { .zero }, sleep: { _ in })

  /// Asks of clients that live for this question alone.
  static func visit<Outcome: Sendable>(
    _ configuration: StoreConfiguration,
    renewed: @escaping @Sendable (Secret, Secret) async -> Void = { _, _ in },
    _ use: @Sendable (StoreClients) async throws -> Outcome
  ) async throws -> Outcome {
    let clients = try StoreClients(configuration, time: time, renewed: renewed)
    do {
      let outcome = try await use(clients)
      await clients.shutdown()
      return outcome
    } catch {
      await clients.shutdown()
      throw error
    }
  }

  struct Visit: Sendable {
    var result: Result<StoreAnswer, StoreClientError>
    var received: [Received]

    var error: StoreClientError? {
      if case .failure(let error) = result { error } else { nil }
    }
    /// Requests but those for tokens.
    var asked: [Received] {
      received.filter { $0.path != "/token" && !$0.path.hasSuffix("/oauth2/v2.0/token") }
    }
  }

  /// One question to a scripted store. Requests for tokens are answered before the script.
  static func ask(
    _ question: StoreQuery,
    of shop: StoreScope = shop,
    adjusting adjust: @Sendable (inout StoreConfiguration) -> Void = { _ in },
    script: @escaping @Sendable (Received) -> Reply
  ) async throws -> Visit {
    try await visit(adjusting: adjust, script: script) { clients throws(StoreClientError) in
      guard let client = clients.clients[question.store] else { throw .cancelled }
      return try await client.query(question, shop)
    }
  }

  static func act(
    _ deed: StoreAction,
    of shop: StoreScope = shop,
    script: @escaping @Sendable (Received) -> Reply
  ) async throws -> Visit {
    try await visit(adjusting: { _ in }, script: script) { clients throws(StoreClientError) in
      guard let client = clients.clients[deed.store] else { throw .cancelled }
      return try await client.act(deed, shop)
    }
  }

  private static func visit(
    adjusting adjust: @Sendable (inout StoreConfiguration) -> Void,
    script: @escaping @Sendable (Received) -> Reply,
    _ attempt: @Sendable (StoreClients) async throws(StoreClientError) -> StoreAnswer
  ) async throws -> Visit {
    try await ScriptedStore.run {
      token(for: $0) ?? script($0)
    } use: { url, journal in
      var configuration = configuration(at: url)
      adjust(&configuration)
      return try await visit(configuration) { clients in
        let result: Result<StoreAnswer, StoreClientError>
        do throws(StoreClientError) { result = .success(try await attempt(clients)) } catch {
          result = .failure(error)
        }
        return Visit(result: result, received: journal())
      }
    }
  }

  static func token(for request: Received) -> Reply? {
    guard request.path == "/token" || request.path.hasSuffix("/oauth2/v2.0/token") else {
      return nil
    }
    return .json(#"{"access_token":"\#(accessToken)","expires_in":3599,"token_type":"Bearer"}"#)
  }
}

/// Counts across threads.
final class Tally: Sendable {
  private let count = Mutex(0)
  /// How many there were before.
  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }; return count
    }
  }
  var total: Int { count.withLock { $0 } }
}
