import Entitlements
import Foundation
import Receipts
import ServiceCore
import Testing

@Suite struct `Google's notifications, as facts` {
  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  private static let token = `Google's subscriptions, as facts`.token
  private static let head = """
    google google-rtdn production com.example.reader none at 2026-01-16 0 purchases
    """
  private static let context = DocumentContext(
    answeredAt: TranslationWorkshop.now,
    origin: .pushed
  )
  private static let secret = #""purchaseToken":"secret-token""#
  private static let link = "link purchaseToken secret-token of \(token)"

  private static func notification(_ body: String) -> String {
    """
    {"version":"1.0","packageName":"com.example.reader","eventTimeMillis":"\(ms("2026-01-16"))",\
    \(body)}
    """
  }

  @Test(arguments: [
    (1, StoreEvent.Kind.recovered, "RECOVERED"), (2, .renewed, "RENEWED"),
    (3, .renewalTurnedOff, "CANCELED"), (4, .purchased, "PURCHASED"),
    (5, .renewalFailed, "ON_HOLD"), (6, .graceBegan, "IN_GRACE_PERIOD"),
    (7, .renewalTurnedOn, "RESTARTED"), (8, .priceRiseAgreed, "PRICE_CHANGE_CONFIRMED"),
    (9, .extended, "DEFERRED"), (10, .paused, "PAUSED"),
    (11, .pauseScheduled, "PAUSE_SCHEDULE_CHANGED"), (12, .revoked, "REVOKED"),
    (13, .expired, "EXPIRED"), (17, .planChanged, "ITEMS_CHANGED"),
    (18, .cancellationScheduled, "CANCELLATION_SCHEDULED"),
    (19, .priceChanged, "PRICE_CHANGE_UPDATED"),
    (20, .pendingCancelled, "PENDING_PURCHASE_CANCELED"),
    (22, .priceChanged, "PRICE_STEP_UP_CONSENT_UPDATED"),
  ])
  func `a change of a subscription is a notice and no sale`(
    _ type: Int,
    _ kind: StoreEvent.Kind,
    _ word: String
  ) {
    let text = Self.notification(
      """
      "subscriptionNotification":{"version":"1.0","notificationType":\(type),\
      "purchaseToken":"secret-token","subscriptionId":"gold"}
      """
    )
    let lines = workshop.lines(text, Self.context).filter { !$0.hasPrefix("standing") }
    #expect(
      lines == [
        Self.head,
        """
        notice \(kind.rawValue) chain \(Self.token) “SUBSCRIPTION_\(word) gold” \
        @2026-01-16 hearsay
        """,
        Self.link,
      ]
    )
  }

  @Test(arguments: [
    (1, "running"), (5, "retry"), (10, "paused"), (12, "revoked 2026-01-16"),
    (13, "ended unknown"), (20, "ended unknown"), (2, nil), (3, nil), (6, nil), (18, nil),
  ])
  func `what a change means for access counts until the store is asked`(
    _ type: Int,
    _ condition: String?
  ) {
    let text = Self.notification(
      #""subscriptionNotification":{"notificationType":\#(type),\#(Self.secret)}"#
    )
    #expect(
      workshop.lines(text, Self.context).filter { $0.hasPrefix("standing") }
        == (condition.map { ["standing \(Self.token) \($0) @2026-01-16 hearsay"] } ?? [])
    )
  }

  @Test(arguments: [
    (
      #""subscriptionNotification":{"notificationType":21,"purchaseToken":"secret-token"}"#,
      "other chain \(token) “subscriptionNotification 21”", [link]
    ),
    (
      #""oneTimeProductNotification":{"notificationType":1,\#(secret),"sku":"coins"}"#,
      "purchased chain \(token) “ONE_TIME_PRODUCT_PURCHASED coins”", [link]
    ),
    (
      #""oneTimeProductNotification":{"notificationType":2,\#(secret)}"#,
      "pendingCancelled chain \(token) “ONE_TIME_PRODUCT_CANCELED”", [link]
    ),
    (
      #""voidedPurchaseNotification":{\#(secret),"orderId":"GPA.1..3","refundType":1}"#,
      "refunded chain GPA.1 order GPA.1..3 “voidedPurchaseNotification”",
      [
        "link purchaseToken secret-token of GPA.1", "link storeOrder GPA.1..3 of GPA.1",
      ]
    ),
    (
      #""voidedPurchaseNotification":{\#(secret),"orderId":"GPA.1","refundType":2}"#,
      "refundedInPart chain GPA.1 order GPA.1 “voidedPurchaseNotification partial”",
      ["link purchaseToken secret-token of GPA.1", "link storeOrder GPA.1 of GPA.1"]
    ),
    (
      #""pendingRefundReviewNotification":{"orderId":"GPA.1","refundReason":7}"#,
      """
      refundRequested chain GPA.1 order GPA.1 “pendingRefundReviewNotification 7 (chargeback)”
      """,
      ["link storeOrder GPA.1 of GPA.1"]
    ),
    (#""testNotification":{"version":"1.0"}"#, "test “testNotification”", []),
    (#""newNotification":{}"#, "other “newNotification”", []),
  ])
  func `every other member too`(_ body: String, _ notice: String, _ links: [String]) {
    // A void takes the rights with the money.
    let notices =
      notice.hasSuffix("“voidedPurchaseNotification”")
      ? [notice, notice.replacing("refunded", with: "revoked")] : [notice]
    #expect(
      workshop.lines(Self.notification(body), Self.context)
        == [Self.head] + notices.map { "notice \($0) @2026-01-16 hearsay" } + links
    )
  }

  @Test func `a push has an ID, and rests on what the endpoint says of its sender`() {
    let inner = Self.notification(#""testNotification":{"version":"1.0"}"#)
    let text = """
      {"message":{"data":"\(Data(inner.utf8).base64EncodedString())","messageId":"136969346945",\
      "publishTime":"2026-01-16T00:00:01Z"},"subscription":"projects/p/subscriptions/s"}
      """
    var context = Self.context
    context.provenance = .storeAnswer
    #expect(
      workshop.lines(text, context) == [
        Self.head.replacing("none", with: "storeAnswer")
          + " key google:com.example.reader:google-rtdn:136969346945",
        "notice test “testNotification” @2026-01-16",
      ]
    )
  }

  @Test func `an error of the service is no word on a purchase`() {
    let text = """
      {"error":{"code":410,"message":"gone","errors":[{"reason":"purchaseTokenNoLongerValid"}]}}
      """
    let translated = workshop.translate(Array(text.utf8), TranslationWorkshop.answer())
    #expect(translated.facts.isEmpty)
    #expect(translated.kind == "google-error")
  }
}
