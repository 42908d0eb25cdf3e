import ServiceCore

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
  func key(of request: WebRequest) -> APIConfiguration.Key? {
    found(request.bearer ?? "")?.key
  }

  private func found(
    _ text: String
  ) -> (key: APIConfiguration.Key, limiter: RateLimiter)? {
    let digest = APIKeyDigest(of: Secret(text))
    var found: (key: APIConfiguration.Key, limiter: RateLimiter)?
    // All are compared, so that the time does not reveal the key's position.
    for known in keys where known.key.digest == digest { found = known }
    return found
  }

  /// Admits a request whose key has the scope and is within its rate.
  func admit(
    _ request: WebRequest,
    for scope: APIConfiguration.Scope
  ) throws(APIProblem) {
    guard let bearer = request.bearer, !bearer.isEmpty else {
      throw APIProblem(.missingKey, "Send it as Authorization: Bearer pk_….")
        .with("WWW-Authenticate", #"Bearer realm="purser""#)
    }
    guard let (key, limiter) = found(bearer) else {
      throw APIProblem(.unknownKey, "Send one of those that the settings name.")
        .with("WWW-Authenticate", #"Bearer realm="purser", error="invalid_token""#)
    }
    if let seconds = limiter.wait(for: key.name) {
      throw APIProblem(.tooManyRequests, "Ask again in \(seconds) s.")
        .with("Retry-After", "\(seconds)")
    }
    guard key.scopes.contains(scope) else {
      let challenge =
        #"Bearer realm="purser", error="insufficient_scope", scope="\#(scope.rawValue)""#
      throw APIProblem(.missingScope, "It takes the scope \(scope.rawValue).")
        .with("WWW-Authenticate", challenge)
    }
  }
}
