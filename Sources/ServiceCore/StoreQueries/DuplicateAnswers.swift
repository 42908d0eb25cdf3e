import Entitlements
import Persistence

extension EntitlementService {
  /// Makes a repeated answer a distinct document. Documents are identified by their bytes, and most
  /// answers have no date: one that repeats an earlier answer after a different one would count as
  /// that earlier, superseded document. Trailing line feeds, which are insignificant in JSON,
  /// distinguish it. The ledger files it only if it changes something.
  func distinguished(_ answer: StoreAnswer) async throws(ServiceError) -> StoreAnswer {
    var answer = answer
    for index in answer.documents.indices
    where answer.documents[index].bytes.first == UInt8(ascii: "{") {
      var feeds = 0
      while feeds < Self.maxRepetitions, try await isOnFile(answer.documents[index].bytes) {
        feeds += 1
        answer.documents[index].bytes.append(UInt8(ascii: "\n"))
      }
    }
    return answer
  }

  /// The maximum number of line feeds.
  private static let maxRepetitions = 1_000

  private func isOnFile(_ bytes: [UInt8]) async throws(ServiceError) -> Bool {
    try await asking { () throws(LedgerError) in
      try await ledger.documents.isGenuine(DocumentFiling.documentID(of: bytes))
    }
  }
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
