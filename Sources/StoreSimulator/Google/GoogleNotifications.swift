import Basics
import Foundation
import Mint

/// Real-time developer notifications, in the envelope in which Pub/Sub pushes them.
enum GoogleNotifications {
  /// `nil` for what Google does not tell.
  static func push(_ told: SimulatedNotification) -> String? {
    guard let news = news(told) else { return nil }
    let notification: JSON = [
      "version": "1.0",
      "packageName": .text(told.app),
      "eventTimeMillis": .millisecondsText(told.at),
    ]
    let data = Data(notification.with(news).string.utf8).base64EncodedString()
    // Pub/Sub numbers its messages.
    let number = String(
      told.id.utf8.reduce(1_000_000_007 as UInt64) { $0 &* 31 &+ UInt64($1) } >> 8
    )
    let time = CivilTime(clamping: told.at).rfc3339
    let push: JSON = [
      "message": [
        "data": .text(data), "messageId": .text(number), "message_id": .text(number),
        "publishTime": .text(time), "publish_time": .text(time), "attributes": [:],
      ],
      "subscription": "projects/simulated/subscriptions/purser",
    ]
    return push.string
  }

  private static func news(_ told: SimulatedNotification) -> JSON? {
    guard let purchase = told.purchase else { return ["testNotification": ["version": "1.0"]] }
    if told.change == .refunded {
      let charge = purchase.charges.first { $0.id == told.charge }
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
    if purchase.isSubscription, let type = subscriptionType(told.change) {
      return [
        "subscriptionNotification": [
          "version": "1.0",
          "notificationType": .number(type),
          "purchaseToken": .text(purchase.token),
          "subscriptionId": .text(purchase.product),
        ]
      ]
    }
    guard told.change == .bought || told.change == .pendingCancelled else { return nil }
    return [
      "oneTimeProductNotification": [
        "version": "1.0",
        "notificationType": told.change == .bought ? 1 : 2,
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
