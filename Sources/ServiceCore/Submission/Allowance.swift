package import Foundation

/// So much at once, and so much more with time.
package struct Allowance: Sendable {
  private let most: Double
  private let perSecond: Double
  private var left: Double
  private var countedAt: Date?

  package init(most: Int, perSecond: Double) {
    self.most = Double(most)
    self.perSecond = perSecond
    left = self.most
  }

  /// Whether there is something left, which is taken.
  package mutating func take(at now: Date) -> Bool {
    // A clock that was put back gives nothing.
    let passed = max(0, countedAt.map(now.timeIntervalSince) ?? 0)
    left = min(most, left + passed * perSecond)
    countedAt = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }

  /// Gives back what was taken.
  package mutating func giveBack() { left = min(most, left + 1) }

  /// Whether nothing of it is taken any more.
  func isFull(at now: Date) -> Bool {
    left + max(0, countedAt.map(now.timeIntervalSince) ?? 0) * perSecond >= most
  }
}
