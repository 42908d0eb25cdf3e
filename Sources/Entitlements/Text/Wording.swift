package import Foundation

/// The display texts for states, shared by screens and commands.
package enum Wording {
  /// A description of a sale at `instant`: `active until 2026-12-01`.
  package static func sentence(for order: Order, at instant: Date) -> String {
    let state = order.state(at: instant)
    return sentence(
      for: state,
      from: order.purchasedAt,
      until: order.accessUntil,
      cancelledAt: order.cancelledAt
    )
  }

  /// A description of a chain at `instant`, by the period that decides then.
  package static func sentence(for subscription: Subscription, at instant: Date) -> String {
    guard let period = subscription.period(at: instant) else { return phrase(for: .expired) }
    return sentence(
      for: period.state(at: instant),
      from: period.from,
      until: period.accessUntil,
      cancelledAt: period.cancelledAt
    )
  }

  /// A description of an entitlement at `instant`.
  package static func sentence(for entitlement: Entitlement, at instant: Date) -> String {
    let state: SubscriptionState =
      if entitlement.isActive(at: instant) {
        .active
      } else if instant < entitlement.from {
        .pending
      } else {
        .expired
      }
    return sentence(
      for: state,
      from: entitlement.from,
      until: entitlement.until,
      cancelledAt: nil
    )
  }

  /// The state alone, as part of a sentence.
  package static func phrase(for state: SubscriptionState) -> String {
    switch state {
    case .active: "active"
    case .trial: "in a free trial"
    case .introductory: "active at an introductory price"
    case .gracePeriod: "in a grace period"
    case .billingRetry: "without access while the store retries the payment"
    case .paused: "paused"
    case .autoRenewOff: "active, will not renew"
    case .expired: "expired"
    case .refunded: "refunded"
    case .revoked: "revoked"
    case .pending: "not begun"
    case .unverified: "not verified"
    }
  }

  /// The day of `instant` in UTC: `2026-12-01`. Years are clamped to 1 to 9999.
  package static func day(_ instant: Date) -> String {
    let seconds = instant.timeIntervalSince1970
    let bounded = seconds.isNaN ? 0 : min(max(seconds, -62_135_769_600), 253_402_300_799)
    return Date(timeIntervalSince1970: bounded).formatted(.iso8601.year().month().day())
  }

  private static func sentence(
    for state: SubscriptionState,
    from: Date,
    until: Date?,
    cancelledAt: Date?
  ) -> String {
    let phrase = phrase(for: state)
    return switch state {
    case .active where until == nil: "\(phrase), without end"
    case .active, .trial, .introductory, .gracePeriod, .autoRenewOff:
      until.map { "\(phrase) until \(day($0))" } ?? phrase
    case .expired: until.map { "\(phrase) on \(day($0))" } ?? phrase
    case .refunded, .revoked: cancelledAt.map { "\(phrase) on \(day($0))" } ?? phrase
    case .pending: "begins on \(day(from))"
    case .billingRetry, .paused, .unverified: phrase
    }
  }
}
