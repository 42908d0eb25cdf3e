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
      return SubscriptionState(cancelledBy: cancellation)
    }
    if let accessUntil, accessUntil <= instant { return .expired }
    return isConfirmed ? SubscriptionState(running: offer) : .unverified
  }

  /// The state to show of the sale itself: `refunded` also if only the money was returned.
  package func saleState(at instant: Date) -> SubscriptionState {
    if let refundedAt, refundedAt <= instant { return .refunded }
    return state(at: instant)
  }

  /// Whether the store itself stated the sale. A sale known only by hearsay gives nothing.
  package var isConfirmed: Bool { statementSource.authority == .full }
}

extension SubscriptionState {
  /// The state of a sale that the store reversed.
  init(cancelledBy cancellation: Order.Cancellation?) {
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

// Google's purchase resource does not show a reversal: it is only in the orders and in the list of
// voided purchases, which name no product. Their statements stay true whatever the purchase shows.
//
// Microsoft's subscriptions show that they ended, but not that they were refunded: that is in the
// user's items and in the clawback events, which may also report that a chargeback was reversed.

extension [Order] {
  /// The sales with the reversals that the store reported elsewhere.
  ///
  /// A revocation (`revoked`) ends the entitlements for good. A refund alone (`refunded`) does not,
  /// but access that ended at about that time ended with it.
  package func withReversals(from notices: some Sequence<StoreEvent>) -> [Order] {
    let stated = Dictionary(grouping: notices.lazy.filter(\.isReversal), by: \.order)
    guard !stated.isEmpty else { return self }
    return map { sale in
      let own = sale.id.reversalIDs.flatMap { stated[$0] ?? [] }
      return own.isEmpty ? sale : sale.withReversals(from: own)
    }
  }
}

extension ID where Entity == Order {
  /// The IDs by which Google reports the sale's reversal: its own, and that of the whole order if
  /// several products were bought together (`ORDER/PRODUCT`).
  var reversalIDs: [ID<Order>] {
    guard isOf(.google), let slash = raw.firstIndex(of: "/") else { return [self] }
    return [self, ID(String(raw[..<slash]))]
  }

  fileprivate func isOf(_ store: Store) -> Bool { raw.hasPrefix("\(store.rawValue):") }
}

extension StoreEvent {
  /// Whether it reports a reversal that the purchase itself does not show, or the end of one.
  package var isReversal: Bool {
    guard statementSource.authority == .full, let order else { return false }
    return switch kind {
    case .refunded: order.isOf(.google) || order.isOf(.microsoft)
    case .revoked: order.isOf(.google)
    case .refundReversed: order.isOf(.microsoft)
    default: false
    }
  }
}

extension Order {
  /// The time within which a store's statements become consistent.
  private static let day: TimeInterval = 86_400

  fileprivate func withReversals(from notices: [StoreEvent]) -> Order {
    func first(_ kind: StoreEvent.Kind) -> Date? {
      notices.lazy.filter { $0.kind == kind }.map(\.statedAt).min()
    }
    if store == .microsoft { return withRefund(from: notices) }
    if let revokedAt = first(.revoked) {
      return changing { sale in
        sale.cancelledAt = min(cancelledAt ?? revokedAt, revokedAt)
        sale.cancellation = first(.refunded) == nil ? .revoked : .refunded
      }
    }
    guard let refundedAt = first(.refunded) else { return self }
    if let cancelledAt {
      // A one-time purchase states that it was reversed, but not when.
      let isDated = kind != .autoRenewable && expiresAt == nil && cancellation == .refunded
      guard isDated else { return self }
      return changing { $0.cancelledAt = min(refundedAt, cancelledAt) }
    }
    guard let end = accessUntil, end <= refundedAt + Self.day else {
      return changing { $0.refundedAt = refundedAt }
    }
    return changing { sale in
      sale.cancelledAt = end < refundedAt - Self.day ? refundedAt : end
      sale.cancellation = .refunded
    }
  }
}

extension Order {
  /// A subscription of Microsoft's with a refund that was not reversed later. A refund of one
  /// interval does not count if the store stated afterwards that access goes on for more than a day.
  /// Other sales state their refund themselves.
  fileprivate func withRefund(from notices: [StoreEvent]) -> Order {
    let reversedAt = notices.lazy.filter { $0.kind == .refundReversed }.map(\.statedAt).max()
    let refunds = notices.lazy.filter { $0.kind == .refunded }.map(\.statedAt)
      .filter { refundedAt in reversedAt.map { $0 < refundedAt } ?? true }
      .filter { statedAt <= $0 || accessUntil ?? .distantFuture <= $0 + Self.day }
    guard kind == .autoRenewable, let refundedAt = refunds.min() else { return self }
    return changing { sale in
      sale.cancelledAt = min(cancelledAt ?? refundedAt, refundedAt)
      sale.cancellation = .refunded
    }
  }
}

// At Google, a change of plan, and a purchase that is renewed manually before its end, get a new
// token. The new purchase names the old token (`linkedPurchaseToken`), whose entitlements end then;
// later answers about the old purchase may still call it active.

extension [Phase] {
  /// The phases of a purchase that another one replaced at `instant`, as stated in `evidence`.
  ///
  /// What had ended by then stays as it is.
  package func replaced(at instant: Date, by evidence: ID<Document>) -> [Phase] {
    let isContinuing = contains { phase in
      (phase.until.map { instant < $0 } ?? true) && phase.state.mayContinue
    }
    guard isContinuing, let first else { return self }
    let end = Swift.max(instant, first.from)
    var phases = filter { $0.from < end }
    if let last = phases.indices.last { phases[last].until = end }
    phases.append(
      Phase(from: end, state: .expired, reason: .replaced, renews: false, evidence: evidence)
    )
    return phases
  }
}

extension SubscriptionState {
  fileprivate var mayContinue: Bool { grantsAccess || self == .billingRetry || self == .paused }
}

extension [RenewalStatus] {
  /// The statements that notifications made by token alone, after all sales and statements of the
  /// purchase itself. Later answers of the store take precedence over earlier notifications.
  package func newer(after sales: [Order], _ renewalStatuses: [RenewalStatus]) -> [RenewalStatus] {
    guard !isEmpty, !sales.isEmpty else { return [] }
    let stated = sales.lazy.filter(\.isConfirmed).map(\.statedAt)
    let full = renewalStatuses.lazy.filter { $0.statementSource.authority == .full }.map(\.statedAt)
    let last = [stated.max(), full.max()].compactMap(\.self).max() ?? .distantPast
    let isOver = renewalStatuses.max { $0.precedes($1) }?.condition.isEnd ?? false
    return filter { $0.statedAt > last || isOver && $0.condition.revokedAt != nil }
  }

  /// The statements, where an end without a reason has that of the end stated before it: Google
  /// dates a replacement before its notification, which states no reason.
  var withReasons: [RenewalStatus] {
    var statuses = self
    for index in indices.dropFirst() where statuses[index].condition == .ended(.unknown) {
      guard case .ended = statuses[index - 1].condition else { continue }
      statuses[index].condition = statuses[index - 1].condition
    }
    return statuses
  }

  /// The statements, where an end without a reason or by the developer is the revocation that a
  /// notification reported before: the purchase itself does not show one.
  var withRevocations: [RenewalStatus] {
    var statuses = self
    var revocation: (index: Int, at: Date)?
    for index in indices {
      switch self[index].condition {
      case .revoked(let at): revocation = (index, at)
      case .ended(.developer), .ended(.unknown):
        guard let (earlier, at) = revocation else { break }
        // The purchase ends when Google ended it, not when the notification was sent.
        let end = RenewalStatus.Condition.revoked(at: Swift.min(at, self[index].paidUntil ?? at))
        (statuses[earlier].condition, statuses[index].condition) = (end, end)
      case .ended: break
      default: revocation = nil
      }
    }
    return statuses
  }
}

extension RenewalStatus.Condition {
  fileprivate var revokedAt: Date? { if case .revoked(let at) = self { at } else { nil } }

  fileprivate var isEnd: Bool { if case .ended = self { true } else { false } }
}
