package import Entitlements
package import Foundation

/// What is known of a document beside itself. What the document says of its own goes before it.
package struct DocumentContext: Equatable, Sendable {
  /// Apple's bundle ID, Google's package name; bare answers of Google, Microsoft and Amazon name
  /// none, and state nothing without it.
  package var app: String?
  package var environment: Environment?
  /// What was asked about, where the answer leaves it out (Google's version 1 of both purchases).
  package var productID: String?
  /// What the app or the catalog says that product is. A purchase that only a device signed becomes
  /// a sale with it alone: such a text does not tell a subscription from a lasting right.
  package var productKind: ProductKind?
  /// The secret that was asked with: Google's purchase token, Amazon's receipt ID.
  package var purchaseToken: String?
  /// The order ID of the customer's e-mail that was looked up; the answer does not repeat it.
  package var storeOrder: String?
  /// The buyer's name that was asked with: Amazon's user ID.
  package var account: String?
  /// The instant the document arrived, which stands for the store's time where it states none.
  package var answeredAt: Date
  package var origin: Origin
  /// What the document rests on, where that is known: a shared secret, a sender who proved to be
  /// the store, the verdict of an earlier day. `nil` lets the examination's verdict and `origin`
  /// decide.
  package var provenance: Provenance?

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
    provenance: Provenance? = nil
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
