import Crypto
import Synchronization

/// What was acknowledged not long ago, by its bytes: a store that did not hear our answer sends the
/// same again within moments, and its signatures need no second look. Only what is on the disk is in
/// here. The ledger itself knows what came longer ago, once it was verified.
final class RecentlyFiled: Sendable {
  private struct State {
    var known: Set<SHA256.Digest> = []
    /// Where the next one goes, over the oldest.
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
