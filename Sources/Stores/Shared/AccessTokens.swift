import Entitlements
import Foundation
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
