/// The result of a diagnosis. The raw values are stable and ordered from the most to the least
/// severe; `meaning`, `weight` and `recommendation` complete the table.
package enum VerdictCode: String, Sendable, CaseIterable {
  // problems that require action
  case chargedDespiteRenewalOff = "charged-despite-renewal-off"
  case duplicateCharge = "duplicate-charge", refundedAccessRemains = "refunded-access-remains"
  case refundRequestOpen = "refund-request-open", refundUnderReview = "refund-under-review"
  case ownedByOtherUser = "owned-by-other-user", movedToOtherUser = "moved-to-other-user"
  case mergedIntoOtherUser = "merged-into-other-user", ownedByNobody = "owned-by-nobody"
  case receiptRejected = "receipt-rejected", productNotInCatalog = "product-not-in-catalog"
  case productGivesNoRight = "product-gives-no-right", rightMissing = "right-missing"
  case boughtInTwoStores = "bought-in-two-stores"
  case boughtWithTwoAccounts = "bought-with-two-accounts", twoSubscriptions = "two-subscriptions"
  case paymentOnHold = "payment-on-hold", inGracePeriod = "in-grace-period"
  case saleNotOnFile = "sale-not-on-file", saleUnconfirmed = "sale-unconfirmed"
  case renewalNotReceived = "renewal-not-heard"

  // explanations
  case subscriptionPaused = "subscription-paused", purchasePending = "purchase-pending"
  case pendingCancelled = "pending-cancelled", refundedUnacknowledged = "refunded-unacknowledged"
  case purchaseRefunded = "purchase-refunded", familyAccessEnded = "family-access-ended"
  case purchaseRevoked = "purchase-revoked", expiredAfterBilling = "expired-after-billing"
  case priceRiseNotAgreed = "price-rise-not-agreed", subscriptionExpired = "subscription-expired"
  case grantEnded = "grant-ended", sandboxOnly = "sandbox-only"
  case onlyConsumables = "only-consumables", secondChargeRefunded = "second-charge-refunded"
  case chargeOfOtherUser = "charge-of-other-user", chargedForUpgrade = "charged-for-upgrade"
  case renewalsOfOneSubscription = "renewals-of-one-subscription"
  case separatePurchases = "separate-purchases", oneChargeOnFile = "one-charge-on-file"
  case nothingWasCharged = "nothing-was-charged", refundedAlready = "refunded-already"
  case partiallyRefunded = "partially-refunded", refundDeclined = "refund-declined"
  case refundReversed = "refund-reversed", refundAwaited = "refund-awaited"
  case refundOnlyByApple = "refund-only-by-apple", tooOldToRefund = "too-old-to-refund"
  case refundPossible = "refund-possible", boughtInOtherStore = "bought-in-other-store"
  case otherAppsPurchase = "other-apps-purchase", memberCannotRefund = "member-cannot-refund"
  case receiptWithoutPurchases = "receipt-without-purchases", noReceiptSince = "no-receipt-since"
  case transferredByOperator = "transferred-by-operator"
  case cancellationScheduled = "cancellation-scheduled", renewalOffTooLate = "renewal-off-too-late"
  case renewalOffAfterCharge = "renewal-off-after-charge"
  case renewalTurnedOnAgain = "renewal-turned-on-again"
  case otherSubscriptionCancelled = "other-subscription-cancelled", boughtAgain = "bought-again"
  case chargeNotARenewal = "charge-not-a-renewal", renewalNeverOff = "renewal-never-off"
  case planChangeWillLapse = "plan-change-will-lapse", planChangeDeferred = "plan-change-deferred"
  case planChangePending = "plan-change-pending", planChangedAlready = "plan-changed-already"
  case introductoryPriceEnded = "introductory-price-ended", priceRisePending = "price-rise-pending"
  case priceRiseAnnounced = "price-rise-announced", priceRiseAgreed = "price-rise-agreed"
  case storefrontChanged = "storefront-changed"
  case priceDiffersFromCatalog = "price-differs-from-catalog", planAsBought = "plan-as-bought"
  case consumableNotDelivered = "consumable-not-delivered", consumedAtStore = "consumed-at-store"
  case consumablePartlyUsed = "consumable-partly-used", consumableUsedUp = "consumable-used-up"
  case trialConverted = "trial-converted", trialRunning = "trial-running"
  case trialUsedBefore = "trial-used-before", offerApplied = "offer-applied"
  case noOfferOnSale = "no-offer-on-sale", familyShared = "family-shared"
  case pendingCompleted = "pending-completed", notPendingNotFamily = "not-pending-not-family"
  case accessRecovered = "access-recovered"

  // missing information
  case nothingFound = "nothing-found", orderNumberUnknown = "order-number-unknown"
  case cannotTellYet = "cannot-tell-yet", noPurchaseOnFile = "no-purchase-on-file"
  case takenBackWithoutReason = "taken-back-without-reason"
  case renewalStatusUnknown = "renewal-status-unknown", renewalUnconfirmed = "renewal-unconfirmed"
  case planStatusUnknown = "plan-status-unknown", ownershipUnknown = "ownership-unknown"
  case deliveryUnknown = "delivery-unknown", familyStatusUnknown = "family-status-unknown"

  // no problem
  case accessIsActive = "access-is-active"

  package enum Weight: String, Sendable, CaseIterable {
    /// Requires action.
    case problem
    /// Explains the ticket.
    case answer
    /// Information is missing; the sentence states which.
    case missing
    /// All is well.
    case fine
  }

  /// Whether it answers a ticket, instead of leaving it to the next likely category.
  var isConclusive: Bool {
    switch self {
    case .boughtInOtherStore, .notPendingNotFamily, .planAsBought, .noOfferOnSale: false
    default: weight == .problem || weight == .answer
    }
  }

  /// Whether the subject is stored but the information for an answer is not.
  var isUnclear: Bool {
    switch self {
    case .nothingFound, .orderNumberUnknown, .noPurchaseOnFile: false
    default: weight == .missing
    }
  }

  /// Whether the purchase was refunded or revoked.
  var isTakenBack: Bool {
    switch self {
    case .purchaseRefunded, .refundedUnacknowledged, .purchaseRevoked, .takenBackWithoutReason: true
    default: false
    }
  }

  /// Whether the purchase is over, so that nothing of it is left to give to anybody.
  var isOver: Bool {
    switch self {
    case .familyAccessEnded, .expiredAfterBilling, .priceRiseNotAgreed, .subscriptionExpired: true
    default: isTakenBack
    }
  }

  package var weight: Weight {
    if self == .accessIsActive { return .fine }
    if gravity >= Self.nothingFound.gravity { return .missing }
    return gravity >= Self.subscriptionPaused.gravity ? .answer : .problem
  }

  /// The index in the table: the less, the more severe.
  var gravity: Int { Self.gravities[self] ?? Self.allCases.count }

  private static let gravities = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) }
  )
}

