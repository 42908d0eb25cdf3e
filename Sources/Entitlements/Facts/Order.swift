package import Foundation

/// One sale: a single store transaction, as the documents that mention it describe it.
package struct Order: SourcedFact, Sendable {
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
      case price = "price", country = "country", ownership = "ownership"
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

    /// Google states the country with each subscription, and the price only with the order.
    fileprivate func isWorse(than others: Terms) -> Bool {
      (price == nil) == (others.price == nil)
        ? statementSource < others.statementSource : price == nil
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
    refundedAt: Date? = nil,
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
    contents = Contents(
      Details(
        id: id,
        chain: chain,
        store: store,
        environment: environment,
        app: app,
        transactionID: transactionID,
        originalTransactionID: originalTransactionID,
        webOrderLineItemID: webOrderLineItemID,
        productID: productID,
        kind: kind,
        quantity: quantity,
        purchasedAt: purchasedAt,
        originalPurchasedAt: originalPurchasedAt,
        expiresAt: expiresAt,
        cancelledAt: cancelledAt,
        cancellation: cancellation,
        refundedAt: refundedAt,
        offer: offer,
        terms: terms,
        user: user,
        statementSource: statementSource
      )
    )
  }

  private init(_ details: Details) { contents = Contents(details) }

  /// The same sale with other details.
  package func changing(_ change: (inout Details) -> Void) -> Order {
    var details = contents.details
    change(&details)
    return Order(details)
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
  /// the terms of the better statement that has a price, or else any. Order and repetition make no
  /// difference.
  package func merged(with other: Order) -> Order {
    (statementSource < other.statementSource ? other : self).changing { merged in
      merged.user = user ?? other.user
      let priced: Order
      switch (terms, other.terms) {
      case (let mine?, let others?): priced = mine.isWorse(than: others) ? other : self
      case (let mine, _): priced = mine == nil ? other : self
      }
      merged.terms = priced.terms
      if priced.isDatedByOrder { merged.purchasedAt = priced.purchasedAt }
    }
  }

  /// Whether `purchasedAt` is that of Google's order, which alone states a price: a subscription
  /// states only when its first period began.
  var isDatedByOrder: Bool {
    store == .google && kind == .autoRenewable && terms?.price != nil
  }

  /// Whether `purchasedAt` is an estimate (`GooglePeriods`).
  var isDateEstimated: Bool {
    store == .google && kind == .autoRenewable && transactionID != originalTransactionID
      && terms?.price == nil
  }
}

extension Order {
  /// The details of a sale, of which its identity and product never change.
  package struct Details: Codable, Equatable, Sendable {
    let id: ID<Order>
    let chain: ID<Subscription>
    let store: Store
    let environment: Environment
    let app: String
    let transactionID: String
    let originalTransactionID: String
    let webOrderLineItemID: String?
    let productID: String
    package var kind: ProductKind
    package var quantity: Int
    package var purchasedAt: Date
    package var originalPurchasedAt: Date
    package var expiresAt: Date?
    package var cancelledAt: Date?
    package var cancellation: Cancellation?
    /// From other documents, so it is not coded.
    package var refundedAt: Date?
    package var offer: Offer?
    package var terms: Terms?
    package var user: ID<User>?
    package var statementSource: StatementSource

    private enum CodingKeys: String, CodingKey {
      case id = "id", chain = "chain", store = "store", environment = "environment", app = "app"
      case transactionID = "transactionID", originalTransactionID = "originalTransactionID"
      case webOrderLineItemID = "webOrderLineItemID", productID = "productID", kind = "kind"
      case quantity = "quantity", purchasedAt = "purchasedAt"
      case originalPurchasedAt = "originalPurchasedAt", expiresAt = "expiresAt"
      case cancelledAt = "cancelledAt", cancellation = "cancellation", offer = "offer"
      case terms = "terms", user = "user", statementSource = "testimony"
    }
  }

  final class Contents: Sendable {
    let details: Details

    init(_ details: Details) { self.details = details }
  }

  /// Store, environment, app and transaction ID, unique in a ledger.
  package var id: ID<Order> { contents.details.id }
  /// The purchase: all sales of one original transaction ID.
  package var chain: ID<Subscription> { contents.details.chain }
  package var store: Store { contents.details.store }
  package var environment: Environment { contents.details.environment }
  /// The app that sold it: Apple's bundle ID, Google's package name.
  package var app: String { contents.details.app }
  package var transactionID: String { contents.details.transactionID }
  /// The root of the renewal chain; equals `transactionID` for a first purchase.
  package var originalTransactionID: String { contents.details.originalTransactionID }
  /// Apple's `web_order_line_item_id`; absent for anything that does not renew.
  package var webOrderLineItemID: String? { contents.details.webOrderLineItemID }
  package var productID: String { contents.details.productID }

  package var kind: ProductKind { contents.details.kind }
  package var quantity: Int { contents.details.quantity }
  package var purchasedAt: Date { contents.details.purchasedAt }
  package var originalPurchasedAt: Date { contents.details.originalPurchasedAt }
  /// The end of the paid period; `nil` if it does not expire.
  package var expiresAt: Date? { contents.details.expiresAt }
  /// When the store reversed the sale.
  package var cancelledAt: Date? { contents.details.cancelledAt }
  /// Why it did; `nil` if it stated no reason (app receipts) or did not reverse it.
  package var cancellation: Cancellation? { contents.details.cancellation }
  /// When the store returned the money of a sale that it did not reverse: access goes on.
  package var refundedAt: Date? { contents.details.refundedAt }
  package var offer: Offer? { contents.details.offer }
  package var terms: Terms? { contents.details.terms }
  package var user: ID<User>? { contents.details.user }
  /// The source of all this except the terms.
  package var statementSource: StatementSource { contents.details.statementSource }
}

extension Order: Equatable {
  package static func == (left: Order, right: Order) -> Bool {
    left.contents === right.contents || left.contents.details == right.contents.details
  }
}

extension Order: Codable {
  package init(from decoder: any Decoder) throws { self.init(try Details(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try contents.details.encode(to: encoder) }
}
