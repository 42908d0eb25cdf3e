import ServiceCore

/// Looks at the keys of requests.
struct APIGuard: Sendable {
  let keys: [APIConfiguration.Key]
  let limiter = RateLimiter()

  /// The key that a request comes with, where it may be used for this, now.
  func admit(
    _ request: WebRequest,
    for scope: APIConfiguration.Scope,
    _ core: WebCore
  ) throws(APIProblem) -> APIConfiguration.Key {
    guard let given = request.bearer, !given.isEmpty else {
      throw APIProblem(.missingKey, "Send it as Authorization: Bearer pk_….")
        .with("WWW-Authenticate", #"Bearer realm="purser""#)
    }
    let digest = APIKeyDigest(of: Secret(given))
    var found: APIConfiguration.Key?
    // All of them are compared, so that the time tells nothing of the place.
    for key in keys where key.digest == digest { found = key }
    guard let found else {
      throw APIProblem(.unknownKey, "Send one of those that the settings name.")
        .with("WWW-Authenticate", #"Bearer realm="purser", error="invalid_token""#)
    }
    if let seconds = limiter.wait(for: found.name, found.rate, at: core.now()) {
      throw APIProblem(.tooManyRequests, "Ask again in \(seconds) s.")
        .with("Retry-After", "\(seconds)")
    }
    guard found.scopes.contains(scope) else {
      let challenge =
        #"Bearer realm="purser", error="insufficient_scope", scope="\#(scope.rawValue)""#
      throw APIProblem(.missingScope, "It takes the scope \(scope.rawValue).")
        .with("WWW-Authenticate", challenge)
    }
    return found
  }
}
