package import Foundation

/// The statements of one document, in the ledger's terms. Each fact names its document, so facts of
/// many documents can be combined in any order.
package struct Facts: Codable, Equatable, Sendable {
  package var orders: [Order]
  package var renewalStatuses: [RenewalStatus]
  package var notices: [StoreEvent]
  package var links: [Link]
  package var acts: [OperatorAction]

  private enum CodingKeys: String, CodingKey {
    case orders = "orders"
    case renewalStatuses = "standings"
    case notices = "notices"
    case links = "links"
    case acts = "acts"
  }

  package init(
    orders: [Order] = [],
    renewalStatuses: [RenewalStatus] = [],
    notices: [StoreEvent] = [],
    links: [Link] = [],
    acts: [OperatorAction] = []
  ) {
    self.orders = orders
    self.renewalStatuses = renewalStatuses
    self.notices = notices
    self.links = links
    self.acts = acts
  }

  /// Every chain that the facts are about.
  package var chains: Set<ID<Subscription>> {
    var chains: Set<ID<Subscription>> = []
    for order in orders { chains.insert(order.chain) }
    for renewalStatus in renewalStatuses { chains.insert(renewalStatus.chain) }
    for notice in notices { if let chain = notice.chain { chains.insert(chain) } }
    for link in links { chains.insert(link.chain) }
    for act in acts { if case .transfer(let chain, _) = act.kind { chains.insert(chain) } }
    return chains
  }

  package var isEmpty: Bool {
    orders.isEmpty && renewalStatuses.isEmpty && notices.isEmpty && links.isEmpty && acts.isEmpty
  }
}

/// An event that a store reported, for the timeline and the diagnosis. Its effect on access is in
/// sales and renewal statuses.
package struct StoreEvent: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case purchased, renewed, renewalFailed, recovered, graceBegan, graceEnded
    case renewalTurnedOff, renewalTurnedOn, planChangeChosen, planChanged
    case offerRedeemed, expired, extended, paused, pauseScheduled, resumed
    case pending, pendingCancelled
    case refundRequested, refunded, refundDeclined, refundReversed
    /// Part of the money was refunded, for some units or part of the price. The purchase stays.
    case refundedInPart
    case revoked, priceRiseAsked, priceRiseAgreed, acknowledged, consumed
    /// A higher price applies unless the customer cancels; no consent is needed.
    case priceRiseAnnounced
    /// The price, or the consent to it, changed; the store does not say how.
    case priceChanged
    /// Cancelled as of the end of the customer's payment commitment.
    case cancellationScheduled
    /// A store's test notification, not about a purchase.
    case test
    /// An unknown type; `detail` holds the store's value.
    case other
  }

  package var kind: Kind
  package var chain: ID<Subscription>?
  package var order: ID<Order>?
  /// The store's own values: type and subtype, a product, a reason.
  package var detail: String?
  package var statementSource: StatementSource

  private enum CodingKeys: String, CodingKey {
    case kind = "kind"
    case chain = "chain"
    case order = "order"
    case detail = "detail"
    case statementSource = "testimony"
  }

  package init(
    _ kind: Kind,
    chain: ID<Subscription>? = nil,
    order: ID<Order>? = nil,
    detail: String? = nil,
    statementSource: StatementSource
  ) {
    self.kind = kind
    self.chain = chain
    self.order = order
    self.detail = detail
    self.statementSource = statementSource
  }
}

/// Another identifier by which a chain can be found.
package struct Link: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// Google's and Amazon's secret identifier of a purchase; shown masked.
    case purchaseToken
    /// The order number in the customer's e-mail: `GPA.…`, Apple's `M…`.
    case storeOrder
    /// Apple's `appAccountToken`, Google's `obfuscatedExternalAccountId`, Amazon's user ID.
    case appAccount
    /// The token or ID of the purchase that this one replaced.
    case predecessor
  }

  package var kind: Kind
  package var value: String
  package var chain: ID<Subscription>
  package var evidence: ID<Document>

  private enum CodingKeys: String, CodingKey {
    case kind = "kind"
    case value = "value"
    case chain = "chain"
    case evidence = "evidence"
  }

  package init(
    _ kind: Kind,
    _ value: String,
    of chain: ID<Subscription>,
    evidence: ID<Document>
  ) {
    self.kind = kind
    self.value = value
    self.chain = chain
    self.evidence = evidence
  }
}

/// An action of an operator or the app: a document that no store wrote.
package struct OperatorAction: Codable, Equatable, Sendable {
  package enum Kind: Codable, Equatable, Sendable {
    /// Uses of a consumable sale: of one item in it, or of each if `item` is `nil`.
    case consume(ID<Order>, count: Int, item: String? = nil)
    /// An entitlement granted by hand; `until` is `nil` for one without end.
    case grant(ID<User>, key: String, Environment, until: Date?)
    /// Ends what was granted by hand.
    case withdraw(ID<User>, key: String, Environment)
    /// The second user is the first: everything of the second belongs to the first.
    case merge(into: ID<User>, ID<User>)
    /// The chain belongs to this user from now on.
    case transfer(ID<Subscription>, to: ID<User>)
    case note(ID<User>, String)
    /// Who keeps a purchase that two users claim.
    case policy(OwnershipPolicy)
    /// The account that an app sends to the stores stands for this user, or for none if that is
    /// `nil`.
    case account(String, of: ID<User>?)
    /// How the app derives accounts from its users' names.
    case accountForms([AccountForm])

    private enum CodingKeys: String, CodingKey {
      case consume = "consume"
      case grant = "grant"
      case withdraw = "withdraw"
      case merge = "merge"
      case transfer = "transfer"
      case note = "note"
      case policy = "policy"
      case account = "account"
      case accountForms = "accountForms"
    }
  }

  package var kind: Kind
  /// The name that the operator signed with.
  package var actor: String
  package var statementSource: StatementSource

  private enum CodingKeys: String, CodingKey {
    case kind = "deed"
    case actor = "actor"
    case statementSource = "testimony"
  }

  package init(_ kind: Kind, by actor: String, statementSource: StatementSource) {
    self.kind = kind
    self.actor = actor
    self.statementSource = statementSource
  }
}

/// Who keeps a purchase that two users claim.
package enum OwnershipPolicy: String, Codable, Sendable, CaseIterable {
  /// The first user who claimed it.
  case keep
  /// The last user who claimed it.
  case transfer
  /// Every user who claimed it.
  case share
}
