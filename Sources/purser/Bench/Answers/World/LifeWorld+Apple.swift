import Basics
import Foundation
import Receipts
import ServiceCore

/// App Store Server Notifications V2 and the transactions that an app uploads, from Apple's
/// documentation of `notificationType`, `JWSTransactionDecodedPayload` and
/// `JWSRenewalInfoDecodedPayload`.
extension LifeWorld {
  mutating func publishApple(_ change: Change, _ index: Int) {
    switch change {
    case .bought, .boughtAgain, .shared: upload(appleTransaction(index), index)
    default: break
    }
    guard let (type, subtype) = Self.appleType(for: change, subscriptions[index]) else { return }
    let period: Int? = if case .refunded(let period) = change { period } else { nil }
    notify(type, subtype, appleTransaction(index, period), appleRenewal(index), index)
  }

  private static func appleType(
    for change: Change,
    _ subscription: LifeSubscription
  ) -> (type: String, subtype: String?)? {
    switch change {
    case .bought: ("SUBSCRIBED", "INITIAL_BUY")
    case .boughtAgain: ("SUBSCRIBED", "RESUBSCRIBE")
    case .renewed: ("DID_RENEW", nil)
    case .recovered: ("DID_RENEW", "BILLING_RECOVERY")
    case .failed: ("DID_FAIL_TO_RENEW", "GRACE_PERIOD")
    case .held: ("GRACE_PERIOD_EXPIRED", nil)
    case .ended:
      switch subscription.state {
      case .ended(.billing): ("EXPIRED", "BILLING_RETRY")
      case .ended(.priceRise): ("EXPIRED", "PRICE_INCREASE")
      default: ("EXPIRED", "VOLUNTARY")
      }
    case .turnedOff: ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED")
    case .turnedOn: ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED")
    case .planChosen: ("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE")
    case .planWithdrawn: ("DID_CHANGE_RENEWAL_PREF", nil)
    case .upgraded: ("DID_CHANGE_RENEWAL_PREF", "UPGRADE")
    case .priceRaised: ("PRICE_INCREASE", "PENDING")
    case .priceAgreed: ("PRICE_INCREASE", "ACCEPTED")
    case .refundRequested: ("CONSUMPTION_REQUEST", nil)
    case .refundDeclined: ("REFUND_DECLINED", nil)
    case .refunded: ("REFUND", nil)
    case .refundReversed: ("REFUND_REVERSED", nil)
    case .shareEnded: ("REVOKE", nil)
    case .shared: ("SUBSCRIBED", "INITIAL_BUY")
    case .ordered, .completed, .calledOff, .paused, .revoked, .cancellationScheduled: nil
    }
  }

  func appleTransaction(_ index: Int, _ chosen: Int? = nil) -> JSONValue {
    let subscription = subscriptions[index]
    let number = chosen ?? subscription.periods.count - 1
    let period = subscription.periods[number]
    let isRenewal = period.beginning == .renewal
    let isRevoked = period.refund != nil || subscription.state == .ended(.family)
    let isPart = period.refund.map { !$0.isWhole } ?? false
    let revokedAt = isRevoked ? period.refund?.at ?? subscription.endedAt : nil
    let revocation =
      subscription.isShared ? "FAMILY_REVOKE" : isPart ? "REFUND_PRORATED" : "REFUND_FULL"
    let price = subscription.isShared ? nil : period.cents * 10
    let offerType = period.offer == .none ? nil : 1
    return [
      "transactionId": .string(period.order),
      "originalTransactionId": .string(subscription.periods[0].order),
      "productId": .string("premium.\(period.plan.rawValue)"),
      "subscriptionGroupIdentifier": .string("2099000\(subscription.isShared ? 2 : 1)"),
      "purchaseDate": .milliseconds(period.start),
      "originalPurchaseDate": .milliseconds(subscription.periods[0].start),
      "expiresDate": .milliseconds(period.end), "quantity": 1,
      "type": "Auto-Renewable Subscription",
      "inAppOwnershipType": .string(subscription.isShared ? "FAMILY_SHARED" : "PURCHASED"),
      "transactionReason": .string(isRenewal ? "RENEWAL" : "PURCHASE"), "storefront": "DEU",
      "price": .whole(price), "currency": .text(price.map { _ in "EUR" }),
      "offerType": .whole(offerType),
      "offerDiscountType": .text(Self.appleDiscounts[period.offer]),
      "revocationDate": .milliseconds(revokedAt),
      "revocationReason": .whole(isRevoked ? 0 : nil),
      "revocationType": .text(isRevoked ? revocation : nil),
      "revocationPercentage": .whole(isPart ? 50_000 : nil),
    ]
  }

