import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from verifyReceipt answers, modern or iOS 6 style.
extension DocumentTranslation {
  mutating func extractVerifyReceipt(_ payload: JSONValue) {
    guard let response = VerifyReceiptResponse(payload) else { return }
    let receipt = response.receipt.map { AppleFields($0) }
    statedAt = receipt?.date("request_date")
    // Answers with another status state nothing about purchases, whatever they contain.
    guard response.status == .valid || response.status == .subscriptionExpired else {
      purchases = 0
      return
    }
    guard let factSource else { return }
    let latest = response.latestPurchases
    for purchase in latest { purchase.extract(by: factSource, into: &collector) }
    // A submitted receipt is valid as of its creation; a cancellation in it remains valid.
    let submitted = factSource.at(receipt?.date("receipt_creation_date"))
    for purchase in response.purchases {
      let isCancelled = purchase.cancelledAt != nil
      purchase.extract(by: isCancelled ? factSource : submitted, into: &collector)
    }
    let single = latest.first ?? (response.isSinglePurchase ? response.purchases.first : nil)
    for pending in response.pendingRenewals {
      var renewal = AppleRenewal(pending)
      // The iOS 6 style has one subscription and does not repeat its ID in the renewal.
      renewal.chainName = renewal.chainName ?? single?.chainName
      renewal.productID = renewal.productID ?? single?.productID
      let isOver = response.status == .subscriptionExpired && renewal.isInBillingRetry != true
      if isOver { renewal.status = .expired }
      renewal.extract(by: factSource, into: &collector)
    }
  }
}

extension VerifyReceiptPurchase {
  var chainName: String? { originalTransactionID?.usable ?? transactionID?.usable }

  func extract(
    by factSource: FactSource,
    cancelledAt other: Date? = nil,
    into collector: inout FactCollector
  ) {
    var sale = sale
    sale.cancelledAt = sale.cancelledAt ?? other
    collector.add(sale, by: factSource)
    guard let chain = chainName else { return }
    collector.add(factSource.link(.appAccount, appAccountToken, of: chain))
  }

  /// A purchase with an end is a renewable subscription; the answers state no product type.
  private var sale: RawSale {
    RawSale(
      transactionID: transactionID,
      originalTransactionID: originalTransactionID,
      webOrderLineItemID: webOrderLineItemID,
      productID: productID,
      kind: expiresAt == nil ? .unknown : .autoRenewable,
      quantity: quantity,
      purchasedAt: purchasedAt,
      originalPurchasedAt: originalPurchasedAt,
      expiresAt: expiresAt,
      cancelledAt: cancelledAt,
      cancellation: cancellation,
      offer: offer,
      ownership: .init(appleValue: ownershipType)
    )
  }

  /// Only newer rows state upgrades. Upgrades have a reason too, but never an issue in the app.
  private var cancellation: Order.Cancellation? {
    if endedByUpgrade { return .upgraded }
    if ownershipType == "FAMILY_SHARED" { return .revoked }
    return cancellationReason == nil ? nil : .refunded
  }

  /// What was upgraded may be refunded later.
  fileprivate var endedByUpgrade: Bool { isUpgraded == true && cancellationReason != 1 }

  private var offer: Order.Offer? {
    if let offer = promotionalOfferID?.usable ?? offerCodeName?.usable {
      return .promotional(offer)
    }
    if isTrialPeriod == true { return .trial }
    return isInIntroOfferPeriod == true ? .introductory : nil
  }
}

/// Facts from version 1 server notifications: unsigned, with the account's newest purchases.
extension DocumentTranslation {
  mutating func extractNotificationV1(_ payload: JSONValue) {
    guard let notification = NotificationV1(payload) else { return }
    let renewals = notification.renewals
    let kind = notification.kind(at: context.answeredAt, renewals)
    guard let factSource else {
      add(notice: kind, notification.type)
      return
    }
    // Before March 2021 the cancellation date stood next to the purchase it refers to.
    let lineItem = AppleFields(payload).text("web_order_line_item_id")
    for purchase in notification.purchases {
      let isCancelled = lineItem != nil && purchase.webOrderLineItemID == lineItem
      purchase.extract(
        by: factSource,
        cancelledAt: isCancelled ? notification.cancelledAt : nil,
        into: &collector
      )
    }
    for renewal in renewals { renewal.extract(by: factSource, into: &collector) }
    collector.add(
      factSource.at(notification.statedAtStore(kind)).notice(
        kind,
        chain: notification.originalTransactionID,
        order: notification.subject(of: kind)?.transactionID,
        detail: notification.type
      )
    )
  }
}

extension NotificationV1 {
  /// The renewals by chain; without a list, as in old notifications, the one at the top level.
  fileprivate var renewals: [AppleRenewal] {
    if !pendingRenewals.isEmpty { return pendingRenewals.map { AppleRenewal($0) } }
    guard autoRenewStatus != nil || expirationIntent != nil else { return [] }
    var renewal = AppleRenewal(PendingRenewal(json))
    renewal.chainName = originalTransactionID?.usable
    renewal.productID = renewal.productID ?? newest?.productID
    return [renewal]
  }

  private var newest: VerifyReceiptPurchase? {
    purchases.filter { $0.chainName == originalTransactionID }
      .max { ($0.purchasedAt ?? .distantPast) < ($1.purchasedAt ?? .distantPast) }
  }

  fileprivate func kind(at instant: Date, _ renewals: [AppleRenewal]) -> StoreEvent.Kind {
    switch type {
    case "INITIAL_BUY", "INTERACTIVE_RENEWAL": .purchased
    case "DID_RENEW": .renewed
    // RENEWAL is the name of DID_RECOVER until March 2021.
    case "DID_RECOVER", "RENEWAL": .recovered
    // A refund by Apple's support, or an upgrade.
    case "CANCEL": lastCancelled?.endedByUpgrade == true ? .planChanged : .refunded
    case "REFUND": .refunded
    case "REVOKE": .revoked
    case "DID_CHANGE_RENEWAL_PREF": .planChangeChosen
    case "DID_CHANGE_RENEWAL_STATUS":
      switch autoRenewStatus ?? renewals.first?.renews {
      case true: .renewalTurnedOn
      case false: .renewalTurnedOff
      case nil: .other
      }
    case "DID_FAIL_TO_RENEW":
      renewals.contains { $0.graceEndsAt.map { instant < $0 } ?? false }
        ? .graceBegan : .renewalFailed
    case "PRICE_INCREASE_CONSENT": .priceRiseAsked
    case "CONSUMPTION_REQUEST": .refundRequested
    default: .other
    }
  }

  /// The purchase that the notification concerns: the newest or the last one that was cancelled.
  fileprivate func subject(of kind: StoreEvent.Kind) -> VerifyReceiptPurchase? {
    switch kind {
    case .purchased, .renewed, .recovered: newest
    case .refunded, .revoked, .planChanged: lastCancelled
    default: nil
    }
  }

  private var lastCancelled: VerifyReceiptPurchase? {
    purchases.filter { $0.cancelledAt != nil }
      .max { ($0.cancelledAt ?? .distantPast) < ($1.cancelledAt ?? .distantPast) }
  }

  /// The instant of the event, if stated; the notification itself has no date.
  fileprivate func statedAtStore(_ kind: StoreEvent.Kind) -> Date? {
    switch kind {
    case .renewalTurnedOn, .renewalTurnedOff: autoRenewStatusChangedAt
    case .refunded, .revoked, .planChanged: cancelledAt ?? lastCancelled?.cancelledAt
    case .purchased, .renewed, .recovered: subject(of: kind)?.purchasedAt
    default: nil
    }
  }
}
