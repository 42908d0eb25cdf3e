import Basics
import Foundation
import Mint

/// Apple's signed payloads (App Store Server API, JWSTransactionDecodedPayload and others).
struct ApplePayloads {
  let mint: PayloadMint
  let signedAt: Date
  let products: [SimulatedProduct]

  /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
  static func status(of purchase: SimulatedPurchase) -> Int64 {
    switch purchase.state {
    case .active, .paused, .pending: 1
    case .expired, .declined: 2
    case .retry: 3
    case .grace: 4
    case .revoked: 5
    }
  }

  func product(_ id: String) -> SimulatedProduct? {
    products.first { $0.id == id && $0.store == .apple }
  }

  func signedTransaction(
    _ charge: SimulatedCharge,
    of purchase: SimulatedPurchase
  ) throws(MintError) -> String {
    try mint.sign(transaction(charge, of: purchase).encoded)
  }

  func signedRenewal(of purchase: SimulatedPurchase) throws(MintError) -> String? {
    guard purchase.kind == .subscription else { return nil }
    return try mint.sign(renewal(of: purchase).encoded)
  }

  /// The app's download by the buyer of these purchases, of which there is at least one.
  func signedAppTransaction(of purchases: [SimulatedPurchase]) throws(MintError) -> String? {
    guard let first = purchases.min(by: { $0.beganAt < $1.beganAt }) else { return nil }
    let body: JSONValue = [
      "receiptType": .text(Self.environment(first.isSandbox)),
      "appAppleId": first.isSandbox ? nil : .whole(SimulatedShop.appleID),
      "bundleId": .text(first.app), "applicationVersion": "7",
      "versionExternalIdentifier": first.isSandbox ? nil : 870_000_007,
      "receiptCreationDate": .milliseconds(signedAt),
      // The app was downloaded by the time of the first purchase.
      "originalPurchaseDate": .milliseconds(first.beganAt), "originalApplicationVersion": "1",
      "appTransactionId": .text("7\(Self.account(first))"), "originalPlatform": "iOS",
    ]
    return try mint.sign(body.encoded)
  }

  func transaction(_ charge: SimulatedCharge, of purchase: SimulatedPurchase) -> JSONValue {
    let isSubscription = purchase.kind == .subscription
    let isShared = purchase.sharedFrom != nil
    let body: JSONValue = [
      "transactionId": .text(charge.id), "originalTransactionId": .text(purchase.id),
      "webOrderLineItemId": isSubscription ? .text(String(charge.lineItem)) : nil,
      "bundleId": .text(purchase.app), "productId": .text(charge.product),
      "subscriptionGroupIdentifier": isSubscription ? .text(Self.group(purchase)) : nil,
      "purchaseDate": .milliseconds(charge.purchasedAt),
      "originalPurchaseDate": .milliseconds(purchase.beganAt),
      "expiresDate": .milliseconds(charge.expiresAt), "quantity": .whole(Int(charge.quantity)),
      "type": .text(Self.type(purchase.kind)),
      "appAccountToken": .text(purchase.appAccount?.lowercased()),
      "inAppOwnershipType": .text(isShared ? "FAMILY_SHARED" : "PURCHASED"),
      "signedDate": .milliseconds(signedAt),
      "environment": .text(Self.environment(purchase.isSandbox)),
      "transactionReason": .text(charge.isRenewal ? "RENEWAL" : "PURCHASE"), "storefront": "USA",
      "storefrontId": "143441", "price": isShared ? nil : .whole(charge.price),
      "currency": .text(product(charge.product)?.currency),
      "appTransactionId": .text("7\(Self.account(purchase))"),
    ]
    return body.adding(revocation(charge)).adding(offer(charge))
  }

  private func revocation(_ charge: SimulatedCharge) -> JSONValue? {
    if charge.upgradedAt != nil, charge.refundedAt == nil { return ["isUpgraded": true] }
    guard let at = charge.refundedAt ?? charge.revokedAt else { return nil }
    let percent = charge.refundedPercent
    let type =
      charge.refundedAt == nil
      ? "FAMILY_REVOKE" : percent.map { $0 < 100 } == true ? "REFUND_PRORATED" : "REFUND_FULL"
    return [
      "revocationDate": .milliseconds(at), "revocationReason": charge.isRefundForFault ? 1 : 0,
      "revocationType": .text(type), "revocationPercentage": .whole(percent.map { $0 * 1_000 }),
    ]
  }

