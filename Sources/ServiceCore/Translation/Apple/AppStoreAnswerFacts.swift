import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from App Store Server API responses. They are unsigned, so only genuine signed payloads
/// inside count; unsigned fields count only if the store itself answered.
extension DocumentTranslation {
  mutating func extractAppStoreAnswer(_ examination: DocumentExamination, _ payload: JSONValue) {
    guard let answer = AppStoreResponse(payload) else { return }
    // A notification history covers many users.
    isOneAccount = answer.body != .notificationHistory
    let isAnswered = context.provenance == .storeAnswer || context.origin == .polled
    let statuses = isAnswered ? Self.statuses(in: payload) : [:]
    for (location, pair) in Self.pairs(examination.signedParts).sorted(by: { $0.key < $1.key }) {
      extract(pair, status: statuses[location])
    }
    for part in examination.signedParts where part.examination.kind == .signedNotification {
      guard part.examination.rejection == nil, let payload = part.examination.payload else {
        continue
      }
      let factSource = factSource(of: part.examination)
      extractAppleNotification(part.examination, payload, by: factSource)
    }
    if isAnswered, answer.body == .extendRenewal { extract(extension: payload) }
    purchases = examination.signedParts.count {
      $0.examination.kind == .signedTransaction && $0.examination.payload != nil
    }
  }

  /// A transaction and its renewal information.
  private struct Pair {
    var transactions: [DocumentExamination] = []
    var renewal: JSONValue?
  }

  /// The genuine payloads by enclosing object, as in `data[0].lastTransactions[1]`.
  private static func pairs(_ parts: [SignedPart]) -> [String: Pair] {
    var pairs: [String: Pair] = [:]
    for part in parts where part.examination.rejection == nil {
      let stop = part.path.lastIndex(of: ".") ?? part.path.startIndex
      let object = String(part.path[..<stop])
      switch part.examination.kind {
      case .signedTransaction: pairs[object, default: Pair()].transactions.append(part.examination)
      case .signedRenewalInfo: pairs[object, default: Pair()].renewal = part.examination.payload
      default: break
      }
    }
    return pairs
  }

  private mutating func extract(_ pair: Pair, status: Int?) {
    for examination in pair.transactions {
      guard let payload = examination.payload, let factSource = factSource(of: examination) else {
        continue
      }
      let transaction = AppleTransaction(payload)
      transaction.extract(by: factSource, into: &collector)
      guard let chain = transaction.chainName else { continue }
      collector.add(factSource.link(.storeOrder, context.storeOrder, of: chain))
      // Renewal information names no app; its transaction does.
      guard var renewal = pair.renewal.map(AppleRenewal.init),
        renewal.chainName == nil || renewal.chainName == chain
      else { continue }
      renewal.status = status.flatMap(AppleRenewal.Status.init)
      renewal.revokedAt = transaction.revokedAt
      renewal.extract(by: factSource, beside: transaction, into: &collector)
    }
  }

  /// Get All Subscription Statuses: the store's status by enclosing object.
  private static func statuses(in payload: JSONValue) -> [String: Int] {
    var statuses: [String: Int] = [:]
    for (group, data) in (payload["data"]?.array ?? []).enumerated() {
      for (index, last) in (data["lastTransactions"]?.array ?? []).enumerated() {
        statuses["data[\(group)].lastTransactions[\(index)]"] = last["status"]?.integer
      }
    }
    return statuses
  }

  /// Extend a Subscription Renewal Date.
  private mutating func extract(extension payload: JSONValue) {
    let fields = AppleFields(payload)
    guard fields.bool("success") == true, let factSource else { return }
    collector.add(
      factSource.notice(
        .extended,
        chain: fields.text("originalTransactionId"),
        detail: fields.date("effectiveDate").map { "to \(Wording.day($0))" }
      )
    )
  }
}

extension DocumentTranslation {
  /// A signed part states its app, environment and date, and its signature proves it.
  fileprivate func factSource(of part: DocumentExamination) -> FactSource? {
    factSource(
      app: part.app,
      environment: part.environmentKind.map { Environment($0) } ?? environment,
      authority: .full
    )
  }
}

/// Facts from a version 2 server notification: an event with signed transaction and renewal
/// information.
extension DocumentTranslation {
  mutating func extractAppleNotification(_ examination: DocumentExamination, _ payload: JSONValue) {
    let fields = AppleFields(payload)
    statedAt = fields.date("signedDate")
    number = fields.text("notificationUUID")
    purchases = examination.transaction == nil ? 0 : 1
    extractAppleNotification(examination, payload, by: factSource)
  }

  /// A notification on its own or in an answer. `factSource` is `nil` if it names no app; it then
  /// states only that it arrived.
  mutating func extractAppleNotification(
    _ examination: DocumentExamination,
    _ payload: JSONValue,
    by factSource: FactSource?
  ) {
    let fields = AppleFields(payload)
    let (type, subtype) = (fields.text("notificationType") ?? "", fields.text("subtype"))
    let data = payload["data"]
    let kind = AppleNotificationType.kind(of: type, subtype)
    let detail = [type, subtype, data.flatMap { AppleFields($0).text("consumptionRequestReason") }]
      .compactMap(\.self).joined(separator: " ")
    guard let factSource = factSource?.at(fields.date("signedDate")) else {
      add(notice: kind, detail)
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
      into: &collector
    )
    renewal?.extract(by: factSource, beside: transaction, into: &collector)
    // The transaction states the refunded part, and the renewal information the end of a cancelled
    // commitment.
    if kind == .refunded, transaction?.isRefundedInPart == true { return }
    if kind == .renewalTurnedOff, renewal?.isCancellationScheduled == true { return }
    collector.add(
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
