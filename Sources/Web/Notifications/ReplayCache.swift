import Crypto
import Synchronization

/// Digests of recently acknowledged notifications: a store that missed the answer soon repeats the
/// notification, whose signatures need no second check. Only committed notifications are listed.
/// Older repetitions are recognized by the ledger after verification.
final class ReplayCache: Sendable {
  private struct State {
    var known: Set<SHA256.Digest> = []
    /// The index of the next entry, which replaces the oldest.
    var next = 0
    var order: [SHA256.Digest] = []
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int = 4_096) { self.capacity = capacity }

  func holds(_ digest: SHA256.Digest) -> Bool { state.withLock { $0.known.contains(digest) } }

  func note(_ digest: SHA256.Digest) {
    state.withLock { state in
      guard state.known.insert(digest).inserted else { return }
      guard state.order.count == capacity else { return state.order.append(digest) }
      state.known.remove(state.order[state.next])
      state.order[state.next] = digest
      state.next = (state.next + 1) % capacity
    }
  }
}
