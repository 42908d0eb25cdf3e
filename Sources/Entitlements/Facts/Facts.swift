package import Foundation

/// What one document states, in the ledger's own terms. Facts name the document they come from, so
/// that many documents' facts may lie together in any order.
package struct Facts: Codable, Equatable, Sendable {
  package var orders: [Order]
  package var standings: [Standing]
  package var notices: [Notice]
  package var links: [Link]
  package var acts: [Act]

  private enum CodingKeys: String, CodingKey {
    case orders = "orders"
    case standings = "standings"
    case notices = "notices"
    case links = "links"
    case acts = "acts"
  }

  package init(
    orders: [Order] = [],
    standings: [Standing] = [],
    notices: [Notice] = [],
    links: [Link] = [],
    acts: [Act] = []
  ) {
    self.orders = orders
    self.standings = standings
    self.notices = notices
    self.links = links
    self.acts = acts
  }

  /// Every chain that something is stated of.
  package var chains: Set<ID<Subscription>> {
    var chains: Set<ID<Subscription>> = []
    for order in orders { chains.insert(order.chain) }
    for standing in standings { chains.insert(standing.chain) }
    for notice in notices { if let chain = notice.chain { chains.insert(chain) } }
    for link in links { chains.insert(link.chain) }
    for act in acts { if case .transfer(let chain, _) = act.deed { chains.insert(chain) } }
    return chains
  }

  package var isEmpty: Bool {
    orders.isEmpty && standings.isEmpty && notices.isEmpty && links.isEmpty && acts.isEmpty
  }
}

/// Something that happened, as a store told it: for the timeline and the diagnosis. What follows
/// from it for access stands in sales and standings.
package struct Notice: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case purchased, renewed, renewalFailed, recovered, graceBegan, graceEnded
    case renewalTurnedOff, renewalTurnedOn, planChangeChosen, planChanged
    case offerRedeemed, expired, extended, paused, pauseScheduled, resumed
    case pending, pendingCancelled
    case refundRequested, refunded, refundDeclined, refundReversed
    /// A part of the money went back: of the units, or of the price. What was bought stays.
    case refundedInPart
    case revoked, priceRiseAsked, priceRiseAgreed, acknowledged, consumed
    /// A higher price comes unless the customer cancels; no consent is asked for.
    case priceRiseAnnounced
    /// The price, or the consent to it, changed; which way is not told.
    case priceChanged
    /// Cancelled as of the end of the payments that the customer is committed to.
    case cancellationScheduled
    /// A call of the store that says nothing of a purchase.
    case test
    /// A type that has no name here; `detail` holds the store's word.
    case other
  }

  package var kind: Kind
  package var chain: ID<Subscription>?
  package var order: ID<Order>?
  /// The store's own words: type and subtype, a product, a reason.
  package var detail: String?
  package var testimony: Testimony

  private enum CodingKeys: String, CodingKey {
    case kind = "kind"
    case chain = "chain"
    case order = "order"
    case detail = "detail"
    case testimony = "testimony"
  }

  package init(
    _ kind: Kind,
    chain: ID<Subscription>? = nil,
    order: ID<Order>? = nil,
    detail: String? = nil,
    testimony: Testimony
  ) {
    self.kind = kind
    self.chain = chain
    self.order = order
    self.detail = detail
    self.testimony = testimony
  }
}

/// Another name under which something can be found.
package struct Link: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// Google's and Amazon's secret handle of a purchase; shown masked.
    case purchaseToken
    /// What the customer's e-mail shows: `GPA.…`, Apple's `M…`.
    case storeOrder
    /// Apple's `appAccountToken`, Google's `obfuscatedExternalAccountId`, Amazon's user ID.
    case appAccount
    /// The token or ID of the purchase this one took the place of.
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

/// What an operator, or the app, did: a document of our own.
package struct Act: Codable, Equatable, Sendable {
  package enum Deed: Codable, Equatable, Sendable {
    /// So many uses of a consumable sale were used up; of one item in it, or of each.
    case consume(ID<Order>, count: Int, item: String? = nil)
    /// A right given by hand; `until` is `nil` for one without end.
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
    /// The account that an app told the stores stands for this user; for nobody in particular where
    /// that is `nil`.
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

  package var deed: Deed
  /// Who did it, as the operator signed.
  package var actor: String
  package var testimony: Testimony

  private enum CodingKeys: String, CodingKey {
    case deed = "deed"
    case actor = "actor"
    case testimony = "testimony"
  }

  package init(_ deed: Deed, by actor: String, testimony: Testimony) {
    self.deed = deed
    self.actor = actor
    self.testimony = testimony
  }
}

/// Who keeps a purchase that two users claim.
package enum OwnershipPolicy: String, Codable, Sendable, CaseIterable {
  /// The first who claimed it.
  case keep
  /// The last who claimed it.
  case transfer
  /// Everybody who claimed it.
  case share
}
