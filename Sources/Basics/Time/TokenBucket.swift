package import Foundation

/// A limit of so many in a second in the long run, and so many at once after a rest. It reads no clock:
/// each call takes the time in seconds since some beginning, the same one for all calls.
package struct TokenBucket: Sendable {
  private let capacity: Double
  private let perSecond: Double
  private var tokens: Double
  private var countedAt: Double?

  /// A full one.
  package init(capacity: Double, perSecond: Double) {
    self.capacity = capacity
    self.perSecond = perSecond
    tokens = capacity
  }

  /// How many there are; less than none while reservations wait.
  package func count(at now: Double) -> Double {
    // A clock that was put back gives nothing.
    let passed = max(0, countedAt.map { now - $0 } ?? 0)
    return min(capacity, tokens + passed * perSecond)
  }

  package func isFull(at now: Double) -> Bool { count(at: now) >= capacity }

  /// Takes one; `false` where there is none.
  package mutating func take(at now: Double) -> Bool {
    refill(at: now)
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }

  /// Takes one that may be there only later: in so many seconds, 0 for at once.
  package mutating func reserve(at now: Double) -> Double {
    refill(at: now)
    tokens -= 1
    return max(0, -tokens / perSecond)
  }

  /// In how many seconds there will be one; 0 where there is.
  package func wait(at now: Double) -> Double { max(0, (1 - count(at: now)) / perSecond) }

  /// Gives back what was taken or reserved.
  package mutating func giveBack() { tokens = min(capacity, tokens + 1) }

  private mutating func refill(at now: Double) {
    tokens = count(at: now)
    countedAt = now
  }
}

/// The same with dates.
extension TokenBucket {
  package mutating func take(at now: Date) -> Bool { take(at: now.timeIntervalSince1970) }

  package func isFull(at now: Date) -> Bool { isFull(at: now.timeIntervalSince1970) }
}
