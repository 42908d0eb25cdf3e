import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from a version 2 server notification: an event with signed transaction and renewal
/// information.
enum AppleNotificationFacts {
  static func extract(
    _ examination: DocumentExamination,
    _ payload: JSONValue,
    into translation: inout DocumentTranslation
  ) {
    let fields = AppleFields(payload)
    translation.statedAt = fields.date("signedDate")
    translation.number = fields.text("notificationUUID")
    translation.purchases = examination.transaction == nil ? 0 : 1
    extract(examination, payload, by: translation.factSource, into: &translation)
  }

  /// A notification on its own or in an answer. `factSource` is `nil` if it names no app; it then
  /// states only that it arrived.
  static func extract(
    _ examination: DocumentExamination,
    _ payload: JSONValue,
    by factSource: FactSource?,
    into translation: inout DocumentTranslation
  ) {
    let fields = AppleFields(payload)
    let (type, subtype) = (fields.text("notificationType") ?? "", fields.text("subtype"))
    let data = payload["data"]
    let kind = AppleNotificationType.kind(of: type, subtype)
    let detail = [type, subtype, data.flatMap { AppleFields($0).text("consumptionRequestReason") }]
      .compactMap(\.self).joined(separator: " ")
    guard let factSource = factSource?.at(fields.date("signedDate")) else {
      translation.add(notice: kind, detail)
      return
    }
    let transaction = examination.transaction.map(AppleTransaction.init)
    var renewal = examination.renewalInfo.map(AppleRenewal.init)
    renewal?.status = data.flatMap { AppleFields($0).integer("status") }
      .flatMap(AppleRenewal.Status.init)
    renewal?.revokedAt = transaction?.revokedAt
    transaction?.extract(
      by: factSource,
      takesSeatsOnly: type == "REFUND" && subtype == "SEATS",
      into: &translation.collector
    )
    renewal?.extract(by: factSource, beside: transaction, into: &translation.collector)
    // The transaction states the refunded part, and the renewal information the end of a cancelled
    // commitment.
    if kind == .refunded, transaction?.isRefundedInPart == true { return }
    if kind == .renewalTurnedOff, renewal?.isCancellationScheduled == true { return }
    translation.collector.add(
      factSource.notice(
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
  static func kind(of type: String, _ subtype: String?) -> StoreEvent.Kind {
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
