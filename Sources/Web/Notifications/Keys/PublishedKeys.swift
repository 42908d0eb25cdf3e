import Foundation
import Receipts
import ServiceCore

/// The keys that a sender of tokens publishes: fetched when they are needed, and kept for as long as
/// their sender says.
actor PublishedKeys {
  /// Seconds between two questions: any stranger can name a key that there is not.
  private static let pause: TimeInterval = 60
  private static let pauseAfterFailure: TimeInterval = 5
  /// Seconds that keys are kept at least, at most, and where nothing is said.
  private static let span: ClosedRange<TimeInterval> = 300...86_400
  private static let usual: TimeInterval = 3_600
  /// Seconds for which old keys do where no new ones can be had.
  private static let grace: TimeInterval = 86_400

  private let url: String
  private let core: WebCore
  private var keys: TokenKeySet?
  private var freshUntil = Date.distantPast
  private var askedAt = Date.distantPast
  private var hasFailed = false
  private var asking: Task<Void, Never>?

  init(_ url: String, _ core: WebCore) {
    self.url = url
    self.core = core
  }

  /// The key set, with the key of this ID in it if there is one.
  ///
  /// - Throws: A `FetchError` where nobody can tell.
  func keys(holding id: String) async throws(FetchError) -> TokenKeySet {
    let now = core.now()
    if let keys, keys.holds(id), now < freshUntil { return keys }
    let pause = hasFailed ? Self.pauseAfterFailure : Self.pause
    if asking != nil || abs(now.timeIntervalSince(askedAt)) >= pause { await ask(at: now) }
    guard let keys, now < freshUntil.addingTimeInterval(Self.grace) else { throw .unreachable }
    if hasFailed, !keys.holds(id) { throw .unreachable }
    return keys
  }

  /// Whoever comes meanwhile waits for the same answer.
  private func ask(at now: Date) async {
    let task = asking ?? Task { await fetch(at: now) }
    asking = task
    await task.value
  }

  private func fetch(at now: Date) async {
    askedAt = now
    let answer = try? await core.fetch(url)
    asking = nil
    guard let answer, answer.status == 200, let found = TokenKeySet(answer.bytes) else {
      hasFailed = true
      return
    }
    hasFailed = false
    keys = found
    let kept = answer.keepsFor ?? Self.usual
    freshUntil = now.addingTimeInterval(min(max(kept, Self.span.lowerBound), Self.span.upperBound))
  }
}
