import Foundation
import Mint

extension ApplePayloads {
  /// The body of a version 2 notification; `nil` for a change that Apple does not report.
  func notification(_ sentNotification: SimulatedNotification) throws(MintError) -> String? {
    guard let (type, subtype) = Self.type(of: sentNotification) else { return nil }
    var data: JSON = [
      "environment": .text(Self.environment(sentNotification.isSandbox)),
      "appAppleId": sentNotification.isSandbox ? nil : .number(SimulatedShop.appleID),
      "bundleId": .text(sentNotification.app),
      "bundleVersion": "7",
    ]
    if let purchase = sentNotification.purchase {
      let charge =
        purchase.charges.first { $0.id == sentNotification.charge } ?? purchase.charges.last
      if let charge {
        data = data.with([
          "signedTransactionInfo": .text(try signedTransaction(charge, of: purchase))
        ])
      }
      if let renewal = try signedRenewal(of: purchase) {
        data = data.with([
          "signedRenewalInfo": .text(renewal), "status": .number(Self.status(of: purchase)),
        ])
      }
      if sentNotification.change == .refundAsked {
        data = data.with(["consumptionRequestReason": "UNINTENDED_PURCHASE"])
      }
    }
    let body: JSON = [
      "notificationType": .text(type),
      "subtype": .of(subtype),
      "notificationUUID": .text(sentNotification.id),
      "version": "2.0",
      "signedDate": .milliseconds(signedAt),
      "data": data,
    ]
    return try mint.sign(body.string)
  }

  /// App Store Server Notifications, notificationType and subtype.
  static func type(of sentNotification: SimulatedNotification) -> (String, String?)? {
    switch sentNotification.change {
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
    case .expired: ("EXPIRED", expiry(sentNotification.purchase?.endReason))
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
  static func oldType(of sentNotification: SimulatedNotification) -> String? {
    switch sentNotification.change {
    case .started: "INITIAL_BUY"
    case .resubscribed: "INTERACTIVE_RENEWAL"
    case .renewed: "DID_RENEW"
    case .recovered, .recoveredLate: "DID_RECOVER"
    case .renewalOff, .renewalOn: "DID_CHANGE_RENEWAL_STATUS"
    case .upgraded, .downgradeScheduled, .offerRedeemed: "DID_CHANGE_RENEWAL_PREF"
    case .failedWithGrace, .failed: "DID_FAIL_TO_RENEW"
    case .refunded: sentNotification.purchase?.kind == .subscription ? "CANCEL" : "REFUND"
    case .refundAsked: "CONSUMPTION_REQUEST"
    case .revoked: "REVOKE"
    case .priceAsked: "PRICE_INCREASE_CONSENT"
    default: nil
    }
  }
}
