extension VerdictCode {
  /// The polite message to the customer: the state and what happens next. It does not mention other
  /// people, how data is stored, or anything that only a store can promise.
  ///
  /// `knowsOrder` is whether the customer gave an order number, which is then not requested again.
  func customerMessage(knowsOrder: Bool = false) -> CustomerMessage {
    switch self {
    case .consumablePartlyUsed:
      return CustomerMessage(
        "Your purchase of {product} on {date} is confirmed. You have {count} unit left.",
        plural: "Your purchase of {product} on {date} is confirmed. You have {count} units left."
      )
    case .nothingFound, .orderNumberUnknown, .noPurchaseOnFile:
      return CustomerMessage(
        knowsOrder
          ? "We cannot find order {order} yet. Please tell us the date and the amount of the purchase,"
            + " and how you sign in to the app."
          : "We cannot find your purchase yet. Please send us the order number from the store's e-mail,"
            + " the date and the amount, and tell us how you sign in to the app."
      )
    default: return CustomerMessage(messageText)
    }
  }

  private var messageText: String {
    switch weight {
    case .problem: problemText
    case .answer: accessText ?? chargeText ?? planText
    case .missing: missingText
    case .fine:
      "Your access is active[ until {until}][, for the account {signIn}]. Please sign in and reopen"
        + " the app. If it still does not work, write to us again."
    }
  }

  private var problemText: String {
    switch self {
    case .chargedDespiteRenewalOff:
      "You cancelled {product} on {date}, and {store} still charged you on {otherDate}. We are"
        + " looking into this charge."
    case .duplicateCharge:
      "You were charged twice for {product}, on {otherDate} and on {date}. You can ask {store} to"
        + " refund one of the two charges."
    case .refundedAccessRemains: Self.refundedText
    case .refundRequestOpen:
      "Apple has your request of {date} to refund {product}, and decides on it. A subscription"
        + " renews until you cancel it."
    case .refundUnderReview:
      "Google is reviewing your request of {date} to refund {product}, and will send you its decision"
        + " by e-mail."
    case .movedToOtherUser: Self.movedText
    case .ownedByOtherUser, .mergedIntoOtherUser:
      "Your purchase belongs to another account in our app. Please sign in with the account that you"
        + " used when you bought it, or tell us which account you want to use."
    case .ownedByNobody, .productNotInCatalog, .productGivesNoRight, .rightMissing:
      "We found your purchase[ of {product}]. It is not unlocked in your account yet. We are working"
        + " on it."
    case .receiptRejected:
      "We could not confirm the receipt that the app sent on {date}. Please restore your purchases in"
        + " the app, and send us the order number from the store's e-mail."
    case .boughtWithTwoAccounts:
      "You were charged on {otherDate} and on {date} through two different accounts at {store}. Please"
        + " cancel the purchase in the account that you do not need. You can ask {store} for a refund."
    case .boughtInTwoStores, .twoSubscriptions:
      "You have two purchases that include the same: one was charged on {otherDate}, the other on"
        + " {date}. Please cancel the one that you do not need, in the store where you bought it."
    case .paymentOnHold:
      "The payment for {product} failed, and your access has been off since {date}. Please update your"
        + " payment method at {store}. Your access comes back when the payment succeeds."
    case .inGracePeriod:
      "The payment for {product} failed. You keep your access[ until {until}]. Please update your"
        + " payment method at {store}."
    case .saleUnconfirmed:
      "We are asking {store} to confirm your purchase[ of {product}]. It can help to restore your"
        + " purchases in the app."
    case .saleNotOnFile:
      "We are asking {store} for the details of your purchase[ of {product}]. It can help to restore"
        + " your purchases in the app."
    default:
      "The last period of {product} that we know of ended on {date}. We are asking {store} whether it"
        + " was renewed. It can help to restore your purchases in the app."
    }
  }

  private static let refundedText =
    "{product} was refunded on {date}. It can take your bank some days to show the refund."

  private static let movedText =
    "{product} was moved to another account in our app on {date}. Please tell us which account you"
    + " want to use."