  private static let appleDiscounts: [LifeSubscription.Offer: String] = [
    .trial: "FREE_TRIAL", .introductory: "PAY_AS_YOU_GO",
  ]

  private func appleRenewal(_ index: Int) -> JSONValue {
    let subscription = subscriptions[index]
    let grace: Date? = if case .grace(let until) = subscription.state { until } else { nil }
    let isRetrying =
      switch subscription.state {
      case .grace, .hold: true
      default: false
      }
    let isOn = subscription.renews && !subscription.isOver
    let next = subscription.nextPlan ?? subscription.plan
    let priceStatus: Int? =
      switch subscription.priceRise {
      case .none: nil
      case .asked: 0
      case .agreed: 1
      }
    return [
      "originalTransactionId": .string(subscription.periods[0].order),
      "productId": .string("premium.\(subscription.plan.rawValue)"),
      "autoRenewProductId": .string("premium.\(next.rawValue)"),
      "autoRenewStatus": .whole(isOn ? 1 : 0),
      "renewalDate": .milliseconds(isOn ? subscription.periods.last?.end : nil),
      "expirationIntent": .whole(Self.appleIntent(subscription.state)),
      "gracePeriodExpiresDate": .milliseconds(grace),
      "isInBillingRetryPeriod": .flag(isRetrying ? true : nil),
      "priceIncreaseStatus": .whole(priceStatus),
    ]
  }

  private static func appleIntent(_ state: LifeSubscription.State) -> Int? {
    switch state {
    case .grace, .hold, .ended(.billing): 2
    case .ended(.priceRise): 3
    case .ended(.renewalOff): 1
    default: nil
    }
  }

  private static func appleStatus(_ state: LifeSubscription.State) -> Int {
    switch state {
    case .grace: 4
    case .hold: 3
    case .ended(.refund), .ended(.family): 5
    case .ended: 2
    default: 1
    }
  }

  mutating func publishAppleItem(_ index: Int) {
    let item = items[index]
    let transaction: JSONValue = [
      "transactionId": .string(item.order), "originalTransactionId": .string(item.order),
      "productId": .string(item.kind.rawValue), "purchaseDate": .milliseconds(item.at),
      "originalPurchaseDate": .milliseconds(item.at), "quantity": 1,
      "type": .string(item.kind == .coins ? "Consumable" : "Non-Consumable"),
      "inAppOwnershipType": "PURCHASED", "transactionReason": "PURCHASE", "storefront": "DEU",
      "price": .whole(item.cents * 10), "currency": "EUR",
      "revocationDate": .milliseconds(item.refundedAt),
      "revocationReason": .whole(item.refundedAt.map { _ in 0 }),
      "revocationType": .text(item.refundedAt.map { _ in "REFUND_FULL" }),
    ]
    if item.state == .bought { upload(transaction, nil) }
    notify(item.state == .bought ? "ONE_TIME_CHARGE" : "REFUND", nil, transaction, nil, nil)
  }

  mutating func upload(_ transaction: JSONValue, _ index: Int?) {
    let isSandbox = index.map { subscriptions[$0].isSandbox } ?? false
    send(
      signed(transaction),
      as: .signedTransaction,
      isCustomers: true,
      of: index,
      isSandbox: isSandbox
    )
  }

  private mutating func notify(
    _ type: String,
    _ subtype: String?,
    _ transaction: JSONValue,
    _ renewal: JSONValue?,
    _ index: Int?
  ) {
    let data: JSONValue = [
      "status": .whole(index.map { Self.appleStatus(subscriptions[$0].state) }),
      "consumptionRequestReason": .text(type == "CONSUMPTION_REQUEST" ? "OTHER" : nil),
      "signedTransactionInfo": signed(transaction),
      "signedRenewalInfo": renewal.map(signed),
    ]
    let fields: JSONValue = [
      "notificationType": .string(type), "subtype": .text(subtype),
      "notificationUUID": .string(uuid(documents.count)), "data": data,
      "signedDate": .milliseconds(now.addingTimeInterval(5)),
    ]
    send(
      fields,
      as: .signedNotification,
      isSandbox: index.map { subscriptions[$0].isSandbox } ?? false
    )
  }

  /// Adds the signing time, which stays the same if the document is late.
  private func signed(_ payload: JSONValue) -> JSONValue {
    let signedAt = JSONValue.milliseconds(now.addingTimeInterval(5)) ?? .null
    guard let members = payload.members else { return payload }
    return .object(members + [.init("signedDate", signedAt)])
  }

  private func uuid(_ number: Int) -> String {
    let digits = String(seed % 10_000_000_000 * 100 + UInt64(number)).zeroPadded(to: 12)
    return "00000000-0000-4000-8000-\(digits.suffix(12))"
  }
}