  private func offer(_ charge: SimulatedCharge) -> JSONValue? {
    guard let offer = charge.offer else { return nil }
    let (type, isNamed): (Int64, Bool) =
      switch offer {
      case .trial, .introductory: (1, false)
      case .promotional: (2, true)
      case .code: (3, true)
      case .winBack: (4, true)
      }
    return [
      "offerType": .whole(type), "offerIdentifier": isNamed ? .text(charge.offerID) : nil,
      "offerDiscountType": .text(offer == .trial ? "FREE_TRIAL" : "PAY_AS_YOU_GO"),
      "offerPeriod": .text(
        (offer == .trial ? product(charge.product)?.trial : product(charge.product)?.period)?.text
      ),
    ]
  }

  func renewal(of purchase: SimulatedPurchase) -> JSONValue {
    let next = product(purchase.nextProduct ?? purchase.product)
    let (isOver, isUnpaid) = (purchase.isOver, purchase.isUnpaid)
    return [
      "originalTransactionId": .text(purchase.id), "productId": .text(purchase.product),
      "autoRenewProductId": .text(purchase.nextProduct ?? purchase.product),
      "autoRenewStatus": purchase.autoRenews ? 1 : 0,
      "expirationIntent": .whole(Self.intent(purchase)),
      "isInBillingRetryPeriod": isUnpaid ? true : isOver ? false : nil,
      "gracePeriodExpiresDate": purchase.state == .grace
        ? .milliseconds(purchase.graceEndsAt) : nil,
      "priceIncreaseStatus": purchase.priceChange.map { $0.answer == .agreed ? 1 : 0 },
      "recentSubscriptionStartDate": .milliseconds(purchase.beganAt),
      "renewalDate": purchase.autoRenews ? .milliseconds(purchase.expiresAt) : nil,
      "renewalPrice": purchase.autoRenews
        ? .whole(purchase.priceChange.map(\.price) ?? next?.price) : nil,
      "currency": .text(next?.currency),
      "appAccountToken": .text(purchase.appAccount?.lowercased()),
      "appTransactionId": .text("7\(Self.account(purchase))"),
      "signedDate": .milliseconds(signedAt),
      "environment": .text(Self.environment(purchase.isSandbox)),
    ]
  }

  /// JWSRenewalInfoDecodedPayload, expirationIntent.
  static func intent(_ purchase: SimulatedPurchase) -> Int64? {
    guard purchase.isOver else { return purchase.isUnpaid ? 2 : nil }
    return switch purchase.endReason {
    case .voluntary: 1
    case .billing: 2
    case .price: 3
    default: 5
    }
  }

  static func environment(_ isSandbox: Bool) -> String { isSandbox ? "Sandbox" : "Production" }

  /// Groups are numbered, as in App Store Connect.
  static func group(_ purchase: SimulatedPurchase) -> String {
    number(purchase.group, in: 20_000_000)
  }

  private static func account(_ purchase: SimulatedPurchase) -> String {
    number(purchase.account + purchase.app, in: 1_000_000_000_000)
  }

  /// A stable number for a name (FNV-1a).
  private static func number(_ name: String, in range: UInt64) -> String {
    String(range + IssuedReceipt.checksum(name.utf8) % range)
  }

  private static func type(_ kind: SimulatedProduct.Kind) -> String {
    switch kind {
    case .consumable: "Consumable"
    case .nonConsumable: "Non-Consumable"
    case .nonRenewing, .prepaid: "Non-Renewing Subscription"
    case .subscription: "Auto-Renewable Subscription"
    }
  }
}