  private var accessText: String? {
    switch self {
    case .subscriptionPaused:
      "{product} has been paused since {date}[, until {until}]. You can resume it at {store}."
    case .purchasePending:
      "Your purchase is waiting for approval or payment. You get access when it is approved or paid."
    case .pendingCancelled:
      "The purchase was cancelled on {date}, before it was paid. You were not charged."
    case .refundedUnacknowledged, .purchaseRefunded, .refundedAlready: Self.refundedText
    case .familyAccessEnded:
      "A family member shared {product} with you. The sharing ended on {date}. Please ask the family"
        + " member who bought it."
    case .purchaseRevoked: "{store} withdrew {product} on {date}. You can buy it again there."
    case .expiredAfterBilling:
      "{product} ended on {date} because the payment failed. You can subscribe again at any time."
    case .priceRiseNotAgreed:
      "{product} ended on {date} because you did not agree to the new price. You can subscribe again at"
        + " any time."
    case .subscriptionExpired: "{product} ended on {date}. You can subscribe again at any time."
    case .grantEnded: "The access that we gave you ended on {date}."
    case .sandboxOnly:
      "This purchase was made in a test version of the app. It cost nothing, and it unlocks nothing in"
        + " the published app."
    case .onlyConsumables:
      "What you bought is used up as you use it. It cannot be restored on another device. If you"
        + " bought something else, please send us its order number."
    case .receiptWithoutPurchases:
      "The store account on your device has no purchase in our app. Please sign in to the store with"
        + " the account that you bought with, and restore your purchases in the app."
    case .noReceiptSince:
      "The app has not sent us any purchase[ since {date}]. Please open the app and restore your"
        + " purchases. If that fails, write to us again."
    case .transferredByOperator: Self.movedText
    case .memberCannotRefund, .familyShared:
      "A family member shares {product} with you. Only that person can change it or have it refunded."
    case .pendingCompleted: "Your purchase was completed on {date}."
    case .notPendingNotFamily: "Your purchases are complete, and you bought them yourself."
    case .accessRecovered:
      "Your access to {product} came back on {date}. Please sign in and reopen the app."
    case .consumableNotDelivered:
      "Your purchase of {product} on {date} is confirmed, but you did not receive it. We are adding it"
        + " to your account. Please reopen the app in a few minutes."
    case .consumedAtStore:
      "The app told {store}[ on {otherDate}] that you received {product}, bought on {date}. Please"
        + " tell us if it never arrived."
    case .consumableUsedUp:
      "{product}, bought on {date}, was delivered and used up[ on {otherDate}]."
    default: nil
    }
  }

  private var chargeText: String? {
    switch self {
    case .secondChargeRefunded: "One of the two charges for {product} was refunded on {date}."
    case .chargeOfOtherUser, .separatePurchases:
      "These charges are for separate purchases. The one on {date} is for {product}."
    case .chargedForUpgrade:
      "Your plan changed from {otherProduct} to {product} on {date}[. The price was {amount}]."
    case .renewalsOfOneSubscription:
      "The charges on {otherDate} and on {date} are for two different periods of {product}."
    case .oneChargeOnFile:
      "We see one charge, on {date}[, for {amount}]. A second entry is often a hold that your bank"
        + " releases by itself. Does your bank show it as pending or as completed?"
    case .nothingWasCharged: "You were not charged for {product} on {date}: {reason}."
    case .partiallyRefunded:
      "{store} refunded a part of the price of {product} on {date}. It can take your bank some days to"
        + " show the refund."
    case .refundDeclined: "Apple declined the refund on {date}. You can ask Apple again."
    case .refundReversed: "The refund was reversed on {date}, and {product} is yours again."
    case .refundAwaited: "{store} has your refund request of {date}, and decides on it."
    case .refundOnlyByApple:
      "Apple refunds what was bought in the App Store. Please ask Apple for the refund."
    case .tooOldToRefund:
      "You bought {product} on {date}. Google does not refund purchases that old."
    case .refundPossible: "We received your request to refund {product}, charged on {date}."
    case .boughtInOtherStore: "You bought {product} at {store}. Please ask there."
    case .otherAppsPurchase:
      "You bought {product} in another app. Please ask the support of that app."
    case .cancellationScheduled:
      "Your cancellation of {product} is confirmed. The plan ends when all the agreed payments are"
        + " made[, on {until}]. Until then {store} charges each of them."
    case .renewalOffTooLate:
      "You cancelled {product} on {date}, less than 24 hours before it was due to renew on"
        + " {otherDate}. By then the renewal had begun. It will not renew again."
    case .renewalOffAfterCharge:
      "You were charged for {product} on {otherDate}, and you cancelled on {date}, after that. It will"
        + " not renew again."
    case .renewalTurnedOnAgain:
      "Renewal of {product} was turned on again on {date}, before the charge on {otherDate}."
    case .otherSubscriptionCancelled:
      "You cancelled {otherProduct}. The charge on {date} is for {product}, which was not cancelled."
        + " You can cancel it at {store}."
    case .renewalNeverOff:
      "{product}, charged on {date}, was not cancelled. You can cancel it at {store}. Deleting the app"
        + " does not cancel it."
    case .boughtAgain, .chargeNotARenewal:
      "You bought {product} on {date}. This was a new purchase, not a renewal."
    default: nil
    }
  }

