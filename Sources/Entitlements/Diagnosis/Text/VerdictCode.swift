/// The result of a diagnosis. The raw values are stable and ordered from the most to the least
/// severe; `meaning`, `weight` and `recommendation` complete the table.
package enum VerdictCode: String, Sendable, CaseIterable {
  // problems that require action
  case chargedDespiteRenewalOff = "charged-despite-renewal-off"
  case duplicateCharge = "duplicate-charge"
  case refundedAccessRemains = "refunded-access-remains"
  case refundRequestOpen = "refund-request-open"
  case refundUnderReview = "refund-under-review"
  case ownedByOtherUser = "owned-by-other-user"
  case movedToOtherUser = "moved-to-other-user"
  case mergedIntoOtherUser = "merged-into-other-user"
  case ownedByNobody = "owned-by-nobody"
  case receiptRejected = "receipt-rejected"
  case productNotInCatalog = "product-not-in-catalog"
  case productGivesNoRight = "product-gives-no-right"
  case rightMissing = "right-missing"
  case boughtInTwoStores = "bought-in-two-stores"
  case boughtWithTwoAccounts = "bought-with-two-accounts"
  case twoSubscriptions = "two-subscriptions"
  case paymentOnHold = "payment-on-hold"
  case inGracePeriod = "in-grace-period"
  case saleNotOnFile = "sale-not-on-file"
  case saleUnconfirmed = "sale-unconfirmed"
  case renewalNotReceived = "renewal-not-heard"

  // explanations
  case subscriptionPaused = "subscription-paused"
  case purchasePending = "purchase-pending"
  case pendingCancelled = "pending-cancelled"
  case refundedUnacknowledged = "refunded-unacknowledged"
  case purchaseRefunded = "purchase-refunded"
  case familyAccessEnded = "family-access-ended"
  case purchaseRevoked = "purchase-revoked"
  case expiredAfterBilling = "expired-after-billing"
  case priceRiseNotAgreed = "price-rise-not-agreed"
  case subscriptionExpired = "subscription-expired"
  case grantEnded = "grant-ended"
  case sandboxOnly = "sandbox-only"
  case onlyConsumables = "only-consumables"
  case secondChargeRefunded = "second-charge-refunded"
  case chargeOfOtherUser = "charge-of-other-user"
  case chargedForUpgrade = "charged-for-upgrade"
  case renewalsOfOneSubscription = "renewals-of-one-subscription"
  case separatePurchases = "separate-purchases"
  case oneChargeOnFile = "one-charge-on-file"
  case nothingWasCharged = "nothing-was-charged"
  case refundedAlready = "refunded-already"
  case partiallyRefunded = "partially-refunded"
  case refundDeclined = "refund-declined"
  case refundReversed = "refund-reversed"
  case refundAwaited = "refund-awaited"
  case refundOnlyByApple = "refund-only-by-apple"
  case tooOldToRefund = "too-old-to-refund"
  case refundPossible = "refund-possible"
  case boughtInOtherStore = "bought-in-other-store"
  case otherAppsPurchase = "other-apps-purchase"
  case memberCannotRefund = "member-cannot-refund"
  case receiptWithoutPurchases = "receipt-without-purchases"
  case noReceiptSince = "no-receipt-since"
  case transferredByOperator = "transferred-by-operator"
  case cancellationScheduled = "cancellation-scheduled"
  case renewalOffTooLate = "renewal-off-too-late"
  case renewalOffAfterCharge = "renewal-off-after-charge"
  case renewalTurnedOnAgain = "renewal-turned-on-again"
  case otherSubscriptionCancelled = "other-subscription-cancelled"
  case boughtAgain = "bought-again"
  case chargeNotARenewal = "charge-not-a-renewal"
  case renewalNeverOff = "renewal-never-off"
  case planChangeWillLapse = "plan-change-will-lapse"
  case planChangeDeferred = "plan-change-deferred"
  case planChangePending = "plan-change-pending"
  case planChangedAlready = "plan-changed-already"
  case introductoryPriceEnded = "introductory-price-ended"
  case priceRisePending = "price-rise-pending"
  case priceRiseAnnounced = "price-rise-announced"
  case priceRiseAgreed = "price-rise-agreed"
  case storefrontChanged = "storefront-changed"
  case priceDiffersFromCatalog = "price-differs-from-catalog"
  case planAsBought = "plan-as-bought"
  case consumableNotDelivered = "consumable-not-delivered"
  case consumedAtStore = "consumed-at-store"
  case consumablePartlyUsed = "consumable-partly-used"
  case consumableUsedUp = "consumable-used-up"
  case trialConverted = "trial-converted"
  case trialRunning = "trial-running"
  case trialUsedBefore = "trial-used-before"
  case offerApplied = "offer-applied"
  case noOfferOnSale = "no-offer-on-sale"
  case familyShared = "family-shared"
  case pendingCompleted = "pending-completed"
  case notPendingNotFamily = "not-pending-not-family"
  case accessRecovered = "access-recovered"

  // missing information
  case nothingFound = "nothing-found"
  case orderNumberUnknown = "order-number-unknown"
  case cannotTellYet = "cannot-tell-yet"
  case noPurchaseOnFile = "no-purchase-on-file"
  case takenBackWithoutReason = "taken-back-without-reason"
  case renewalStatusUnknown = "renewal-status-unknown"
  case renewalUnconfirmed = "renewal-unconfirmed"
  case planStatusUnknown = "plan-status-unknown"
  case ownershipUnknown = "ownership-unknown"
  case deliveryUnknown = "delivery-unknown"
  case familyStatusUnknown = "family-status-unknown"

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
