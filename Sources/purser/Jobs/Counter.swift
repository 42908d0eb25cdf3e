import Synchronization

/// Counts what several tasks do.
final class Counter: Sendable {
  private let value = Mutex(0)

  /// One more than the last time.
  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
