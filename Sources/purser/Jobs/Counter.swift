import Synchronization

/// A counter that several tasks share.
final class Counter: Sendable {
  private let value = Mutex(0)

  /// Increments the counter and returns its value.
  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
