import Synchronization

/// Of two ends the first one counts.
final class Race<Answer: Sendable>: Sendable {
  private let waiting: Mutex<CheckedContinuation<Answer?, Never>?>

  init(_ continuation: CheckedContinuation<Answer?, Never>) { waiting = Mutex(continuation) }

  func end(with answer: Answer?) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: answer)
  }
}
