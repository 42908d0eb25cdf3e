package import Entitlements
package import Foundation

/// A query to a store that changes nothing there. Jobs store queries until they are answered.
package enum StoreQuery: Codable, Hashable, Sendable {
  /// Apple's verifyReceipt; base64 of the whole receipt.
  case appleReceipt(String, excludesOld: Bool)
  /// All subscriptions of the transaction's buyer (Get All Subscription Statuses).
  case appleSubscriptions(transaction: String)
  /// Every transaction of the same buyer, from `revision` on (Get Transaction History v2).
  case appleHistory(transaction: String, revision: String?)
  case appleTransaction(String)
  /// The buyer's download of the app (Get App Transaction Info).
  case appleAppTransaction(transaction: String)
  /// The progress of a mass extension of a product's subscriptions.
  case appleMassExtension(product: String, request: String)
  case appleRefunds(transaction: String, revision: String?)
  /// The order number in Apple's e-mail; production only (Look Up Order ID).
  case appleOrder(String)
  /// Notifications of an interval, delivered or not; `transaction` restricts them to one buyer.
  case appleNotifications(
    from: Date,
    until: Date,
    transaction: String?,
    onlyFailures: Bool,
    page: String?
  )
  /// The delivery state of a test notification, by Apple's token.
  case appleTestNotification(String)
  case googleSubscription(token: String)
  case googleProduct(token: String)
  /// Up to 1,000 distinct order IDs. In a plan without any: those that the purchase's answer shows.
  case googleOrders([String])
  /// Voids that Google recorded in an interval, subscriptions included.
  case googleVoided(from: Date, until: Date, page: String?)
  /// The user's items, by their Store ID key.
  case microsoftCollections(key: String, page: String?)
  case microsoftSubscriptions(key: String)
  /// The clawback queue's events; reading hides them from other readers for some minutes.
  case microsoftClawbacks
  /// Amazon's receipt verification service.
  case amazonReceipt(user: String, receipt: String)

  package var store: Store {
    switch self {
    case .appleReceipt, .appleSubscriptions, .appleHistory, .appleTransaction, .appleAppTransaction,
      .appleMassExtension, .appleRefunds, .appleOrder, .appleNotifications, .appleTestNotification:
      .apple
    case .googleSubscription, .googleProduct, .googleOrders, .googleVoided: .google
    case .microsoftCollections, .microsoftSubscriptions, .microsoftClawbacks: .microsoft
    case .amazonReceipt: .amazon
    }
  }
}

/// A request that changes something at a store.
package enum StoreAction: Codable, Hashable, Sendable {
  /// Apple accepts it only within 12 hours of its request and with the customer's consent.
  case appleConsumption(transaction: String, AppleConsumption)
  case appleExtend(original: String, days: Int, reason: Int, request: String)
  case appleAccount(original: String, token: UUID)
  case appleTestNotification
  case googleAcknowledge(token: String, product: String, isSubscription: Bool)
  case googleConsume(token: String, product: String)
  /// Stops renewal.
  case googleCancel(token: String)
  /// Ends a subscription now and refunds it in full or pro rata.
  case googleRevoke(token: String, isProrated: Bool)
  case googleRefund(order: String, revokes: Bool)
  /// Answers a review of a chargeback, of which Google takes the first answer within 24 hours.
  case googleRefundReview(order: String, token: String, GoogleRefundReview)
  /// Deletes a filed event from the clawback queue. The pop receipt is valid for a few minutes and
  /// this message only.
  case microsoftForgetClawback(message: String, receipt: String)

  package var store: Store {
    switch self {
    case .appleConsumption, .appleExtend, .appleAccount, .appleTestNotification: .apple
    case .googleAcknowledge, .googleConsume, .googleCancel, .googleRevoke, .googleRefund,
      .googleRefundReview:
      .google
    case .microsoftForgetClawback: .microsoft
    }
  }
}

/// The answer to a pending refund review (Google Play Developer API, orders.reviewrefund).
package struct GoogleRefundReview: Codable, Hashable, Sendable {
  package enum Preference: String, Codable, Sendable {
    case approve = "APPROVE"
    case decline = "DECLINE"
    case neutral = "NEUTRAL"
  }

  package var preference: Preference
  /// Whether the customer could try the product before the purchase.
  package var isSampleProvided: Bool
  /// Thousandths of a percent, 0 to 100,000.
  package var used: Int?

  private enum CodingKeys: String, CodingKey {
    case preference = "preference", isSampleProvided = "isSampleProvided", used = "used"
  }

  package init(preference: Preference, isSampleProvided: Bool, used: Int? = nil) {
    self.preference = preference
    self.isSampleProvided = isSampleProvided
    self.used = used
  }
}

/// Consumption details of a transaction in a refund request (Send Consumption Information v2).
package struct AppleConsumption: Codable, Hashable, Sendable {
  package enum Delivery: String, Codable, Sendable {
    case delivered = "DELIVERED"
    case qualityIssue = "UNDELIVERED_QUALITY_ISSUE"
    case wrongItem = "UNDELIVERED_WRONG_ITEM"
    case serverOutage = "UNDELIVERED_SERVER_OUTAGE"
    case other = "UNDELIVERED_OTHER"
  }
  package enum Preference: String, Codable, Sendable {
    case decline = "DECLINE"
    case grantFull = "GRANT_FULL"
    case grantProrated = "GRANT_PRORATED"
  }

  package var delivery: Delivery
  package var isSampleProvided: Bool
  /// Thousandths of a percent, 0 to 100,000.
  package var used: Int?
  package var preference: Preference?

  private enum CodingKeys: String, CodingKey {
    case delivery = "delivery", isSampleProvided = "isSampleProvided", used = "used"
    case preference = "preference"
  }

  package init(
    delivery: Delivery,
    isSampleProvided: Bool,
    used: Int? = nil,
    preference: Preference? = nil
  ) {
    self.delivery = delivery
    self.isSampleProvided = isSampleProvided
    self.used = used
    self.preference = preference
  }
}
