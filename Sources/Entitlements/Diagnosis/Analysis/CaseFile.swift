package import Foundation

/// Everything a ledger knows of one subject, as facts: every judgement on them names an instant.
///
/// The collections may come in any order, and may tell a thing twice.
package struct CaseFile: Sendable {
  /// What somebody asked about.
  package struct Subject: Equatable, Sendable {
    /// An identifier found in the question.
    package struct Identifier: Equatable, Sendable {
      /// What it looks like, in a word: `order`, `transaction`, `email`.
      package var kind: String
      package var text: String
      /// Whether anything in the ledger goes by it.
      package var isFound: Bool

      package init(kind: String, text: String, isFound: Bool) {
        self.kind = kind
        self.text = text
        self.isFound = isFound
      }
    }

    package var text: String
    package var identifiers: [Identifier]
    /// Whether the ledger holds anything of what was asked about.
    package var isFound: Bool
    /// The sales and chains that the identifiers name by themselves; none where only a user was
    /// named. A diagnosis is then about these, and about everything otherwise.
    package var orders: [ID<Order>]
    package var chains: [ID<Subscription>]

    /// What an app's own ID of a user is called.
    package static let userIDTitle = "user ID"

    /// Whether the question tells who asks, and not only of which purchase.
    var namesUser: Bool {
      let ofPeople =
        [Entitlements.Identifier.Kind.email, .appAccount].map(\.title) + [Self.userIDTitle]
      return orders.isEmpty && chains.isEmpty
        || identifiers.contains { $0.isFound && ofPeople.contains($0.kind) }
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
  /// The user it is about; `nil` where nobody is known to own what was found.
  package var user: User?
  /// Users who proved to be this one.
  package var aliases: [ID<User>]
  /// The user's chains, and those found that belong to others or to nobody, each once.
  package var chains: [ChainRecord]
  package var acts: [Act]
  /// Who keeps what two users claim.
  package var policy: OwnershipPolicy
  /// The rights of `user`, past ones too.
  package var entitlements: [Entitlement]
  package var inventory: [InventoryItem]
  /// The documents of the user and of the chains, the rejected ones too.
  package var documents: [DocumentRow]
  /// `nil` where the ledger has no catalog.
  package var catalog: CatalogIndex?
  /// Other users whose purchases came from the same store accounts.
  package var otherUsers: [ID<User>]
  /// When the ledger received its newest document of each store, about anybody.
  package var lastHeard: [Store: Date]
  /// When the ledger first heard of a sale, where that is known: a sale's own testimony is the
  /// best one, and often not the first.
  package var firstHeard: [ID<Order>: Date]
  /// The apps that are ours, by the stores' names for them; `nil` where that is not known.
  package var ownApps: Set<String>?

  package init(
    subject: Subject,
    user: User? = nil,
    aliases: [ID<User>] = [],
    chains: [ChainRecord] = [],
    acts: [Act] = [],
    policy: OwnershipPolicy = .transfer,
    entitlements: [Entitlement] = [],
    inventory: [InventoryItem] = [],
    documents: [DocumentRow] = [],
    catalog: CatalogIndex? = nil,
    otherUsers: [ID<User>] = [],
    lastHeard: [Store: Date] = [:],
    firstHeard: [ID<Order>: Date] = [:],
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
    self.lastHeard = lastHeard
    self.firstHeard = firstHeard
    self.ownApps = ownApps
  }
}
