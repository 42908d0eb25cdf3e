package import Foundation

/// All we know of one user: facts only, so that every state follows from the instant asked about.
package struct Dossier: Equatable, Sendable {
  package var user: User
  /// Newest purchase first.
  package var orders: [Order]
  /// Newest period first.
  package var subscriptions: [Subscription]
  /// The phases of every chain among them.
  package var lives: [ID<Subscription>: [Phase]]
  /// Stored rights, those without end first, then by descending end.
  package var entitlements: [Entitlement]
  /// Newest receipt first.
  package var documents: [DocumentRow]
  /// What the user claimed, or what was bought under an account of theirs, and another has.
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
    orders: [Order],
    subscriptions: [Subscription],
    lives: [ID<Subscription>: [Phase]] = [:],
    entitlements: [Entitlement],
    documents: [DocumentRow],
    heldByOthers: [HeldByOther] = []
  ) {
    self.user = user
    self.orders = orders
    self.subscriptions = subscriptions
    self.lives = lives
    self.entitlements = entitlements
    self.documents = documents
    self.heldByOthers = heldByOthers
  }

  /// How a chain stands, with what stores and operators said of it; by its periods alone where no
  /// phase is known.
  package func state(of chain: Subscription, at instant: Date) -> SubscriptionState {
    lives[chain.id]?.last { $0.contains(instant) }?.state ?? chain.state(at: instant)
  }
}

/// A document without its bytes.
package struct DocumentRow: Equatable, Sendable {
  /// The receipts list's order: last received first, then by ID.
  package struct Key: Equatable, Sendable {
    package var receivedAt: Date
    package var id: ID<Document>

    package init(receivedAt: Date, id: ID<Document>) {
      self.receivedAt = receivedAt
      self.id = id
    }
  }

  package let id: ID<Document>
  /// `nil` for an operator's own act.
  package var store: Store?
  package var kind: String
  package var environment: Environment?
  package var app: String?
  package var byteCount: Int
  package var origin: Origin
  package var provenance: Provenance
  package var verdict: Document.Verdict
  /// When we got it, and when what it says took effect here: later, where it was rejected at first.
  package var receivedAt: Date
  package var appliedAt: Date
  package var statedAt: Date?
  /// When its store last answered the same again, where it is an answer that did.
  package var confirmedAt: Date?
  package var purchases: Int
  package var user: ID<User>?

  package init(
    id: ID<Document>,
    store: Store?,
    kind: String,
    environment: Environment?,
    app: String?,
    byteCount: Int,
    origin: Origin = .imported,
    provenance: Provenance = .signature,
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

  package var key: Key { Key(receivedAt: receivedAt, id: id) }
}
