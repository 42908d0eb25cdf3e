package import Foundation

/// A right of somebody's, and what was sold for it.
package struct HeldRight: Equatable, Sendable {
  /// What the right comes from: a product, and when it was bought.
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

/// The rights of one user: past, present and to come.
package struct HeldRights: Equatable, Sendable {
  /// Under whom they are kept: somebody else than was asked for, where two users proved to be one.
  package var user: ID<User>
  /// By key, environment and time.
  package var rights: [HeldRight]

  package init(user: ID<User>, rights: [HeldRight]) {
    self.user = user
    self.rights = rights
  }

  /// The next instant after this one at which any of the rights begins or ends by itself.
  package func change(after instant: Date) -> Date? {
    rights.lazy.flatMap { [$0.entitlement.from, $0.entitlement.until].compactMap(\.self) }
      .filter { $0 > instant }.min()
  }
}

/// A chain of renewals of one user.
package struct AccountChain: Equatable, Sendable {
  package var id: ID<Subscription>
  package var name: Subscription.Name
  /// What was bought last; `nil` where no sale is on file yet.
  package var productID: String?
  package var startedAt: Date?
  /// The end of what was paid for.
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

  /// The phase that holds; before the first, that.
  package func phase(at instant: Date) -> Phase? {
    phases.last { $0.contains(instant) } ?? phases.first
  }

  /// The instant at which access ends, as far as is known, or ended: grace counts, and what was paid
  /// for counts until it was taken back.
  package func accessEnd(at instant: Date) -> Date? {
    guard let now = phases.lastIndex(where: { $0.contains(instant) }),
      phases[now].state.grantsAccess
    else { return phases.last { $0.from <= instant && $0.state.grantsAccess }?.until }
    return phases[now...].first { !$0.state.grantsAccess }?.from
  }
}

/// How one user stands, without what it rests on.
package struct Account: Equatable, Sendable {
  package var user: User
  package var rights: HeldRights
  /// The one that began last first.
  package var chains: [AccountChain]
  package var inventory: [InventoryItem]
  package var orders: Int
  package var documents: Int

  package init(
    user: User,
    rights: HeldRights,
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

/// Where a sale stands among its user's: the newest first.
package struct SalePlace: Equatable, Sendable {
  package var purchasedAt: Date
  /// The ledger's own number for it: of two at one instant the greater is first.
  package var number: Int64

  package init(purchasedAt: Date, number: Int64) {
    self.purchasedAt = purchasedAt
    self.number = number
  }
}

/// Some of a user's sales, the newest first.
package struct SalePage: Equatable, Sendable {
  package var user: ID<User>
  package var sales: [Order]
  /// The place of the last one; `nil` where none follows.
  package var next: SalePlace?

  package init(user: ID<User>, sales: [Order], next: SalePlace?) {
    self.user = user
    self.sales = sales
    self.next = next
  }
}

/// A sale, and the life of the chain that it renews.
package struct SaleRecord: Equatable, Sendable {
  package var order: Order
  /// Empty for what does not renew.
  package var phases: [Phase]

  package init(order: Order, phases: [Phase]) {
    self.order = order
    self.phases = phases
  }
}
