package import Basics
package import Foundation

/// A real-time developer notification (RTDN). It says only that something changed; the state comes
/// from the store. Unknown members and types are not errors.
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
    /// A pending purchase was cancelled; refunds are not reported here.
    case canceled = 2
  }

  /// `voidedPurchaseNotification.refundType`.
  package enum RefundExtent: Int, Sendable { case full = 1, partOfQuantity = 2 }

  /// Tokens are secrets.
  package enum Event: Equatable, Sendable {
    case subscription(
      OpenEnum<SubscriptionChange>?,
      purchaseToken: String?,
      subscriptionID: String?
    )
    case oneTimeProduct(OpenEnum<OneTimeChange>?, purchaseToken: String?, productID: String?)
    case voided(orderID: GoogleOrderID?, purchaseToken: String?, OpenEnum<RefundExtent>?)
    /// A request to review a refund within 24 hours; not a refund yet.
    case refundReview(orderID: GoogleOrderID?, reason: Int?, pendingRefundToken: String?)
    /// Sent by the Play Console's test button.
    case test
    /// The member's name, if there is one.
    case unknown(String?)
  }

  package let sentAt: Date?
  package let event: Event

  static let members = [
    "subscriptionNotification", "oneTimeProductNotification", "voidedPurchaseNotification",
    "pendingRefundReviewNotification", "testNotification",
  ]

  /// `nil` unless the value is a JSON object. Takes the notification without its envelope.
  package init?(_ value: JSONValue) {
    guard let fields = LenientFields(value) else { return nil }
    sentAt = fields.milliseconds("eventTimeMillis")
    event = Self.event(fields)
  }

  private static func event(_ fields: LenientFields) -> Event {
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
        orderID: voided.orderID("orderId"),
        purchaseToken: voided.text("purchaseToken"),
        voided.word("refundType")
      )
    }
    if let review = fields.fields("pendingRefundReviewNotification") {
      return .refundReview(
        orderID: review.orderID("orderId"),
        reason: review.integer("refundReason"),
        pendingRefundToken: review.text("pendingRefundToken")
      )
    }
    if fields.has("testNotification") { return .test }
    let other = fields.value.members?.first {
      $0.name.hasSuffix("Notification") && $0.value.isObject
    }
    return .unknown(other?.name)
  }
}

/// A notification in Cloud Pub/Sub's push envelope (`PubsubMessage`).
package struct GooglePush: Sendable {
  /// Identifies a redelivery within a subscription.
  package let messageID: String?
  /// The notification.
  package let payload: JSONValue

  /// A notification has about 300 bytes.
  private static let maxCharacters = 512 * 1_024

  /// Whether this is a push envelope. A subscription can be configured to omit it.
  static func isEnvelope(_ document: JSONValue) -> Bool {
    guard let message = document["message"], message.isObject else { return false }
    return message["data"]?.string != nil
      || (document["subscription"]?.string != nil && message["messageId"] != nil)
  }

  /// - Throws: `malformed` if the data is not base64 of a JSON object, `tooLarge` if it is longer
  ///   than `maxCharacters`.
  package init(_ document: JSONValue) throws(Rejection) {
    let message = LenientFields(document["message"])
    guard let data = message?["data"]?.string else {
      throw .malformed(at: "message.data", expected: "the notification in base64")
    }
    guard data.utf8.count <= Self.maxCharacters else {
      throw .tooLarge(limit: Self.maxCharacters / 4 * 3)
    }
    let encoded = data.utf8.span
    let octets: [UInt8]
    do throws(Base64.DecodingError) {
      octets = try Base64.decode(encoded, 0..<encoded.count)
    } catch {
      throw Rejection(error, at: "message.data, character")
    }
    payload = try DocumentJSON.object(octets, in: "message.data")
    messageID = message?.text("messageId")
  }
}
