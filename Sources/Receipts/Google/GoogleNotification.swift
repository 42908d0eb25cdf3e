package import Basics
package import Foundation

/// A real-time developer notification (RTDN). It says only that something changed: the state comes
/// from the store. Members and types not known here are no fault.
package struct GoogleNotification: Equatable, Sendable {
  /// `subscriptionNotification.notificationType`.
  package enum SubscriptionChange: Int, Sendable {
    case recovered = 1
    case renewed, canceled, purchased, onHold, inGracePeriod, restarted, priceChangeConfirmed
    case deferred, paused, pauseScheduleChanged, revoked, expired
    case itemsChanged = 17
    case cancellationScheduled, priceChangeUpdated, pendingPurchaseCanceled
    case priceStepUpConsentUpdated = 22
  }

  /// `oneTimeProductNotification.notificationType`.
  package enum OneTimeChange: Int, Sendable {
    case purchased = 1
    /// A pending purchase was; refunds are not told this way.
    case canceled = 2
  }

  /// `voidedPurchaseNotification.productType`.
  package enum VoidedProduct: Int, Sendable { case subscription = 1, oneTime = 2 }
  /// `voidedPurchaseNotification.refundType`.
  package enum RefundExtent: Int, Sendable { case full = 1, partOfQuantity = 2 }

  /// Tokens are secrets.
  package enum Event: Equatable, Sendable {
    case subscription(
      StoreWord<SubscriptionChange>?,
      purchaseToken: String?,
      subscriptionID: String?
    )
    case oneTimeProduct(StoreWord<OneTimeChange>?, purchaseToken: String?, productID: String?)
    case voided(
      orderID: GoogleOrderID?,
      purchaseToken: String?,
      StoreWord<VoidedProduct>?,
      StoreWord<RefundExtent>?
    )
    /// A question, to be answered within 24 hours, and no refund yet.
    case refundReview(orderID: GoogleOrderID?, pendingRefundToken: String?, reason: Int?)
    /// The Play Console's button.
    case test
    /// The member's name, where one could be told.
    case unknown(String?)
  }

  package let version: String?
  package let packageName: String?
  package let sentAt: Date?
  package let event: Event

  package var isTest: Bool { event == .test }

  static let members = [
    "subscriptionNotification", "oneTimeProductNotification", "voidedPurchaseNotification",
    "pendingRefundReviewNotification", "testNotification",
  ]

  /// `nil` for what is no JSON object. Takes the notification itself, out of its envelope.
  package init?(_ value: JSONValue) {
    guard let fields = LooseFields(value) else { return nil }
    version = fields.text("version")
    packageName = fields.text("packageName")
    sentAt = fields.milliseconds("eventTimeMillis")
    event = Self.event(fields)
  }

  private static func event(_ fields: LooseFields) -> Event {
    if let change = fields.fields("subscriptionNotification") {
      return .subscription(
        change.word("notificationType"),
        purchaseToken: change.text("purchaseToken"),
        subscriptionID: change.text("subscriptionId")
      )
    }
    if let change = fields.fields("oneTimeProductNotification") {
      return .oneTimeProduct(
        change.word("notificationType"),
        purchaseToken: change.text("purchaseToken"),
        productID: change.text("sku")
      )
    }
    if let voided = fields.fields("voidedPurchaseNotification") {
      return .voided(
        orderID: voided.text("orderId").map(GoogleOrderID.init),
        purchaseToken: voided.text("purchaseToken"),
        voided.word("productType"),
        voided.word("refundType")
      )
    }
    if let review = fields.fields("pendingRefundReviewNotification") {
      return .refundReview(
        orderID: review.text("orderId").map(GoogleOrderID.init),
        pendingRefundToken: review.text("pendingRefundToken"),
        reason: review.integer("refundReason")
      )
    }
    if fields.has("testNotification") { return .test }
    let other = fields.value.members?.first {
      $0.name.hasSuffix("Notification") && $0.value.members != nil
    }
    return .unknown(other?.name)
  }
}

/// A notification in the envelope Cloud Pub/Sub pushes it in (`PubsubMessage`).
package struct GooglePush: Sendable {
  /// With `subscription`, what tells a repetition.
  package let messageID: String?
  package let publishedAt: Date?
  /// `projects/P/subscriptions/S`.
  package let subscription: String?
  package let payload: JSONValue
  package let notification: GoogleNotification

  /// A notification has some 300 bytes: it names what changed and says nothing else.
  private static let mostLetters = 512 * 1_024

  /// Whether this is a push envelope at all. A subscription can be set up to go without one.
  static func isEnvelope(_ document: JSONValue) -> Bool {
    guard let message = document["message"], message.members != nil else { return false }
    return message["data"]?.string != nil
      || (document["subscription"]?.string != nil && message["messageId"] != nil)
  }

  /// - Throws: `malformed` when the data is no base64 of a JSON object, `tooLarge` when there are more
  ///   than `mostLetters` of it.
  package init(_ document: JSONValue) throws(Rejection) {
    let message = LooseFields(document["message"])
    guard let data = message?["data"]?.string else {
      throw .malformed(at: "message.data", expected: "the notification in base64")
    }
    guard data.utf8.count <= Self.mostLetters else {
      throw .tooLarge(limit: Self.mostLetters / 4 * 3)
    }
    let letters = data.utf8.span
    let octets: [UInt8]
    do throws(Base64.Fault) {
      octets = try Base64.decode(letters, 0..<letters.count)
    } catch {
      throw .malformed(at: "message.data, letter \(error.offset)", expected: error.expected)
    }
    do throws(Rejection) {
      payload = try DocumentJSON.value(octets)
    } catch {
      throw error.within("message.data")
    }
    guard let notification = GoogleNotification(payload) else {
      throw .malformed(at: "message.data", expected: "a JSON object")
    }
    self.notification = notification
    messageID = message?.text("messageId")
    publishedAt = message?.instant("publishTime")
    subscription = document["subscription"]?.string
  }
}
