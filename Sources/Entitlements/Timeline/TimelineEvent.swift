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
    case refunded, revoked, refundedOrRevoked = "takenBack", replaced, refundRequested,
      refundDeclined, refundReversed
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
    case used, granted, withdrawn, noted, assigned, policyChosen, accountLinked, accountFormsChosen
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

  /// An event of a chain, with its store and environment.
  init(
    _ kind: Kind,
    id: String,
    at storeAt: Date,
    in chain: ChainRecord,
    product productID: String?,
    evidence: ID<Document>
  ) {
    self.init(kind, id: id, at: storeAt, chain: chain.id, evidence: [evidence])
    store = chain.store
    environment = chain.environment
    self.productID = productID
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

extension Wording {
  /// A description of an event in one sentence without a full stop. It contains products, amounts
  /// and dates, but never a person, a token or a purchase number.
  package static func sentence(for event: TimelineEvent) -> String {
    if event.kind.isSale { return saleSentence(for: event) }
    let product = event.productID ?? "a purchase"
    return switch event.kind {
    case .refunded: "\(product) was refunded\(event.amount)"
    case .revoked: "\(product) was revoked"
    case .refundedOrRevoked: "\(product) was taken back; the store did not say whether as a refund"
    case .replaced: "\(product) ended because a better plan replaced it"
    case .refundRequested: "a refund of \(product) was requested"
    case .refundedInPart: "a part of the price of \(product) was refunded"
    case .refundDeclined: "the store declined to refund \(product)"
    case .refundReversed: "the refund of \(product) was reversed"
    case .graceBegan: "the payment for \(product) failed; grace period\(event.end)"
    case .holdBegan: "the payment for \(product) failed; no access while the store retries"
    case .graceEnded: "the grace period of \(product) ended unpaid; the store keeps retrying"
    case .renewalFailed: "the payment for \(product) failed"
    case .paused: "\(product) was paused\(event.end)"
    case .pauseScheduled: "a pause of \(product) was planned, or a planned one changed"
    case .expired: "\(product) expired\(event.reason.map { ": \(phrase(for: $0))" } ?? "")"
    case .extended: "the paid period of \(product) was extended"
    case .renewalTurnedOff: "renewal of \(product) was turned off"
    case .renewalTurnedOn: "renewal of \(product) was turned on again"
    case .planChangeChosen: "a change of plan from \(product) was chosen, or withdrawn"
    case .offerRedeemed: "an offer for \(product) was redeemed"
    case .priceRiseAsked: "a higher price for \(product) waits for the customer's consent"
    case .priceRiseAgreed: "the higher price for \(product) was agreed to"
    case .priceRiseAnnounced: "a higher price for \(product) was announced"
    case .priceChanged: "the price of \(product), or the consent to it, changed"
    case .cancellationScheduled:
      "\(product) was cancelled as of the end of the committed payments"
    case .pending: "\(product) waits for approval or payment"
    case .pendingCancelled: "the pending purchase of \(product) was cancelled"
    case .acknowledged: "the app acknowledged \(product)"
    case .consumed: "the app reported to the store that \(product) was used up"
    case .renewalDue: "\(product) is due to renew"
    case .accessEnds: "access by \(product) ends"
    case .ownerChanged: "\(product) moved to another user"
    case .ownerShared: "\(product) was given to one more user"
    case .ownerRefused: "another user claimed \(product) and did not get it"
    case .usersMerged: "two users were merged"
    case .used: "\(event.quantity) of \(product) used up"
    case .granted: "\(event.detail ?? "an entitlement") was granted by hand\(event.end)"
    case .withdrawn: "\(event.detail ?? "an entitlement") granted by hand was withdrawn"
    case .noted: "an operator left a note"
    case .assigned: "the case was assigned to \(event.detail ?? "nobody")"
    case .accountLinked:
      event.user == nil
        ? "the app account \(event.detail ?? "") stands for no particular user"
        : "the app account \(event.detail ?? "") stands for \(event.user?.raw ?? "")"
    case .accountFormsChosen: "app accounts are derived from user names as \(event.detail ?? "")"
    case .policyChosen: "purchases that two users claim: \(event.detail ?? "the rule changed")"
    case .rejected: "a document was rejected: \(event.detail ?? "reason unknown")"
    default: "the store sent an unknown event about \(product)"
    }
  }

  private static func saleSentence(for event: TimelineEvent) -> String {
    let product = event.productID ?? "a purchase"
    let many = event.quantity > 1 ? "\(event.quantity) × \(product)" : product
    let terms = "\(event.amount)\(event.end)"
    return switch event.kind {
    case .trialBegan: "a free trial of \(product) began\(event.end)"
    case .introductoryBegan: "\(product) began at an introductory price\(terms)"
    case .trialConverted: "the trial of \(product) became a paid subscription\(terms)"
    case .renewed: "\(product) renewed\(terms)"
    case .recovered: "the payment for \(product) was recovered\(terms)"
    case .resumed: "\(product) went on after a pause\(terms)"
    case .resubscribed: "\(product) was subscribed to again\(terms)"
    case .planChanged:
      "the plan changed\(event.formerProductID.map { " from \($0)" } ?? "") to \(product)\(terms)"
    case .familyShared: "\(product) is shared by a family member\(event.end)"
    default: "bought \(many)\(terms)\(event.offer.isPromotional ? ", with an offer" : "")"
    }
  }

  /// Why access ended, as text after a colon.
  package static func phrase(for reason: ExpiryReason) -> String {
    switch reason {
    case .voluntary: "renewal had been turned off"
    case .billing: "the payment failed"
    case .priceIncrease: "the higher price was not agreed to"
    case .productGone: "the product is no longer sold"
    case .developer: "the developer ended it"
    case .replaced: "another plan replaced it"
    case .other: "for an unknown reason"
    case .unknown: "no reason given"
    }
  }
}

extension TimelineEvent {
  fileprivate var amount: String {
    guard let price, price.nanos > 0 else { return "" }
    return " for \(price)"
  }

  fileprivate var end: String { until.map { ", until \(Wording.end($0, from: storeAt))" } ?? "" }
}

extension Order.Offer? {
  fileprivate var isPromotional: Bool {
    if case .promotional = self { true } else { false }
  }
}
