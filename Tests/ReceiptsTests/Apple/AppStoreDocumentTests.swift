import Basics
import Receipts
import Testing

@Suite struct `Documents of the App Store` {
  private func json(_ text: String) throws -> JSONValue {
    try JSONReader.value(text)
  }

  @Test(arguments: [
    (#"{"errorCode":4040010,"errorMessage":"x"}"#, AppStoreBody.error),
    (
      #"{"revision":"r","hasMore":true,"bundleId":"a","environment":"Sandbox","signedTransactions":[]}"#,
      .transactionHistory
    ),
    (#"{"signedTransactionInfo":"j"}"#, .transactionInfo),
    (
      #"{"environment":"Sandbox","bundleId":"a","data":[{"lastTransactions":[]}]}"#,
      .subscriptionStatuses
    ),
    (#"{"status":0,"signedTransactions":["j"]}"#, .orderLookup),
    (#"{"signedTransactions":[],"revision":"r","hasMore":false}"#, .refundHistory),
    (
      #"{"originalTransactionId":"1","webOrderLineItemId":"2","success":true,"effectiveDate":3}"#,
      .extendRenewal
    ),
    (#"{"requestIdentifier":"u"}"#, .massExtension),
    (#"{"requestIdentifier":"u","complete":false}"#, .massExtensionStatus),
    (#"{"testNotificationToken":"t"}"#, .testNotification),
    (#"{"signedPayload":"j","sendAttempts":[]}"#, .testNotificationStatus),
    (#"{"notificationHistory":[],"hasMore":false}"#, .notificationHistory),
    (#"{"signedAppTransactionInfo":"j"}"#, .appTransactionInfo),
    (#"{"customerConsented":true,"deliveryStatus":"DELIVERED"}"#, .consumption),
    (
      #"{"originalTransactionId":"1","userLocale":"en-US","requestIdentifier":"u","signedDate":1}"#,
      .realtimeRequest
    ),
    (#"{"imageIdentifiers":[]}"#, .retentionImages),
    (#"{"totalSeatCount":5,"availableSeatCount":2,"assignedSeatClaimIds":[]}"#, .seats),
    (#"{"notificationUUID":"u","notificationType":"TEST","data":{}}"#, .notification),
    (
      #"{"transactionId":"0","productId":"p","bundleId":"a","purchaseDate":1697679936049.7}"#,
      .transaction
    ),
    (#"{"originalTransactionId":"1","autoRenewStatus":1,"signedDate":1}"#, .renewalInfo),
    (#"{"receiptType":"Xcode","bundleId":"a","receiptCreationDate":1}"#, .appTransaction),
  ])
  func `every body is told by its members`(_ text: String, _ body: AppStoreBody) throws {
    let json = try json(text)
    #expect(AppStoreBody(json) == body)
    #expect(AppStoreDocument.kind(of: json) == .appStoreResponse)
    let examination = AppStoreDocument.examine(json)
    #expect(examination.verdict == .unsigned)
    #expect(examination.payload == json)
  }

  @Test(arguments: [
    "{}", "[]", "null", "1", #""text""#, #"{"signedPayload":"j"}"#, #"{"status":0}"#,
    #"{"status":7,"message":"x"}"#, #"{"error":{"code":404}}"#, #"{"notification_type":1}"#,
    #"{"productId":"p","purchaseToken":"t"}"#, #"{"errorCode":null,"errorMessage":"x"}"#,
  ])
  func `other JSON is not taken for Apple's`(_ text: String) throws {
    let json = try json(text)
    #expect(AppStoreDocument.kind(of: json) == nil)
    #expect(AppStoreDocument.examine(json).rejection?.code == "unsupported")
  }

  @Test func `notifications keep app and environment one level down`() throws {
    let data = AppStoreDocument.examine(
      try json(
        """
        {"notificationType":"SUBSCRIBED","notificationUUID":"u",
         "data":{"environment":"Sandbox","bundleId":"com.example"}}
        """
      )
    )
    #expect(data.app == "com.example")
    #expect(data.environment == "Sandbox")
    #expect(data.environmentKind == .sandbox)
    let token = AppStoreDocument.examine(
      try json(
        """
        {"notificationType":"EXTERNAL_PURCHASE_TOKEN","notificationUUID":"u",
         "externalPurchaseToken":{"externalPurchaseId":"SANDBOX_x","bundleId":"com.example"}}
        """
      )
    )
    #expect(token.app == "com.example")
    #expect(token.environment == nil)
    #expect(token.environmentKind == .sandbox)
  }

  @Test func `an environment nobody knows keeps its text`() throws {
    let examination = AppStoreDocument.examine(
      try json(
        #"{"bundleId":"a","appAppleId":"blue","environment":"Mars","signedTransactions":[]}"#
      )
    )
    #expect(examination.environment == "Mars")
    #expect(examination.environmentKind == nil)
  }

  @Test func `signed texts inside a body are found in their order`() throws {
    let statuses = try #require(
      AppStoreResponse(
        try json(
          """
          {"environment":"Production","bundleId":"a","data":[{"lastTransactions":[
            {"status":1,"signedTransactionInfo":"t1","signedRenewalInfo":"r1"},
            {"status":5,"signedTransactionInfo":"t2","signedRenewalInfo":"r2"}]}]}
          """
        )
      )
    )
    #expect(statuses.signedTransactions == ["t1", "t2"])
    let history = try #require(
      AppStoreResponse(
        try json(
          """
          {"paginationToken":"p","hasMore":true,
           "notificationHistory":[{"signedPayload":"a"},{"signedPayload":"b"}]}
          """
        )
      )
    )
    #expect(history.signedPayloads == ["a", "b"])
    #expect(history.cursor == "p")
    #expect(history.hasMore == true)
  }
}
