import Basics
import Foundation

extension Simulator {
  /// Amazon's Receipt Verification Service 1.0, and its sandbox.
  func amazon(_ request: SimulatorRequest) throws(Refusal) -> SimulatorResponse {
    let endpoint = "GET version/1.0/verifyReceiptId/developer/*/user/*/receiptId/*"
    let isSandbox = request.path.first == "sandbox"
    guard let found = (isSandbox ? request.below(1) : request).matches(endpoint) else {
      throw .amazon(404, "Not found")
    }
    // The sandbox accepts any secret.
    guard isSandbox || found[0] == keys.amazonSecret else {
      throw .amazon(496, "Invalid sharedSecret")
    }
    guard let purchase = state.world.purchase(found[2]), purchase.store == .amazon,
      purchase.token == found[2], purchase.isSandbox == isSandbox, !purchase.charges.isEmpty
    else { throw .amazon(400, "Invalid receiptID") }
    guard purchase.account == found[1] else { throw .amazon(497, "Invalid userId") }
    if !purchase.isSubscription, purchase.charges.last?.refundedAt != nil {
      throw .amazon(410, "This receipt is no longer valid")
    }
    return SimulatorResponse(200, amazonReceipt(purchase))
  }

  /// What is not so is `null`, as in the service's examples of responses.
  private func amazonReceipt(_ purchase: SimulatedPurchase) -> JSONValue {
    let product = state.world.product(purchase.product, in: .amazon)
    let last = purchase.charges.last
    let receipt: JSONValue = [
      "betaProduct": false, "testTransaction": .flag(purchase.isSandbox),
      "receiptId": .text(purchase.token), "productId": .text(purchase.product),
      "productType": .text(Self.type(purchase.kind)),
      "purchaseDate": .milliseconds(purchase.beganAt), "quantity": .whole(Int(last?.quantity ?? 1)),
      "countryCode": "US", "parentProductId": .null,
    ]
    let isOver = purchase.isOver
    guard purchase.isSubscription else {
      return receipt.adding([
        "cancelDate": Self.instant(last?.cancelledAt), "renewalDate": .null,
        "term": .null, "termSku": .null,
      ])
    }
    let period = product?.period ?? .month
    return receipt.adding([
      "termSku": .text("\(purchase.product)_\(product?.plan ?? "")"),
      "term": .text(Self.term(period)), "autoRenewing": .flag(purchase.autoRenews && !isOver),
      "renewalDate": purchase.autoRenews && !isOver ? Self.instant(purchase.expiresAt) : .null,
      "cancelDate": Self.instant(
        isOver ? purchase.endedAt : purchase.autoRenews ? nil : purchase.expiresAt
      ),
      "cancelReason": isOver ? .whole(Self.reason(purchase.endReason)) : .null,
      "freeTrialEndDate": Self.instant(
        last?.offer == .trial && !isOver ? last?.expiresAt : nil
      ),
      "gracePeriodEndDate": Self.instant(purchase.state == .grace ? purchase.graceEndsAt : nil),
      "promotions": last?.offer == .introductory
        ? [
          [
            "promotionType": "Introductory Price - All Customers",
            "promotionStatus": "InProgress",
          ]
        ] : nil,
    ])
  }

  private static func instant(_ date: Date?) -> JSONValue {
    JSONValue.milliseconds(date) ?? .null
  }

  private static func type(_ kind: SimulatedProduct.Kind) -> String {
    switch kind {
    case .consumable: "CONSUMABLE"
    case .nonConsumable, .nonRenewing: "ENTITLED"
    case .subscription, .prepaid: "SUBSCRIPTION"
    }
  }

  private static func term(_ span: ISO8601Duration) -> String {
    switch (span.months, span.days) {
    case (12, _): "1 Year"
    case (let months, _) where months > 0: "\(months) Month\(months == 1 ? "" : "s")"
    default: "\(span.days / 7) Week\(span.days == 7 ? "" : "s")"
    }
  }

  private static func reason(_ reason: SimulatedPurchase.EndReason?) -> Int64? {
    switch reason {
    case .revoked: 1
    case .billing: 2
    case .replaced: 4
    case .price, .developer: 3
    case .voluntary, .lapsed, nil: 0
    }
  }
}

extension Refusal {
  fileprivate static func amazon(_ status: Int, _ message: String) -> Refusal {
    Refusal(status, ["message": .text(message), "status": false])
  }
}

/// The text of Amazon's real-time notifications, without the SNS envelope.
enum AmazonMessages {
  static func body(_ notification: SimulatedNotification) -> String? {
    guard let purchase = notification.purchase, let type = type(notification, purchase)
    else { return nil }
    let body: JSONValue = [
      "receiptId": .text(purchase.token),
      "relatedReceipts": purchase.replaces.map { ["cancelledReceiptId": .text($0)] } ?? [:],
      "appUserId": .text(purchase.account), "notificationType": .text(type),
      "appPackageName": .text(notification.app), "timestamp": .milliseconds(notification.at),
      "betaProductTransaction": .flag(notification.isSandbox),
    ]
    return body.encoded
  }

  private static func type(
    _ notification: SimulatedNotification,
    _ purchase: SimulatedPurchase
  ) -> String? {
    let thing = purchase.kind == .consumable ? "CONSUMABLE" : "ENTITLEMENT"
    switch notification.change {
    case .started, .resubscribed: return "SUBSCRIPTION_PURCHASED"
    case .renewed:
      let isFromTrial = purchase.charges.dropLast().last?.offer == .trial
      return isFromTrial ? "SUBSCRIPTION_CONVERTED_FREE_TRIAL_TO_PAID" : "SUBSCRIPTION_RENEWED"
    case .renewalOff: return "SUBSCRIPTION_AUTO_RENEWAL_OFF"
    case .renewalOn: return "SUBSCRIPTION_AUTO_RENEWAL_ON"
    case .failedWithGrace: return "SUBSCRIPTION_IN_GRACE_PERIOD"
    case .recovered, .recoveredLate: return "SUBSCRIPTION_OUT_OF_GRACE_PERIOD"
    case .upgraded: return "SUBSCRIPTION_MODIFIED_IMMEDIATE"
    case .downgradeScheduled: return "SUBSCRIPTION_MODIFIED_DEFERRED"
    case .expired: return "SUBSCRIPTION_EXPIRED"
    case .refunded where purchase.isSubscription, .revoked where purchase.isSubscription:
      return "SUBSCRIPTION_CANCELLED"
    case .refunded, .revoked: return "\(thing)_CANCELLED"
    case .bought: return "\(thing)_PURCHASED"
    default: return nil
    }
  }
}
