package import Foundation

/// The identifiers with which a store can be queried about a chain.
package struct StoreHandles: Equatable, Sendable {
  package var chain: ID<Subscription>
  package var name: Subscription.Name
  /// The kind of the newest sale; `nil` if no sale is stored.
  package var kind: ProductKind?
  package var newestTransactionID: String?
  /// The end of its paid period.
  package var newestExpiresAt: Date?
  /// The store's ID for it: Google's with the base plan after a colon.
  package var newestProductID: String?
  /// Google's purchase tokens or Amazon's receipt IDs, the latest ones.
  package var tokens: [String]
  /// The app's ID of the buyer: Amazon's user ID.
  package var accounts: [String]
  /// The documents from the app that a store can verify again, the newest first.
  package var receipts: [ID<Document>]
  /// The user's Microsoft Store ID keys, the newest first.
  package var storeKeys: [ID<Document>]

  package init(
    chain: ID<Subscription>,
    name: Subscription.Name,
    kind: ProductKind?,
    newestTransactionID: String?,
    newestExpiresAt: Date?,
    newestProductID: String?,
    tokens: [String],
    accounts: [String],
    receipts: [ID<Document>],
    storeKeys: [ID<Document>]
  ) {
    self.chain = chain
    self.name = name
    self.kind = kind
    self.newestTransactionID = newestTransactionID
    self.newestExpiresAt = newestExpiresAt
    self.newestProductID = newestProductID
    self.tokens = tokens
    self.accounts = accounts
    self.receipts = receipts
    self.storeKeys = storeKeys
  }
}
