import Entitlements
import Foundation
import ServiceCore

/// What lets a request in for a while.
struct AccessToken: Sendable {
  var secret: Secret
  var expiresAt: Date
}

/// Where a token comes from, and under which name it is kept.
struct TokenSource: Sendable {
  var name: String
  var mint: @Sendable () async throws(StoreClientError) -> AccessToken
}

/// Keeps tokens until shortly before they end. Whoever needs one while it is being fetched waits for
/// that one.
actor TokenCache {
  /// A token that ends sooner is not used: it must outlast its request.
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
    // Not a child: who came first may be called off while others wait.
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

  /// The store refused it. Another one that came meanwhile stays.
  func forget(_ token: AccessToken, of source: TokenSource) {
    if held[source.name]?.secret == token.secret { held[source.name] = nil }
  }
}
