import Entitlements
import Foundation
import Persistence
import Receipts

extension StoreQueries {
  /// Gives an unsigned answer that repeats documents on file an identity of its own. The ledger
  /// files it only if it changes something.
  func distinguished(_ answer: Validation) async throws(ServiceError) -> Validation {
    var identity = DocumentIdentity(answer.filing.document.bytes)
    guard !answer.submission.isSigned, identity.content.first == UInt8(ascii: "{") else {
      return answer
    }
    while identity.repetition < Self.maxRepetitions {
      let id = identity.id
      let isOnFile = try await wrapping(try await ledger.isOnFile(id))
      guard isOnFile else { break }
      identity.repetition += 1
    }
    guard identity.repetition > 0 else { return answer }
    var distinguished = answer
    distinguished.filing = DocumentFiling.filing(
      of: answer.submission,
      identity,
      answer.presented,
      at: answer.filing.document.receivedAt
    )
    return distinguished
  }

  private static let maxRepetitions = 1_000
}

extension StoreQuery {
  /// The kind of the query without its subject, to compare answers to the same query.
  var name: String {
    switch self {
    case .appleReceipt: "apple-receipt"
    case .appleSubscriptions: "apple-subscriptions"
    case .appleHistory: "apple-history"
    case .appleTransaction: "apple-transaction"
    case .appleAppTransaction: "apple-app-transaction"
    case .appleMassExtension: "apple-mass-extension"
    case .appleRefunds: "apple-refunds"
    case .appleOrder: "apple-order"
    case .appleNotifications: "apple-notifications"
    case .appleTestNotification: "apple-test-notification"
    case .googleSubscription: "google-subscription"
    case .googleProduct: "google-product"
    case .googleOrders: "google-orders"
    case .googleVoided: "google-voided"
    case .microsoftCollections: "microsoft-collections"
    case .microsoftSubscriptions: "microsoft-subscriptions"
    case .microsoftClawbacks: "microsoft-clawbacks"
    case .amazonReceipt: "amazon-receipt"
    }
  }
}
