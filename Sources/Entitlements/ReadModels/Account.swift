package import Foundation

/// A user's entitlement, and the sale that grants it.
package struct UserEntitlement: Equatable, Sendable {
  /// The product and the time of purchase.
  package struct Sale: Equatable, Sendable {
    package var product: Catalog.Product
    package var purchasedAt: Date

    package init(product: Catalog.Product, purchasedAt: Date) {
      self.product = product
      self.purchasedAt = purchasedAt
    }
  }

  package var entitlement: Entitlement
  /// `nil` for a grant by hand.
  package var sale: Sale?

  package init(_ entitlement: Entitlement, sale: Sale?) {
    self.entitlement = entitlement
    self.sale = sale
  }
}

/// A user's entitlements: past, present and future.
package struct UserEntitlements: Equatable, Sendable {
  /// The user who owns them: another one than requested if the two were merged.
  package var user: ID<User>
  /// Ordered by key, environment and time.
  package var rights: [UserEntitlement]

  package init(user: ID<User>, rights: [UserEntitlement]) {
    self.user = user
    self.rights = rights
  }

  /// The next instant after `instant` at which an entitlement begins or ends.
  package func change(after instant: Date) -> Date? {
    rights.lazy.flatMap { [$0.entitlement.from, $0.entitlement.until].compactMap(\.self) }
      .filter { $0 > instant }.min()
  }
}

/// A user's renewal chain.
package struct AccountChain: Equatable, Sendable {
  package var id: ID<Subscription>
  package var name: Subscription.Name
  /// The last product; `nil` if no sale is stored yet.
  package var productID: String?
  package var startedAt: Date?
  /// The end of the paid period.
  package var accessUntil: Date?
  /// Never empty.
  package var phases: [Phase]

  package init(
    id: ID<Subscription>,
    name: Subscription.Name,
    productID: String?,
    startedAt: Date?,
    accessUntil: Date?,
    phases: [Phase]
  ) {
    self.id = id
    self.name = name
    self.productID = productID
    self.startedAt = startedAt
    self.accessUntil = accessUntil
    self.phases = phases
  }

  /// The phase at `instant`; before the first phase, the first one.
  package func phase(at instant: Date) -> Phase? {
    phases.last { $0.contains(instant) } ?? phases.first
  }

  /// When access ends or ended, if known. Includes grace periods, and paid periods until their
  /// reversal.
  package func accessEnd(at instant: Date) -> Date? {
    guard let now = phases.lastIndex(where: { $0.contains(instant) }),
      phases[now].state.grantsAccess
    else { return phases.last { $0.from <= instant && $0.state.grantsAccess }?.until }
    return phases[now...].first { !$0.state.grantsAccess }?.from
  }
}

/// The state of one user, without the evidence.
package struct Account: Equatable, Sendable {
  package var user: User
  package var rights: UserEntitlements
  /// Ordered by beginning, the last first.
  package var chains: [AccountChain]
  package var inventory: [InventoryItem]
  package var orders: Int
  package var documents: Int

  package init(
    user: User,
    rights: UserEntitlements,
    chains: [AccountChain],
    inventory: [InventoryItem],
    orders: Int,
    documents: Int
  ) {
    self.user = user
    self.rights = rights
    self.chains = chains
    self.inventory = inventory
    self.orders = orders
    self.documents = documents
  }
}

/// The position of a sale in its user's list, which starts with the newest.
package struct SalePosition: Equatable, Sendable {
  package var purchasedAt: Date
  /// Digits of a hash of the sale's ID, the same in every ledger.
  package var digits: String

  package init(purchasedAt: Date, digits: String) {
    self.purchasedAt = purchasedAt
    self.digits = digits
  }
}

/// A page of a user's sales, the newest first.
package struct SalePage: Equatable, Sendable {
  package var user: ID<User>
  package var sales: [Order]
  /// The position of the last one; `nil` if there are no more.
  package var next: SalePosition?

  package init(user: ID<User>, sales: [Order], next: SalePosition?) {
    self.user = user
    self.sales = sales
    self.next = next
  }
}

/// A sale, and the phases of the chain that it renews.
package struct SaleRecord: Equatable, Sendable {
  package var order: Order
  /// Empty if it does not renew.
  package var phases: [Phase]

  package init(order: Order, phases: [Phase]) {
    self.order = order
    self.phases = phases
  }
}

/// The result of a player's login.
package struct LoginResult: Codable, Equatable, Sendable {
  /// The user who owns the player's purchases.
  package var user: ID<User>
  package var isNew: Bool
  /// The time of the previous login.
  package var lastAt: Date?
  /// The key that the player's public ID is made with; `nil` for an ID made without one.
  package var identifierKey: [UInt8]?

  package init(user: ID<User>, isNew: Bool, lastAt: Date? = nil, identifierKey: [UInt8]? = nil) {
    self.user = user
    self.isNew = isNew
    self.lastAt = lastAt
    self.identifierKey = identifierKey
  }
}
