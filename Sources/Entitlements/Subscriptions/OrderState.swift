package import Foundation

extension Order {
  /// When access by this sale ends, cancellation included; `nil` if it does not.
  ///
  /// A renewing sale without a stated end gives no access: that would be permanent access.
  package var accessUntil: Date? {
    let paidUntil = kind == .autoRenewable ? expiresAt ?? purchasedAt : expiresAt
    guard let paidUntil else { return cancelledAt.map { max($0, purchasedAt) } }
    return max(cancelledAt.map { min($0, paidUntil) } ?? paidUntil, purchasedAt)
  }

  /// The state of this sale at `instant`, independent of its chain.
  ///
  /// Receipts have only a cancellation date for a refund, a revocation and an upgrade: unless
  /// another document states which one, the state is `refunded`. An upgrade is visible in the
  /// chain, where the successor begins.
  package func state(at instant: Date) -> SubscriptionState {
    if instant < purchasedAt { return .pending }
    if let cancelledAt, cancelledAt <= instant {
      return SubscriptionState(takenBackAs: cancellation)
    }
    if let accessUntil, accessUntil <= instant { return .expired }
    return isConfirmed ? SubscriptionState(running: offer) : .unverified
  }

  /// Whether the store itself stated the sale. A sale known only by hearsay gives nothing.
  package var isConfirmed: Bool { statementSource.authority == .full }
}

extension SubscriptionState {
  /// The state of a sale that the store reversed.
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
