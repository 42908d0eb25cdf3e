import Basics
import Foundation
import Receipts
import Testing

@Suite struct GoogleNotificationTests {
  private func read(_ text: String) throws -> JSONValue { try JSONReader.value(text) }

  private func push(_ notification: String) throws -> JSONValue {
    let data = Data(notification.utf8).base64EncodedString()
    return try read(
      """
      {"message":{"data":"\(data)","messageId":"7","message_id":"7",
       "publishTime":"2026-01-01T00:00:00.791Z"},"subscription":"projects/p/subscriptions/s"}
      """
    )
  }

  private func notification(_ member: String, time: String = "\"1767225600000\"") -> String {
    #"{"version":"1.0","packageName":"com.example.reader","eventTimeMillis":\#(time),\#(member)}"#
  }

  private static let renewed =
    #""subscriptionNotification":{"version":"1.0","notificationType":2,"purchaseToken":"secret"}"#

  @Test func `a pushed notification is shown without its envelope`() throws {
    let text = notification(Self.renewed)
    let found = GoogleDocument.examine(try push(text))
    #expect(found.kind == .googleRTDN)
    #expect(found.verdict == .unsigned)
    #expect(found.app == "com.example.reader")
    #expect(found.payload == (try read(text)))
    let envelope = try GooglePush(try push(text))
    #expect(envelope.messageID == "7")
  }

  @Test(arguments: ["1767225600000", "\"1767225600000\""])
  func `a bare notification is read, its time in quotes or not`(time: String) throws {
    let value = try read(notification(Self.renewed, time: time))
    #expect(GoogleDocument.kind(of: value) == .googleRTDN)
    let found = try #require(GoogleNotification(value))
    #expect(found.sentAt == Workshop.now)
    #expect(
      found.event
        == .subscription(.init(2), purchaseToken: "secret", subscriptionID: nil)
    )
  }

  @Test func `every member is told from the others`() throws {
    func event(_ member: String) throws -> GoogleNotification.Event? {
      GoogleNotification(try read(notification(member)))?.event
    }
    #expect(
      try event(
        #""oneTimeProductNotification":{"notificationType":1,"purchaseToken":"t","sku":"s"}"#
      )
        == .oneTimeProduct(.init(1), purchaseToken: "t", productID: "s")
    )
    #expect(
      try event(
        #""voidedPurchaseNotification":{"purchaseToken":"t","orderId":"GS.1","productType":1,"refundType":2}"#
      ) == .voided(orderID: .init("GS.1"), purchaseToken: "t", .init(2))
    )
    #expect(
      try event(
        #""pendingRefundReviewNotification":{"pendingRefundToken":"t","orderId":"o","refundReason":7}"#
      ) == .refundReview(orderID: .init("o"), reason: 7, pendingRefundToken: "t")
    )
    #expect(try event(#""testNotification":{"version":"1.0"}"#) == .test)
    #expect(try event(#""futureNotification":{}"#) == .unknown("futureNotification"))
    #expect(try event(#""other":1"#) == .unknown(nil))
  }

  @Test(arguments: [
    (17, GoogleNotification.SubscriptionChange.itemsChanged), (18, .cancellationScheduled),
    (19, .priceChangeUpdated), (20, .pendingPurchaseCanceled), (22, .priceStepUpConsentUpdated),
    (13, .expired), (12, .revoked), (1, .recovered),
  ])
  func `types have Google's numbers`(number: Int, change: GoogleNotification.SubscriptionChange) {
    #expect(change.rawValue == number)
  }

  @Test(arguments: [14, 15, 16, 21, 99, -1])
  func `an unknown type keeps its number`(number: Int) throws {
    let text = notification(#""subscriptionNotification":{"notificationType":\#(number)}"#)
    let found = try #require(GoogleNotification(try read(text)))
    guard case .subscription(let change, _, _) = found.event else {
      Issue.record("not a subscription's")
      return
    }
    #expect(change?.raw == number)
    #expect(change?.known == nil)
  }

  @Test(arguments: [
    (#"{"message":{"data":"*","messageId":"1"},"subscription":"s"}"#, "message.data, character 0"),
    (#"{"message":{"data":"e30x","messageId":"1"},"subscription":"s"}"#, "message.data, byte 2"),
    (#"{"message":{"data":"MTI=","messageId":"1"},"subscription":"s"}"#, "message.data"),
    (#"{"message":{"messageId":"1"},"subscription":"s"}"#, "message.data"),
  ])
  func `an envelope without a notification is malformed`(text: String, place: String) throws {
    let found = GoogleDocument.examine(try read(text))
    #expect(found.kind == .googleRTDN)
    #expect(found.rejection?.location == place)
    #expect(found.payload == nil)
  }

  @Test func `another app's notification is refused where the apps are known`() throws {
    let found = GoogleDocument.examine(
      try push(notification(Self.renewed)),
      with: .init(packageNames: ["com.example.writer"])
    )
    #expect(found.rejection?.code == "wrong-app")
  }
}
