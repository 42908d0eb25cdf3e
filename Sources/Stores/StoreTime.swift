package import Foundation

/// The clock of the clients.
package struct StoreTime: Sendable {
  package var now: @Sendable () -> Date
  /// Time since a fixed moment; monotonic.
  package var elapsed: @Sendable () -> Duration
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    now: @escaping @Sendable () -> Date,
    elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.sleep = sleep
  }

  package static var live: StoreTime {
    let start = ContinuousClock.now
    return StoreTime(
      now: { Date() },
      elapsed: { ContinuousClock.now - start },
      sleep: { try await Task.sleep(for: $0) }
    )
  }
}
