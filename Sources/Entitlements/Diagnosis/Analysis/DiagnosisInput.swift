package import Foundation

/// The facts that a ledger has about one subject; conclusions from them are for one instant.
///
/// The collections may be in any order and contain duplicates.
package struct DiagnosisInput: Sendable {
  /// The subject of the question.
  package struct Subject: Equatable, Sendable {
    /// An identifier found in the question.
    package struct Identifier: Equatable, Sendable {
      /// The kind's label: `order`, `transaction`, `email`.
      package var kind: String
      package var text: String
      /// Whether the ledger has a match for it.
      package var isFound: Bool

      package init(kind: String, text: String, isFound: Bool) {
        self.kind = kind
        self.text = text
        self.isFound = isFound
      }
    }

    package var text: String
    package var identifiers: [Identifier]
    /// Whether the ledger has anything about the subject.
    package var isFound: Bool
    /// The sales and chains that the identifiers name directly; empty if only a user was named. If
    /// not empty, the diagnosis is only about these.
    package var orders: [ID<Order>]
    package var chains: [ID<Subscription>]

    /// The label of an app's own user ID.
    package static let userIDTitle = "user ID"

    /// Whether the question names the user who asks, and not only a purchase.
    var namesUser: Bool {
      let userKinds =
        [Entitlements.Identifier.Kind.email, .appAccount].map(\.title) + [Self.userIDTitle]
      return orders.isEmpty && chains.isEmpty
        || identifiers.contains { $0.isFound && userKinds.contains($0.kind) }
    }

    package init(
      text: String,
      identifiers: [Identifier] = [],
      isFound: Bool,
      orders: [ID<Order>] = [],
      chains: [ID<Subscription>] = []
    ) {
      self.text = text
      self.identifiers = identifiers
      self.isFound = isFound
      self.orders = orders
      self.chains = chains
    }
  }

  package var subject: Subject
  /// The user in question; `nil` if the owner of what was found is unknown.
  package var user: User?
  /// Users that were merged into this one.
  package var aliases: [ID<User>]
  /// The user's chains, and those found that belong to others or to no user, each once.
  package var chains: [ChainRecord]
  package var acts: [OperatorAction]
  /// Who keeps what two users claim.
  package var policy: OwnershipPolicy
  /// The entitlements of `user`, including past ones.
  package var entitlements: [Entitlement]
  package var inventory: [InventoryItem]
  /// The documents of the user and of the chains, including rejected ones.
  package var documents: [DocumentRow]
  /// `nil` if the ledger has no catalog.
  package var catalog: CatalogIndex?
  /// Other users whose purchases came from the same store accounts.
  package var otherUsers: [ID<User>]
  /// When the ledger received its newest document of each store, about any user.
  package var lastReceived: [Store: Date]
  /// When the ledger first received each sale, if known: a sale's own statement source is the best
  /// one, often not the first.
  package var firstReceived: [ID<Order>: Date]
  /// The developer's own apps, by the stores' names for them; `nil` if unknown.
  package var ownApps: Set<String>?

  package init(
    subject: Subject,
    user: User? = nil,
    aliases: [ID<User>] = [],
    chains: [ChainRecord] = [],
    acts: [OperatorAction] = [],
    policy: OwnershipPolicy = .transfer,
    entitlements: [Entitlement] = [],
    inventory: [InventoryItem] = [],
    documents: [DocumentRow] = [],
    catalog: CatalogIndex? = nil,
    otherUsers: [ID<User>] = [],
    lastReceived: [Store: Date] = [:],
    firstReceived: [ID<Order>: Date] = [:],
    ownApps: Set<String>? = nil
  ) {
    self.subject = subject
    self.user = user
    self.aliases = aliases
    self.chains = chains
    self.acts = acts
    self.policy = policy
    self.entitlements = entitlements
    self.inventory = inventory
    self.documents = documents
    self.catalog = catalog
    self.otherUsers = otherUsers
    self.lastReceived = lastReceived
    self.firstReceived = firstReceived
    self.ownApps = ownApps
  }
}