extension VerdictCode {
  /// The code's meaning, for a table of all codes.
  package var meaning: String {
    switch self {
    case .chargedDespiteRenewalOff: "Charged though renewal was turned off in time."
    case .duplicateCharge: "The same thing was charged twice, and neither charge was given back."
    case .refundedAccessRemains: "Refunded at the store, and access goes on."
    case .refundRequestOpen: "Apple asked for consumption information and can still be answered."
    case .refundUnderReview: "Google asked about a pending refund and can still be answered."
    case .ownedByOtherUser: "The purchase belongs to another user of the app."
    case .movedToOtherUser: "The purchase moved away when another user presented it."
    case .mergedIntoOtherUser: "The user was merged into another, who has everything now."
    case .ownedByNobody: "The purchase is on file and belongs to no user."
    case .receiptRejected: "What the app sent was rejected."
    case .productNotInCatalog: "The catalog does not know the product that was bought."
    case .productGivesNoRight: "The catalog gives no right for the product that was bought."
    case .rightMissing: "The purchase runs, and the ledger holds no right for it."
    case .boughtInTwoStores: "The same thing runs in two stores at once."
    case .boughtWithTwoAccounts: "The same thing was bought with two accounts of one store."
    case .twoSubscriptions: "Two subscriptions that give the same right run at once."
    case .paymentOnHold: "The payment failed, and there is no access while the store retries."
    case .inGracePeriod: "The payment failed, and access goes on for some days."
    case .saleNotOnFile: "The store told of a purchase that is not on file itself."
    case .saleUnconfirmed: "The store has not confirmed a purchase that somebody told of."
    case .renewalNotReceived:
      "A paid period ended, and nothing was heard of the subscription since."
    case .subscriptionPaused: "The customer paused the subscription."
    case .purchasePending: "The purchase waits for approval or payment."
    case .pendingCancelled: "A pending purchase was called off; nothing was bought."
    case .refundedUnacknowledged: "Google refunded a purchase that was never acknowledged."
    case .purchaseRefunded: "Access ended with a refund."
    case .familyAccessEnded: "Family sharing ended, and access with it."
    case .purchaseRevoked: "The store withdrew the purchase."
    case .expiredAfterBilling: "The subscription ended because the payment failed."
    case .priceRiseNotAgreed: "The subscription ended because a higher price was not agreed to."
    case .subscriptionExpired: "The subscription ended."
    case .grantEnded: "A right that was granted by hand ended."
    case .sandboxOnly: "There are test purchases only."
    case .onlyConsumables: "Only consumables are on file; they give no lasting access."
    case .secondChargeRefunded: "One of two charges was given back already."
    case .chargeOfOtherUser: "One of the charges is another user's."
    case .chargedForUpgrade: "The second charge is that of a change of plan."
    case .renewalsOfOneSubscription: "The charges are periods of one subscription."
    case .separatePurchases: "The charges are purchases of different things."
    case .oneChargeOnFile: "One charge is on file; a second one is usually a bank's hold."
    case .nothingWasCharged: "No money was taken."
    case .refundedAlready: "The store refunded it already."
    case .partiallyRefunded: "A part of the price was refunded; the rest was not."
    case .refundDeclined: "Apple declined the refund."
    case .refundReversed: "The refund was undone, and the purchase holds again."
    case .refundAwaited: "A refund was asked for, and the store has not decided."
    case .refundOnlyByApple: "No refund was asked for; only Apple can give one."
    case .tooOldToRefund: "Google refunds no order of more than three years ago."
    case .refundPossible: "The order can be refunded at Google Play."
    case .boughtInOtherStore: "It was bought in another store."
    case .otherAppsPurchase: "The purchase is of another app than ours."
    case .memberCannotRefund: "It is shared by a family member, who alone can have a refund."
    case .receiptWithoutPurchases: "The newest receipt lists no purchase: another store account."
    case .noReceiptSince: "The app has sent nothing for days."
    case .transferredByOperator: "An operator gave the purchase to another user."
    case .cancellationScheduled:
      "Cancelled; the plan ends when all committed payments are made."
    case .renewalOffTooLate: "Renewal was turned off less than 24 hours before it was due."
    case .renewalOffAfterCharge: "Renewal was turned off after the charge."
    case .renewalTurnedOnAgain: "Renewal was turned off, and on again before the charge."
    case .otherSubscriptionCancelled:
      "Renewal is off for another subscription than the one charged."
    case .boughtAgain: "The subscription had ended and was bought again."
    case .chargeNotARenewal: "The charge was a first purchase."
    case .renewalNeverOff: "Renewal was never turned off."
    case .planChangeWillLapse: "A change of plan was chosen, and renewal turned off."
    case .planChangeDeferred: "A change of plan was deferred to the next renewal."
    case .planChangePending: "A change of plan was chosen for the next renewal."
    case .planChangedAlready: "The plan has changed already."
    case .introductoryPriceEnded: "The introductory or promotional price ended."
    case .priceRisePending: "A higher price waits for the customer's consent."
    case .priceRiseAnnounced:
      "A higher price comes with a renewal unless the customer cancels."
    case .priceRiseAgreed: "The customer agreed to a higher price."
    case .storefrontChanged: "The country or currency of the store account changed."
    case .priceDiffersFromCatalog: "The charge differs from the catalog's price."
    case .planAsBought: "The plan is the one that was bought, and no change is known."
    case .consumableNotDelivered: "The consumable is verified, and nothing of it was used."
    case .consumedAtStore: "The app told the store it delivered; no use is on file."
    case .consumablePartlyUsed: "Some of the consumable is left."
    case .consumableUsedUp: "The consumable was used up."
    case .trialConverted: "The trial ended and became a paid subscription."
    case .trialRunning: "The trial runs, and nothing was charged."
    case .trialUsedBefore: "A trial or introductory price had been used before."
    case .offerApplied: "The sale was made with an offer."
    case .noOfferOnSale: "The sale was made without an offer, and no earlier one is on file."
    case .familyShared: "Access comes from a family member's purchase."
    case .pendingCompleted: "A pending purchase was completed."
    case .notPendingNotFamily: "Nothing is pending, and nothing is shared by a family member."
    case .accessRecovered: "Access was interrupted and is back."
    case .nothingFound: "Nothing on file matches the message."
    case .orderNumberUnknown: "An order number of Apple's that the ledger has not seen."
    case .cannotTellYet: "Something that would tell is missing; the sentence says what."
    case .noPurchaseOnFile: "No purchase of the kind is on file."
    case .takenBackWithoutReason: "Taken back; the store has not said why."
    case .renewalStatusUnknown: "Nobody said whether, or when, renewal was turned off."
    case .renewalUnconfirmed: "The last period on file ended long ago; nothing was heard since."
    case .planStatusUnknown: "Nobody said what the subscription renews as."
    case .ownershipUnknown: "No claim on the purchase is on file."
    case .deliveryUnknown: "Nothing tells whether the consumable was delivered."
    case .familyStatusUnknown: "Nothing tells whether the purchase is shared by a family member."
    case .accessIsActive: "Access is there."
    }
  }
}
