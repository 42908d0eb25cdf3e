package import Foundation

extension Order {
  /// The instant access by this sale ends, cancellation included; `nil` means it does not.
  ///
  /// A renewing sale whose end the store did not state grants nothing: its access ends where it
  /// began, because an unknown end must not become a lasting right.
  package var accessUntil: Date? {
    let paidUntil = kind == .autoRenewable ? expiresAt ?? purchasedAt : expiresAt
    guard let paidUntil else { return cancelledAt.map { max($0, purchasedAt) } }
    return max(cancelledAt.map { min($0, paidUntil) } ?? paidUntil, purchasedAt)
  }

  /// What this sale is at `instant`, seen by itself.
  ///
  /// Receipts tell refund, revocation and upgrade apart no more than by a date of cancellation:
  /// where no document says more, all three are `refunded` here. An upgrade shows in the chain,
  /// where the successor takes over.
  package func state(at instant: Date) -> SubscriptionState {
    if instant < purchasedAt { return .pending }
    if let cancelledAt, cancelledAt <= instant {
      return SubscriptionState(takenBackAs: cancellation)
    }
    if let accessUntil, accessUntil <= instant { return .expired }
    return isConfirmed ? SubscriptionState(running: offer) : .unverified
  }

  /// Whether the store itself told of it. What is known by hearsay alone gives nothing.
  package var isConfirmed: Bool { testimony.authority == .full }
}

extension SubscriptionState {
  /// The state of a sale the store took back.
  init(takenBackAs cancellation: Order.Cancellation?) {
    switch cancellation {
    case .revoked: self = .revoked
    case .upgraded: self = .expired
    case .refunded, nil: self = .refunded
    }
  }

  /// The state of a running period that was sold with `offer`.
  init(running offer: Order.Offer?) {
    switch offer {
    case .trial: self = .trial
    case .introductory: self = .introductory
    case .promotional, nil: self = .active
    }
  }
}
