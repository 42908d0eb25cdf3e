import Basics
import Synchronization

/// So many in a second for each name, and so many at once (a token bucket). Names that were not heard
/// of for long are forgotten, so that nobody fills the memory by inventing some.
package final class RateLimiter: Sendable {
  private static let mostNames = 10_000

  private let bucket: TokenBucket
  private let start: ContinuousClock.Instant
  private let now: @Sendable () -> ContinuousClock.Instant
  private let buckets = Mutex<[String: TokenBucket]>([:])

  package init(
    perSecond: Double,
    burst: Double,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    bucket = TokenBucket(capacity: burst, perSecond: perSecond)
    self.now = now
    start = now()
  }

  /// Takes one; `nil` where there was one, else after how many seconds there will be.
  package func wait(for name: String) -> Int? {
    let now = (now() - start) / .seconds(1)
    return buckets.withLock { buckets in
      if buckets.count >= Self.mostNames, buckets[name] == nil { forget(&buckets, at: now) }
      var bucket = buckets[name] ?? bucket
      defer { buckets[name] = bucket }
      return bucket.take(at: now) ? nil : max(1, Int(bucket.wait(at: now).rounded(.up)))
    }
  }

  /// Whoever has all of theirs again is as good as new; where few have, it is the half that has most.
  private func forget(_ buckets: inout [String: TokenBucket], at now: Double) {
    buckets = buckets.filter { !$0.value.isFull(at: now) }
    guard buckets.count > Self.mostNames / 2 else { return }
    let kept = buckets.sorted { $0.value.count(at: now) < $1.value.count(at: now) }
    buckets = Dictionary(uniqueKeysWithValues: kept.prefix(Self.mostNames / 2).map { ($0, $1) })
  }
}
