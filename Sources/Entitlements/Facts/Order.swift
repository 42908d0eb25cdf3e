package import Foundation

/// One sale: a single store transaction, as the documents that mention it tell it.
package struct Order: Codable, Equatable, Sendable {
  /// What the buyer was offered beyond the plain price.
  package enum Offer: Codable, Equatable, Sendable { case trial, introductory, promotional(String) }

  /// Why the store took a sale back.
  package enum Cancellation: String, Codable, Sendable, CaseIterable {
    case refunded
    /// Family sharing ended, or the store withdrew it.
    case revoked
    /// A better plan of the same group took its place.
    case upgraded
  }

  /// Whose purchase it is in a family.
  package enum Ownership: String, Codable, Sendable, CaseIterable { case purchased, familyShared }

  /// What some documents tell of a sale and others leave out: app receipts name neither price nor
  /// country. It is kept from the best document that tells it, apart from the rest.
  package struct Terms: Codable, Equatable, Sendable {
    /// What the buyer was charged, for the whole quantity.
    package var price: Money?
    /// The storefront's country, as the store writes it (ISO 3166, two or three letters).
    package var country: String?
    package var ownership: Ownership?
    package var testimony: Testimony

    package init(
      price: Money? = nil,
      country: String? = nil,
      ownership: Ownership? = nil,
      testimony: Testimony
    ) {
      self.price = price
      self.country = country
      self.ownership = ownership
      self.testimony = testimony
    }
  }

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
  /// When the store took it back.
  package var cancelledAt: Date?
  /// Why it did; `nil` where it did not say (app receipts) or did not take it back.
  package var cancellation: Cancellation?
  package var offer: Offer?
  package var terms: Terms?
  package var user: ID<User>?
  /// The document that says all this but the terms.
  package var testimony: Testimony

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
    cancellation: Cancellation? = nil,
    offer: Offer? = nil,
    terms: Terms? = nil,
    user: ID<User>? = nil,
    testimony: Testimony
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
    self.cancellation = cancellation
    self.offer = offer
    self.terms = terms
    self.user = user
    self.testimony = testimony
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

  /// The store's part of a sale's ID.
  package static func transactionID(of id: ID<Order>) -> String {
    id.raw.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false).last.map(
      String.init
    )
      ?? id.raw
  }

  /// What is owned: every sale of one original transaction ID.
  package var chain: ID<Subscription> {
    Subscription.id(
      store: store,
      environment: environment,
      app: app,
      originalTransactionID: originalTransactionID
    )
  }

  /// The chain this sale renews; `nil` for what does not renew.
  package var subscription: ID<Subscription>? { kind == .autoRenewable ? chain : nil }

  /// The document that says all this but the terms.
  package var evidence: ID<Document> { testimony.evidence }

  /// The same sale as two documents tell it: the better testimony's facts, and of the terms those
  /// of the better one that tells any. Order and repetition make no difference.
  package func merged(with other: Order) -> Order {
    var merged = testimony < other.testimony ? other : self
    merged.user = user ?? other.user
    merged.terms =
      switch (terms, other.terms) {
      case (let mine?, let others?): mine.testimony < others.testimony ? others : mine
      case (let mine, let others): mine ?? others
      }
    return merged
  }
}
