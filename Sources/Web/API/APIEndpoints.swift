import Basics
import Crypto
import Receipts
package import ServiceCore

/// The API for the operator's own back ends: GET /v1/users/{id} and others, and operator actions.
package enum APIEndpoints {
  package static let name = "api"

  /// `clock` is used to limit the rate of each key.
  package static func state(
    _ configuration: WebConfiguration,
    _ core: WebDependencies,
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) -> EndpointState {
    guard let keys = configuration.api?.keys, !keys.isEmpty else {
      return .closed(name: name, missing: "[[serve.api.key]] is not set")
    }
    let gate = APIGuard(keys, now: clock)
    let routes = operations.map { $0.route(gate, core) }
    let group = EndpointGroup(name, routes: routes, root: "v1") { rejection, _ in
      APIProblem(rejection).response
    }
    return .open(group.described(by: description))
  }

  private static let operations = APIReads.all + APIActions.all + APIProfiles.all

  static let description = APIDocument.description(of: operations)
}

/// The settings of the `api` endpoints: the accepted keys.
package struct APIConfiguration: Sendable {
  package enum Scope: String, CaseIterable, Sendable {
    case read
    /// Grants and withdrawals.
    case write
    /// E-mail addresses and names, in addition to `read`.
    case personal
    /// Stating names and e-mail addresses of users. Gives no rights.
    case profiles
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
  package var description: String { "sha256:" + String(hex: bytes) }

  /// Compares in constant time.
  package static func == (left: Self, right: Self) -> Bool {
    var difference = left.bytes.count ^ right.bytes.count
    for (one, other) in zip(left.bytes, right.bytes) { difference |= Int(one ^ other) }
    return difference == 0
  }
}

/// Authenticates and authorizes requests by their API keys.
struct APIGuard: Sendable {
  private let keys: [(key: APIConfiguration.Key, limiter: RateLimiter)]

  init(_ keys: [APIConfiguration.Key], now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.keys = keys.map { key in
      let rate = Double(key.perSecond)
      return (key, RateLimiter(perSecond: rate, burst: rate, now: now))
    }
  }

  /// The key of an admitted request.
  func key(of request: WebRequest) -> APIConfiguration.Key? { found(request.bearer ?? "")?.key }

  private func found(_ text: String) -> (key: APIConfiguration.Key, limiter: RateLimiter)? {
    let digest = APIKeyDigest(of: Secret(text))
    var found: (key: APIConfiguration.Key, limiter: RateLimiter)?
    // All are compared, so that the time does not reveal the key's position.
    for known in keys where known.key.digest == digest { found = known }
    return found
  }

  /// Admits a request whose key has the scope and is within its rate.
  func admit(_ request: WebRequest, for scope: APIConfiguration.Scope) throws(APIProblem) {
    guard let bearer = request.bearer, !bearer.isEmpty else {
      throw APIProblem(.missingKey, "Send it as Authorization: Bearer pk_….")
        .with("WWW-Authenticate", #"Bearer realm="purser""#)
    }
    guard let (key, limiter) = found(bearer) else {
      throw APIProblem(.unknownKey, "Send one of those that the settings name.")
        .with("WWW-Authenticate", #"Bearer realm="purser", error="invalid_token""#)
    }
    if let seconds = limiter.wait(for: key.name) {
      throw .tooMany("with this API key", seconds)
    }
    guard key.scopes.contains(scope) else {
      let challenge =
        #"Bearer realm="purser", error="insufficient_scope", scope="\#(scope.rawValue)""#
      throw APIProblem(.missingScope, "It takes the scope \(scope.rawValue).")
        .with("WWW-Authenticate", challenge)
    }
  }
}
