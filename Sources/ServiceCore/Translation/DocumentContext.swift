package import Entitlements
package import Foundation

/// What is known of a document besides its content; the content takes precedence.
package struct DocumentContext: Equatable, Sendable {
  /// Apple's bundle ID, Google's package name. Bare answers of Google, Microsoft and Amazon do not
  /// name the app and yield no facts without it.
  package var app: String?
  package var environment: Environment?
  /// The queried product, if the answer omits it (version 1 of both Google purchase APIs).
  package var productID: String?
  /// The product's kind, from the app or the catalog. A purchase signed only for the device becomes
  /// a sale only with it, because it does not distinguish subscriptions from one-time products.
  package var productKind: ProductKind?
  /// The secret used in the query: Google's purchase token, Amazon's receipt ID.
  package var purchaseToken: String?
  /// The order ID from the customer's e-mail; the answer to the look-up does not repeat it.
  package var storeOrder: String?
  /// The buyer ID used in the query: Amazon's user ID.
  package var account: String?
  /// When the document arrived; replaces the store's time if the document states none.
  package var answeredAt: Date
  package var origin: Origin
  /// The basis of trust, if known: a shared secret, a sender that proved to be the store, or an
  /// earlier verdict. If `nil`, the examination's verdict and `origin` decide.
  package var provenance: TrustBasis?

  package init(
    app: String? = nil,
    environment: Environment? = nil,
    productID: String? = nil,
    productKind: ProductKind? = nil,
    purchaseToken: String? = nil,
    storeOrder: String? = nil,
    account: String? = nil,
    answeredAt: Date,
    origin: Origin = .imported,
    provenance: TrustBasis? = nil
  ) {
    self.app = app
    self.environment = environment
    self.productID = productID
    self.productKind = productKind
    self.purchaseToken = purchaseToken
    self.storeOrder = storeOrder
    self.account = account
    self.answeredAt = answeredAt
    self.origin = origin
    self.provenance = provenance
  }
}
