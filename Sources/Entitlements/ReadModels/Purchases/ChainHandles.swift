package import Foundation

/// By what a store can be asked about a chain.
package struct ChainHandles: Equatable, Sendable {
  package var chain: ID<Subscription>
  package var name: Subscription.Name
  /// Of the newest sale; `nil` where no sale is on file.
  package var kind: ProductKind?
  package var newestTransactionID: String?
  /// The end of what it paid for.
  package var newestExpiresAt: Date?
  /// As the store calls it: Google's with the plan behind a colon.
  package var newestProductID: String?
  /// Google's purchase tokens, Amazon's receipt IDs, as they were told last.
  package var tokens: [String]
  /// What the app calls the buyer: Amazon's user ID.
  package var accounts: [String]
  /// The documents that the app handed in and a store can look at again, the newest first.
  package var receipts: [ID<Document>]
  /// Microsoft's keys of the user, the newest first.
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
