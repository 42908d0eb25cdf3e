extension VerdictCode {
  /// The sentence for operators: dates, products and amounts, but no identifiers and people. A part
  /// in square brackets is shown if its `{placeholders}` have a value.
  package var template: String {
    switch weight {
    case .problem: problemTemplate
    case .answer: accessAnswer ?? chargeAnswer ?? planAnswer
    case .missing, .fine: otherTemplate
    }
  }

  private var problemTemplate: String {
    switch self {
    case .chargedDespiteRenewalOff:
      "Renewal of {product} was turned off on {date}, but it was charged on {otherDate}."
    case .duplicateCharge:
      "{product} was sold twice, on {otherDate} and on {date}; neither sale was taken back."
    case .refundedAccessRemains:
      "{store} reports a refund of {product} on {date}; the customer still has access."
    case .refundRequestOpen:
      "A refund of {product} was requested on {date}; you can answer Apple until {until}."
    case .refundUnderReview:
      "Google has been reviewing a refund of {product} since {date}; you can answer until {until}."
    case .ownedByOtherUser: "{product}[, bought on {date},] belongs to another user of the app."
    case .movedToOtherUser:
      "{product} moved to another user on {date}, when that user presented the purchase."
    case .mergedIntoOtherUser:
      "On {date} this user was merged into another, who has everything since."
    case .ownedByNobody: "{product}[, bought on {date},] is on file and belongs to no user."
    case .receiptRejected: "What the app sent on {date} was rejected: {code}."
    case .productNotInCatalog: "{product} was bought on {date}, and the catalog does not know it."
    case .productGivesNoRight:
      "{product} was bought on {date}, and by the catalog it unlocks nothing."
    case .rightMissing:
      "{product} runs[ until {until}], but the user does not have what it unlocks: {right}."
    case .boughtInTwoStores:
      "{otherProduct}, charged on {otherDate}, and {product}, charged on {date}, unlock the same"
        + " and run in two stores at once."
    case .boughtWithTwoAccounts:
      "{otherProduct}, charged on {otherDate}, and {product}, charged on {date}: one account of"
        + " {store} can't hold both, so two accounts paid."
    case .twoSubscriptions:
      "{otherProduct}, charged on {otherDate}, and {product}, charged on {date}, unlock the"
        + " same and run at once."
    case .paymentOnHold:
      "The payment for {product} failed; access has been off since {date}, while the store tries"
        + " again."
    case .inGracePeriod: "The payment for {product} failed; access goes on[ until {until}]."
    case .saleNotOnFile:
      "The store told of a purchase[ of {product}] on {date}, but the sale itself is not on file."
    case .saleUnconfirmed:
      "The store has not confirmed the purchase[ of {product}] that was told of on {date}. It"
        + " unlocks nothing until then."
    default:
      "The paid period of {product} ended on {date}. Nothing was heard of it since, so whether it"
        + " renewed is not known."
    }
  }

  private var otherTemplate: String {
    switch self {
    case .nothingFound: "Nothing found for this message."
    case .orderNumberUnknown:
      "This looks like an Apple order number, and it is not on file: receipts do not contain order"
        + " numbers."
    case .cannotTellYet: "Not known yet: {thing}."
    case .noPurchaseOnFile: "No {thing} is on file."
    case .takenBackWithoutReason:
      "{product} was taken back on {date}; the document does not say whether by refund, revocation"
        + " or upgrade."
    case .renewalStatusUnknown:
      "Whether renewal of {product} was off at the charge of {date} is not on file."
    case .renewalUnconfirmed:
      "The last period of {product} on file ended on {date}, and nothing was heard of it since."
    case .planStatusUnknown:
      "What {product} is to renew as is not on file[; a change was announced on {otherDate}]."
    case .ownershipUnknown: "Who presented {product}, and when, is not on file."
    case .deliveryUnknown:
      "Whether {product} of {date} was delivered is not on file: there is no inventory of it."
    case .familyStatusUnknown:
      "Whether {product} is shared by a family member is not on file: its documents do not say."
    default: "Access is there[: {right}][ until {until}][, by {product}][, {reason}]."
    }
  }
}

/// The sentences of answers, by subject.
extension VerdictCode {
  var accessAnswer: String? {
    switch self {
    case .subscriptionPaused: "{product} has been paused since {date}[, until {until}]."
    case .purchasePending:
      "The purchase[ of {product}] has been waiting for approval or payment since {date}."
    case .pendingCancelled:
      "The pending purchase[ of {product}] was called off on {date}; nothing was bought."
    case .refundedUnacknowledged:
      "{product}, bought on {otherDate}, was refunded on {date}. No acknowledgement by the app is on"
        + " file, and Google refunds what is not acknowledged within three days."
    case .purchaseRefunded: "{product} was refunded on {date}; what it gave ended with it."
    case .familyAccessEnded:
      "A family member shared {product}. The sharing ended on {date}, and access with it."
    case .purchaseRevoked: "The store withdrew {product} on {date}."
    case .expiredAfterBilling: "{product} ended on {date} because the payment failed."
    case .priceRiseNotAgreed:
      "{product} ended on {date} because the higher price was not agreed to."
    case .subscriptionExpired: "{product} ended on {date}[: {reason}]."
    case .grantEnded: "The entitlement {right}, granted by hand, ended on {date}."
    case .sandboxOnly:
      "{product} was bought on {date} in the sandbox. No production purchase of it is on file."
    case .onlyConsumables:
      "Only consumables are on file, {product} on {date} last. They give no lasting access and"
        + " cannot be restored."
    case .receiptWithoutPurchases:
      "The newest receipt, of {date}, lists no purchase: the device's store account has none."
    case .noReceiptSince: "The app has sent nothing[ since {date}]."
    case .transferredByOperator: "An operator gave {product} to another user on {date}."
    case .familyShared: "{product} is shared by a family member[ until {until}]."
    case .pendingCompleted:
      "The purchase of {product}, pending since {otherDate}, was completed on {date}."
    case .notPendingNotFamily:
      "Nothing is pending, and the purchases on file are the customer's own."
    case .accessRecovered:
      "Access by {product} was interrupted on {otherDate} and came back on {date}."
    default: nil
    }
  }

