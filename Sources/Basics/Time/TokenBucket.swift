package import Foundation

/// A token bucket rate limiter: a long-term rate and a burst capacity. It reads no clock: each call
/// takes the time in seconds since a common start.
package struct TokenBucket: Sendable {
  private let capacity: Double
  private let perSecond: Double
  private var tokens: Double
  private var countedAt: Double?

  /// Creates a full bucket.
  package init(capacity: Double, perSecond: Double) {
    self.capacity = capacity
    self.perSecond = perSecond
    tokens = capacity
  }

  /// The number of tokens; negative while reservations wait.
  package func count(at now: Double) -> Double {
    // A clock set back adds no tokens.
    let passed = max(0, countedAt.map { now - $0 } ?? 0)
    return min(capacity, tokens + passed * perSecond)
  }

  package func isFull(at now: Double) -> Bool { count(at: now) >= capacity }

  /// Takes a token; `false` if there is none.
  package mutating func take(at now: Double) -> Bool {
    refill(at: now)
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }

  /// Reserves tokens and returns the seconds until they are available; 0 if they already are.
  package mutating func reserve(_ count: Double = 1, at now: Double) -> Double {
    refill(at: now)
    tokens -= count
    return max(0, -tokens / perSecond)
  }

  /// The seconds until a token is available; 0 if one already is.
  package func wait(at now: Double) -> Double { max(0, (1 - count(at: now)) / perSecond) }

  /// Returns taken or reserved tokens.
  package mutating func giveBack(_ count: Double = 1) { tokens = min(capacity, tokens + count) }

  private mutating func refill(at now: Double) {
    tokens = count(at: now)
    countedAt = now
  }
}

/// The same, with dates.
extension TokenBucket {
  package mutating func take(at now: Date) -> Bool { take(at: now.timeIntervalSince1970) }

  package func isFull(at now: Date) -> Bool { isFull(at: now.timeIntervalSince1970) }
}
