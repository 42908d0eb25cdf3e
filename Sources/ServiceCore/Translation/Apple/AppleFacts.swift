import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from Apple's documents other than the app receipt.
enum AppleFacts {
  static func extract(
    _ examination: DocumentExamination,
    into translation: inout DocumentTranslation
  ) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .signedTransaction: extract(transaction: payload, into: &translation)
    case .signedRenewalInfo: extract(renewal: payload, into: &translation)
    case .signedAppTransaction:
      translation.statedAt = AppleFields(payload).date("receiptCreationDate")
    case .signedNotification:
      AppleNotificationFacts.extract(examination, payload, into: &translation)
    case .notificationV1: NotificationV1Facts.extract(payload, into: &translation)
    case .verifyReceiptResponse: VerifyReceiptFacts.extract(payload, into: &translation)
    case .appStoreResponse: AppStoreAnswerFacts.extract(examination, payload, into: &translation)
    case .legacyTransactionReceipt: LegacyReceiptFacts.extract(payload, into: &translation)
    default: break
    }
  }

  private static func extract(
    transaction payload: JSONValue,
    into translation: inout DocumentTranslation
  ) {
    let transaction = AppleTransaction(payload)
    translation.statedAt = transaction.signedAt
    translation.purchases = 1
    guard let factSource = translation.factSource else { return }
    transaction.extract(by: factSource, into: &translation.collector)
  }

  /// Renewal information names no app; without a transaction only the context does.
  private static func extract(
    renewal payload: JSONValue,
    into translation: inout DocumentTranslation
  ) {
    let renewal = AppleRenewal(payload)
    translation.statedAt = renewal.signedAt
    guard let factSource = translation.factSource else { return }
    renewal.extract(by: factSource, into: &translation.collector)
  }
}
