package import Foundation

/// A row of the users list: the facts from which the state at any instant follows.
package struct UserRow: Equatable, Sendable {
  /// The order of the list: newest purchase first, then by user ID.
  package struct Key: Equatable, Sendable {
    package var lastPurchasedAt: Date
    package var id: ID<User>

    package init(lastPurchasedAt: Date, id: ID<User>) {
      self.lastPurchasedAt = lastPurchasedAt
      self.id = id
    }
  }

  package let id: ID<User>
  package var name: String?
  package var email: String?
  /// When the ledger first received something about the user.
  package var firstSeenAt: Date?
  /// The newest sale; `distantPast` for a user without purchases.
  package var lastPurchasedAt: Date
  package var orders: Int
  package var stores: [Store]
  package var environments: [Environment]
  /// The sale that best characterizes the user now (see `EntitlementRules.leading`).
  package var leading: Order?

  package init(
    id: ID<User>,
    name: String?,
    email: String?,
    firstSeenAt: Date? = nil,
    lastPurchasedAt: Date,
    orders: Int,
    stores: [Store],
    environments: [Environment],
    leading: Order?
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.firstSeenAt = firstSeenAt
    self.lastPurchasedAt = lastPurchasedAt
    self.orders = orders
    self.stores = stores
    self.environments = environments
    self.leading = leading
  }

  package var key: Key { Key(lastPurchasedAt: lastPurchasedAt, id: id) }
}
