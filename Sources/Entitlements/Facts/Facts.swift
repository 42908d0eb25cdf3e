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
    case orders = "orders", renewalStatuses = "standings", notices = "notices", links = "links"
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
package struct StoreEvent: SourcedFact, Codable, Equatable, Sendable {
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
    case kind = "kind", chain = "chain", order = "order", detail = "detail"
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
    case kind = "kind", value = "value", chain = "chain", evidence = "evidence"
  }

  package init(_ kind: Kind, _ value: String, of chain: ID<Subscription>, evidence: ID<Document>) {
    self.kind = kind
    self.value = value
    self.chain = chain
    self.evidence = evidence
  }
}

/// An action of an operator or the app: a document that no store wrote.
package struct OperatorAction: SourcedFact, Codable, Equatable, Sendable {
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
    /// The operator who works on the user's case, by name; `nil` for nobody.
    case assign(ID<User>, to: String?)
    /// Who keeps a purchase that two users claim.
    case policy(OwnershipPolicy)
    /// The account that an app sends to the stores stands for this user, or for none if that is
    /// `nil`.
    case account(String, of: ID<User>?)
    /// How the app derives accounts from its users' names.
    case accountForms([AccountForm])

    private enum CodingKeys: String, CodingKey {
      case consume = "consume", grant = "grant", withdraw = "withdraw", merge = "merge"
      case transfer = "transfer", note = "note", policy = "policy", account = "account"
      case accountForms = "accountForms", assign = "assign"
    }
  }

  package var kind: Kind
  /// The name that the operator signed with.
  package var actor: String
  package var statementSource: StatementSource

  private enum CodingKeys: String, CodingKey {
    case kind = "deed", actor = "actor", statementSource = "testimony"
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

/// Why access by a subscription ended, as far as the store stated it.
package enum ExpiryReason: String, Codable, Sendable, CaseIterable {
  /// The customer turned renewal off.
  case voluntary
  /// The payment failed, and the store gave up.
  case billing
  /// The customer did not agree to a higher price.
  case priceIncrease
  /// The product is no longer sold.
  case productGone
  /// The developer ended it.
  case developer
  /// Another subscription replaced it.
  case replaced
  /// An unknown reason.
  case other
  /// No reason was stated.
  case unknown
}

/// A store's statement about a renewal chain at one instant, besides its sales: Apple's renewal
/// info, or a subscription's state at Google, Microsoft or Amazon (apple.md §6, google.md §4,
/// microsoft.md §4, amazon.md §1.2).
package struct RenewalStatus: SourcedFact, Codable, Equatable, Sendable {
  package enum Condition: Codable, Equatable, Sendable {
    /// No problem: the sales are valid.
    case running
    /// The period has ended or will end, without a reported renewal yet; access until then.
    case renewing(until: Date)
    /// Unpaid, with access until then.
    case gracePeriod(until: Date)
    /// Unpaid and without access during the store's retries; `nil` if it states no end.
    case billingRetry(until: Date?)
    case paused(until: Date?)
    case ended(ExpiryReason)
    case revoked(at: Date)
    /// Bought, but not paid for yet.
    case pending

    /// Whether the last charge has failed.
    package var isUnpaid: Bool {
      switch self {
      case .gracePeriod, .billingRetry: true
      case .running, .renewing, .paused, .ended, .revoked, .pending: false
      }
    }

    private enum CodingKeys: String, CodingKey {
      case running = "running", renewing = "renewing", gracePeriod = "gracePeriod"
      case billingRetry = "billingRetry", paused = "paused", ended = "ended", revoked = "revoked"
      case pending = "pending"
    }
  }

  package var chain: ID<Subscription>
  package var condition: Condition
  /// Whether renewal is on; `nil` if the store did not state it.
  package var renews: Bool?
  /// The product that it renews as, if that is a different one.
  package var nextProductID: String?
  /// The end of the paid time, as the store stated it here: a sale has only the latest one. `nil`
  /// for stores whose sales have an end each.
  package var paidUntil: Date?
  package var statementSource: StatementSource

  private enum CodingKeys: String, CodingKey {
    case chain = "chain", condition = "condition", renews = "renews"
    case nextProductID = "nextProductID", paidUntil = "paidUntil"
    case statementSource = "testimony"
  }

  package init(
    chain: ID<Subscription>,
    condition: Condition,
    renews: Bool? = nil,
    nextProductID: String? = nil,
    paidUntil: Date? = nil,
    statementSource: StatementSource
  ) {
    self.chain = chain
    self.condition = condition
    self.renews = renews
    self.nextProductID = nextProductID
    self.paidUntil = paidUntil
    self.statementSource = statementSource
  }
}
