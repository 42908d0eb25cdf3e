import ServiceCore

/// Looks at the keys of requests.
struct APIGuard: Sendable {
  private let keys: [(key: APIConfiguration.Key, limiter: RateLimiter)]

  init(_ keys: [APIConfiguration.Key], now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.keys = keys.map { key in
      let rate = Double(key.perSecond)
      return (key, RateLimiter(perSecond: rate, burst: rate, now: now))
    }
  }

  /// The key that a request comes with, which was admitted.
  func key(of request: WebRequest) -> APIConfiguration.Key? {
    found(request.bearer ?? "")?.key
  }

  private func found(
    _ given: String
  ) -> (key: APIConfiguration.Key, limiter: RateLimiter)? {
    let digest = APIKeyDigest(of: Secret(given))
    var found: (key: APIConfiguration.Key, limiter: RateLimiter)?
    // All of them are compared, so that the time tells nothing of the place.
    for known in keys where known.key.digest == digest { found = known }
    return found
  }

  /// Admits a request whose key may be used for this, now.
  func admit(
    _ request: WebRequest,
    for scope: APIConfiguration.Scope
  ) throws(APIProblem) {
    guard let given = request.bearer, !given.isEmpty else {
      throw APIProblem(.missingKey, "Send it as Authorization: Bearer pk_….")
        .with("WWW-Authenticate", #"Bearer realm="purser""#)
    }
    guard let (key, limiter) = found(given) else {
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
