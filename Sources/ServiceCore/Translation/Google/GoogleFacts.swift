import Basics
import Entitlements
import Foundation
import Receipts

/// What Google Play's documents state. Bare answers name neither app nor token: the context does.
enum GoogleFacts {
  static func tell(
    _ examination: DocumentExamination,
    _ bytes: [UInt8],
    into telling: inout Telling
  ) {
    guard let payload = examination.payload else { return }
    switch examination.kind {
    case .googleSubscription where payload["expiryTimeMillis"] != nil:
      GoogleLegacySubscriptionFacts.tell(payload, into: &telling)
    case .googleSubscription: GoogleSubscriptionFacts.tell(payload, into: &telling)
    case .googleProduct: GoogleProductFacts.tell(payload, into: &telling)
    case .googlePurchase: GooglePurchaseFacts.tell(payload, into: &telling)
    case .googleOrder: GoogleOrderFacts.tell(payload, into: &telling)
    case .googleVoided: GoogleVoidedFacts.tell(payload, into: &telling)
    case .googleRTDN: GoogleNotificationFacts.tell(payload, bytes, into: &telling)
    default: break
    }
  }
}
