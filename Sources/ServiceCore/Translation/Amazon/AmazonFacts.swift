import Entitlements
import Foundation
import Receipts

/// What Amazon's documents state. The Receipt Verification Service names no app: the context does.
enum AmazonFacts {
  static func tell(
    _ examination: DocumentExamination,
    _ bytes: [UInt8],
    into telling: inout Telling
  ) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .amazonReceipt: AmazonReceiptFacts.tell(payload, into: &telling)
    case .amazonNotification: AmazonNotificationFacts.tell(payload, bytes, into: &telling)
    default: break
    }
  }
}
