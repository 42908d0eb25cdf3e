import Basics
import Foundation
import Receipts
import Testing

@Suite struct `Answers of verifyReceipt and version 1 notifications` {
  private func json(_ text: String) throws -> JSONValue {
    try JSONReader.value(text)
  }

  private func response(_ text: String) throws -> VerifyReceiptResponse {
    try #require(VerifyReceiptResponse(try json(text)))
  }

  private static let modern = """
    {"status":"0","environment":"Sandbox","is-retryable":0,"latest_receipt":"",
     "receipt":{"receipt_type":"ProductionSandbox","bundle_id":"com.example","download_id":null,
      "adam_id":0,"in_app":[{"quantity":"1","product_id":"p","transaction_id":1000000093384828,
       "purchase_date":"2012-10-13 19:40:08 Etc/GMT","purchase_date_ms":1350157208197,
       "expires_date":"2012-10-13 19:45:08 Etc/GMT","is_trial_period":false,
       "cancellation_date":null}]},
     "latest_receipt_info":[{"transaction_id":"2","is_trial_period":"true",
      "expires_date_ms":"1350157508197"},{"transaction_id":"3"}],
     "pending_renewal_info":[{"auto_renew_status":"1","expiration_intent":"2",
      "is_in_billing_retry_period":"0"}]}
    """

  private static let old = """
    {"status":21006,"auto_renew_status":0,"auto_renew_product_id":"p",
     "receipt":{"bid":"com.example","transaction_id":"7","original_transaction_id":"6",
      "expires_date":"1350157508197","expires_date_formatted":"2012-10-13 19:45:08 Etc/GMT",
      "purchase_date":"2012-10-13 19:40:08 Etc/GMT"},
     "latest_expired_receipt_info":{"bid":"com.example","transaction_id":"8"}}
    """

  @Test func `the modern style is read with numbers as numbers, text or null`() throws {
    let response = try response(Self.modern)
    #expect(response.status == .valid)
    #expect(response.isRetryable == false)
    let purchase = try #require(response.purchases.first)
    #expect(purchase.transactionID == "1000000093384828")
    #expect(purchase.quantity == 1)
    #expect(purchase.isTrialPeriod == false)
    #expect(purchase.cancelledAt == nil)
    #expect(purchase.purchasedAt == Date(timeIntervalSince1970: 1_350_157_208.197))
    #expect(purchase.expiresAt == Date(timeIntervalSince1970: 1_350_157_508))
    #expect(response.latestPurchases.map(\.transactionID) == ["2", "3"])
    #expect(response.latestPurchases.first?.isTrialPeriod == true)
    let renewal = try #require(response.pendingRenewals.first)
    #expect(renewal.autoRenewStatus == true)
    #expect(renewal.expirationIntent == 2)
    #expect(renewal.isInBillingRetry == false)
    let examination = AppStoreDocument.examine(try json(Self.modern))
    #expect(examination.kind == .verifyReceiptResponse)
    #expect(examination.verdict == .unsigned)
    #expect(examination.environmentKind == .sandbox)
    #expect(examination.app == "com.example")
    #expect(examination.payload == (try json(Self.modern)))
  }

  @Test func `the iOS 6 style is one purchase with its end in milliseconds`() throws {
    let response = try response(Self.old)
    #expect(response.isSinglePurchase)
    #expect(response.environment == nil)
    #expect(response.bundleID == "com.example")
    let purchase = try #require(response.purchases.first)
    #expect(purchase.expiresAt == Date(timeIntervalSince1970: 1_350_157_508.197))
    #expect(purchase.purchasedAt == Date(timeIntervalSince1970: 1_350_157_208))
    #expect(response.latestPurchases.map(\.transactionID) == ["8"])
    #expect(response.pendingRenewals.first?.autoRenewStatus == false)
    #expect(response.status == .subscriptionExpired)
  }

  @Test(arguments: [
    (21_000, VerifyReceiptStatus.notPost), (21_002, .malformedReceipt), (21_003, .notAuthenticated),
    (21_004, .secretMismatch), (21_005, .serverUnavailable), (21_007, .sandboxReceipt),
    (21_008, .productionReceipt), (21_009, .dataAccess), (21_010, .accountNotFound),
    (21_150, .internalDataAccess(21_150)), (21_050, .unknown(21_050)),
  ])
  func `a status alone is an answer`(_ code: Int, _ status: VerifyReceiptStatus) throws {
    let response = try response("{\"status\":\(code)}")
    #expect(response.status.code == code)
    #expect(response.status == status)
    #expect(!response.status.meaning.isEmpty)
    #expect(AppStoreDocument.kind(of: response.json) == .verifyReceiptResponse)
  }

  @Test func `whether an internal error may be retried is read in both spellings`() throws {
    #expect(try response(#"{"status":21100,"is_retryable":true}"#).isRetryable == true)
    #expect(try response(#"{"status":21100,"is-retryable":"1"}"#).isRetryable == true)
    #expect(try response(#"{"status":21100}"#).isRetryable == nil)
  }

  @Test func `21007 tells the environment that the body leaves out`() throws {
    let response = try response(#"{"status":21007,"receipt":{"bid":"a"}}"#)
    #expect(response.environment == nil)
    #expect(response.environmentKind == .sandbox)
  }

  @Test(arguments: ["", "yesterday", "2012-13-01 00:00:00 Etc/GMT", "1e400", "9e99", "-"])
  func `what is no date is absent`(_ text: String) throws {
    let fields = AppleFields(.object([.init("d", .string(text))]))
    #expect(fields.date("d") == nil)
  }

  private static let notification = """
    {"notification_type":"DID_RENEW","password":"a5ec2e7","environment":"PROD","bid":"com.example",
     "auto_renew_status":"true","expiration_intent":"1",
     "unified_receipt":{"environment":"Production","status":0,"password":"a5ec2e7",
      "latest_receipt_info":[{"transaction_id":"9","original_transaction_id":"8"}],
      "pending_renewal_info":[{"product_id":"p"}]}}
    """

  @Test func `a notification is told, typed, and never shows its secret`() throws {
    let json = try json(Self.notification)
    let examination = AppStoreDocument.examine(json)
    #expect(examination.kind == .notificationV1)
    #expect(examination.verdict == .unsigned)
    #expect(examination.environment == "PROD")
    #expect(examination.environmentKind == .production)
    #expect(examination.app == "com.example")
    let payload = try #require(examination.payload)
    #expect(payload["password"] == .string("…"))
    #expect(payload["unified_receipt"]?["password"] == .string("…"))
    #expect(payload["bid"] == json["bid"])
    #expect(payload.members?.map(\.name) == json.members?.map(\.name))
    let notification = try #require(NotificationV1(json))
    #expect(notification.type == "DID_RENEW")
    #expect(notification.autoRenewStatus == true)
    #expect(notification.expirationIntent == 1)
    #expect(notification.originalTransactionID == "8")
    #expect(notification.pendingRenewals.first?.productID == "p")
  }
}
