package import Foundation

/// A row of the orders list.
package struct OrderRow: Equatable, Sendable {
  package var order: Order
  /// The chain's state at the query's instant; `nil` if unknown.
  package var chainState: SubscriptionState?

  package init(order: Order, chainState: SubscriptionState?) {
    self.order = order
    self.chainState = chainState
  }
}

extension Order {
  /// When access by the sale ends; `nil` if it does not, or if the sale is unconfirmed and grants
  /// nothing.
  package var grantedUntil: Date? { isConfirmed ? accessUntil : nil }
}

/// A row of the subscriptions list: a renewal chain and its phase at the query's instant.
package struct SubscriptionRow: Equatable, Sendable {
  package var id: ID<Subscription>
  package var user: ID<User>?
  /// The last product.
  package var productID: String?
  package var startedAt: Date
  /// When access ends or ended; `nil` if it does not.
  package var accessUntil: Date?
  /// `nil` before the chain began.
  package var phase: Phase?

  package init(
    id: ID<Subscription>,
    user: ID<User>?,
    productID: String?,
    startedAt: Date,
    accessUntil: Date?,
    phase: Phase?
  ) {
    self.id = id
    self.user = user
    self.productID = productID
    self.startedAt = startedAt
    self.accessUntil = accessUntil
    self.phase = phase
  }
}

/// A row of the events list: one event from a document.
package struct EventRow: Equatable, Sendable {
  package var notice: StoreEvent
  package var user: ID<User>?
  /// When the event was received.
  package var receivedAt: Date

  package init(notice: StoreEvent, user: ID<User>?, receivedAt: Date) {
    self.notice = notice
    self.user = user
    self.receivedAt = receivedAt
  }
}

/// A row of the users list: the facts from which the state at any instant follows.
package struct UserRow: Equatable, Sendable {
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
  /// The sale that best characterizes the user now (see `EntitlementRules.leading`). In a list by a
  /// condition on purchases, a sale that meets it.
  package var leading: Order?
  /// The state of the leading sale's chain, and the end of access by it; `nil` unless the list is
  /// by a state or such an end, or the payment is overdue or paused.
  package var chainState: SubscriptionState?
  package var chainEnd: Date?
  /// The operator to whom the user's case is assigned.
  package var assignee: String?

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

  /// The state of the leading sale.
  package func state(at instant: Date) -> SubscriptionState? {
    let isOver = chainState?.grantsAccess ?? false && chainEnd.map { $0 <= instant } ?? false
    return (isOver ? nil : chainState) ?? leading?.state(at: instant)
  }

  /// The end of access by the leading sale; a grace period is known of its chain.
  package var accessUntil: Date? { chainEnd ?? leading?.accessUntil }
}

/// Everything about one user: facts only, from which the state at any instant follows.
package struct UserDetails: Equatable, Sendable {
  package var user: User
  /// The IDs of users who were merged into this one, sorted.
  package var formerIDs: [ID<User>] = []
  /// What the team states about the user.
  package var profile: UserProfile?
  /// What the team's directory says instead of a profile: that it knows no such user, or why it gave
  /// no answer.
  package var directoryNote: String?
  /// Ordered by purchase, the newest first.
  package var orders: [Order]
  /// Ordered by period, the newest first.
  package var subscriptions: [Subscription]
  /// The phases of all their chains.
  package var lives: [ID<Subscription>: [Phase]]
  /// Stored entitlements, those without end first, then by descending end.
  package var entitlements: [Entitlement]
  /// Ordered by receipt, the newest first.
  package var documents: [DocumentRow]
  /// Chains of other users that this user claimed or bought with one of their accounts.
  package var heldByOthers: [HeldByOther]

  package struct HeldByOther: Equatable, Sendable {
    package var chain: ID<Subscription>
    /// Of the newest sale.
    package var productID: String?
    package var holder: ID<User>

    package init(chain: ID<Subscription>, productID: String?, holder: ID<User>) {
      self.chain = chain
      self.productID = productID
      self.holder = holder
    }
  }

  package init(
    user: User,
    profile: UserProfile? = nil,
    orders: [Order],
    subscriptions: [Subscription],
    lives: [ID<Subscription>: [Phase]] = [:],
    entitlements: [Entitlement],
    documents: [DocumentRow],
    heldByOthers: [HeldByOther] = []
  ) {
    self.user = user
    self.profile = profile
    self.orders = orders
    self.subscriptions = subscriptions
    self.lives = lives
    self.entitlements = entitlements
    self.documents = documents
    self.heldByOthers = heldByOthers
  }

  /// The chain's state by its phases; by its periods alone if no phase is known.
  package func state(of chain: Subscription, at instant: Date) -> SubscriptionState {
    lives[chain.id]?.last { $0.contains(instant) }?.state ?? chain.state(at: instant)
  }

  /// When access by the chain ends or ended, with grace periods and reversals; `nil` if there was
  /// none.
  package func accessUntil(of chain: Subscription) -> Date? {
    let granting = (lives[chain.id] ?? []).filter(\.state.grantsAccess)
    return granting.map { $0.until ?? .distantFuture }.max()
      ?? (chain.accessUntil == chain.startedAt ? nil : chain.accessUntil)
  }
}

/// A document without its bytes.
package struct DocumentRow: Equatable, Sendable {
  package let id: ID<Document>
  /// `nil` for an operator action.
  package var store: Store?
  package var kind: String
  package var environment: Environment?
  package var app: String?
  package var byteCount: Int
  package var origin: Origin
  package var provenance: TrustBasis
  package var verdict: Document.Verdict
  /// When it was received, and when its content took effect: later if it was rejected at first.
  package var receivedAt: Date
  package var appliedAt: Date
  package var statedAt: Date?
  /// When the store last confirmed it, if it is an answer.
  package var confirmedAt: Date?
  package var purchases: Int
  /// The event that a notification about one purchase reports.
  package var event: StoreEvent.Kind?
  /// The product, if it is about one purchase.
  package var productID: String?
  package var user: ID<User>?

  package init(
    id: ID<Document>,
    store: Store?,
    kind: String,
    environment: Environment?,
    app: String?,
    byteCount: Int,
    origin: Origin = .imported,
    provenance: TrustBasis = .signature,
    verdict: Document.Verdict,
    receivedAt: Date,
    appliedAt: Date? = nil,
    statedAt: Date?,
    purchases: Int,
    user: ID<User>?
  ) {
    self.id = id
    self.store = store
    self.kind = kind
    self.environment = environment
    self.app = app
    self.byteCount = byteCount
    self.origin = origin
    self.provenance = provenance
    self.verdict = verdict
    self.receivedAt = receivedAt
    self.appliedAt = appliedAt ?? receivedAt
    self.statedAt = statedAt
    self.purchases = purchases
    self.user = user
  }
}

extension DocumentRow {
  /// Whether it is a Microsoft Store ID key: it proves no purchase, and is filed to query with it.
  package var isStoreIDKey: Bool {
    guard kind == "microsoft-store-id-key", case .rejected(let code, _, _) = verdict else {
      return false
    }
    return code == "untrusted-chain"
  }
}
