extension Wording {
  /// What may be told to the customer, with the order's number where the customer knows it.
  static func customerSummary(for code: VerdictCode, _ slots: Slots) -> String {
    filled(code.customerTemplate + "[ This is about order {order}.]", slots)
  }
}

extension VerdictCode {
  /// Plain words for the customer: nothing of other people, and nothing of how things are kept.
  package var customerTemplate: String {
    switch weight {
    case .problem: customerProblem
    case .answer: customerAccess ?? customerCharge
    case .missing: customerQuestion
    case .fine:
      "Your access is active[ until {until}]. Please sign in and reopen the app; if it does not show"
        + " up, write to us again."
    }
  }

  private var customerProblem: String {
    switch self {
    case .chargedDespiteRenewalOff:
      "Renewal of {product} was turned off on {date}, and the charge of {otherDate} came after that."
        + " We are looking into it with {store}."
    case .duplicateCharge:
      "We see two charges for {product}, of {otherDate} and {date}. One of them should be given"
        + " back by {store}."
    case .refundedAccessRemains: "{product} was refunded on {date}."
    case .refundRequestOpen:
      "Apple decides on refunds, and has your request of {date} for {product}. You can follow it at"
        + " reportaproblem.apple.com. A subscription renews until you turn that off in your account."
    case .refundUnderReview:
      "Google decides on your request of {date} to refund {product}, and will tell you by e-mail."
    case .movedToOtherUser: Self.connectedElsewhere
    case .ownedByOtherUser, .mergedIntoOtherUser:
      "This purchase is connected with another sign-in of our app. Please sign in with the one you"
        + " used when you bought it, or tell us which one you want to use."
    case .ownedByNobody, .productNotInCatalog, .productGivesNoRight, .rightMissing:
      "We found your purchase[ of {product}] and are correcting our records, so that you get what"
        + " you paid for."
    case .receiptRejected:
      "We could not confirm the receipt that the app sent on {date}. Please restore your purchases"
        + " in the app once more, and send us the order number in the store's e-mail."
    case .boughtWithTwoAccounts:
      "You were charged on {otherDate} and on {date} with two different accounts of {store}. Please"
        + " sign in to the one you do not need, turn off renewal there, and ask for a refund there."
    case .boughtInTwoStores, .twoSubscriptions:
      "You have two purchases that give the same, charged on {otherDate} and on {date}. Please turn"
        + " off renewal of the one you do not need, where you bought it."
    case .paymentOnHold:
      "The payment for {product} did not go through, so access has been off since {date}. Please update"
        + " your payment method at {store}; access comes back once the payment succeeds."
    case .inGracePeriod:
      "The payment for {product} did not go through. You keep access[ until {until}]; please update"
        + " your payment method at {store} before then."
    case .saleUnconfirmed:
      "We are asking {store} to confirm your purchase of {product}; restoring your purchases in the"
        + " app helps too."
    default:
      "Our records of {product} end on {date}. We are asking {store} for newer ones; restoring your"
        + " purchases in the app helps too."
    }
  }

  private static let connectedElsewhere =
    "The purchase of {product} was connected with another sign-in of our app on {date}. Please tell us"
    + " which one you want to use."

  private var customerAccess: String? {
    switch self {
    case .subscriptionPaused:
      "{product} has been paused since {date}[, until {until}]. You can resume it at {store}."
    case .purchasePending:
      "The purchase still waits for approval or payment. You get access once it is approved or paid."
    case .pendingCancelled: "The purchase was called off on {date}; you were not charged."
    case .refundedUnacknowledged, .purchaseRefunded, .refundedAlready:
      "{product} was refunded on {date}. Your bank may take some days to show it."
    case .familyAccessEnded:
      "{product} was shared with you by a family member, and that ended on {date}. Please ask the"
        + " family member who bought it."
    case .purchaseRevoked:
      "{product} was withdrawn by {store} on {date}. You can buy it again there."
    case .expiredAfterBilling:
      "{product} ended on {date} because the payment did not go through. You can subscribe again."
    case .priceRiseNotAgreed:
      "{product} ended on {date} because its new price was not agreed to. You can subscribe again."
    case .subscriptionExpired: "{product} ended on {date}. You can subscribe again at any time."
    case .grantEnded: "The access that we gave you ended on {date}."
    case .sandboxOnly: "The purchase was made in a test version of the app and cost nothing."
    case .onlyConsumables:
      "What you bought is used up as you use it, so it cannot be restored on another device."
    case .receiptWithoutPurchases:
      "The store account on your device has no purchase of ours. Please sign in to the store with"
        + " the account that you bought with, and restore your purchases."
    case .noReceiptSince:
      "Nothing reached us from the app[ since {date}]. Please open it, restore your purchases, and"
        + " write to us if that fails."
    case .transferredByOperator: Self.connectedElsewhere
    case .memberCannotRefund, .familyShared:
      "{product} is shared with you by a family member; only that person can change or refund it."
    case .pendingCompleted: "The purchase was completed on {date}."
    case .notPendingNotFamily: "Your purchases are complete, and they are your own."
    case .accessRecovered:
      "Access by {product} came back on {date}. Please sign in and reopen the app."
    case .consumableNotDelivered:
      "Your purchase of {product} on {date} is confirmed, and we are delivering it. Please reopen the"
        + " app in a few minutes."
    case .consumablePartlyUsed:
      "Your purchase of {product} on {date} is confirmed, and {count} can still be used."
    case .consumedAtStore, .consumableUsedUp:
      "By our records {product}, bought on {date}, was delivered and used[ on {otherDate}]."
    default: nil
    }
  }

