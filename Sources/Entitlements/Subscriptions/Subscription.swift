package import Foundation

/// A renewal chain: every sale that shares an original transaction ID.
package struct Subscription: Equatable, Sendable {
  /// One paid or free stretch of the chain, from one sale.
  package struct Period: Equatable, Sendable {
    package var order: ID<Order>
    package var productID: String
    package var from: Date
    package var until: Date
    package var offer: Order.Offer?
    /// When the store took this period back; access by it ends there.
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
    ID(ShopName.joined(store, environment, app, originalTransactionID))
  }

  /// The parts of a chain's ID.
  package struct Name: Hashable, Sendable {
    package var store: Store
    package var environment: Environment
    package var app: String
    package var originalTransactionID: String

    /// `nil` for a text that is no chain's ID. An app's name holds no colon; what follows may.
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

/// What a subscription or a sale is at one instant; the stores' distinctions kept.
package enum SubscriptionState: String, Sendable, CaseIterable {
  case active, trial, introductory, gracePeriod, billingRetry, paused, autoRenewOff
  case expired, refunded, revoked, pending, unverified

  /// Whether somebody in this state may use what was bought.
  package var grantsAccess: Bool {
    switch self {
    case .active, .trial, .introductory, .gracePeriod, .autoRenewOff: true
    case .billingRetry, .paused, .expired, .refunded, .revoked, .pending, .unverified: false
    }
  }
}
