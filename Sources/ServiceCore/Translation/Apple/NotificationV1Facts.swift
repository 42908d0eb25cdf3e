import Basics
import Entitlements
import Foundation
import Receipts

/// Server notifications of version 1: unsigned, with the newest purchases of the account inside.
enum NotificationV1Facts {
  static func tell(_ payload: JSONValue, into telling: inout Telling) {
    guard let notification = NotificationV1(payload) else { return }
    let renewals = notification.renewals
    let kind = notification.kind(at: telling.context.answeredAt, renewals)
    guard let witness = telling.witness else {
      telling.add(notice: kind, notification.type)
      return
    }
    // Before March 2021 the date of a cancellation stood beside the purchase it is about.
    let lineItem = AppleFields(payload).text("web_order_line_item_id")
    for purchase in notification.purchases {
      let isMeant = lineItem != nil && purchase.webOrderLineItemID == lineItem
      purchase.tell(
        by: witness,
        cancelledAt: isMeant ? notification.cancelledAt : nil,
        into: &telling.findings
      )
    }
    for renewal in renewals { renewal.tell(by: witness, into: &telling.findings) }
    telling.findings.add(
      witness.at(notification.toldAt(kind)).notice(
        kind,
        chain: notification.originalTransactionID,
        order: notification.subject(of: kind)?.transactionID,
        detail: notification.type
      )
    )
  }
}

extension NotificationV1 {
  /// The renewals by chain; those at the top where there is no list of them, as in old ones.
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

  fileprivate func kind(at instant: Date, _ renewals: [AppleRenewal]) -> Notice.Kind {
    switch type {
    case "INITIAL_BUY", "INTERACTIVE_RENEWAL": .purchased
    case "DID_RENEW": .renewed
    // RENEWAL is what DID_RECOVER was called until March 2021.
    case "DID_RECOVER", "RENEWAL": .recovered
    // Support's doing, or an upgrade's.
    case "CANCEL": takenBackLast?.isUpgraded == true ? .planChanged : .refunded
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

  /// The purchase it is about: the newest, or the one that was taken back last.
  fileprivate func subject(of kind: Notice.Kind) -> VerifyReceiptPurchase? {
    switch kind {
    case .purchased, .renewed, .recovered: newest
    case .refunded, .revoked, .planChanged: takenBackLast
    default: nil
    }
  }

  private var takenBackLast: VerifyReceiptPurchase? {
    purchases.filter { $0.cancelledAt != nil }
      .max { ($0.cancelledAt ?? .distantPast) < ($1.cancelledAt ?? .distantPast) }
  }

  /// When it happened, where the notification says: it has no date of its own.
  fileprivate func toldAt(_ kind: Notice.Kind) -> Date? {
    switch kind {
    case .renewalTurnedOn, .renewalTurnedOff: autoRenewStatusChangedAt
    case .refunded, .revoked, .planChanged: cancelledAt ?? takenBackLast?.cancelledAt
    case .purchased, .renewed, .recovered: subject(of: kind)?.purchasedAt
    default: nil
    }
  }
}
