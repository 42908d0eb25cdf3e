package import Foundation

/// A ledger's state beside the shared log that it follows.
package struct SharedLogStatus: Equatable, Sendable {
  /// The ledger's name among those that follow the log.
  package var node: String
  /// The log's number among those that share a database.
  package var part: Int32
  /// What the log began with.
  package var genesis: String
  /// The last position that is applied.
  package var position: Int64
  /// The newest known position.
  package var head: Int64
  /// Whether this process applies the entries; at most one process per ledger does.
  package var isFollowing = false
  /// When the log last answered; `nil` if it hasn't since the process began.
  package var answeredAt: Date?
  /// Why the ledger doesn't follow at the moment.
  package var fault: String?
  /// The other ledgers that follow the log, by name.
  package var others: [String] = []
  /// Seconds that this machine's clock is ahead of the database's, at the least.
  package var clockLead: TimeInterval = 0

  package init(node: String, part: Int32, genesis: String, position: Int64) {
    (self.node, self.part, self.genesis, self.position) = (node, part, genesis, position)
    head = position
  }

  /// A clock that is off by more gives wrong times to documents, so that an older answer of a store
  /// overrules a newer one, and takes jobs away from others.
  package static let maxClockLead: TimeInterval = 5
  /// A ledger that lags by more is not ready.
  package static let maxLag: Int64 = 1_000
  /// What the ledger holds is stale when the log has been silent for longer.
  package static let maxSilence: TimeInterval = 3

  package var lag: Int64 { max(0, head - position) }

  package var isClockWrong: Bool { abs(clockLead) > Self.maxClockLead }

  /// Seconds since the log last answered; `nil` if it never did.
  package func silence(at instant: Date) -> TimeInterval? {
    answeredAt.map { max(0, instant.timeIntervalSince($0)) }
  }

  package func isStale(at instant: Date) -> Bool {
    fault != nil || (silence(at: instant) ?? .infinity) > Self.maxSilence
  }

  /// Why the node should get no requests; `nil` if it should.
  package func unreadiness(at instant: Date) -> String? {
    if let fault { return fault }
    if isStale(at: instant) { return "the shared log does not answer" }
    if lag > Self.maxLag { return "the ledger lags \(lag) entries behind the shared log" }
    if isClockWrong { return "the clock differs from the database's by \(Int(clockLead)) s" }
    return nil
  }
}
