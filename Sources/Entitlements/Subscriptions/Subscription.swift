package import Foundation

/// A renewal chain: every sale that shares an original transaction ID.
package struct Subscription: Equatable, Sendable {
  /// One paid or free interval of the chain, from one sale.
  package struct Period: Equatable, Sendable {
    package var order: ID<Order>
    package var productID: String
    package var from: Date
    package var until: Date
    package var offer: Order.Offer?
    /// When the store reversed this period; access by it ends then.
    package var cancelledAt: Date?

    package init(
      order: ID<Order>,
      productID: String,
      from: Date,
      until: Date,
      offer: Order.Offer? = nil,
      cancelledAt: Date? = nil
    ) {
      self.order = order
      self.productID = productID
      self.from = from
      self.until = until
      self.offer = offer
      self.cancelledAt = cancelledAt
    }
  }

  /// Store, environment, app and original transaction ID, unique in a ledger.
  package let id: ID<Subscription>
  package var store: Store
  package var environment: Environment
  package var app: String
  package var originalTransactionID: String
  package var user: ID<User>?
  /// Ascending by `from`; never empty.
  package var periods: [Period]

  package init(
    store: Store,
    environment: Environment,
    app: String,
    originalTransactionID: String,
    user: ID<User>?,
    periods: [Period]
  ) {
    self.id = Self.id(
      store: store,
      environment: environment,
      app: app,
      originalTransactionID: originalTransactionID
    )
    self.store = store
    self.environment = environment
    self.app = app
    self.originalTransactionID = originalTransactionID
    self.user = user
    self.periods = periods
  }

  package static func id(
    store: Store,
    environment: Environment,
    app: String,
    originalTransactionID: String
  ) -> ID<Subscription> {
    ID(ScopedIdentifier.joined(store, environment, app, originalTransactionID))
  }

  /// The parts of a chain's ID.
  package struct Name: Hashable, Sendable {
    package var store: Store
    package var environment: Environment
    package var app: String
    package var originalTransactionID: String

    /// `nil` for a text that is not a chain's ID. An app's name contains no colon; the rest may.
    package init?(_ id: ID<Subscription>) {
      let parts = id.raw.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let store = Store(rawValue: String(parts[0])),
        let environment = Environment(rawValue: String(parts[1])), !parts[3].isEmpty
      else { return nil }
      self.store = store
      self.environment = environment
      app = String(parts[2])
      originalTransactionID = String(parts[3])
    }
  }
}

/// The state of a subscription or a sale at one instant, with the stores' distinctions.
package enum SubscriptionState: String, Sendable, CaseIterable {
  case active, trial, introductory, gracePeriod, billingRetry, paused, autoRenewOff
  case expired, refunded, revoked, pending, unverified

  /// Whether a user in this state may use the purchase.
  package var grantsAccess: Bool {
    switch self {
    case .active, .trial, .introductory, .gracePeriod, .autoRenewOff: true
    case .billingRetry, .paused, .expired, .refunded, .revoked, .pending, .unverified: false
    }
  }
}

extension Subscription.Period {
  /// When access by this period ends, cancellation included; never before its beginning.
  package var accessUntil: Date { max(from, cancelledAt.map { min($0, until) } ?? until) }

  package func state(at instant: Date) -> SubscriptionState {
    if instant < from { return .pending }
    if let cancelledAt, cancelledAt <= instant { return .refunded }
    if until <= instant { return .expired }
    return SubscriptionState(running: offer)
  }
}

extension Subscription {
  /// The beginning of the first period.
  package var startedAt: Date { periods.lazy.map(\.from).min() ?? .distantPast }

  /// When the longest access ends: a cancelled period ends at its cancellation.
  package var accessUntil: Date { periods.lazy.map(\.accessUntil).max() ?? .distantPast }

  /// The product of the newest period: upgrades and crossgrades change it.
  package var productID: String { periods.last?.productID ?? "" }

  /// The period that decides at `instant`: the newest running one; if none runs, the one whose
  /// access ended last; before the first, the first.
  ///
  /// An upgraded period ends where its successor begins, so the successor decides and the upgrade
  /// does not count as a refund.
  package func period(at instant: Date) -> Period? {
    let begun = periods.filter { $0.from <= instant }
    if let running = begun.last(where: { instant < $0.accessUntil }) { return running }
    let ended = begun.enumerated().max {
      ($0.element.accessUntil, $0.offset) < ($1.element.accessUntil, $1.offset)
    }
    return ended?.element ?? periods.first
  }

  package func state(at instant: Date) -> SubscriptionState {
    period(at: instant)?.state(at: instant) ?? .expired
  }
}

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

extension [Subscription] {
  /// Ordered by their last periods, the newest first.
  package var newestFirst: [Subscription] {
    sorted { left, right in
      let starts = [left, right].map { $0.periods.last?.from ?? .distantPast }
      return (starts[1], left.id) < (starts[0], right.id)
    }
  }
}
