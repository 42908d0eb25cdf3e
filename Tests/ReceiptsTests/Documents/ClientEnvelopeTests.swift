import Basics
import Receipts
import Testing

@Suite struct `Wrappers around a store's document` {
  private func unwrap(_ text: String) throws -> (ClientEnvelope, String, String?)? {
    ClientEnvelope.unwrap(try JSONReader.value(text)).map { ($0.wrapper, $0.inner, $0.signature) }
  }

  private func expect(
    _ text: String,
    _ wrapper: ClientEnvelope,
    _ inner: String,
    _ signature: String? = nil
  ) throws {
    let found = try #require(try unwrap(text))
    #expect(found.0 == wrapper)
    #expect(found.1 == inner)
    #expect(found.2 == signature)
  }

  @Test func `Unity's payload is Apple's text as it is`() throws {
    try expect(#"{"Store":"AppleAppStore","TransactionID":"1","Payload":"MIAG"}"#, .unity, "MIAG")
  }

  @Test func `Unity's payload for Google is JSON in text, whose bytes stay exact`() throws {
    try expect(
      #"{"Store":"GooglePlay","Payload":"{\"json\":\"{\\\"a\\\" : 1.0}\",\"signature\":\"c2ln\"}"}"#,
      .unity,
      #"{"a" : 1.0}"#,
      "c2ln"
    )
  }

  @Test func `Unity's payload as an object is written as Google writes it`() throws {
    try expect(
      #"{"Store":"GooglePlay","Payload":{"json":{"b": 1456139019030, "a":[true,null,"x\"\n\u0001é"]},"signature":"c2ln"}}"#,
      .unity,
      #"{"b":1456139019030,"a":[true,null,"x\"\n\u0001é"]}"#,
      "c2ln"
    )
  }

  @Test func `cordova's validator request holds the receipt in its transaction`() throws {
    try expect(
      #"{"id":"p","type":"consumable","transaction":{"type":"ios-appstore","appStoreReceipt":"MIAG"}}"#,
      .cordova,
      "MIAG"
    )
    try expect(
      #"{"id":"p","transaction":{"type":"android-playstore","receipt":"{}","signature":"c2ln"}}"#,
      .cordova,
      "{}",
      "c2ln"
    )
    try expect(
      #"{"productId":"p","transactionId":"1","receipt":"{}","signature":"c2ln"}"#,
      .cordova,
      "{}",
      "c2ln"
    )
  }

  @Test func `Flutter's signed data is local for Google and the server's for Apple`() throws {
    try expect(
      #"{"verificationData":{"localVerificationData":"{}","serverVerificationData":"t","source":"google_play"},"billingClientPurchase":{"signature":"c2ln"}}"#,
      .flutter,
      "{}",
      "c2ln"
    )
    try expect(
      #"{"localVerificationData":"{}","serverVerificationData":"eyJ.a.b","source":"app_store"}"#,
      .flutter,
      "eyJ.a.b"
    )
  }

  @Test func `react-native's receipt is taken from either platform`() throws {
    try expect(
      #"{"productId":"p","transactionReceipt":"ZmFrZQ==","orderId":"1"}"#,
      .reactNative,
      "ZmFrZQ=="
    )
    try expect(
      #"{"transactionReceipt":"x","dataAndroid":"{}","signatureAndroid":"c2ln"}"#,
      .reactNative,
      "{}",
      "c2ln"
    )
  }

  @Test func `PlayFab's requests hold the document under names of their own`() throws {
    try expect(#"{"ReceiptData":"MIAG","CurrencyCode":"EUR"}"#, .playFab, "MIAG")
    try expect(#"{"JwsReceiptData":"eyJ.a.b","PurchasePrice":99}"#, .playFab, "eyJ.a.b")
    try expect(#"{"ReceiptJson":"{}","Signature":"c2ln"}"#, .playFab, "{}", "c2ln")
    try expect(#"{"Receipt":"<Receipt/>","CatalogVersion":"1"}"#, .playFab, "<Receipt/>")
  }

  @Test(arguments: [
    "{}", "[]", "1", #"{"Receipt":"<Receipt/>"}"#,
    #"{"Store":"AppleAppStore","Payload":""}"#, #"{"Store":1,"Payload":"x"}"#,
    #"{"status":0,"receipt":{"bid":"a"}}"#, #"{"transactionReceipt":{}}"#,
    #"{"transactionId":"1","productId":"p","bundleId":"a","purchaseDate":1}"#,
    #"{"productId":"p","purchaseToken":"t","orderId":"o"}"#,
    #"{"verificationData":{}}"#, #"{"Store":"GooglePlay","Payload":[1]}"#,
  ])
  func `other JSON is no wrapper`(_ text: String) throws {
    #expect(try unwrap(text) == nil)
  }
}
