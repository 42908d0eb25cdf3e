import Synchronization

/// How many requests are in hand. More than so many only make all of them wait longer.
final class Admission: Sendable {
  private let limits: WebLimits
  private let inHand = Mutex(0)
  private let peers: RateLimiter

  init(_ limits: WebLimits) {
    self.limits = limits
    peers = RateLimiter(perSecond: Double(limits.perPeer), burst: Double(limits.perPeer))
  }

  /// Takes a request in; `nil` where there is room for it, and then `leave` has to follow.
  func refusal(for peer: String) -> Refusal? {
    if let seconds = peers.wait(for: peer) { return .tooMany(retryAfter: seconds) }
    let isFull = inHand.withLock { count in
      guard count < limits.requests else { return true }
      count += 1
      return false
    }
    return isFull ? .overloaded(retryAfter: 1) : nil
  }

  func leave() { inHand.withLock { $0 -= 1 } }
}
