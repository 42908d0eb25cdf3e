package import Foundation

/// One sale: a single store transaction, as the documents that mention it describe it.
package struct Order: Sendable {
  /// An offer with which the buyer pays less than the plain price.
  package enum Offer: Codable, Equatable, Sendable { case trial, introductory, promotional(String) }

  /// Why the store reversed a sale.
  package enum Cancellation: String, Codable, Sendable, CaseIterable {
    case refunded
    /// Family sharing ended, or the store withdrew the purchase.
    case revoked
    /// A better plan of the same group replaced it.
    case upgraded
  }

  /// Who bought the purchase in a family.
  package enum Ownership: String, Codable, Sendable, CaseIterable { case purchased, familyShared }

  /// The details that some documents state and others omit: app receipts have neither price nor
  /// country. They come from the best document that states any, independently of the rest.
  package struct Terms: Codable, Equatable, Sendable {
    /// What the buyer paid, for the whole quantity.
    package var price: Money?
    /// The storefront's country, as the store writes it (ISO 3166, two or three letters).
    package var country: String?
    package var ownership: Ownership?
    package var statementSource: StatementSource

    private enum CodingKeys: String, CodingKey {
      case price = "price"
      case country = "country"
      case ownership = "ownership"
      case statementSource = "testimony"
    }

    package init(
      price: Money? = nil,
      country: String? = nil,
      ownership: Ownership? = nil,
      statementSource: StatementSource
    ) {
      self.price = price
      self.country = country
      self.ownership = ownership
      self.statementSource = statementSource
    }
  }

  /// Shared by all copies: sales are sorted and passed on far more often than they are made.
  let contents: Contents

  /// `chain` is the chain's ID, if the caller has it.
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
    statementSource: StatementSource
  ) {
    let chain =
      chain
      ?? Subscription.id(
        store: store,
        environment: environment,
        app: app,
        originalTransactionID: originalTransactionID
      )
    // The first sale of a chain has the chain's ID.
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
      statementSource: statementSource
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

  /// A transaction ID is unique only together with store, environment and app: production and
  /// sandbox number separately, and Xcode counts from 0 in every app.
  package static func id(
    store: Store,
    environment: Environment,
    app: String,
    transactionID: String
  ) -> ID<Order> {
    ID(ScopedIdentifier.joined(store, environment, app, transactionID))
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

  /// Whether this sale was made before the other one; at the same instant, the lesser ID is first.
  package func precedes(_ other: Order) -> Bool {
    purchasedAt == other.purchasedAt ? id < other.id : purchasedAt < other.purchasedAt
  }

  /// The chain that this sale renews; `nil` if it does not renew.
  package var subscription: ID<Subscription>? { kind == .autoRenewable ? chain : nil }

  /// Combines what two documents state about the same sale: the facts of the better statement, and
  /// the terms of the better statement that has any. Order and repetition make no difference.
  package func merged(with other: Order) -> Order {
    (statementSource < other.statementSource ? other : self).changing { merged in
      merged.user = user ?? other.user
      merged.terms =
        switch (terms, other.terms) {
        case (let mine?, let others?): mine.statementSource < others.statementSource ? others : mine
        case (let mine, let others): mine ?? others
        }
    }
  }
}