  var chargeAnswer: String? {
    switch self {
    case .secondChargeRefunded:
      "Of two charges for {product}, one was given back on {date}."
    case .chargeOfOtherUser: "The charge of {date} for {product} is another user's of the app."
    case .chargedForUpgrade:
      "The plan changed from {otherProduct} to {product} on {date}[, for {amount}][; the charge of"
        + " {otherDate} was for the old plan]."
    case .renewalsOfOneSubscription:
      "The charges of {otherDate} and {date} are two periods of one subscription, {product}."
    case .separatePurchases:
      "The charges of {otherDate} and {date} are two purchases: {otherProduct}, and {product}."
    case .oneChargeOnFile:
      "One charge is on file for that time: {product} on {date}[, {amount}]. The second is usually a"
        + " temporary bank hold; otherwise another store account paid."
    case .nothingWasCharged: "{product} of {date} took no money: {reason}."
    case .refundedAlready: "{product}[, bought on {otherDate},] was refunded on {date}."
    case .partiallyRefunded:
      "{store} refunded a part of {product}, bought on {otherDate}, on {date}. The rest was not"
        + " refunded."
    case .refundDeclined: "Apple declined to refund {product} on {date}."
    case .refundReversed:
      "The refund of {product} was reversed on {date}; the purchase is valid again."
    case .refundAwaited:
      "A refund of {product} was requested on {date}; no decision is on file."
    case .refundOnlyByApple:
      "No refund request for {product}, bought on {date}, is on file. Only Apple can refund it."
    case .tooOldToRefund: "{product} was bought on {date}, more than three years ago."
    case .refundPossible:
      "{product}, charged on {date}[ for {amount}], has not been refunded.[ {reason}]"
    case .boughtInOtherStore: "{product} was bought on {date} at {store}."
    case .otherAppsPurchase:
      "{product}, bought on {date} at {store}, belongs to another app[: {thing}]."
    case .memberCannotRefund: "{product} is shared by a family member, who made the purchase."
    case .cancellationScheduled:
      "{product} was cancelled by {date}. It ends when all committed payments are made[, on"
        + " {until}]; until then {store} charges each of them."
    case .renewalOffTooLate:
      "Renewal of {product} was turned off on {date}; it was due on {otherDate}. Turning it off counts"
        + " when it happens 24 hours before."
    case .renewalOffAfterCharge:
      "{product} was charged on {otherDate}; renewal was turned off on {date}, after that."
    case .renewalTurnedOnAgain:
      "Renewal of {product} was turned on again on {date}, before the charge of {otherDate}."
    case .otherSubscriptionCancelled:
      "Renewal was turned off for {otherProduct}, not for {product}, which was charged on {date}."
    case .boughtAgain: "{product} ended on {otherDate} and was bought again on {date}."
    case .chargeNotARenewal:
      "{product} was bought on {date}. This was a new purchase, not a renewal."
    case .renewalNeverOff:
      "{product}, charged on {date}, was not cancelled: the store says that it renews."
    default: nil
    }
  }

  var planAnswer: String {
    switch self {
    case .planChangeWillLapse:
      "A change from {product} to {otherProduct} was chosen, but renewal is off, so it will not"
        + " happen[; {product} ends on {until}]."
    case .planChangeDeferred:
      "The change from {product} to {otherProduct} was deferred to the next renewal[, on {until}]."
    case .planChangePending:
      "A change from {product} to {otherProduct} is chosen for the next renewal[, on {until}]."
    case .planChangedAlready: "The plan changed from {otherProduct} to {product} on {date}."
    case .introductoryPriceEnded:
      "The offer on {product} ended on {date}; the full price[ of {amount}] applies since then."
    case .priceRisePending:
      "A higher price for {product} was announced on {date} and waits for the customer's consent."
    case .priceRiseAnnounced:
      "A higher price for {product}[, {otherAmount},] was announced on {date}. It is charged without"
        + " the customer's consent unless the customer cancels before."
    case .priceRiseAgreed: "The higher price for {product} was agreed to on {date}."
    case .storefrontChanged:
      "{product} was charged on {date}[ at {amount}] in another country or currency than before."
    case .priceDiffersFromCatalog:
      "{product} was charged at {amount} on {date}; the catalog's price is {otherAmount}."
    case .planAsBought:
      "{product} was bought on {date}; no change of plan is on file."
    case .consumableNotDelivered:
      "{product}, bought on {date}, is paid for and verified, but nothing was delivered; {count} are"
        + " left."
    case .consumedAtStore:
      "The store was told on {otherDate} that {product} of {date} was consumed; no use of it is on"
        + " file here."
    case .consumablePartlyUsed: "Of {product}, bought on {date}, {count} can still be used."
    case .consumableUsedUp: "{product} of {date} was used up[ on {otherDate}]."
    case .trialConverted:
      "The trial of {product} ended on {date} and became a paid subscription[ for {amount}]."
    case .trialRunning: "The trial of {product} runs[ until {until}][; {reason}]."
    case .trialUsedBefore:
      "A trial or introductory price of {otherProduct} was used on {otherDate}, before {product} was"
        + " bought on {date}."
    case .offerApplied: "{product} was sold on {date} with an offer[: {reason}][, for {amount}]."
    default: "{product} was bought on {date} without an offer, and no earlier one is on file."
    }
  }
}
