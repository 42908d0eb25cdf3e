package import Foundation

extension Order {
  /// A sale's immutable identity and product.
  struct Name: Codable, Equatable, Sendable {
    let id: ID<Order>
    let chain: ID<Subscription>
    let store: Store
    let environment: Environment
    let app: String
    let transactionID: String
    let originalTransactionID: String
    let webOrderLineItemID: String?
    let productID: String

    private enum CodingKeys: String, CodingKey {
      case id = "id"
      case chain = "chain"
      case store = "store"
      case environment = "environment"
      case app = "app"
      case transactionID = "transactionID"
      case originalTransactionID = "originalTransactionID"
      case webOrderLineItemID = "webOrderLineItemID"
      case productID = "productID"
    }
  }

  /// The details of a sale, which may differ between documents.
  package struct Details: Codable, Equatable, Sendable {
    package var kind: ProductKind
    package var quantity: Int
    package var purchasedAt: Date
    package var originalPurchasedAt: Date
    package var expiresAt: Date?
    package var cancelledAt: Date?
    package var cancellation: Cancellation?
    package var offer: Offer?
    package var terms: Terms?
    package var user: ID<User>?
    package var statementSource: StatementSource

    private enum CodingKeys: String, CodingKey {
      case kind = "kind"
      case quantity = "quantity"
      case purchasedAt = "purchasedAt"
      case originalPurchasedAt = "originalPurchasedAt"
      case expiresAt = "expiresAt"
      case cancelledAt = "cancelledAt"
      case cancellation = "cancellation"
      case offer = "offer"
      case terms = "terms"
      case user = "user"
      case statementSource = "testimony"
    }
  }

  final class Contents: Sendable {
    let name: Name
    let details: Details

    init(name: Name, details: Details) {
      self.name = name
      self.details = details
    }
  }

  /// Store, environment, app and transaction ID, unique in a ledger.
  package var id: ID<Order> { contents.name.id }
  /// The purchase: all sales of one original transaction ID.
  package var chain: ID<Subscription> { contents.name.chain }
  package var store: Store { contents.name.store }
  package var environment: Environment { contents.name.environment }
  /// The app that sold it: Apple's bundle ID, Google's package name.
  package var app: String { contents.name.app }
  package var transactionID: String { contents.name.transactionID }
  /// The root of the renewal chain; equals `transactionID` for a first purchase.
  package var originalTransactionID: String { contents.name.originalTransactionID }
  /// Apple's `web_order_line_item_id`; absent for anything that does not renew.
  package var webOrderLineItemID: String? { contents.name.webOrderLineItemID }
  package var productID: String { contents.name.productID }

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
  package var offer: Offer? { contents.details.offer }
  package var terms: Terms? { contents.details.terms }
  package var user: ID<User>? { contents.details.user }
  /// The source of all this except the terms.
  package var statementSource: StatementSource { contents.details.statementSource }
  package var evidence: ID<Document> { contents.details.statementSource.evidence }
}

extension Order: Equatable {
  package static func == (left: Order, right: Order) -> Bool {
    left.contents === right.contents
      || left.contents.name == right.contents.name
        && left.contents.details == right.contents.details
  }
}

extension Order: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(
      Contents(name: try Name(from: decoder), details: try Details(from: decoder))
    )
  }

  package func encode(to encoder: any Encoder) throws {
    try contents.name.encode(to: encoder)
    try contents.details.encode(to: encoder)
  }
}
