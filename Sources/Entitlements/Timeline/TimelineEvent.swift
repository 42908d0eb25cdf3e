package import Foundation

/// An event of a subject's purchases, from one or more documents.
///
/// `Wording.sentence(for:)` describes it.
package struct TimelineEvent: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    // sales
    case purchased, trialBegan, introductoryBegan, trialConverted, renewed, recovered, resumed
    case resubscribed, planChanged, familyShared
    // reversals
    case refunded, revoked, takenBack, replaced, refundRequested, refundDeclined, refundReversed
    case refundedInPart
    // subscriptions
    case graceBegan, holdBegan, graceEnded, renewalFailed, paused, pauseScheduled, expired, extended
    case renewalTurnedOff, renewalTurnedOn, planChangeChosen, offerRedeemed
    case priceRiseAsked, priceRiseAgreed, pending, pendingCancelled, acknowledged, consumed
    case priceRiseAnnounced, priceChanged, cancellationScheduled
    // future events
    case renewalDue, accessEnds
    // owners
    case ownerChanged, ownerShared, ownerRefused, usersMerged
    // actions of operators and of the app
    case used, granted, withdrawn, noted, policyChosen, accountLinked, accountFormsChosen
    /// A document was rejected.
    case rejected
    /// An event of an unknown type.
    case noticed
  }

  /// Unique in a timeline, and the same whenever it is derived from the same facts.
  package let id: String
  package var kind: Kind
  package var chain: ID<Subscription>?
  package var order: ID<Order>?
  package var store: Store?
  package var environment: Environment?
  package var productID: String?
  /// The product that was replaced.
  package var formerProductID: String?
  /// The amount charged or refunded, if the store stated it.
  package var price: Money?
  package var quantity: Int
  package var offer: Order.Offer?
  /// The end of what began: a period, grace, a pause, a grant.
  package var until: Date?
  package var reason: ExpiryReason?
  /// An entitlement's name, or a rejection's code; for a store event the store's value.
  package var detail: String?
  /// The user who owns, or tried to claim, the chain from here on.
  package var user: ID<User>?
  /// When it happened, by the store's clock.
  package let storeAt: Date
  /// When the first document about it was received; `nil` if none is available.
  package var seenAt: Date?
  /// When it took effect in the ledger; `nil` if it had no effect, such as a rejected document.
  package var appliedAt: Date?
  /// The documents about it, ascending.
  package var evidence: [ID<Document>]
  /// The later event of the same chain that was received before this one.
  package var overtakenBy: String?
  /// Whether it is expected in the future, not reported.
  package var isScheduled: Bool
  /// Whether `seenAt` is the first receipt, not that of a later document that repeats the event;
  /// only then the event can be late.
  var isSeenFirst: Bool
  /// The index of its chain.
  var chainIndex: Int?

  init(
    _ kind: Kind,
    id: String,
    at storeAt: Date,
    chain: ID<Subscription>? = nil,
    evidence: [ID<Document>] = []
  ) {
    self.id = id
    self.kind = kind
    self.chain = chain
    self.storeAt = storeAt
    self.evidence = evidence
    quantity = 1
    isScheduled = false
    isSeenFirst = false
  }
}

extension TimelineEvent.Kind {
  /// Whether it is a sale.
  var isSale: Bool {
    switch self {
    case .purchased, .trialBegan, .introductoryBegan, .trialConverted, .renewed, .recovered,
      .resumed, .resubscribed, .planChanged, .familyShared:
      true
    default: false
    }
  }
}
