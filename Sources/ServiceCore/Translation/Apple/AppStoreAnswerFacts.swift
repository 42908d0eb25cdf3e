import Basics
import Entitlements
import Foundation
import Receipts

/// Bodies of the App Store Server API. Nobody signed them, so only the signed payloads inside count
/// that proved genuine; what stands beside those counts where the store itself answered.
enum AppStoreAnswerFacts {
  static func tell(
    _ examination: DocumentExamination,
    _ payload: JSONValue,
    into telling: inout Telling
  ) {
    guard let answer = AppStoreAnswer(payload) else { return }
    // Notifications of any time are about anybody.
    telling.isOneAccount = answer.body != .notificationHistory
    let isAnswered = telling.context.provenance == .storeAnswer || telling.context.origin == .polled
    let statuses = isAnswered ? statuses(in: payload) : [:]
    for (place, pair) in pairs(examination.signedParts).sorted(by: { $0.key < $1.key }) {
      tell(pair, status: statuses[place], into: &telling)
    }
    for part in examination.signedParts where part.examination.kind == .signedNotification {
      guard part.examination.rejection == nil, let payload = part.examination.payload else {
        continue
      }
      let witness = telling.witness(of: part.examination)
      AppleNotificationFacts.tell(part.examination, payload, by: witness, into: &telling)
    }
    if isAnswered, answer.body == .extendRenewal { tell(extension: payload, into: &telling) }
    telling.purchases = examination.signedParts.count {
      $0.examination.kind == .signedTransaction && $0.examination.payload != nil
    }
  }

  /// A transaction, and the renewal information that stands beside it.
  private struct Pair {
    var transactions: [DocumentExamination] = []
    var renewal: JSONValue?
  }

  /// The genuine payloads by the object they stand in, as in `data[0].lastTransactions[1]`.
  private static func pairs(_ parts: [SignedPart]) -> [String: Pair] {
    var pairs: [String: Pair] = [:]
    for part in parts where part.examination.rejection == nil {
      let stop = part.place.lastIndex(of: ".") ?? part.place.startIndex
      let object = String(part.place[..<stop])
      switch part.examination.kind {
      case .signedTransaction: pairs[object, default: Pair()].transactions.append(part.examination)
      case .signedRenewalInfo: pairs[object, default: Pair()].renewal = part.examination.payload
      default: break
      }
    }
    return pairs
  }

  private static func tell(_ pair: Pair, status: Int?, into telling: inout Telling) {
    for examination in pair.transactions {
      guard let payload = examination.payload, let witness = telling.witness(of: examination) else {
        continue
      }
      let transaction = AppleTransaction(payload)
      transaction.tell(by: witness, into: &telling.findings)
      guard let chain = transaction.chainName else { continue }
      telling.findings.add(witness.link(.storeOrder, telling.context.storeOrder, of: chain))
      // Renewal information names no app: the transaction beside it does.
      guard var renewal = pair.renewal.map(AppleRenewal.init),
        renewal.chainName == nil || renewal.chainName == chain
      else { continue }
      renewal.status = status.flatMap(AppleRenewal.Status.init)
      renewal.revokedAt = transaction.revokedAt
      renewal.tell(by: witness, beside: transaction, into: &telling.findings)
    }
  }

  /// Get All Subscription Statuses: the store's status by the object it stands in.
  private static func statuses(in payload: JSONValue) -> [String: Int] {
    var statuses: [String: Int] = [:]
    for (group, data) in (payload["data"]?.array ?? []).enumerated() {
      for (place, last) in (data["lastTransactions"]?.array ?? []).enumerated() {
        statuses["data[\(group)].lastTransactions[\(place)]"] = last["status"]?.integer
      }
    }
    return statuses
  }

  /// Extend a Subscription Renewal Date.
  private static func tell(extension payload: JSONValue, into telling: inout Telling) {
    let fields = AppleFields(payload)
    guard fields.bool("success") == true, let witness = telling.witness else { return }
    telling.findings.add(
      witness.notice(
        .extended,
        chain: fields.text("originalTransactionId"),
        detail: fields.date("effectiveDate").map { "to \(Wording.day($0))" }
      )
    )
  }
}

extension Telling {
  /// A signed part says of what app and environment it is, and when; its signature speaks for it.
  fileprivate func witness(of part: DocumentExamination) -> Witness? {
    witness(
      app: part.app,
      environment: part.environmentKind.map { Environment($0) } ?? environment,
      authority: .full
    )
  }
}
