import Entitlements
import Persistence

extension EntitlementService {
  /// The answer as it is to be filed. A document is known by its bytes, and most stores' answers
  /// carry no date: one that says what an earlier one said, with something else in between, would
  /// count as that one, and what it says as overtaken. Line feeds behind it, which change nothing
  /// in JSON, make it another document. The ledger files it only where it is news.
  func distinguished(_ answer: StoreAnswer) async throws(ServiceError) -> StoreAnswer {
    var answer = answer
    for place in answer.documents.indices
    where answer.documents[place].bytes.first == UInt8(ascii: "{") {
      var feeds = 0
      while feeds < Self.mostRepetitions, try await isOnFile(answer.documents[place].bytes) {
        feeds += 1
        answer.documents[place].bytes.append(UInt8(ascii: "\n"))
      }
    }
    return answer
  }

  /// Whoever says the same so often says nothing new.
  private static let mostRepetitions = 1_000

  private func isOnFile(_ bytes: [UInt8]) async throws(ServiceError) -> Bool {
    try await asking { () throws(LedgerError) in
      try await ledger.isOnFile(DocumentFiling.documentID(of: bytes))
    }
  }
}

extension StoreQuestion {
  /// What is asked, without whom it is about: answers to one question can be compared.
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
