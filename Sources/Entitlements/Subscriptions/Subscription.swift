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
