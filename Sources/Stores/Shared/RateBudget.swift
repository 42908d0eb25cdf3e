import Basics
import ServiceCore
import Synchronization

/// What a store counts requests by.
package enum RateBucket: String, CaseIterable, Sendable {
  case verifyReceipt
  case appleReading, appleChanging, appleLookup, appleTest
  case appleSandboxReading, appleSandboxChanging, appleSandboxLookup, appleSandboxTest
  case googleToken, googleSubscriptions, googleChanging, googleProducts, googleOrders, googleVoided
  case entra, microsoft
  case amazon

  /// What the store publishes, or, where it says nothing, what does not disturb.
  package var published: RateLimit {
    switch self {
    case .verifyReceipt: RateLimit(perSecond: 50, burst: 50)
    case .appleReading: RateLimit(perSecond: 50, burst: 50)
    case .appleChanging: RateLimit(perSecond: 20, burst: 20)
    case .appleLookup: RateLimit(perSecond: 10, burst: 10)
    case .appleTest: RateLimit(perSecond: 1, burst: 1)
    // A tenth of production's.
    case .appleSandboxReading: RateLimit(perSecond: 5, burst: 5)
    case .appleSandboxChanging: RateLimit(perSecond: 2, burst: 2)
    case .appleSandboxLookup: RateLimit(perSecond: 1, burst: 1)
    case .appleSandboxTest: RateLimit(perSecond: 0.1, burst: 1)
    // 3,000 a minute, each of them for itself.
    case .googleSubscriptions, .googleChanging, .googleProducts, .googleOrders:
      RateLimit(perSecond: 50, burst: 50)
    case .googleVoided: RateLimit(perSecond: 1, burst: 30)
    case .googleToken, .entra: RateLimit(perSecond: 1, burst: 10)
    case .microsoft, .amazon: RateLimit(perSecond: 10, burst: 10)
    }
  }
}

/// So many requests a second in the long run, and so many at once after a rest.
package struct RateLimit: Equatable, Sendable {
  package var perSecond: Double
  package var burst: Int

  package init(perSecond: Double, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// Token buckets, one a kind of request: who comes when a bucket is empty waits for its turn. A turn
/// is taken before the wait, so that many who wait come one after the other.
package final class RateBudget: Sendable {
  private let limits: [RateBucket: RateLimit]
  private let time: StoreTime
  private let buckets = Mutex<[Part: TokenBucket]>([:])

  /// A bucket, or the part of it that is left to questions about what nobody knows yet.
  private struct Part: Hashable {
    var bucket: RateBucket
    var isUnknown: Bool
  }

  /// The part of each rate that such questions get: whatever strangers make up, the rest is left for
  /// purchases that are on file.
  private static let unknownShare = 0.25

  /// `limits` go before what the stores publish.
  package init(_ limits: [RateBucket: RateLimit] = [:], time: StoreTime) {
    self.limits = limits
    self.time = time
  }

  /// Returns once a request may go out.
  package func take(_ bucket: RateBucket) async throws(CancellationError) {
    let limit = limits[bucket] ?? bucket.published
    guard limit.perSecond > 0 else { return }
    if QuestionSubject.isUnknown, bucket.isShared {
      let share = RateLimit(
        perSecond: limit.perSecond * Self.unknownShare,
        burst: Int(Double(limit.burst) * Self.unknownShare)
      )
      try await take(Part(bucket: bucket, isUnknown: true), within: share)
    }
    try await take(Part(bucket: bucket, isUnknown: false), within: limit)
  }

  private func take(_ part: Part, within limit: RateLimit) async throws(CancellationError) {
    let full = TokenBucket(capacity: Double(max(1, limit.burst)), perSecond: limit.perSecond)
    let now = time.elapsed() / .seconds(1)
    let wait = buckets.withLock { $0[part, default: full].reserve(at: now) }
    guard wait > 0 else { return }
    do {
      try await time.sleep(.seconds(wait))
    } catch {
      buckets.withLock { $0[part]?.giveBack() }
      throw CancellationError()
    }
  }
}

extension RateBucket {
  /// Whether questions about unknown purchases get a part of it only: not of what all questions need.
  fileprivate var isShared: Bool { self != .googleToken && self != .entra }
}
