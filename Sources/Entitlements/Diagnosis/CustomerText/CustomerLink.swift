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
