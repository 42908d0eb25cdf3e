package import Foundation

/// The shop that took the money.
package enum Store: String, Sendable, CaseIterable { case apple, google, microsoft, amazon }

/// Where a purchase happened. Rights bought in one environment say nothing about another.
package enum Environment: String, Sendable, CaseIterable { case production, sandbox, xcode }

/// What kind of thing was sold. Stores do not always say (`unknown`).
package enum ProductKind: String, Sendable, CaseIterable {
  case consumable, nonConsumable, nonRenewing, autoRenewable, unknown
}

/// Somebody whose purchases we know.
package struct User: Equatable, Sendable {
  /// The app's own identifier for the user, as given at import.
  package let id: ID<User>
  package var name: String?
  package var email: String?
  /// The instant the ledger first heard of this user.
  package var firstSeenAt: Date

  package init(id: ID<User>, name: String? = nil, email: String? = nil, firstSeenAt: Date) {
    self.id = id
    self.name = name
    self.email = email
    self.firstSeenAt = firstSeenAt
  }
}

/// One sale: a single store transaction, as the newest document that mentions it tells it.
package struct Order: Equatable, Sendable {
  /// What the buyer was offered beyond the plain price.
  package enum Offer: Equatable, Sendable { case trial, introductory, promotional(String) }

  /// Store, environment, app and transaction ID, unique in a ledger.
  package let id: ID<Order>
  package var store: Store
  package var environment: Environment
  /// The app that sold it: Apple's bundle ID, Google's package name.
  package var app: String
  package var transactionID: String
  /// The root of the renewal chain; equals `transactionID` for a first purchase.
  package var originalTransactionID: String
  /// Apple's `web_order_line_item_id`; absent for anything that does not renew.
  package var webOrderLineItemID: String?
  package var productID: String
  package var kind: ProductKind
  package var quantity: Int
  package var purchasedAt: Date
  package var originalPurchasedAt: Date
  /// The end of the paid period; `nil` for what does not expire.
  package var expiresAt: Date?
  /// When the store took it back (refund, upgrade or revocation).
  package var cancelledAt: Date?
  package var offer: Offer?
  package var user: ID<User>?
  /// The document that says all this.
  package var evidence: ID<Document>
  /// The store's own time of that document: of two accounts of a sale the later one counts,
  /// and ties break by the document's ID, so that the order of arrival never matters.
  package var statedAt: Date

  package init(
    store: Store,
    environment: Environment,
    app: String,
    transactionID: String,
    originalTransactionID: String,
    webOrderLineItemID: String? = nil,
    productID: String,
    kind: ProductKind,
    quantity: Int = 1,
    purchasedAt: Date,
    originalPurchasedAt: Date,
    expiresAt: Date? = nil,
    cancelledAt: Date? = nil,
    offer: Offer? = nil,
    user: ID<User>? = nil,
    evidence: ID<Document>,
    statedAt: Date
  ) {
    self.id = Self.id(
      store: store,
      environment: environment,
      app: app,
      transactionID: transactionID
    )
    self.store = store
    self.environment = environment
    self.app = app
    self.transactionID = transactionID
    self.originalTransactionID = originalTransactionID
    self.webOrderLineItemID = webOrderLineItemID
    self.productID = productID
    self.kind = kind
    self.quantity = quantity
    self.purchasedAt = purchasedAt
    self.originalPurchasedAt = originalPurchasedAt
    self.expiresAt = expiresAt
    self.cancelledAt = cancelledAt
    self.offer = offer
    self.user = user
    self.evidence = evidence
    self.statedAt = statedAt
  }

  /// A sandbox is another shop than production, and Xcode counts from 0 in every app: a
  /// transaction ID is unique only together with all three.
  package static func id(
    store: Store,
    environment: Environment,
    app: String,
    transactionID: String
  ) -> ID<Order> {
    ID("\(store.rawValue):\(environment.rawValue):\(app):\(transactionID)")
  }

  /// The chain this sale belongs to; `nil` for what does not renew.
  package var subscription: ID<Subscription>? {
    guard kind == .autoRenewable else { return nil }
    return Subscription.id(
      store: store,
      environment: environment,
      app: app,
      originalTransactionID: originalTransactionID
    )
  }
}
