package import Foundation

/// Time, chance and patience, and nothing else: what the service core takes from the world around it.
package struct Surroundings: Sendable {
  package var now: @Sendable () -> Date
  /// At least 0 and less than 1, evenly spread.
  package var chance: @Sendable () -> Double
  /// Returns when so much time has gone by, and throws where the task is cancelled before.
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

  package static let live = Surroundings(now: { Date() })
}
