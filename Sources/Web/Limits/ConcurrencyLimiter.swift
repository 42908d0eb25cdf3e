import Basics
import Synchronization

/// Limits the requests in progress, counted once their bodies are read: more would delay all.
///
/// Each endpoint group finds its own limit: a request that finishes in time raises it a little, one
/// that takes over half of its time lowers it (additive increase, multiplicative decrease).
package final class ConcurrencyLimiter: Sendable {
  private struct Share {
    var inProgress = 0
    var limit: Double
  }

  private struct State {
    var shares: [String: Share] = [:]
    var inProgress = 0
    /// The requests rejected since the last log line.
    var rejectedCount = 0
    var loggedAt: ContinuousClock.Instant?
    /// Resumed when no request is in progress.
    var waiting: CheckedContinuation<Void, Never>?
  }

  /// The lower bound of a group's limit.
  private static let minLimit = 8.0
  private static let decrease = 0.9

  private let limits: WebLimits
  private let peers: RateLimiter
  private let state = Mutex(State())

  package init(_ limits: WebLimits) {
    self.limits = limits
    peers = RateLimiter(perSecond: Double(limits.perPeer), burst: Double(limits.perPeer))
  }

  /// Why a peer's request is not read now; `nil` if it may be. Stores' notifications and other
  /// groups without peer limits are not counted; requests for unknown paths are.
  package func refusal(of group: EndpointGroup?, for peer: String) -> RequestRejection? {
    guard group?.countsPeers ?? true, let seconds = peers.wait(for: peer) else { return nil }
    return .tooMany(retryAfter: seconds)
  }

  /// Admits a request that was read; if it returns `nil`, `leave` must follow.
  package func refusal(of group: EndpointGroup) -> RequestRejection? {
    let cap = maxInProgress(of: group)
    let isFull = state.withLock { state in
      var share = state.shares[group.name] ?? Share(limit: cap)
      guard state.inProgress < limits.requests, Double(share.inProgress) < share.limit else {
        return true
      }
      state.inProgress += 1
      share.inProgress += 1
      state.shares[group.name] = share
      return false
    }
    return isFull ? .overloaded(retryAfter: 1) : nil
  }

  /// Ends a request, with the used part of its route's time.
  package func leave(_ group: EndpointGroup, after part: Double) {
    let cap = maxInProgress(of: group)
    let waiting = state.withLock { state in
      state.inProgress -= 1
      if var share = state.shares[group.name] {
        share.inProgress -= 1
        share.limit =
          part > 0.5
          ? max(Self.minLimit, share.limit * Self.decrease)
          : min(cap, share.limit + 1 / share.limit)
        state.shares[group.name] = share
      }
      return state.inProgress == 0 ? state.waiting.take() : nil
    }
    waiting?.resume()
  }

  private func maxInProgress(of group: EndpointGroup) -> Double {
    Double(min(limits.requests, group.maxRunning ?? .max))
  }

  /// Waits until no request is in progress. Call it once, after the last request was admitted.
  package func end() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if state.inProgress > 0 { state.waiting = continuation }
        return state.inProgress == 0
      }
      if isEmpty { continuation.resume() }
    }
  }

  /// Counts a rejected request. Returns the count once a second, so that a flood does not flood the
  /// log.
  func countRejected(at now: ContinuousClock.Instant) -> Int? {
    state.withLock { state in
      state.rejectedCount += 1
      if let loggedAt = state.loggedAt, now - loggedAt < .seconds(1) { return nil }
      defer { (state.rejectedCount, state.loggedAt) = (0, now) }
      return state.rejectedCount
    }
  }
}

/// Limits the total size of long bodies handled at a time, in order of arrival. Handling a body
/// takes up to three times its size in addition.
package final class LargeBodyLimiter: Sendable {
  fileprivate struct State {
    var bytes = 0
    var waiting: [(bytes: Int, turn: CheckedContinuation<Void, Never>)] = []
  }

  private let most: Int
  private let state = Mutex(State())

  /// A body longer than `most` is handled alone.
  package init(most: Int) { self.most = most }

  /// The bytes being handled, and the number of waiting bodies.
  package var counts: (bytes: Int, waiting: Int) { state.withLock { ($0.bytes, $0.waiting.count) } }

  /// Waits until a body of this size may be handled; `leave` must follow.
  package func enter(_ bytes: Int) async {
    await withCheckedContinuation { turn in
      let turns = state.withLock { state in
        state.waiting.append((bytes, turn))
        return state.next(most)
      }
      for turn in turns { turn.resume() }
    }
  }

  package func leave(_ bytes: Int) {
    let turns = state.withLock { state in
      state.bytes -= bytes
      return state.next(most)
    }
    for turn in turns { turn.resume() }
  }
}

extension LargeBodyLimiter.State {
  /// The bodies that may be handled now.
  fileprivate mutating func next(_ most: Int) -> [CheckedContinuation<Void, Never>] {
    var turns: [CheckedContinuation<Void, Never>] = []
    while let first = waiting.first, bytes == 0 || bytes + first.bytes <= most {
      bytes += first.bytes
      turns.append(first.turn)
      waiting.removeFirst()
    }
    return turns
  }
}

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
