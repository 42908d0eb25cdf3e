import Synchronization

/// Lets long bodies be worked on as long as they are together no longer than so many bytes, in the
/// order in which they come. What is made of a body takes up to three times its bytes more.
package final class LongBodies: Sendable {
  fileprivate struct State {
    var bytes = 0
    var waiting: [(bytes: Int, turn: CheckedContinuation<Void, Never>)] = []
  }

  private let most: Int
  private let state = Mutex(State())

  /// One that is longer than `most` is worked on alone.
  package init(most: Int) { self.most = most }

  /// How many bytes are worked on, and how many bodies wait.
  package var counts: (bytes: Int, waiting: Int) {
    state.withLock { ($0.bytes, $0.waiting.count) }
  }

  /// Waits for the turn of so many bytes; `leave` has to follow.
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

extension LongBodies.State {
  /// Whose turn it is now.
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
