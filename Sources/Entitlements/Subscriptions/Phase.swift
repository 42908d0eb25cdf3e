package import Foundation

/// A stretch of a subscription's life in one state. The phases of a chain follow each other without
/// a gap from its first sale or statement on; the last one has no end.
package struct Phase: Equatable, Sendable {
  package var from: Date
  /// The first instant that is no longer part of it; `nil` for the last.
  package var until: Date?
  package var state: SubscriptionState
  /// Why it is over, in the state `expired` only.
  package var reason: ExpiryReason?
  /// Whether it is to renew, as last said before or during the phase.
  package var renews: Bool?
  /// The document the state follows from.
  package var evidence: ID<Document>

  package init(
    from: Date,
    until: Date? = nil,
    state: SubscriptionState,
    reason: ExpiryReason? = nil,
    renews: Bool? = nil,
    evidence: ID<Document>
  ) {
    self.from = from
    self.until = until
    self.state = state
    self.reason = reason
    self.renews = renews
    self.evidence = evidence
  }

  package func contains(_ instant: Date) -> Bool {
    from <= instant && (until.map { instant < $0 } ?? true)
  }

  /// Whether the other phase says the same, so that the two are one.
  func tellsSame(as other: Phase) -> Bool {
    state == other.state && reason == other.reason && renews == other.renews
  }
}
