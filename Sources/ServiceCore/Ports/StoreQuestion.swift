package import Entitlements
package import Foundation

/// Something a store can be asked that changes nothing there. Jobs keep questions until they are
/// answered.
package enum StoreQuestion: Codable, Hashable, Sendable {
  /// Apple's verifyReceipt; base64 of the whole receipt.
  case appleReceipt(String, excludesOld: Bool)
  /// All subscriptions of whoever made the transaction (Get All Subscription Statuses).
  case appleSubscriptions(transaction: String)
  /// Every transaction of the same buyer, from `revision` on (Get Transaction History v2).
  case appleHistory(transaction: String, revision: String?)
  case appleTransaction(String)
  /// The buyer's download of the app (Get App Transaction Info).
  case appleAppTransaction(transaction: String)
  /// How far Apple is with extending all subscriptions to a product.
  case appleMassExtension(product: String, request: String)
  case appleRefunds(transaction: String, revision: String?)
  /// The number in Apple's e-mail; production only (Look Up Order ID).
  case appleOrder(String)
  /// What was or was to be pushed in a stretch of time; `transaction` narrows it to one buyer.
  case appleNotifications(
    from: Date,
    until: Date,
    transaction: String?,
    onlyFailures: Bool,
    page: String?
  )
  /// How the delivery of a test went, by Apple's name for it.
  case appleTestNotification(String)
  case googleSubscription(token: String)
  case googleProduct(token: String)
  /// Up to 1,000 distinct order IDs.
  case googleOrders([String])
  /// Voids that Google saw in a stretch of time, subscriptions included.
  case googleVoided(from: Date, until: Date, page: String?)
  /// What a user owns, by their Store ID key.
  case microsoftCollections(key: String, page: String?)
  case microsoftSubscriptions(key: String)
  /// What waits in the clawback queue; it is hidden from others for some minutes.
  case microsoftClawbacks
  /// Amazon's receipt verification service.
  case amazonReceipt(user: String, receipt: String)

  package var store: Store {
    switch self {
    case .appleReceipt, .appleSubscriptions, .appleHistory, .appleTransaction,
      .appleAppTransaction, .appleMassExtension, .appleRefunds, .appleOrder, .appleNotifications,
      .appleTestNotification:
      .apple
    case .googleSubscription, .googleProduct, .googleOrders, .googleVoided: .google
    case .microsoftCollections, .microsoftSubscriptions, .microsoftClawbacks: .microsoft
    case .amazonReceipt: .amazon
    }
  }
}

/// Something an operator has a store do.
package enum StoreDeed: Codable, Hashable, Sendable {
  /// Apple may be told so only within 12 hours of its request and with the customer's consent.
  case appleConsumption(transaction: String, AppleConsumption)
  case appleExtend(original: String, days: Int, reason: Int, request: String)
  case appleAccount(original: String, token: UUID)
  case appleTestNotification
  case googleAcknowledge(token: String, product: String, isSubscription: Bool)
  case googleConsume(token: String, product: String)
  /// Stops renewal.
  case googleCancel(token: String)
  /// Ends a subscription now, and gives back all or what is left of the money.
  case googleRevoke(token: String, isProrated: Bool)
  case googleRefund(order: String, revokes: Bool)
  /// Takes an event from the clawback queue that is on file now. The receipt is good for a few
  /// minutes, and for this message alone.
  case microsoftForgetClawback(message: String, receipt: String)

  package var store: Store {
    switch self {
    case .appleConsumption, .appleExtend, .appleAccount, .appleTestNotification: .apple
    case .googleAcknowledge, .googleConsume, .googleCancel, .googleRevoke, .googleRefund: .google
    case .microsoftForgetClawback: .microsoft
    }
  }
}

/// What Apple is told of a consumable whose money is asked back (Send Consumption Information v2).
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
    case delivery = "delivery"
    case isSampleProvided = "isSampleProvided"
    case used = "used"
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
