/// The recommended next step. The raw values are stable.
package enum RecommendationCode: String, Sendable, CaseIterable {
  case nothing, refreshApp = "refresh-app", reverify = "re-verify", transfer, attach
  case keepOrTransfer = "keep-or-transfer", useMergedUser = "use-merged-user"
  case askForOrderNumber = "ask-for-order-number", askForReceipt = "ask-for-receipt"
  case lookUpOrder = "look-up-order", checkStoreAccount = "check-store-account"
  case fixPayment = "fix-payment", resume, subscribeAgain = "subscribe-again"
  case mapProduct = "map-product", rebuildRights = "rebuild-rights"
  case decideGrant = "decide-grant", useProduction = "use-production"
  case waitForApproval = "wait-for-approval", askOrganiser = "ask-organiser"
  case deliverOnce = "deliver-once", explainDelivery = "explain-delivery"
  case acknowledge, refund, revokeAtStore = "revoke-at-store", sendToApple = "send-to-apple"
  case answerApple = "answer-apple", answerGoogle = "answer-google", waitForStore = "wait-for-store"
  case cancelDuplicate = "cancel-duplicate", askWhetherPosted = "ask-whether-posted"
  case explainCharges = "explain-charges", explainRefund = "explain-refund"
  case explainRenewal = "explain-renewal", turnOffRenewal = "turn-off-renewal"
  case explainPlan = "explain-plan", explainPrice = "explain-price", explainOffer = "explain-offer"
  case useOtherStore = "use-other-store", compareSignIn = "compare-sign-in"
  case askStore = "ask-store", askCustomer = "ask-customer", askColleague = "ask-colleague"
  case sendToOtherApp = "send-to-other-app"
}

extension VerdictCode {
  /// The next step for a purchase at `store`: only Apple refunds its own purchases.
  func recommendation(at store: Store?) -> RecommendationCode {
    recommendation == .refund && store == .apple ? .sendToApple : recommendation
  }

  /// The next step, independent of the store.
  package var recommendation: RecommendationCode {
    switch self {
    case .chargedDespiteRenewalOff, .duplicateCharge, .refundPossible: .refund
    case .refundedAccessRemains: .revokeAtStore
    case .refundRequestOpen: .answerApple
    case .refundUnderReview: .answerGoogle
    case .ownedByOtherUser: .transfer
    case .movedToOtherUser, .transferredByOperator: .keepOrTransfer
    case .mergedIntoOtherUser: .useMergedUser
    case .ownedByNobody: .attach
    case .receiptRejected, .noReceiptSince: .askForReceipt
    case .productNotInCatalog, .productGivesNoRight: .mapProduct
    case .rightMissing: .rebuildRights
    case .boughtInTwoStores, .boughtWithTwoAccounts, .twoSubscriptions: .cancelDuplicate
    case .paymentOnHold, .inGracePeriod: .fixPayment
    case .saleNotOnFile, .saleUnconfirmed, .renewalNotReceived, .takenBackWithoutReason,
      .renewalStatusUnknown, .renewalUnconfirmed, .planStatusUnknown, .familyStatusUnknown:
      .reverify
    case .subscriptionPaused: .resume
    case .purchasePending: .waitForApproval
    case .refundedUnacknowledged: .acknowledge
    case .purchaseRefunded, .secondChargeRefunded, .refundedAlready, .partiallyRefunded:
      .explainRefund
    case .otherAppsPurchase: .sendToOtherApp
    case .familyAccessEnded, .memberCannotRefund: .askOrganiser
    case .pendingCancelled, .purchaseRevoked, .expiredAfterBilling, .priceRiseNotAgreed,
      .subscriptionExpired:
      .subscribeAgain
    case .grantEnded: .decideGrant
    case .sandboxOnly: .useProduction
    case .chargedForUpgrade, .renewalsOfOneSubscription, .separatePurchases, .nothingWasCharged,
      .boughtAgain, .chargeNotARenewal, .chargeOfOtherUser:
      .explainCharges
    case .oneChargeOnFile: .askWhetherPosted
    case .refundDeclined, .refundOnlyByApple: .sendToApple
    case .refundAwaited: .waitForStore
    case .tooOldToRefund: .decideGrant
    case .boughtInOtherStore: .useOtherStore
    case .receiptWithoutPurchases: .checkStoreAccount
    case .renewalOffTooLate, .renewalOffAfterCharge, .renewalTurnedOnAgain,
      .cancellationScheduled:
      .explainRenewal
    case .otherSubscriptionCancelled, .renewalNeverOff: .turnOffRenewal
    case .planChangeWillLapse, .planChangeDeferred, .planChangePending, .planChangedAlready,
      .planAsBought:
      .explainPlan
    case .introductoryPriceEnded, .priceRisePending, .priceRiseAnnounced, .priceRiseAgreed,
      .storefrontChanged, .priceDiffersFromCatalog:
      .explainPrice
    case .consumableNotDelivered, .deliveryUnknown: .deliverOnce
    case .onlyConsumables, .consumedAtStore, .consumablePartlyUsed, .consumableUsedUp:
      .explainDelivery
    case .trialConverted, .trialRunning, .trialUsedBefore, .offerApplied, .noOfferOnSale:
      .explainOffer
    case .nothingFound, .noPurchaseOnFile: .askForOrderNumber
    case .orderNumberUnknown: .lookUpOrder
    case .cannotTellYet: .askStore
    case .refundReversed, .familyShared, .pendingCompleted, .notPendingNotFamily: .nothing
    case .ownershipUnknown: .askForReceipt
    case .accessRecovered, .accessIsActive: .refreshApp
    }
  }
}
