package import Foundation

/// An interval of a subscription in one state. The phases of a chain follow each other without a
/// gap from its first sale or statement on; the last one has no end.
package struct Phase: Equatable, Sendable {
  package var from: Date
  /// The first instant after it; `nil` for the last phase.
  package var until: Date?
  package var state: SubscriptionState
  /// Why it ended, only in the state `expired`.
  package var reason: ExpiryReason?
  /// Whether it will renew, as last stated before or during the phase.
  package var renews: Bool?
  /// The document that determines the state.
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

  /// Whether the other phase is equal except for its interval.
  func hasSameText(as other: Phase) -> Bool {
    state == other.state && reason == other.reason && renews == other.renews
  }
}
