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
  case cancelDuplicate = "cancel-duplicate", refundDuplicate = "refund-duplicate"
  case askWhetherPosted = "ask-whether-posted"
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

extension RecommendationCode {
  /// The recommendation for the operator, with the placeholders of a verdict's template.
  package var template: String {
    switch self {
    case .nothing: "Nothing needs to be done."
    case .refreshApp:
      "Nothing is wrong on file: have the customer sign in and reopen the app, so that it asks again."
    case .reverify: "Re-verify the purchase[ at {store}], and look again."
    case .transfer:
      "Ask for proof of the purchase; then restore it, or transfer it, to the user who asks."
    case .attach: "Attach the purchase to the user who asks, by a restore or a transfer."
    case .keepOrTransfer:
      "Find out which user the customer wants to use; transfer the purchase back if it is the old one."
    case .useMergedUser: "Look at the user it was merged into; have the customer sign in there."
    case .askForOrderNumber:
      "[Order {order} is not on file: compare each character. ]Ask for the store's e-mail about the"
        + " purchase, and for the sign-in used."
    case .askForReceipt:
      "Have the customer restore purchases in the app, and look at the receipt that arrives."
    case .lookUpOrder:
      "Look the number up at Apple (production only, needs a key), or ask for the date and product."
    case .checkStoreAccount:
      "Have the customer sign in to {store} with the account that made the purchase, and restore."
    case .fixPayment:
      "Have the customer update the payment method at {store}; then look again. A grant of some days"
        + " bridges the time where access is off."
    case .resume: "Have the customer resume the subscription at {store}."
    case .subscribeAgain: "Explain the end; the customer can buy again[ at {store}]."
    case .mapProduct: "Add the product to the catalog, with the entitlement that it unlocks."
    case .rebuildRights:
      "Re-verify the purchase, so that its entitlements are derived again, and report it."
    case .decideGrant: "Decide whether to grant the entitlement by hand."
    case .useProduction:
      "A test purchase counts in test builds only: look in that environment, or buy in production."
    case .waitForApproval:
      "Wait: the purchase must be approved by the family organiser, or paid, at {store} first."
    case .askOrganiser: "Send the customer to the family member who made the purchase."
    case .deliverOnce:
      "Deliver it once, under the order's ID, so that it cannot be delivered again; then have the"
        + " customer reopen the app."
    case .explainDelivery: "Explain with the dates of use."
    case .acknowledge:
      "Fix the app so that it acknowledges within three days; the customer can buy again."
    case .refund: "Refund at {store}[: order {order}]. To end access as well, also choose Revoke."
    case .revokeAtStore: "Revoke the purchase at {store}, and re-verify it so that access ends."
    case .sendToApple:
      "Send the customer to reportaproblem.apple.com; purchases at Apple are refunded there only."
    case .answerApple: "Answer Apple's request for consumption information[ before {until}]."
    case .answerGoogle: "Answer Google's review of the refund[ before {until}]."
    case .waitForStore: "Wait for the store's decision; the ledger follows it."
    case .cancelDuplicate:
      "Have the customer cancel one of the two in the account that bought it. Only the store can"
        + " refund."
    case .refundDuplicate:
      "A one-time product cannot be cancelled: refund one of the two if it is Google's, or send the"
        + " customer to reportaproblem.apple.com if it is Apple's."
    case .askWhetherPosted:
      "Ask whether the other charge is pending or posted; a pending one goes away by itself."
    case .explainCharges: "Explain the charges with their dates."
    case .explainRefund: "Explain the refund; a bank may take some days to show it."
    case .explainRenewal:
      "Explain with the dates. Only the store can refund[: order {order}]."
    case .turnOffRenewal:
      "Have the customer turn off renewal at {store}; deleting the app does not do it."
    case .explainPlan: "Explain the plan and when it changes."
    case .explainPrice: "Explain the price with the dates of the charges."
    case .explainOffer: "Explain the offer with its dates; goodwill may extend access."
    case .compareSignIn:
      "Check that the customer is signed in to the account that owns this purchase, and have the"
        + " customer reopen the app."
    case .askStore: "Ask the store about it[: look up {order}], and look again."
    case .askCustomer:
      "Ask the customer which purchase is meant, what the bill says, and which sign-in was used."
    case .askColleague:
      "Ask the app's developer what it delivers, or import a catalog, and look again."
    case .sendToOtherApp:
      "Send the customer to that app's support; ask for an order number of ours if there is one."
    case .useOtherStore: "Handle it as a purchase at {store}."
    }
  }
}
