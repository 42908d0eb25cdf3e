package import Foundation

/// One sale: a single store transaction, as the documents that mention it tell it.
package struct Order: Sendable {
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

    private enum CodingKeys: String, CodingKey {
      case price = "price"
      case country = "country"
      case ownership = "ownership"
      case testimony = "testimony"
    }

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

  /// What is told of a sale. Sales are sorted and handed on far more often than they are made, so
  /// that all copies share it.
  let contents: Contents

  /// `chain` is the chain's ID, where it is at hand.
  package init(
    store: Store,
    environment: Environment,
    app: String,
    transactionID: String,
    originalTransactionID: String,
    chain: ID<Subscription>? = nil,
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
    let chain =
      chain
      ?? Subscription.id(
        store: store,
        environment: environment,
        app: app,
        originalTransactionID: originalTransactionID
      )
    // The first sale of a chain goes by its name.
    let id =
      transactionID == originalTransactionID
      ? ID(chain.raw)
      : Self.id(store: store, environment: environment, app: app, transactionID: transactionID)
    let details = Details(
      kind: kind,
      quantity: quantity,
      purchasedAt: purchasedAt,
      originalPurchasedAt: originalPurchasedAt,
      expiresAt: expiresAt,
      cancelledAt: cancelledAt,
      cancellation: cancellation,
      offer: offer,
      terms: terms,
      user: user,
      testimony: testimony
    )
    contents = Contents(
      name: Name(
        id: id,
        chain: chain,
        store: store,
        environment: environment,
        app: app,
        transactionID: transactionID,
        originalTransactionID: originalTransactionID,
        webOrderLineItemID: webOrderLineItemID,
        productID: productID
      ),
      details: details
    )
  }

  init(_ contents: Contents) { self.contents = contents }

  /// The same sale with other details.
  package func changing(_ change: (inout Details) -> Void) -> Order {
    var details = contents.details
    change(&details)
    return Order(Contents(name: contents.name, details: details))
  }

  /// A sandbox is another shop than production, and Xcode counts from 0 in every app: a
  /// transaction ID is unique only together with all three.
  package static func id(
    store: Store,
    environment: Environment,
    app: String,
    transactionID: String
  ) -> ID<Order> {
    ID(ShopName.joined(store, environment, app, transactionID))
  }

  /// The store's part of a sale's ID.
  package static func transactionID(of id: ID<Order>) -> String {
    id.raw.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false).last.map(
      String.init
    )
      ?? id.raw
  }

  /// Whether the other sale is of the same chain.
  func isSibling(of other: Order) -> Bool {
    originalTransactionID == other.originalTransactionID && app == other.app
      && environment == other.environment && store == other.store
  }

  /// Whether this sale was made before the other one; of two at one instant, that of the lesser ID.
  package func precedes(_ other: Order) -> Bool {
    purchasedAt == other.purchasedAt ? id < other.id : purchasedAt < other.purchasedAt
  }

  /// The chain this sale renews; `nil` for what does not renew.
  package var subscription: ID<Subscription>? { kind == .autoRenewable ? chain : nil }

  /// The same sale as two documents tell it: the better testimony's facts, and of the terms those
  /// of the better one that tells any. Order and repetition make no difference.
  package func merged(with other: Order) -> Order {
    (testimony < other.testimony ? other : self).changing { merged in
      merged.user = user ?? other.user
      merged.terms =
        switch (terms, other.terms) {
        case (let mine?, let others?): mine.testimony < others.testimony ? others : mine
        case (let mine, let others): mine ?? others
        }
    }
  }
}
