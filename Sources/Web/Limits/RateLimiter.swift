import Basics
import Synchronization

/// Limits the rate per name, with a burst size (a token bucket). Names unused for long are removed,
/// so that invented names do not fill the memory.
package final class RateLimiter: Sendable {
  private static let maxNames = 10_000

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

  /// Takes one token; `nil` on success, else the seconds until there is one.
  package func wait(for name: String) -> Int? {
    let now = (now() - start) / .seconds(1)
    return buckets.withLock { buckets in
      if buckets.count >= Self.maxNames, buckets[name] == nil { forget(&buckets, at: now) }
      var bucket = buckets[name] ?? bucket
      defer { buckets[name] = bucket }
      return bucket.take(at: now) ? nil : max(1, Int(bucket.wait(at: now).rounded(.up)))
    }
  }

  /// Evicts full buckets first; if too many remain, the fullest half.
  private func forget(_ buckets: inout [String: TokenBucket], at now: Double) {
    buckets = buckets.filter { !$0.value.isFull(at: now) }
    guard buckets.count > Self.maxNames / 2 else { return }
    let emptiest = buckets.sorted { $0.value.count(at: now) < $1.value.count(at: now) }
    buckets = Dictionary(uniqueKeysWithValues: emptiest.prefix(Self.maxNames / 2).map { ($0, $1) })
  }
}
