package import Foundation

/// Something that happened to one subject's purchases, however many documents tell of it.
///
/// `Wording.sentence(for:)` says it in words.
package struct TimelineEvent: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    // a sale
    case purchased, trialBegan, introductoryBegan, trialConverted, renewed, recovered, resumed
    case resubscribed, planChanged, familyShared
    // a sale that was taken back
    case refunded, revoked, takenBack, replaced, refundRequested, refundDeclined, refundReversed
    case refundedInPart
    // the life of a chain
    case graceBegan, holdBegan, graceEnded, renewalFailed, paused, pauseScheduled, expired, extended
    case renewalTurnedOff, renewalTurnedOn, planChangeChosen, offerRedeemed
    case priceRiseAsked, priceRiseAgreed, pending, pendingCancelled, acknowledged, consumed
    case priceRiseAnnounced, priceChanged, cancellationScheduled
    // what is still to come
    case renewalDue, accessEnds
    // whose it is
    case ownerChanged, ownerShared, ownerRefused, usersMerged
    // acts of operators and of the app
    case used, granted, withdrawn, noted, policyChosen, accountLinked, accountFormsChosen
    /// A document that was not believed.
    case rejected
    /// A notice of the store that has no name here.
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
  /// The product that another took the place of.
  package var formerProductID: String?
  /// What was charged, or given back, as far as the store said.
  package var price: Money?
  package var quantity: Int
  package var offer: Order.Offer?
  /// The end of what began here: a period, grace, a pause, a grant.
  package var until: Date?
  package var reason: ExpiryReason?
  /// A right's name, or the code of a rejection; the store's own words for a notice.
  package var detail: String?
  /// The user who has, or had asked for, the chain from here on.
  package var user: ID<User>?
  /// The store's clock: when it happened.
  package let storeAt: Date
  /// When the first document that tells of it arrived; `nil` where none of them is at hand.
  package var seenAt: Date?
  /// When it took effect in the ledger; `nil` for what had none, such as a rejected document.
  package var appliedAt: Date?
  /// The documents that tell of it, ascending.
  package var evidence: [ID<Document>]
  /// The event of the same chain that happened later and was seen before this one.
  package var overtakenBy: String?
  /// Whether it lies ahead: expected, not told.
  package var isScheduled: Bool
  /// Whether `seenAt` is the first time we heard of it, and not of a later document that repeats
  /// it; only then can it be said to have come late.
  var isSeenFirst: Bool
  /// The place of its chain in the timeline's list of them.
  var chainPlace: Int?

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
  /// Whether it tells of a sale that was made.
  var isSale: Bool {
    switch self {
    case .purchased, .trialBegan, .introductoryBegan, .trialConverted, .renewed, .recovered,
      .resumed, .resubscribed, .planChanged, .familyShared:
      true
    default: false
    }
  }
}
