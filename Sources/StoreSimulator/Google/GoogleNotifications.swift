import Basics
import Foundation

/// The Pub/Sub subscription that pushes Google's notifications.
package enum PubSubSubscription {
  package static let name = "projects/simulated/subscriptions/purser"
}

/// Real-time developer notifications, in Pub/Sub's push envelope.
enum GoogleNotifications {
  /// `nil` for a change that Google does not report.
  static func push(_ notification: SimulatedNotification) -> String? {
    guard let payload = payload(notification) else { return nil }
    let developerNotification: JSONValue = [
      "version": "1.0", "packageName": .text(notification.app),
      "eventTimeMillis": .millisecondsText(notification.at),
    ]
    let data = Data(developerNotification.adding(payload).encoded.utf8).base64EncodedString()
    // Pub/Sub numbers its messages.
    let number = String(
      notification.id.utf8.reduce(1_000_000_007 as UInt64) { $0 &* 31 &+ UInt64($1) } >> 8
    )
    let time = CivilTime(clamping: notification.at).rfc3339
    let push: JSONValue = [
      "message": [
        "data": .text(data), "messageId": .text(number), "message_id": .text(number),
        "publishTime": .text(time), "publish_time": .text(time), "attributes": [:],
      ],
      "subscription": .string(PubSubSubscription.name),
    ]
    return push.encoded
  }

  private static func payload(_ notification: SimulatedNotification) -> JSONValue? {
    guard let purchase = notification.purchase else {
      return ["testNotification": ["version": "1.0"]]
    }
    if notification.change == .refunded {
      let charge = purchase.charges.first { $0.id == notification.charge }
      let isOfQuantity = charge?.refundedQuantity != nil
      guard charge?.keepsRights != true || isOfQuantity else { return nil }
      return [
        "voidedPurchaseNotification": [
          "purchaseToken": .text(purchase.token), "orderId": .text(charge?.id),
          "productType": purchase.isSubscription ? 1 : 2, "refundType": isOfQuantity ? 2 : 1,
        ]
      ]
    }
    if purchase.isSubscription, let type = subscriptionType(notification.change) {
      return [
        "subscriptionNotification": [
          "version": "1.0", "notificationType": .whole(type),
          "purchaseToken": .text(purchase.token), "subscriptionId": .text(purchase.product),
        ]
      ]
    }
    guard notification.change == .bought || notification.change == .pendingCancelled else {
      return nil
    }
    return [
      "oneTimeProductNotification": [
        "version": "1.0", "notificationType": notification.change == .bought ? 1 : 2,
        "purchaseToken": .text(purchase.token), "sku": .text(purchase.product),
      ]
    ]
  }

  /// subscriptionNotification, notificationType.
  private static func subscriptionType(_ change: SimulatedNotification.Change) -> Int64? {
    switch change {
    case .recoveredLate, .resumed: 1
    case .renewed, .recovered: 2
    case .renewalOff: 3
    case .started, .resubscribed, .upgraded, .downgradeScheduled, .offerRedeemed: 4
    case .failed, .graceEnded: 5
    case .failedWithGrace: 6
    case .renewalOn: 7
    case .extended: 9
    case .paused: 10
    case .pauseScheduled: 11
    case .revoked: 12
    case .expired: 13
    case .priceAsked, .priceAgreed: 19
    case .pendingCancelled: 20
    case .refunded, .refundAsked, .refundDeclined, .refundReversed, .bought, .test: nil
    }
  }
}
