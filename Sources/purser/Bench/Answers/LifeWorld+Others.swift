import Foundation
import Receipts
import ServiceCore

/// Microsoft's recurrences and collections, which are asked and never told ("Managing subscription
/// products from your service").
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
    send(["items": [item]], as: .microsoftResponse, isCustomers: true)
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

  private static func microsoftProduct(_ name: String) -> String {
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

/// Amazon's receipts, asked for after each notification (Receipt Verification Service). No prices
/// and no renewals by themselves are told.
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
    send(fields, as: .amazonReceipt, isCustomers: true)
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

  /// 1 the customer cancelled the order, 2 unpaid after grace, 4 replaced, 0 not yet known.
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
