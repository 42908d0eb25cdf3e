import Basics
import Entitlements
import Foundation
import Receipts

/// A server notification of version 2: that something happened, and the transaction and renewal
/// information that were signed with it.
enum AppleNotificationFacts {
  static func tell(
    _ examination: DocumentExamination,
    _ payload: JSONValue,
    into telling: inout Telling
  ) {
    let fields = AppleFields(payload)
    telling.statedAt = fields.date("signedDate")
    telling.number = fields.text("notificationUUID")
    telling.purchases = examination.transaction == nil ? 0 : 1
    tell(examination, payload, by: telling.witness, into: &telling)
  }

  /// The notification as part of an answer, or alone. `witness` is `nil` for one that names no app,
  /// and states no more than that it came.
  static func tell(
    _ examination: DocumentExamination,
    _ payload: JSONValue,
    by witness: Witness?,
    into telling: inout Telling
  ) {
    let fields = AppleFields(payload)
    let (type, subtype) = (fields.text("notificationType") ?? "", fields.text("subtype"))
    let data = payload["data"]
    let kind = AppleNotificationType.kind(of: type, subtype)
    let detail = [type, subtype, data.flatMap { AppleFields($0).text("consumptionRequestReason") }]
      .compactMap(\.self).joined(separator: " ")
    guard let witness = witness?.at(fields.date("signedDate")) else {
      telling.add(notice: kind, detail)
      return
    }
    let transaction = examination.transaction.map(AppleTransaction.init)
    var renewal = examination.renewalInfo.map(AppleRenewal.init)
    renewal?.status = data.flatMap { AppleFields($0).integer("status") }
      .flatMap(AppleRenewal.Status.init)
    renewal?.revokedAt = transaction?.revokedAt
    transaction?.tell(
      by: witness,
      takesSeatsOnly: type == "REFUND" && subtype == "SEATS",
      into: &telling.findings
    )
    renewal?.tell(by: witness, beside: transaction, into: &telling.findings)
    // The transaction tells how much went back, and the renewal information until when a cancelled
    // commitment runs.
    if kind == .refunded, transaction?.isRefundedInPart == true { return }
    if kind == .renewalTurnedOff, renewal?.isCancellationScheduled == true { return }
    telling.findings.add(
      witness.notice(
        kind,
        chain: transaction?.chainName ?? renewal?.chainName,
        order: transaction?.transactionID,
        detail: detail
      )
    )
  }
}

/// Types and subtypes of version 2 (App Store Server Notifications, notificationType).
enum AppleNotificationType {
  static func kind(of type: String, _ subtype: String?) -> Notice.Kind {
    switch (type, subtype) {
    case ("SUBSCRIBED", _), ("ONE_TIME_CHARGE", _): .purchased
    case ("DID_RENEW", "BILLING_RECOVERY"): .recovered
    case ("DID_RENEW", _): .renewed
    case ("DID_FAIL_TO_RENEW", "GRACE_PERIOD"): .graceBegan
    case ("DID_FAIL_TO_RENEW", _): .renewalFailed
    case ("GRACE_PERIOD_EXPIRED", _): .graceEnded
    case ("DID_CHANGE_RENEWAL_PREF", "UPGRADE"): .planChanged
    case ("DID_CHANGE_RENEWAL_PREF", _): .planChangeChosen
    case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED"): .renewalTurnedOn
    case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"): .renewalTurnedOff
    case ("OFFER_REDEEMED", _): .offerRedeemed
    case ("EXPIRED", _): .expired
    case ("PRICE_INCREASE", "ACCEPTED"): .priceRiseAgreed
    case ("PRICE_INCREASE", _): .priceRiseAsked
    case ("REFUND", _): .refunded
    case ("REFUND_DECLINED", _): .refundDeclined
    case ("REFUND_REVERSED", _): .refundReversed
    case ("REVOKE", _): .revoked
    case ("CONSUMPTION_REQUEST", _): .refundRequested
    case ("RENEWAL_EXTENDED", _): .extended
    case ("TEST", _): .test
    // Among others: PRICE_CHANGE, METADATA_UPDATE, MIGRATION, RENEWAL_EXTENSION, RESCIND_CONSENT,
    // UNCLAIM_SEATS and EXTERNAL_PURCHASE_TOKEN.
    default: .other
    }
  }
}
