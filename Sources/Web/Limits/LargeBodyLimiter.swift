import Synchronization

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
  package var counts: (bytes: Int, waiting: Int) {
    state.withLock { ($0.bytes, $0.waiting.count) }
  }

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
