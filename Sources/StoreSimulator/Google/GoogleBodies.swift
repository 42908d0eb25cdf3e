import Basics
import Foundation

/// The bodies of androidpublisher v3.
struct GoogleBodies {
  let products: [SimulatedProduct]

  private func product(_ id: String) -> SimulatedProduct? {
    products.first { $0.id == id && $0.store == .google }
  }

  static func etag(_ purchase: SimulatedPurchase) -> String {
    "\(Int64(purchase.changedAt.timeIntervalSince1970))"
  }

  static func time(_ date: Date?) -> JSONValue? {
    .text(date.map { CivilTime(clamping: $0).rfc3339 })
  }

  static func money(_ thousandths: Int64, _ currency: String) -> JSONValue {
    // Zeros are omitted.
    [
      "currencyCode": .text(currency),
      "units": thousandths / 1_000 == 0 ? nil : .text(String(thousandths / 1_000)),
      "nanos": thousandths % 1_000 == 0 ? nil : .whole(thousandths % 1_000 * 1_000_000),
    ]
  }

  func subscription(_ purchase: SimulatedPurchase, linked: String?) -> JSONValue {
    let body: JSONValue = [
      "kind": "androidpublisher#subscriptionPurchaseV2",
      "startTime": purchase.state == .pending ? nil : Self.time(purchase.beganAt),
      "regionCode": "US", "subscriptionState": .text("SUBSCRIPTION_STATE_\(state(purchase))"),
      "latestOrderId": .text(purchase.charges.last?.id), "linkedPurchaseToken": .text(linked),
      "acknowledgementState": .text(
        "ACKNOWLEDGEMENT_STATE_\(purchase.isAcknowledged ? "ACKNOWLEDGED" : "PENDING")"
      ),
      "etag": .text(Self.etag(purchase)),
      "testPurchase": purchase.isSandbox ? [:] : nil,
      "externalAccountIdentifiers": purchase.appAccount.map {
        ["obfuscatedExternalAccountId": .text($0)]
      },
      "lineItems": .array(lineItems(purchase)),
    ]
    return body.adding(context(purchase))
  }

  private func state(_ purchase: SimulatedPurchase) -> String {
    switch purchase.state {
    case .pending: "PENDING"
    case .declined: "PENDING_PURCHASE_CANCELED"
    case .active where purchase.kind == .prepaid: "ACTIVE"
    case .active: purchase.autoRenews ? "ACTIVE" : "CANCELED"
    case .grace: "IN_GRACE_PERIOD"
    case .retry: "ON_HOLD"
    case .paused: "PAUSED"
    case .expired, .revoked: "EXPIRED"
    }
  }

  private func context(_ purchase: SimulatedPurchase) -> JSONValue? {
    // The order of a declined charge.
    let declined: JSONValue = [
      "renewalDeclined": [
        "pendingOrderId": .text(
          "\(purchase.charges.first?.id ?? "")..\(max(0, purchase.charges.count - 1))"
        )
      ]
    ]
    switch purchase.state {
    case .grace: return ["inGracePeriodStateContext": declined]
    case .retry: return ["onHoldStateContext": declined]
    case .paused: return ["pausedStateContext": ["autoResumeTime": Self.time(purchase.resumesAt)]]
    default: break
    }
    guard !purchase.autoRenews || purchase.state == .expired, purchase.kind == .subscription else {
      return nil
    }
    let why: JSONValue? =
      switch purchase.endReason {
      case .voluntary:
        ["userInitiatedCancellation": ["cancelTime": Self.time(purchase.endedAt)]]
      case .billing, .price: ["systemInitiatedCancellation": [:]]
      case .replaced: ["replacementCancellation": [:]]
      case .developer: ["developerInitiatedCancellation": [:]]
      case .revoked, .lapsed, nil: nil
      }
    return why.map { ["canceledStateContext": $0] }
  }

