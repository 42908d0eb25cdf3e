import Synchronization

/// So many in a second for each name, and so many at once (a token bucket). Names that were not heard
/// of for long are forgotten, so that nobody fills the memory by inventing some.
package final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: ContinuousClock.Instant
  }

  private static let mostNames = 10_000

  private let perSecond: Double
  private let burst: Double
  private let now: @Sendable () -> ContinuousClock.Instant
  private let buckets = Mutex<[String: Bucket]>([:])

  package init(
    perSecond: Double,
    burst: Double,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.perSecond = perSecond
    self.burst = burst
    self.now = now
  }

  /// Takes one; `nil` where there was one, else after how many seconds there will be.
  package func wait(for name: String) -> Int? {
    let now = now()
    return buckets.withLock { buckets in
      if buckets.count >= Self.mostNames, buckets[name] == nil { forget(&buckets, at: now) }
      var bucket = buckets[name] ?? Bucket(tokens: burst, at: now)
      bucket.tokens = has(bucket, at: now)
      bucket.at = now
      defer { buckets[name] = bucket }
      guard bucket.tokens < 1 else {
        bucket.tokens -= 1
        return nil
      }
      return max(1, Int(((1 - bucket.tokens) / perSecond).rounded(.up)))
    }
  }

  /// Whoever has all of theirs again is as good as new; where few have, it is the half that has most.
  private func forget(_ buckets: inout [String: Bucket], at now: ContinuousClock.Instant) {
    let full = Duration.seconds(burst / perSecond)
    buckets = buckets.filter { now - $0.value.at < full }
    guard buckets.count > Self.mostNames / 2 else { return }
    let kept = buckets.sorted { has($0.value, at: now) < has($1.value, at: now) }
    buckets = Dictionary(uniqueKeysWithValues: kept.prefix(Self.mostNames / 2).map { ($0, $1) })
  }

  private func has(_ bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
    min(burst, bucket.tokens + (now - bucket.at) / .seconds(1) * perSecond)
  }
}
