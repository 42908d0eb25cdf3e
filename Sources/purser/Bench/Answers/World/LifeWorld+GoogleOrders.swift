import Basics
import Foundation
import Receipts
import ServiceCore

// Refunds, orders and one-time purchases at Google.

extension LifeWorld {
  /// Sends the documents of a refund. Full: the void's notification, its list entry and the
  /// subscription. Partial: the order.
  mutating func publishGoogleRefund(_ index: Int, _ number: Int) {
    let period = subscriptions[index].periods[number]
    let token = subscriptions[index].token
    guard period.refund?.isWhole ?? true else {
      send(googleOrder(period, index), as: .googleOrder, of: index)
      return
    }
    push([
      "voidedPurchaseNotification": [
        "purchaseToken": .string(token), "orderId": .string(period.order), "productType": 1,
        "refundType": 1,
      ]
    ])
    let isChargeback = period.refund?.isChargeback ?? false
    sendVoided(token, period.order, at: period.start, reason: isChargeback ? 7 : 1)
    ask(about: index)
  }

  /// Reason 1 is remorse, 7 a chargeback (`purchases.voidedpurchases`).
  private mutating func sendVoided(
    _ token: String,
    _ order: String,
    at purchase: Date,
    reason: Int = 1
  ) {
    func time(_ instant: Date) -> JSONValue {
      .string("\(Int64(instant.timeIntervalSince1970) * 1_000)")
    }
    let voided: JSONValue = [
      "kind": "androidpublisher#voidedPurchase", "purchaseToken": .string(token),
      "orderId": .string(order), "purchaseTimeMillis": time(purchase),
      "voidedTimeMillis": time(now), "voidedSource": 0, "voidedReason": .whole(reason),
    ]
    send(["voidedPurchases": [voided]], as: .googleVoided, after: 60)
  }

  private func googleOrder(_ period: LifeSubscription.Period, _ index: Int) -> JSONValue {
    [
      "orderId": .string(period.order), "purchaseToken": .string(subscriptions[index].token),
      "state": "PARTIALLY_REFUNDED", "createTime": Self.text(period.start),
      "lastEventTime": Self.text(now), "buyerAddress": ["buyerCountry": "DE"],
      "total": Self.money(period.cents),
      "orderHistory": [
        "processedEvent": ["eventTime": Self.text(period.start)],
        "partialRefundEvents": [
          [
            "createTime": Self.text(now), "processTime": Self.text(now),
            "state": "PROCESSED_SUCCESSFULLY",
            "refundDetails": ["total": Self.money(period.cents / 2)],
          ]
        ],
      ],
      "lineItems": [
        [
          "productId": .string(Self.googleProduct(period.plan)),
          "total": Self.money(period.cents),
          "subscriptionDetails": [
            "basePlanId": .string(Self.googleBasePlan(period.plan)),
            "offerId": .text(period.offer == .none ? nil : "welcome"),
            "offerPhase": Self.googleOrderPhases[period.offer],
            "servicePeriodStartTime": Self.text(period.start),
            "servicePeriodEndTime": Self.text(period.end),
          ],
        ]
      ],
    ]
  }

  /// `orders.lineItems.subscriptionDetails.offerPhase`.
  private static let googleOrderPhases: [LifeSubscription.Offer: JSONValue] = [
    .none: "BASE", .trial: "FREE_TRIAL", .introductory: "INTRODUCTORY",
  ]

  mutating func publishGoogleItem(_ index: Int) {
    let item = items[index]
    switch item.state {
    case .refunded:
      push([
        "voidedPurchaseNotification": [
          "purchaseToken": .string(item.token), "orderId": .string(item.order),
          "productType": 2, "refundType": 1,
        ]
      ])
      return sendVoided(item.token, item.order, at: item.at)
    case .bought where !item.isDelivered, .calledOff:
      push([
        "oneTimeProductNotification": [
          "version": "1.0", "notificationType": .whole(item.state == .bought ? 1 : 2),
          "purchaseToken": .string(item.token), "sku": .string(item.kind.rawValue),
        ]
      ])
    default: break
    }
    let state = item.state == .pending ? 2 : item.state == .calledOff ? 1 : 0
    let fields: JSONValue = [
      "kind": "androidpublisher#productPurchase", "purchaseState": .whole(state),
      "consumptionState": .whole(item.isDelivered ? 1 : 0),
      "acknowledgementState": .whole(item.state == .bought ? 1 : 0),
      "purchaseTimeMillis": .string("\(Int64(item.at.timeIntervalSince1970) * 1_000)"),
      "regionCode": "DE", "productId": .string(item.kind.rawValue),
      "purchaseToken": .string(item.token),
      "orderId": .text(item.state == .bought ? item.order : nil), "quantity": 1,
    ]
    send(
      fields,
      as: .googleProduct,
      isCustomers: true,
      hints: DocumentHints(
        productID: item.kind.rawValue,
        productKind: item.kind == .coins ? "consumable" : "nonConsumable",
        purchaseToken: item.token
      )
    )
  }
}
