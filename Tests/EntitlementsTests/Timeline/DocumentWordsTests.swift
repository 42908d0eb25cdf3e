import Entitlements
import Testing

/// Documents go by words that people use.
@Suite struct DocumentWordsTests {
  @Test(arguments: [
    "app-receipt", "legacy-transaction-receipt", "jws-transaction", "jws-renewal-info",
    "jws-app-transaction", "jws-notification", "server-notification-v1",
    "verify-receipt-response", "app-store-response", "google-purchase", "google-product",
    "google-subscription", "google-order", "google-voided", "google-rtdn", "google-error",
    "microsoft-receipt", "microsoft-response", "microsoft-store-id-key", "amazon-receipt",
    "amazon-refusal", "amazon-notification", "manual",
  ]) func `the stable name of a kind is for machines`(_ kind: String) {
    let words = Wording.phrase(forDocument: kind)
    #expect(words != kind && !words.contains("-") && !words.lowercased().contains("jws"))
    #expect(words.count <= 20)
  }

  @Test func `every notice has words that fit their column`() {
    for kind in StoreEvent.Kind.allCases {
      let words = Wording.phrase(forNotice: kind)
      #expect(!words.isEmpty && words.count <= 20 && words.lowercased() == words, "\(words)")
    }
  }
}
