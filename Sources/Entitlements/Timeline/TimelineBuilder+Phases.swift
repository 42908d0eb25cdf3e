import Foundation

/// Events of a chain between its sales.
extension TimelineBuilder {
  mutating func extractPhases(of chain: ChainRecord) {
    var last: Phase?
    var isRenewing: Bool?
    for phase in chain.phases {
      if phase.from > instant {
        extractFuture(phase, after: last, in: chain)
        return
      }
      let length = phase.until.map { $0.timeIntervalSince(phase.from) }
      if let (kind, topic) = entry(of: phase, after: last, in: chain) {
        var event = event(kind, phase, chain)
        event.until = phase.endIfKnown
        event.reason = phase.reason
        anchor(add(event), as: topic, length: length)
      }
      if let renews = phase.renews, renews != isRenewing, phase.state.grantsAccess {
        if !renews {
          anchor(add(event(.renewalTurnedOff, phase, chain)), as: .renewalOff, length: length)
        } else if isRenewing == false {
          anchor(add(event(.renewalTurnedOn, phase, chain)), as: .renewalOn, length: length)
        }
      }
      isRenewing = phase.renews
      last = phase
    }
  }

  /// `nil` if a sale, or the end of one, already has the event.
  private func entry(
    of phase: Phase,
    after last: Phase?,
    in chain: ChainRecord
  ) -> (TimelineEvent.Kind, Topic)? {
    if last?.state == phase.state, last?.reason == phase.reason { return nil }
    return switch phase.state {
    case .gracePeriod: (.graceBegan, .grace)
    case .billingRetry: (last?.state == .gracePeriod ? .graceEnded : .holdBegan, .hold)
    case .paused: (.paused, .paused)
    case .pending: (.pending, .pending)
    case .expired where phase.reason != .replaced: (.expired, .expired)
    case .revoked where !chain.sales.contains { $0.cancelledAt == phase.from }: (.revoked, .revoked)
    case .active, .trial, .introductory, .autoRenewOff, .refunded, .revoked, .expired, .unverified:
      nil
    }
  }

  /// Adds the next expected event: a renewal, or the end of access.
  private mutating func extractFuture(_ phase: Phase, after last: Phase?, in chain: ChainRecord) {
    guard let last, last.state.grantsAccess, !phase.state.grantsAccess else { return }
    let isPaid = last.state != .gracePeriod && last.renews != false && phase.state == .expired
    var event = event(isPaid ? .renewalDue : .accessEnds, phase, chain)
    event.isScheduled = true
    include(event)
  }

  private func event(
    _ kind: TimelineEvent.Kind,
    _ phase: Phase,
    _ chain: ChainRecord
  ) -> TimelineEvent {
    var event = TimelineEvent(
      kind,
      id: "phase:\(chain.id):\(kind.rawValue):\(phase.from.milliseconds)",
      at: phase.from,
      chain: chain.id,
      evidence: [phase.evidence]
    )
    event.store = chain.store
    event.environment = chain.environment
    event.productID = chain.sale(by: phase.from)?.productID
    return event
  }
}

extension Phase {
  /// The end of a grace period or a pause. Other phases only end with the next statement.
  fileprivate var endIfKnown: Date? {
    switch state {
    case .gracePeriod, .paused: until
    default: nil
    }
  }
}