  private var customerCharge: String {
    switch self {
    case .secondChargeRefunded: "One of the two charges for {product} was given back on {date}."
    case .chargeOfOtherUser, .separatePurchases:
      "The charges you wrote of are separate purchases; the one of {date} is for {product}."
    case .chargedForUpgrade, .planChangedAlready:
      "Your plan changed from {otherProduct} to {product} on {date}[, for {amount}]."
    case .renewalsOfOneSubscription:
      "The charges of {otherDate} and {date} are for two periods of {product}, not for the same one."
    case .oneChargeOnFile:
      "We see one charge, of {date}[, {amount}]. A second entry is often a hold that your bank"
        + " releases by itself. Is it shown as pending or as posted?"
    case .nothingWasCharged: "No money was taken for {product} of {date}: {reason}."
    case .partiallyRefunded:
      "{store} refunded a part of the price of {product} on {date}. Your bank may take some days to"
        + " show it."
    case .refundDeclined:
      "Apple declined the refund on {date}. You can ask again at reportaproblem.apple.com."
    case .refundReversed: "The refund was undone on {date}, and {product} is yours again."
    case .refundAwaited: "Your request of {date} for a refund is with {store}, which decides on it."
    case .refundOnlyByApple:
      "Purchases at the App Store are refunded by Apple. Please ask at reportaproblem.apple.com."
    case .tooOldToRefund: "{product} was bought on {date}; Google refunds no purchase that old."
    case .refundPossible: "We have your request to refund {product}, charged on {date}."
    case .boughtInOtherStore: "{product} was bought at {store}, so please turn there."
    case .otherAppsPurchase:
      "{product} was bought in another app, so please turn to the support of that app."
    case .cancellationScheduled:
      "Your cancellation of {product} is on file. The plan ends when all the payments that it was"
        + " bought with are made[, on {until}]; until then {store} charges each of them."
    case .renewalOffTooLate:
      "Renewal was turned off on {date}, less than 24 hours before it was due on {otherDate}; by"
        + " then the store had begun to renew. It will not renew again."
    case .renewalOffAfterCharge:
      "The charge was made on {otherDate}, and renewal turned off on {date}, after that. It will not"
        + " renew again."
    case .renewalTurnedOnAgain:
      "Renewal was turned on again on {date}, before the charge of {otherDate}."
    case .otherSubscriptionCancelled, .renewalNeverOff:
      "Renewal of {product}, charged on {date}, was not turned off by our records. Please turn it"
        + " off at {store}; deleting the app does not do it."
    case .boughtAgain, .chargeNotARenewal: "{product} was bought on {date}; it is no renewal."
    case .planChangeWillLapse:
      "Your change of plan comes with the next renewal, and renewal is off. Please turn it on at"
        + " {store} if you want the change."
    case .planChangeDeferred, .planChangePending:
      "Your change from {product} to {otherProduct} takes effect with the next renewal[, on {until}]."
    case .introductoryPriceEnded:
      "The offer on {product} ended on {date}[; the price is {amount} since then]."
    case .priceRisePending:
      "A new price of {product} was announced on {date} and waits for your consent at {store}."
    case .priceRiseAnnounced:
      "A new price of {product}[, {otherAmount},] was announced on {date}. It is charged from a coming"
        + " renewal on, unless you cancel before that at {store}."
    case .priceRiseAgreed: "You agreed to the new price of {product} on {date}."
    case .storefrontChanged:
      "{product} was charged on {date}[ at {amount}], the price of your store account's country."
    case .priceDiffersFromCatalog:
      "{product} was charged at {amount} on {date}. We are looking into the price."
    case .planAsBought: "Your plan is {product}, as you bought it on {date}."
    case .trialConverted:
      "The free trial of {product} ended on {date} and became a paid subscription[ for {amount}]."
    case .trialRunning: "Your free trial of {product} runs[ until {until}]."
    case .trialUsedBefore:
      "A free trial or introductory price can be used once with a store account, and it had been used"
        + " with yours before."
    case .offerApplied: "{product} was bought on {date} with an offer[, for {amount}]."
    default: "{product} was bought on {date} at the full price."
    }
  }

  private var customerQuestion: String {
    switch self {
    case .ownershipUnknown:
      "We found your purchase of {product}. Please tell us how you sign in, and how you did when you"
        + " bought it."
    case .renewalUnconfirmed:
      "Our records of {product} end on {date}. If you were charged after that, please restore your"
        + " purchases in the app, and send us the order number in the store's e-mail."
    case .nothingFound, .orderNumberUnknown, .noPurchaseOnFile:
      "We could not find the purchase yet. Please send us the order number in the store's e-mail,"
        + " the date and the amount, and tell us how you sign in."
    case .cannotTellYet:
      "We have your message and are looking into your purchase. We will write to you again."
    case .deliveryUnknown: "We found your purchase of {product} and are checking its delivery."
    default: "We found your purchase of {product} and are asking the store for more about it."
    }
  }
}