extension ApplePayloads {
  /// The body of a version 2 notification; `nil` for a change that Apple does not report.
  func notification(_ notification: SimulatedNotification) throws(MintError) -> String? {
    guard let (type, subtype) = Self.type(of: notification) else { return nil }
    var data: JSONValue = [
      "environment": .text(Self.environment(notification.isSandbox)),
      "appAppleId": notification.isSandbox ? nil : .whole(SimulatedShop.appleID),
      "bundleId": .text(notification.app), "bundleVersion": "7",
    ]
    if let purchase = notification.purchase {
      let charge = purchase.charges.first { $0.id == notification.charge } ?? purchase.charges.last
      if let charge {
        data = data.adding([
          "signedTransactionInfo": .text(try signedTransaction(charge, of: purchase))
        ])
      }
      if let renewal = try signedRenewal(of: purchase) {
        data = data.adding([
          "signedRenewalInfo": .text(renewal), "status": .whole(Self.status(of: purchase)),
        ])
      }
      if notification.change == .refundAsked {
        data = data.adding(["consumptionRequestReason": "UNINTENDED_PURCHASE"])
      }
    }
    let body: JSONValue = [
      "notificationType": .text(type), "subtype": .text(subtype),
      "notificationUUID": .text(notification.id), "version": "2.0",
      "signedDate": .milliseconds(signedAt), "data": data,
    ]
    return try mint.sign(body.encoded)
  }

  /// App Store Server Notifications, notificationType and subtype.
  static func type(of notification: SimulatedNotification) -> (String, String?)? {
    switch notification.change {
    case .started: ("SUBSCRIBED", "INITIAL_BUY")
    case .resubscribed: ("SUBSCRIBED", "RESUBSCRIBE")
    case .renewed: ("DID_RENEW", nil)
    case .recovered, .recoveredLate: ("DID_RENEW", "BILLING_RECOVERY")
    case .renewalOff: ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED")
    case .renewalOn: ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED")
    case .upgraded: ("DID_CHANGE_RENEWAL_PREF", "UPGRADE")
    case .downgradeScheduled: ("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE")
    case .failedWithGrace: ("DID_FAIL_TO_RENEW", "GRACE_PERIOD")
    case .failed: ("DID_FAIL_TO_RENEW", nil)
    case .graceEnded: ("GRACE_PERIOD_EXPIRED", nil)
    case .expired: ("EXPIRED", expiry(notification.purchase?.endReason))
    case .refunded: ("REFUND", nil)
    case .refundAsked: ("CONSUMPTION_REQUEST", nil)
    case .refundDeclined: ("REFUND_DECLINED", nil)
    case .refundReversed: ("REFUND_REVERSED", nil)
    case .revoked: ("REVOKE", nil)
    case .extended: ("RENEWAL_EXTENDED", nil)
    case .priceAsked: ("PRICE_INCREASE", "PENDING")
    case .priceAgreed: ("PRICE_INCREASE", "ACCEPTED")
    case .offerRedeemed: ("OFFER_REDEEMED", "UPGRADE")
    case .bought: ("ONE_TIME_CHARGE", nil)
    case .test: ("TEST", nil)
    case .pauseScheduled, .paused, .resumed, .pendingCancelled: nil
    }
  }

  private static func expiry(_ reason: SimulatedPurchase.EndReason?) -> String? {
    switch reason {
    case .voluntary: "VOLUNTARY"
    case .billing: "BILLING_RETRY"
    case .price: "PRICE_INCREASE"
    default: nil
    }
  }

  /// Version 1 has fewer types, and none for expiry.
  static func oldType(of notification: SimulatedNotification) -> String? {
    switch notification.change {
    case .started: "INITIAL_BUY"
    case .resubscribed: "INTERACTIVE_RENEWAL"
    case .renewed: "DID_RENEW"
    case .recovered, .recoveredLate: "DID_RECOVER"
    case .renewalOff, .renewalOn: "DID_CHANGE_RENEWAL_STATUS"
    case .upgraded, .downgradeScheduled, .offerRedeemed: "DID_CHANGE_RENEWAL_PREF"
    case .failedWithGrace, .failed: "DID_FAIL_TO_RENEW"
    case .refunded: notification.purchase?.kind == .subscription ? "CANCEL" : "REFUND"
    case .refundAsked: "CONSUMPTION_REQUEST"
    case .revoked: "REVOKE"
    case .priceAsked: "PRICE_INCREASE_CONSENT"
    default: nil
    }
  }
}
