import Basics
import Foundation
import Mint

/// Real-time developer notifications, in Pub/Sub's push envelope.
enum GoogleNotifications {
  /// `nil` for a change that Google does not report.
  static func push(_ sentNotification: SimulatedNotification) -> String? {
    guard let payload = payload(sentNotification) else { return nil }
    let notification: JSON = [
      "version": "1.0",
      "packageName": .text(sentNotification.app),
      "eventTimeMillis": .millisecondsText(sentNotification.at),
    ]
    let data = Data(notification.with(payload).string.utf8).base64EncodedString()
    // Pub/Sub numbers its messages.
    let number = String(
      sentNotification.id.utf8.reduce(1_000_000_007 as UInt64) { $0 &* 31 &+ UInt64($1) } >> 8
    )
    let time = CivilTime(clamping: sentNotification.at).rfc3339
    let push: JSON = [
      "message": [
        "data": .text(data), "messageId": .text(number), "message_id": .text(number),
        "publishTime": .text(time), "publish_time": .text(time), "attributes": [:],
      ],
      "subscription": "projects/simulated/subscriptions/purser",
    ]
    return push.string
  }

  private static func payload(_ sentNotification: SimulatedNotification) -> JSON? {
    guard let purchase = sentNotification.purchase else {
      return ["testNotification": ["version": "1.0"]]
    }
    if sentNotification.change == .refunded {
      let charge = purchase.charges.first { $0.id == sentNotification.charge }
      guard charge?.keepsRights != true else { return nil }
      return [
        "voidedPurchaseNotification": [
          "purchaseToken": .text(purchase.token),
          "orderId": .of(charge?.id),
          "productType": purchase.isSubscription ? 1 : 2,
          "refundType": 1,
        ]
      ]
    }
    if purchase.isSubscription, let type = subscriptionType(sentNotification.change) {
      return [
        "subscriptionNotification": [
          "version": "1.0",
          "notificationType": .number(type),
          "purchaseToken": .text(purchase.token),
          "subscriptionId": .text(purchase.product),
        ]
      ]
    }
    guard sentNotification.change == .bought || sentNotification.change == .pendingCancelled else {
      return nil
    }
    return [
      "oneTimeProductNotification": [
        "version": "1.0",
        "notificationType": sentNotification.change == .bought ? 1 : 2,
        "purchaseToken": .text(purchase.token),
        "sku": .text(purchase.product),
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