  private func lineItems(_ purchase: SimulatedPurchase) -> [JSONValue] {
    guard purchase.state != .pending else { return [item(purchase.product, purchase, order: nil)] }
    let last = purchase.charges.last
    let own = item(purchase.product, purchase, order: last?.id)
    guard let next = purchase.nextProduct else { return [own] }
    return [
      own.adding(["deferredItemReplacement": ["productId": .text(next)]]),
      item(next, purchase, order: nil),
    ]
  }

  private func item(_ id: String, _ purchase: SimulatedPurchase, order: String?) -> JSONValue {
    let product = product(id)
    let last = purchase.charges.last
    let end = purchase.state == .grace ? purchase.graceEndsAt : purchase.expiresAt
    let isRevoked = purchase.state == .revoked
    let price = Self.money(product?.price ?? 0, product?.currency ?? "USD")
    let phase: JSONValue? =
      switch last?.offer {
      case .trial: ["freeTrial": [:]]
      case .introductory, .promotional, .code, .winBack: ["introductoryPrice": [:]]
      case nil: ["basePrice": [:]]
      }
    let change = purchase.priceChange.map { change -> JSONValue in
      [
        "newPrice": Self.money(change.price, product?.currency ?? "USD"),
        "priceChangeMode": "PRICE_INCREASE",
        "priceChangeState": change.answer == .agreed
          ? "CONFIRMED" : change.answer == .refused ? "CANCELED" : "OUTSTANDING",
      ]
    }
    return [
      "productId": .text(id), "expiryTime": Self.time(isRevoked ? purchase.endedAt : end),
      "latestSuccessfulOrderId": .text(order),
      "autoRenewingPlan": purchase.kind == .prepaid
        ? nil
        : [
          "autoRenewEnabled": purchase.autoRenews ? true : nil, "recurringPrice": price,
          "priceChangeDetails": change,
        ],
      "prepaidPlan": purchase.kind == .prepaid ? [:] : nil,
      "offerDetails": [
        "basePlanId": .text(product?.plan), "offerId": .text(last?.offerID), "offerTags": [],
      ],
      "offerPhase": phase,
      "signupPromotion": last?.offer == .code
        ? ["vanityCode": ["promotionCode": .text(last?.offerID)]] : nil,
    ]
  }

  func product(_ purchase: SimulatedPurchase) -> JSONValue {
    let charge = purchase.charges.last
    let isVoided = charge?.isVoided ?? false
    let refunded = charge.map { charge in
      charge.refundedAt == nil || charge.refundedPercent.map { $0 < 100 } ?? false
        ? 0 : charge.refundedQuantity ?? charge.quantity
    }
    let state =
      purchase.state == .pending
      ? "PENDING" : isVoided || purchase.state == .declined ? "CANCELLED" : "PURCHASED"
    let consumption: JSONValue = .string(
      "CONSUMPTION_STATE_\(purchase.isConsumed ? "CONSUMED" : "YET_TO_BE_CONSUMED")"
    )
    return [
      "kind": "androidpublisher#productPurchaseV2",
      "productLineItem": [
        [
          "productId": .text(purchase.product),
          "productOfferDetails": [
            "purchaseOptionId": "base", "offerTags": [],
            "quantity": .whole(Int(charge?.quantity ?? purchase.pendingQuantity)),
            "refundableQuantity": .whole(Int64((charge?.quantity ?? 0) - (refunded ?? 0))),
            "consumptionState": consumption,
          ],
        ]
      ],
      "purchaseStateContext": ["purchaseState": .text(state)],
      "purchaseCompletionTime": Self.time(charge?.purchasedAt),
      "acknowledgementState": .text(
        "ACKNOWLEDGEMENT_STATE_\(purchase.isAcknowledged ? "ACKNOWLEDGED" : "PENDING")"
      ),
      "orderId": .text(charge?.id),
      "regionCode": "US",
      "obfuscatedExternalAccountId": .text(purchase.appAccount),
      "testPurchaseContext": purchase.isSandbox ? ["fopType": "TEST"] : nil,
    ]
  }

