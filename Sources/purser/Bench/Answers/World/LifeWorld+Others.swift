import Basics
import Foundation
import Receipts
import ServiceCore

/// Microsoft's recurrences and collections, which are queried: Microsoft sends no notifications
/// ("Managing subscription products from your service").
extension LifeWorld {
  mutating func publishMicrosoft(_ index: Int) {
    let subscription = subscriptions[index]
    guard let period = subscription.periods.last else { return }
    let end = subscription.state == .ended(.refund) ? subscription.endedAt ?? now : period.end
    let isOver = subscription.isOver
    let item: JSONValue = [
      "autoRenew": .bool(subscription.renews && !isOver), "beneficiary": .string("pub:\(user)"),
      "expirationTime": Self.text(end),
      "expirationTimeWithGrace": Self.text(
        isOver ? end : end.addingTimeInterval(graceDays * Self.day)
      ),
      "id": .string(subscription.token), "isTrial": .bool(period.offer == .trial),
      "lastModified": Self.text(now), "market": "DE",
      "productId": .string(Self.microsoftProduct(period.plan.rawValue)), "skuId": "0024",
      "startTime": Self.text(subscription.periods[0].start),
      "recurrenceState": .string(Self.microsoftState(subscription.state)),
      "cancellationDate": subscription.state == .ended(.refund) ? Self.text(end) : nil,
    ]
    send(["items": [item]], as: .microsoftResponse, of: index)
  }

  private static func microsoftState(_ state: LifeSubscription.State) -> String {
    switch state {
    case .grace, .hold: "InDunning"
    case .ended(.billing): "Failed"
    case .ended(.refund): "Canceled"
    case .ended: "Inactive"
    default: "Active"
    }
  }

  static func microsoftProduct(_ name: String) -> String {
    "9NBLGGH4\(name.uppercased().prefix(4))"
  }

  mutating func publishMicrosoftItem(_ index: Int) {
    let item = items[index]
    let fields: JSONValue = [
      "acquiredDate": Self.text(item.at), "startDate": Self.text(item.at),
      "endDate": "9999-12-31T23:59:59Z", "modifiedDate": Self.text(now),
      "id": .string("item\(item.token.filter(\.isHexDigit).prefix(28))"),
      "orderId": .string(item.order), "transactionId": .string(item.order),
      "productId": .string(Self.microsoftProduct(item.kind.rawValue)),
      "productKind": .string(item.kind == .coins ? "UnmanagedConsumable" : "Durable"),
      "skuId": "0010", "status": .string(item.state == .refunded ? "Revoked" : "Active"),
      "quantity": 1,
      "acquisitionType": "Single",
    ]
    send(["items": [fields]], as: .microsoftResponse, isCustomers: true)
  }
}

/// Amazon's receipts, queried after each notification (Receipt Verification Service). They state no
/// prices and no single renewals.
extension LifeWorld {
  mutating func publishAmazon(_ change: Change, _ index: Int) {
    let subscription = subscriptions[index]
    guard let period = subscription.periods.last else { return }
    let isOver = subscription.isOver
    let grace: Date? = if case .grace(let until) = subscription.state { until } else { nil }
    let renews = subscription.renews && !isOver
    let endsAt = isOver ? subscription.endedAt : subscription.renews ? nil : period.end
    let sku = period.plan.rawValue
    let next = isOver ? nil : subscription.nextPlan
    let fields: JSONValue = [
      "receiptId": .string(subscription.token), "productType": "SUBSCRIPTION",
      "productId": .string(sku), "termSku": .string("\(sku).monthly"), "term": "1 Month",
      "purchaseDate": .milliseconds(subscription.periods[0].start),
      "renewalDate": .milliseconds(renews ? period.end : nil),
      "cancelDate": .milliseconds(endsAt),
      "cancelReason": .whole(Self.amazonReason(subscription.state)),
      "autoRenewing": .bool(renews),
      "freeTrialEndDate": .milliseconds(period.offer == .trial && !isOver ? period.end : nil),
      "gracePeriodEndDate": .milliseconds(grace),
      "deferredSku": .text(next.map { "\($0.rawValue).monthly" }),
      "deferredDate": .milliseconds(next.map { _ in period.end }),
      "promotions": amazonPromotion(subscription), "quantity": 1, "betaProduct": false,
      "testTransaction": false, "countryCode": "DE",
    ]
    notifyAmazon(change, subscription)
    send(fields, as: .amazonReceipt, of: index)
  }