  private var planText: String {
    switch self {
    case .planChangedAlready:
      "Your plan changed from {otherProduct} to {product} on {date}[. The price was {amount}]."
    case .planChangeWillLapse:
      "Your change of plan begins with the next renewal, and renewal is turned off. Please turn it on at"
        + " {store} if you want the change."
    case .planChangeDeferred, .planChangePending:
      "Your change from {product} to {otherProduct} begins with the next renewal[, on {until}]."
    case .introductoryPriceEnded:
      "The introductory price of {product} ended on {date}[. The price is now {amount}]."
    case .priceRisePending:
      "A new price of {product} was announced on {date}. {store} asks for your consent before it is"
        + " charged."
    case .priceRiseAnnounced:
      "A new price of {product}[, {otherAmount},] was announced on {date}. It is charged with a coming"
        + " renewal unless you cancel before."
    case .priceRiseAgreed: "You agreed to the new price of {product} on {date}."
    case .storefrontChanged:
      "You were charged for {product} on {date} at the price of your store account's country[:"
        + " {amount}]."
    case .priceDiffersFromCatalog:
      "You were charged {amount} for {product} on {date}. We are looking into this price."
    case .planAsBought: "Your plan is {product}, as you bought it on {date}."
    case .trialConverted:
      "Your free trial of {product} ended on {date} and became a paid subscription[. The price was"
        + " {amount}]."
    case .trialRunning: "Your free trial of {product} is running[ until {until}]."
    case .trialUsedBefore:
      "A free trial or an introductory price can be used once per store account. Yours has used it"
        + " before."
    case .offerApplied: "You bought {product} on {date} with an offer[. The price was {amount}]."
    default: "You bought {product} on {date} at the full price."
    }
  }

  private var missingText: String {
    switch self {
    case .ownershipUnknown:
      "We found your purchase of {product}. Please tell us how you sign in to the app now, and how you"
        + " signed in when you bought it."
    case .renewalUnconfirmed:
      "The last period of {product} that we know of ended on {date}. If you were charged after that,"
        + " please restore your purchases in the app, and send us the order number from the store's"
        + " e-mail."
    case .cannotTellYet: "We are looking into your purchase, and will write to you again."
    case .deliveryUnknown:
      "We found your purchase of {product}. We are checking whether you received it."
    default: "We found your purchase of {product}. We are asking the store for more details."
    }
  }
}

/// A customer action on a store's own page.
enum CustomerLink: CaseIterable {
  /// To cancel a subscription, turn renewal on or off, resume or change it.
  case subscriptions
  /// Ask for a refund.
  case refund
  case paymentMethods
  /// To see order numbers, dates and amounts.
  case purchases

  var message: CustomerMessage {
    switch self {
    case .subscriptions: CustomerMessage("Your subscriptions: {link}")
    case .refund: CustomerMessage("Ask for a refund: {link}")
    case .paymentMethods: CustomerMessage("Your payment methods: {link}")
    case .purchases: CustomerMessage("Your purchases: {link}")
    }
  }

  /// The page's address, from the stores' guides for developers and customers.
  func address(at store: Store) -> String {
    switch (store, self) {
    case (.apple, .subscriptions): "https://apps.apple.com/account/subscriptions"
    case (.apple, .refund), (.apple, .purchases): "https://reportaproblem.apple.com"
    case (.apple, .paymentMethods): "https://apps.apple.com/account/billing"
    case (.google, .subscriptions): "https://play.google.com/store/account/subscriptions"
    case (.google, .refund): "https://support.google.com/googleplay/workflow/9813244"
    case (.google, .paymentMethods): "https://play.google.com/store/paymentmethods"
    case (.google, .purchases): "https://play.google.com/store/account/orderhistory"
    case (.microsoft, .subscriptions): "https://account.microsoft.com/services"
    case (.microsoft, .refund), (.microsoft, .purchases):
      "https://account.microsoft.com/billing/orders"
    case (.microsoft, .paymentMethods): "https://account.microsoft.com/billing/payments"
    case (.amazon, .subscriptions):
      "https://www.amazon.com/gp/mas/your-account/myapps/yoursubscriptions"
    case (.amazon, .refund): "https://www.amazon.com/contact-us"
    case (.amazon, .paymentMethods): "https://www.amazon.com/cpe/yourpayments/wallet"
    case (.amazon, .purchases): "https://www.amazon.com/your-orders"
    }
  }
}

extension VerdictCode {
  /// The store page that the customer needs next.
  var customerLink: CustomerLink? {
    switch self {
    case .chargedDespiteRenewalOff, .duplicateCharge, .refundRequestOpen, .refundDeclined,
      .refundOnlyByApple:
      .refund
    case .paymentOnHold, .inGracePeriod: .paymentMethods
    case .boughtWithTwoAccounts, .twoSubscriptions, .subscriptionPaused, .expiredAfterBilling,
      .priceRiseNotAgreed, .subscriptionExpired, .renewalTurnedOnAgain,
      .otherSubscriptionCancelled, .renewalNeverOff, .planChangeWillLapse, .planChangeDeferred,
      .planChangePending, .priceRisePending, .priceRiseAnnounced, .trialRunning:
      .subscriptions
    case .receiptRejected, .renewalUnconfirmed, .boughtInOtherStore, .oneChargeOnFile: .purchases
    default: nil
    }
  }
}
