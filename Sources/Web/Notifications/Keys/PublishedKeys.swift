import Foundation
import Receipts
import ServiceCore

/// The public keys of a token issuer, fetched on demand and cached for as long as the issuer
/// allows.
actor PublishedKeys {
  /// The seconds between two fetches, because anybody can name a key that does not exist.
  private static let pause: TimeInterval = 60
  private static let pauseAfterFailure: TimeInterval = 5
  /// The minimum, maximum and default cache times, in seconds.
  private static let range: ClosedRange<TimeInterval> = 300...86_400
  private static let defaultCacheTime: TimeInterval = 3_600
  /// How long expired keys are used if no new ones can be fetched, in seconds.
  private static let grace: TimeInterval = 86_400

  private let url: String
  private let core: WebDependencies
  private var keys: TokenKeySet?
  private var freshUntil = Date.distantPast
  private var fetchedAt = Date.distantPast
  private var hasFailed = false
  private var pendingFetch: Task<Void, Never>?

  init(_ url: String, _ core: WebDependencies) {
    self.url = url
    self.core = core
  }

  /// The key set, which contains the key with this ID if it exists.
  ///
  /// - Throws: A `FetchError` if the keys are unavailable.
  func keys(withID id: String) async throws(FetchError) -> TokenKeySet {
    let now = core.now()
    if let keys, keys.holds(id), now < freshUntil { return keys }
    let pause = hasFailed ? Self.pauseAfterFailure : Self.pause
    if pendingFetch != nil || abs(now.timeIntervalSince(fetchedAt)) >= pause { await ask(at: now) }
    guard let keys, now < freshUntil.addingTimeInterval(Self.grace) else { throw .unreachable }
    if hasFailed, !keys.holds(id) { throw .unreachable }
    return keys
  }

  /// Concurrent callers wait for the same answer.
  private func ask(at now: Date) async {
    let task = pendingFetch ?? Task { await fetch(at: now) }
    pendingFetch = task
    await task.value
  }

  private func fetch(at now: Date) async {
    fetchedAt = now
    let answer = try? await core.fetch(url)
    pendingFetch = nil
    guard let answer, answer.status == 200, let found = TokenKeySet(answer.bytes) else {
      hasFailed = true
      return
    }
    hasFailed = false
    keys = found
    let time = answer.keepsFor ?? Self.defaultCacheTime
    freshUntil = now.addingTimeInterval(
      min(max(time, Self.range.lowerBound), Self.range.upperBound)
    )
  }
}
