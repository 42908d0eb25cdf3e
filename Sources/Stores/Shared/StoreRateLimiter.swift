import Basics
package import Foundation
import ServiceCore
import Synchronization

/// The stores' rate limit groups.
package enum RateLimitKey: String, CaseIterable, Sendable {
  case verifyReceipt
  case appleReading, appleChanging, appleLookup, appleTest
  case appleSandboxReading, appleSandboxChanging, appleSandboxLookup, appleSandboxTest
  case appleConnect
  case googleToken, googleSubscriptions, googleChanging, googleProducts, googleOrders, googleVoided
  case entra, microsoft
  case amazon

  /// The store's published limit, or else a moderate one.
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
    // 3,500 an hour.
    case .appleConnect: RateLimit(perSecond: 1, burst: 50)
    // 3,000 a minute for each of them.
    case .googleSubscriptions, .googleChanging, .googleProducts, .googleOrders:
      RateLimit(perSecond: 50, burst: 50)
    case .googleVoided: RateLimit(perSecond: 1, burst: 30)
    case .googleToken, .entra: RateLimit(perSecond: 1, burst: 10)
    case .microsoft, .amazon: RateLimit(perSecond: 10, burst: 10)
    }
  }
}

/// A sustained rate in requests per second, and a burst after idle time.
package struct RateLimit: Equatable, Sendable {
  package var perSecond: Double
  package var burst: Int

  package init(perSecond: Double, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// Token buckets, one for each rate limit group: a caller waits while its bucket is empty. The
/// token is reserved before the wait, so that waiting callers proceed one after the other.
package final class StoreRateLimiter: Sendable {
  private let limits: [RateLimitKey: RateLimit]
  private let time: StoreTime
  /// How many processes share the limits, each with its own limiter.
  private let sharers: @Sendable () -> Int
  private let buckets = Mutex<[Part: TokenBucket]>([:])

  /// A bucket, or its share for queries about unknown purchases.
  private struct Part: Hashable {
    var bucket: RateLimitKey
    var isUnknown: Bool
  }

  /// The share of each rate for such queries: requests with made-up IDs leave the rest for
  /// purchases that are on file.
  private static let unknownShare = 0.25

  /// `limits` override the stores' published limits.
  package init(
    _ limits: [RateLimitKey: RateLimit] = [:],
    time: StoreTime,
    sharers: @escaping @Sendable () -> Int = { 1 }
  ) {
    self.limits = limits
    self.sharers = sharers
    self.time = time
  }

  /// Returns when a request may be sent.
  package func take(_ bucket: RateLimitKey) async throws(CancellationError) {
    let limit = limits[bucket] ?? bucket.published
    guard limit.perSecond > 0 else { return }
    if QuerySubject.isUnknown, bucket.isShared {
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
    // A request of one among three takes what three would take.
    let count = Double(max(1, sharers()))
    let wait = buckets.withLock { $0[part, default: full].reserve(count, at: now) }
    guard wait > 0 else { return }
    do {
      try await time.sleep(.seconds(wait))
    } catch {
      buckets.withLock { $0[part]?.giveBack(count) }
      throw CancellationError()
    }
  }
}

extension RateLimitKey {
  /// The group of an Apple service in the sandbox.
  var inSandbox: RateLimitKey {
    switch self {
    case .appleReading: .appleSandboxReading
    case .appleChanging: .appleSandboxChanging
    case .appleLookup: .appleSandboxLookup
    case .appleTest: .appleSandboxTest
    default: self
    }
  }

  /// Whether queries about unknown purchases get only a share; not for tokens, which all need.
  fileprivate var isShared: Bool { self != .googleToken && self != .entra }
}

/// The clock of the clients.
package struct StoreTime: Sendable {
  package var now: @Sendable () -> Date
  /// Time since a fixed moment; monotonic.
  package var elapsed: @Sendable () -> Duration
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    now: @escaping @Sendable () -> Date,
    elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.sleep = sleep
  }

  package static var live: StoreTime {
    let start = ContinuousClock.now
    return StoreTime(
      now: { Date() },
      elapsed: { ContinuousClock.now - start },
      sleep: { try await Task.sleep(for: $0) }
    )
  }
}
