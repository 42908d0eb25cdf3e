import Basics
import Entitlements
import Foundation
import Receipts

/// What Apple's documents state, but for the app receipt.
enum AppleFacts {
  static func tell(_ examination: DocumentExamination, into telling: inout Telling) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .signedTransaction: tell(transaction: payload, into: &telling)
    case .signedRenewalInfo: tell(renewal: payload, into: &telling)
    case .signedAppTransaction:
      telling.statedAt = AppleFields(payload).date("receiptCreationDate")
    case .signedNotification: AppleNotificationFacts.tell(examination, payload, into: &telling)
    case .notificationV1: NotificationV1Facts.tell(payload, into: &telling)
    case .verifyReceiptResponse: VerifyReceiptFacts.tell(payload, into: &telling)
    case .appStoreResponse: AppStoreAnswerFacts.tell(examination, payload, into: &telling)
    case .legacyTransactionReceipt: LegacyReceiptFacts.tell(payload, into: &telling)
    default: break
    }
  }

  private static func tell(transaction payload: JSONValue, into telling: inout Telling) {
    let transaction = AppleTransaction(payload)
    telling.statedAt = transaction.signedAt
    telling.purchases = 1
    guard let witness = telling.witness else { return }
    transaction.tell(by: witness, into: &telling.findings)
  }

  /// Renewal information names no app, and beside no transaction only the context knows it.
  private static func tell(renewal payload: JSONValue, into telling: inout Telling) {
    let renewal = AppleRenewal(payload)
    telling.statedAt = renewal.signedAt
    guard let witness = telling.witness else { return }
    renewal.tell(by: witness, into: &telling.findings)
  }
}
