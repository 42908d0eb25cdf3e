import Synchronization

/// How many requests are in hand, which is from when their bodies were read until they are done. More than can be done soon only make all of them wait longer.
///
/// How many that is, each door finds out by itself: one that answers in time lets in a little more,
/// one that took half of the time it has lets in fewer (additive increase, multiplicative decrease).
package final class Admission: Sendable {
  private struct Share {
    var inHand = 0
    var most: Double
  }

  private struct State {
    var shares: [String: Share] = [:]
    var inHand = 0
    /// How many were turned away since it was last told.
    var turnedAway = 0
    var toldAt: ContinuousClock.Instant?
    /// Who waits until nothing is in hand.
    var waiting: CheckedContinuation<Void, Never>?
  }

  /// A door is never closed altogether.
  private static let fewest = 8.0
  private static let decrease = 0.9

  private let limits: WebLimits
  private let peers: RateLimiter
  private let state = Mutex(State())

  package init(_ limits: WebLimits) {
    self.limits = limits
    peers = RateLimiter(perSecond: Double(limits.perPeer), burst: Double(limits.perPeer))
  }

  /// Why nothing of a peer's is read now; `nil` where it may be. A store's sender may send as much as
  /// it has, and who asks for what there is not may not.
  package func refusal(of door: Door?, for peer: String) -> Refusal? {
    guard door?.countsPeers ?? true, let seconds = peers.wait(for: peer) else { return nil }
    return .tooMany(retryAfter: seconds)
  }

  /// Takes a request in that was read; `nil` where there is room for it, and then `leave` has to
  /// follow.
  package func refusal(of door: Door) -> Refusal? {
    let most = most(of: door)
    let isFull = state.withLock { state in
      var share = state.shares[door.name] ?? Share(most: most)
      guard state.inHand < limits.requests, Double(share.inHand) < share.most else { return true }
      state.inHand += 1
      share.inHand += 1
      state.shares[door.name] = share
      return false
    }
    return isFull ? .overloaded(retryAfter: 1) : nil
  }

  /// The request is done, after this part of the time that its route has.
  package func leave(_ door: Door, after part: Double) {
    let most = most(of: door)
    let waiting = state.withLock { state in
      state.inHand -= 1
      if var share = state.shares[door.name] {
        share.inHand -= 1
        share.most =
          part > 0.5
          ? max(Self.fewest, share.most * Self.decrease) : min(most, share.most + 1 / share.most)
        state.shares[door.name] = share
      }
      return state.inHand == 0 ? state.waiting.take() : nil
    }
    waiting?.resume()
  }

  private func most(of door: Door) -> Double {
    Double(min(limits.requests, door.mostInHand ?? .max))
  }

  /// Waits until nothing is in hand any more. To be called once, when nothing more comes.
  package func end() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if state.inHand > 0 { state.waiting = continuation }
        return state.inHand == 0
      }
      if isEmpty { continuation.resume() }
    }
  }

  /// Counts one that was turned away. How many it were is answered once a second: under a flood a
  /// line for each would be another one.
  func noteTurnedAway(at now: ContinuousClock.Instant) -> Int? {
    state.withLock { state in
      state.turnedAway += 1
      if let toldAt = state.toldAt, now - toldAt < .seconds(1) { return nil }
      defer { (state.turnedAway, state.toldAt) = (0, now) }
      return state.turnedAway
    }
  }
}
