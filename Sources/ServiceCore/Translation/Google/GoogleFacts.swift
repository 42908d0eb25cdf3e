import Basics
import Entitlements
import Foundation
import Receipts

/// Facts from Google Play's documents. Bare answers name neither app nor token; the context does.
enum GoogleFacts {
  static func extract(
    _ examination: DocumentExamination,
    _ bytes: [UInt8],
    into translation: inout DocumentTranslation
  ) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .googleSubscription where payload["expiryTimeMillis"] != nil:
      GoogleLegacySubscriptionFacts.extract(payload, into: &translation)
    case .googleSubscription: GoogleSubscriptionFacts.extract(payload, into: &translation)
    case .googleProduct: GoogleProductFacts.extract(payload, into: &translation)
    case .googlePurchase: GooglePurchaseFacts.extract(payload, into: &translation)
    case .googleOrder: GoogleOrderFacts.extract(payload, into: &translation)
    case .googleVoided: GoogleVoidedFacts.extract(payload, into: &translation)
    case .googleRTDN: GoogleNotificationFacts.extract(payload, bytes, into: &translation)
    default: break
    }
  }
}
