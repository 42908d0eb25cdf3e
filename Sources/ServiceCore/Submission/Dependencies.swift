package import Foundation

/// Injected clock, randomness and sleep of the service core.
package struct Dependencies: Sendable {
  package var now: @Sendable () -> Date
  /// A uniform random number, at least 0 and less than 1.
  package var chance: @Sendable () -> Double
  /// Sleeps for the duration; throws if the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    now: @escaping @Sendable () -> Date,
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.chance = chance
    self.sleep = sleep
  }

  package static let live = Dependencies(now: { Date() })
}
