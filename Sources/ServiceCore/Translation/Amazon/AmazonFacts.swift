import Entitlements
import Foundation
import Receipts

/// Facts from Amazon's documents. The Receipt Verification Service names no app; the context does.
enum AmazonFacts {
  static func extract(
    _ examination: DocumentExamination,
    _ bytes: [UInt8],
    into translation: inout DocumentTranslation
  ) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .amazonReceipt: AmazonReceiptFacts.extract(payload, into: &translation)
    case .amazonNotification: AmazonNotificationFacts.extract(payload, bytes, into: &translation)
    default: break
    }
  }
}