  /// Sends the real-time notification that triggers the receipt query. Amazon sends it at most
  /// once, to apps that have set it up: here, half of them.
  private mutating func notifyAmazon(_ change: Change, _ subscription: LifeSubscription) {
    guard seed % 2 == 0, let type = Self.amazonType(change, subscription) else { return }
    let related: JSONValue =
      subscription.linkedToken.map { ["cancelledReceiptId": .string($0)] } ?? [:]
    send(
      [
        "receiptId": .string(subscription.token), "relatedReceipts": related,
        "appUserId": .string("amzn1.account.\(seed)"), "notificationType": .string(type),
        "appPackageName": .string(Self.app), "timestamp": .milliseconds(now),
        "betaProductTransaction": false,
      ],
      as: .amazonNotification,
      after: 3
    )
  }

  private static func amazonType(_ change: Change, _ subscription: LifeSubscription) -> String? {
    switch change {
    case .bought, .boughtAgain: "SUBSCRIPTION_PURCHASED"
    case .renewed:
      subscription.periods.dropLast().last?.offer == .trial
        ? "SUBSCRIPTION_CONVERTED_FREE_TRIAL_TO_PAID" : "SUBSCRIPTION_RENEWED"
    case .failed: "SUBSCRIPTION_IN_GRACE_PERIOD"
    case .recovered: "SUBSCRIPTION_OUT_OF_GRACE_PERIOD"
    case .turnedOff: "SUBSCRIPTION_AUTO_RENEWAL_OFF"
    case .turnedOn: "SUBSCRIPTION_AUTO_RENEWAL_ON"
    case .planChosen: "SUBSCRIPTION_MODIFIED_DEFERRED"
    case .upgraded: "SUBSCRIPTION_MODIFIED_IMMEDIATE"
    case .refunded: "SUBSCRIPTION_CANCELLED"
    case .ended where subscription.state != .ended(.replaced): "SUBSCRIPTION_EXPIRED"
    default: nil
    }
  }

  private func amazonPromotion(_ subscription: LifeSubscription) -> JSONValue? {
    guard let number = subscription.periods.lastIndex(where: { $0.offer == .introductory }) else {
      return nil
    }
    let isOver = number < subscription.periods.count - 1 || subscription.isOver
    return [
      [
        "promotionType": "Introductory Price - All Customers",
        "promotionStatus": .string(isOver ? "Completed" : "InProgress"),
      ]
    ]
  }

  /// Amazon's cancel reason: 1 cancelled by the customer, 2 unpaid after grace, 4 replaced, 0
  /// unknown.
  private static func amazonReason(_ state: LifeSubscription.State) -> Int? {
    switch state {
    case .ended(.refund): 1
    case .ended(.billing): 2
    case .ended(.replaced): 4
    case .ended: 0
    default: nil
    }
  }

  mutating func publishAmazonItem(_ index: Int) {
    let item = items[index]
    let fields: JSONValue = [
      "receiptId": .string(item.token),
      "productType": .string(item.kind == .coins ? "CONSUMABLE" : "ENTITLED"),
      "productId": .string(item.kind.rawValue), "purchaseDate": .milliseconds(item.at),
      "cancelDate": .milliseconds(item.refundedAt),
      "cancelReason": .whole(item.refundedAt.map { _ in 1 }), "autoRenewing": false, "quantity": 1,
      "betaProduct": false, "testTransaction": false, "countryCode": "DE",
    ]
    send(fields, as: .amazonReceipt, isCustomers: true)
  }
}