  /// The older form, by product (`purchases.products.get`).
  func oldProduct(_ purchase: SimulatedPurchase) -> JSONValue {
    let charge = purchase.charges.last
    let state: Int64 =
      purchase.state == .pending
      ? 2 : charge?.isVoided ?? false || purchase.state == .declined ? 1 : 0
    return [
      "kind": "androidpublisher#productPurchase",
      "purchaseTimeMillis": .millisecondsText(charge?.purchasedAt ?? purchase.beganAt),
      "purchaseState": .whole(state), "consumptionState": purchase.isConsumed ? 1 : 0,
      "acknowledgementState": purchase.isAcknowledged ? 1 : 0,
      "purchaseType": purchase.isSandbox ? 0 : nil, "orderId": .text(charge?.id),
      "quantity": .whole(Int(charge?.quantity ?? 1)), "regionCode": "US",
      "obfuscatedExternalAccountId": .text(purchase.appAccount),
    ]
  }

  func order(_ charge: SimulatedCharge, of purchase: SimulatedPurchase) -> JSONValue {
    let product = product(charge.product)
    let total = Self.money(charge.price, product?.currency ?? "USD")
    var history: JSONValue = ["processedEvent": ["eventTime": Self.time(charge.purchasedAt)]]
    if let refundedAt = charge.refundedAt, charge.isRefundedInPart {
      history = history.adding([
        "partialRefundEvents": [
          [
            "createTime": Self.time(refundedAt), "processTime": Self.time(refundedAt),
            "state": "PROCESSED_SUCCESSFULLY",
            "refundDetails": [
              "total": Self.money(charge.refundedPrice, product?.currency ?? "USD")
            ],
          ]
        ]
      ])
    } else if let refundedAt = charge.refundedAt {
      history = history.adding([
        "refundEvent": [
          "eventTime": Self.time(refundedAt), "refundReason": "OTHER",
          "refundDetails": ["total": total],
        ]
      ])
    }
    let phase: JSONValue? =
      switch charge.offer {
      case .trial: ["freeTrialDetails": [:]]
      case .introductory, .promotional, .code, .winBack: ["introductoryPriceDetails": [:]]
      case nil: ["baseDetails": [:]]
      }
    return [
      "orderId": .text(charge.id), "purchaseToken": .text(purchase.token),
      "state": charge.refundedAt == nil
        ? "PROCESSED" : charge.isRefundedInPart ? "PARTIALLY_REFUNDED" : "REFUNDED",
      "createTime": Self.time(charge.purchasedAt),
      "lastEventTime": Self.time(charge.refundedAt ?? charge.purchasedAt),
      "buyerAddress": ["buyerCountry": "US"], "total": total, "orderHistory": history,
      "salesChannel": "IN_APP",
      "lineItems": [
        [
          "productId": .text(charge.product), "productTitle": .text(charge.product),
          "listingPrice": Self.money(product?.price ?? 0, product?.currency ?? "USD"),
          "total": total,
          "subscriptionDetails": purchase.isSubscription
            ? [
              "basePlanId": .text(product?.plan), "offerId": .text(charge.offerID),
              "offerPhaseDetails": phase, "servicePeriodStartTime": Self.time(charge.purchasedAt),
              "servicePeriodEndTime": Self.time(charge.expiresAt),
            ] : nil,
          "oneTimePurchaseDetails": purchase.isSubscription
            ? nil : ["quantity": .whole(Int(charge.quantity)), "purchaseOptionId": "base"],
        ]
      ],
    ]
  }

  func voided(_ charge: SimulatedCharge, of purchase: SimulatedPurchase) -> JSONValue {
    [
      "kind": "androidpublisher#voidedPurchase", "purchaseToken": .text(purchase.token),
      "orderId": .text(charge.id), "purchaseTimeMillis": .millisecondsText(charge.purchasedAt),
      "voidedTimeMillis": .millisecondsText(charge.refundedAt), "voidedSource": 0,
      "voidedReason": charge.isRefundForFault ? 3 : 0,
      "voidedQuantity": .whole(charge.refundedQuantity),
    ]
  }
}
