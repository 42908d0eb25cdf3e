package import Foundation
import Synchronization

/// A clock that goes as fast as the real one, but shows another time, and can be moved forward. The
/// simulated stores, the service and the dashboard of a sandbox share one.
package final class VirtualClock: Sendable {
  /// How far it is ahead of the real clock, in seconds; negative if it is behind.
  private let lead: Mutex<TimeInterval>
  private let realNow: @Sendable () -> Date

  /// Real time between two looks of a sleeper at the clock.
  private static let lookInterval = Duration.milliseconds(50)

  package init(at instant: Date, realNow: @escaping @Sendable () -> Date = { Date() }) {
    lead = Mutex(instant.timeIntervalSince(realNow()))
    self.realNow = realNow
  }

  package var now: Date { realNow().addingTimeInterval(lead.withLock { $0 }) }

  /// Moves the clock forward; an instant in the past changes nothing.
  package func move(to instant: Date) {
    lead.withLock { lead in
      lead = max(lead, instant.timeIntervalSince(realNow()))
    }
  }

  /// Sleeps until the clock is so much later. Throws if the task is cancelled.
  package func sleep(for duration: Duration) async throws {
    let end = now.addingTimeInterval(duration / .seconds(1))
    while true {
      let left = end.timeIntervalSince(now)
      guard left > 0 else { return try Task.checkCancellation() }
      try await Task.sleep(for: min(.seconds(left), Self.lookInterval))
    }
  }
}
