import Entitlements
import Foundation
internal import Synchronization

// Who does what only one node should do. A lease lasts by the database's clock, and here by a clock
// that nobody sets.

/// What one node does for all that follow a log.
package enum LogLease: String, Sendable {
  /// Running jobs without end: the stores are asked, and webhooks delivered, by one node.
  case jobs
  /// Asking the stores what changed.
  case polls
}

extension LogConnection {
  private static let seconds = 15
  /// The remaining time from which a lease is extended.
  private static let renewal = Duration.seconds(10)

  /// Whether this process has the lease now; it takes or extends it if it can.
  package func holds(_ lease: LogLease) async -> Bool {
    // It could append no result.
    guard !self.status.isClockWrong else { return false }
    let asked = ContinuousClock.now
    let until = state.withLock { $0.leases[lease] } ?? asked
    if until - asked > Self.renewal { return true }
    let status = status
    do {
      let token = try await connections.appending.lease(
        "\(status.part)/\(lease.rawValue)",
        for: holder,
        seconds: Self.seconds
      )
      let until = token.map { _ in asked + .seconds(Self.seconds) }
      state.withLock { $0.leases[lease] = until }
      return token != nil
    } catch {
      // As long as it lasts nobody else can have got it.
      return until > .now
    }
  }

  /// Gives the leases up, so that others needn't wait for their end.
  func giveUpLeases() async {
    let leases = state.withLock { state in
      defer { state.leases = [:] }
      return Array(state.leases.keys)
    }
    for lease in leases {
      let name = "\(status.part)/\(lease.rawValue)"
      _ = try? await connections.appending.lease(name, for: holder, seconds: 0)
    }
  }

  /// Two processes of a node are two holders.
  private var holder: String { "\(status.node) \(ProcessInfo.processInfo.processIdentifier)" }

  // MARK: Shares

  /// How many processes ask the stores, at least one. Each takes its part of the stores' limits.
  package var storeAskers: Int { state.withLock { $0.storeAskers } }

  /// Counts this process among those that ask the stores, until the task is cancelled.
  package func shareStoreLimits() async {
    while !Task.isCancelled {
      let prefix = "\(status.part)/stores/"
      do {
        _ = try await connections.appending.lease(
          prefix + holder,
          for: holder,
          seconds: Self.seconds * 3
        )
        let count = try await connections.appending.leaseCount(prefix: prefix)
        state.withLock { $0.storeAskers = max(1, count) }
      } catch {
        // The last number remains the best guess.
      }
      try? await Task.sleep(for: .seconds(Self.seconds))
    }
  }
}
