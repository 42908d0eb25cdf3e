import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import Testing

@Suite struct `Google's sales and charges, as facts` {
  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  private static let token = `Google's subscriptions, as facts`.token
  private static let head = "google google-product production com.example.reader storeAnswer"
  private static let context = TranslationWorkshop.answer(token: "secret-token", product: "coins")
  private static let links = [
    "link purchaseToken secret-token of GPA.1", "link storeOrder GPA.1 of GPA.1",
  ]

  private static func product(_ further: String) -> String {
    """
    {"kind":"androidpublisher#productPurchase","purchaseTimeMillis":"\(ms("2026-01-10"))",\
    "orderId":"GPA.1","regionCode":"DE",\(further)}
    """
  }

  private static func product2(_ state: String, _ offer: String, _ further: String = "") -> String {
    """
    {"kind":"androidpublisher#productPurchaseV2","orderId":"GPA.1","regionCode":"DE",\
    "purchaseStateContext":{"purchaseState":"\(state)"},\(further)\
    "productLineItem":[{"productId":"coins","productOfferDetails":{\(offer)}}]}
    """
  }

  private static let sale = "from 2026-01-10"
  private static let said = "@2026-01-20 terms DE @2026-01-10"

  private static func story(
    _ name: String,
    _ text: String,
    _ lines: [String]
  ) -> TranslationCase {
    TranslationCase(name, text, context, ["\(head) 1 purchases"] + lines + links)
  }

  @Test(arguments: [
    story(
      "bought, not consumed",
      product(#""purchaseState":0,"consumptionState":0,"acknowledgementState":0"#),
      ["sale GPA.1 of GPA.1 coins unknown \(sale) \(said)"]
    ),
    story(
      "bought and acknowledged",
      product(#""purchaseState":0,"consumptionState":0,"acknowledgementState":1,"quantity":2"#),
      [
        "sale GPA.1 of GPA.1 coins unknown ×2 \(sale) \(said)",
        "notice acknowledged chain GPA.1 order GPA.1 @2026-01-20",
      ]
    ),
    story(
      "consumed",
      product(#""purchaseState":0,"consumptionState":1,"acknowledgementState":1"#),
      [
        "sale GPA.1 of GPA.1 coins consumable \(sale) \(said)",
        "notice consumed chain GPA.1 order GPA.1 @2026-01-20",
      ]
    ),
    story(
      "part of the quantity given back",
      product(#""purchaseState":0,"consumptionState":0,"quantity":5,"refundableQuantity":2"#),
      [
        "sale GPA.1 of GPA.1 coins unknown ×2 \(sale) \(said)",
        "notice refundedInPart chain GPA.1 order GPA.1 “3 of 5” @2026-01-20",
      ]
    ),
    story(
      "all of the quantity given back",
      product(#""purchaseState":0,"consumptionState":0,"quantity":5,"refundableQuantity":0"#),
      ["sale GPA.1 of GPA.1 coins unknown ×5 \(sale) cancelled 2026-01-20 refunded \(said)"]
    ),
    story(
      "cancelled",
      product(#""purchaseState":1,"consumptionState":0"#),
      ["sale GPA.1 of GPA.1 coins unknown \(sale) cancelled 2026-01-20 refunded \(said)"]
    ),
    story(
      "pending",
      product(#""purchaseState":2,"consumptionState":0"#),
      ["notice pending chain GPA.1 “coins” @2026-01-20"]
    ),
    story(
      "of a state that nobody knows",
      product(#""purchaseState":7,"consumptionState":0"#),
      ["notice other chain GPA.1 “purchaseState 7” @2026-01-20"]
    ),
    story(
      "with a promo code",
      product(#""purchaseState":0,"consumptionState":0,"purchaseType":1,"quantity":-3"#),
      ["sale GPA.1 of GPA.1 coins unknown \(sale) promotional(\"promo code\") \(said)"]
    ),
    story(
      "version 2",
      product2(
        "PURCHASED",
        #""quantity":1,"consumptionState":"CONSUMPTION_STATE_CONSUMED","offerId":"launch""#,
        #""purchaseCompletionTime":"2026-01-10T00:00:00Z","#
      ),
      [
        "sale GPA.1 of GPA.1 coins consumable \(sale) promotional(\"launch\") \(said)",
        "notice consumed chain GPA.1 order GPA.1 @2026-01-20",
      ]
    ),
    story(
      "version 2, pending",
      product2("PENDING", #""quantity":1"#),
      ["notice pending chain GPA.1 “coins” @2026-01-20"]
    ),
    story(
      "version 2, a pending purchase that was cancelled",
      product2("CANCELLED", #""quantity":1"#),
      ["notice pendingCancelled chain GPA.1 @2026-01-20"]
    ),
  ])
  func `a one-time purchase`(_ story: TranslationCase) {
    #expect(workshop.lines(story.text, story.context) == story.lines)
  }

  @Test func `a tester's purchase without an order goes by its token`() {
    let text = """
      {"purchaseState":0,"consumptionState":0,"purchaseType":0,"obfuscatedExternalAccountId":"u-1",\
      "purchaseTimeMillis":\(ms("2026-01-10"))}
      """
    let name = "google:sandbox:com.example.reader:\(Self.token)"
    #expect(
      workshop.lines(text, Self.context) == [
        "google google-product sandbox com.example.reader storeAnswer 1 purchases by u-1",
        "sale \(name) of \(Self.token) coins unknown from 2026-01-10 @2026-01-20",
        "link appAccount u-1 of \(name)", "link purchaseToken secret-token of \(name)",
      ]
    )
  }

  @Test(arguments: [
    #""purchaseState":1,"consumptionState":0,"#,
    #""productLineItem":[{"productId":"coins"}],"purchaseStateContext":{"purchaseState":"CANCELLED"},"#,
  ])
  func `a purchase that was called off before there was an order is no sale`(_ state: String) {
    let text = #"{\#(state)"purchaseTimeMillis":\#(ms("2026-01-10")),"productId":"coins"}"#
    let lines = workshop.lines(text, Self.context)
    #expect(lines.contains("notice pendingCancelled chain \(Self.token) “coins” @2026-01-20"))
    #expect(!lines.contains { $0.hasPrefix("sale") })
  }

  @Test func `a code that was taken back has no order and was a sale`() {
    let text = """
      {"purchaseState":1,"consumptionState":0,"purchaseType":1,"purchaseTimeMillis":\(ms("2026-01-10")),\
      "productId":"coins"}
      """
    #expect(workshop.lines(text, Self.context).contains { $0.hasPrefix("sale") })
  }

  private static func order(
    _ state: String,
    _ further: String = "",
    id: String = "GPA.1..0"
  ) -> String {
    """
    {"orderId":"\(id)","purchaseToken":"secret-token","state":"\(state)",\
    "createTime":"2026-01-10T00:00:00Z","lastEventTime":"2026-01-11T00:00:00Z",\
    "buyerAddress":{"buyerCountry":"DE"},\
    "total":{"currencyCode":"EUR","units":"4","nanos":990000000},\
    \(further)"lineItems":[{"productId":"gold","total":{"currencyCode":"EUR","units":"4",\
    "nanos":990000001},"subscriptionDetails":{"basePlanId":"monthly",\
    "servicePeriodEndTime":"2026-02-10T00:00:00Z"}}]}
    """
  }

  private static let orderHead = "google google-order production com.example.reader storeAnswer"
  private static let charge = """
    sale GPA.1..0 of GPA.1 gold:monthly autoRenewable from 2026-01-10 until 2026-02-10
    """
  private static let orderLinks = [
    "link purchaseToken secret-token of GPA.1", "link storeOrder GPA.1..0 of GPA.1",
  ]

  @Test(arguments: [
    (
      order("PROCESSED"),
      ["\(charge) @2026-01-11 terms 4.990000001 EUR DE @2026-01-11"]
    ),
    (
      order(
        "REFUNDED",
        """
        "orderHistory":{"refundEvent":{"eventTime":"2026-01-11T00:00:00Z",\
        "refundReason":"CHARGEBACK"}},
        """
      ),
      [
        """
        \(charge) cancelled 2026-01-11 refunded @2026-01-11 \
        terms 4.990000001 EUR DE @2026-01-11
        """,
        "notice refunded chain GPA.1 order GPA.1..0 “state REFUNDED CHARGEBACK” @2026-01-11",
      ]
    ),
    (
      order(
        "PROCESSED",
        #""orderHistory":{"processedEvent":{"eventTime":"2026-01-11T00:00:00Z"}},"#
      ),
      [
        """
        \(charge.replacing("from 2026-01-10", with: "from 2026-01-11")) @2026-01-11 \
        terms 4.990000001 EUR DE @2026-01-11
        """
      ]
    ),
    (
      order("PARTIALLY_REFUNDED"),
      [
        "\(charge) @2026-01-11 terms 4.990000001 EUR DE @2026-01-11",
        "notice refundedInPart chain GPA.1 order GPA.1..0 “state PARTIALLY_REFUNDED” @2026-01-11",
      ]
    ),
    (
      order("PENDING_REFUND"),
      [
        "\(charge) @2026-01-11 terms 4.990000001 EUR DE @2026-01-11",
        "notice refundRequested chain GPA.1 order GPA.1..0 “state PENDING_REFUND” @2026-01-11",
      ]
    ),
    (
      order("PENDING"),
      ["notice pending chain GPA.1 order GPA.1..0 “state PENDING” @2026-01-11"]
    ),
    (
      order("CANCELED"),
      ["notice pendingCancelled chain GPA.1 order GPA.1..0 “state CANCELED” @2026-01-11"]
    ),
    (
      order("ELSEWHERE"),
      ["notice other chain GPA.1 order GPA.1..0 “state ELSEWHERE” @2026-01-11"]
    ),
  ])
  func `a charge knows what was paid`(_ text: String, _ lines: [String]) {
    #expect(
      workshop.lines(text, TranslationWorkshop.answer())
        == ["\(Self.orderHead) at 2026-01-11 1 purchases"] + lines + Self.orderLinks
    )
  }

  @Test func `charges asked for together are anybody's, and each is told as of its own time`() {
    let text = """
      {"orders":[\(Self.order("PROCESSED")),\(Self.order("PROCESSED", id: "GPA.2"))]}
      """
    let lines = workshop.lines(text, TranslationWorkshop.answer())
    #expect(lines.first == "\(Self.orderHead) 2 purchases of anybody")
    #expect(lines.count { $0.hasPrefix("sale") } == 2)
  }

  @Test func `a first period that cost nothing was a trial, and a one-time sale has its quantity`()
  {
    let free = Self.order("PROCESSED", id: "GPA.1").replacing(
      #""units":"4","nanos":990000001"#,
      with: #""units":"0""#
    )
    #expect(
      workshop.lines(free, TranslationWorkshop.answer()).contains {
        $0.hasSuffix(" trial @2026-01-11 terms 0.00 EUR DE @2026-01-11")
      }
    )
    let once = """
      {"orderId":"GPA.1","state":"PROCESSED","createTime":"2026-01-10T00:00:00Z",\
      "lineItems":[{"productId":"coins","total":{"currencyCode":"JPY","units":"600"},\
      "oneTimePurchaseDetails":{"quantity":3,"offerId":"launch"}}]}
      """
    #expect(
      workshop.lines(once, TranslationWorkshop.answer(kind: .consumable)).contains(
        """
        sale GPA.1 of GPA.1 coins consumable ×3 from 2026-01-10 promotional("launch") \
        @2026-01-10 terms 600 JPY @2026-01-10
        """
      )
    )
  }

  @Test func `voided purchases are noticed by their orders`() {
    let text = """
      {"voidedPurchases":[{"kind":"androidpublisher#voidedPurchase","purchaseToken":"secret-token",\
      "orderId":"GPA.1..3","purchaseTimeMillis":"\(ms("2025-12-10"))",\
      "voidedTimeMillis":"\(ms("2026-01-12"))","voidedSource":0,"voidedReason":7},\
      {"purchaseToken":"other","voidedTimeMillis":"\(ms("2026-01-13"))","voidedReason":42,\
      "voidedQuantity":2}]}
      """
    let name = "token-d9298a10d1b0735837dc4bd85dac641b"
    #expect(
      workshop.lines(text, TranslationWorkshop.answer()) == [
        "google google-voided production com.example.reader storeAnswer 2 purchases of anybody",
        """
        notice refunded chain GPA.1 order GPA.1..3 \
        “voidedSource 0 (user) voidedReason 7 (chargeback)” @2026-01-12
        """,
        """
        notice revoked chain GPA.1 order GPA.1..3 \
        “voidedSource 0 (user) voidedReason 7 (chargeback)” @2026-01-12
        """,
        """
        notice refundedInPart chain \(name) order \(name) \
        “voidedReason 42 (unknown) voidedQuantity 2” @2026-01-13
        """,
        "link purchaseToken secret-token of GPA.1", "link storeOrder GPA.1..3 of GPA.1",
        "link purchaseToken other of \(name)",
      ]
    )
  }

  private func purchase(_ text: String) throws -> String {
    let signature = try workshop.purchases.signature(over: Array(text.utf8))
    let quoted = text.replacing("\"", with: "\\\"")
    return #"{"INAPP_PURCHASE_DATA":"\#(quoted)","INAPP_DATA_SIGNATURE":"\#(signature)"}"#
  }

  private static func device(_ state: String, _ further: String = "") -> String {
    """
    {"orderId":"GPA.1","packageName":"com.example.reader","productId":"coins",\
    "purchaseTime":\(ms("2026-01-10")),\(state)"purchaseToken":"secret-token",\(further)\
    "quantity":2,"obfuscatedAccountId":"u-1"}
    """
  }

  private static let deviceHead = """
    google google-purchase production com.example.reader signature at 2026-01-10 1 purchases by u-1
    """
  private static let deviceLinks = ["link appAccount u-1 of GPA.1"] + links

  @Test(arguments: [
    (
      device(#""purchaseState":0,"#), nil,
      ["notice purchased chain GPA.1 order GPA.1 “coins” @2026-01-10"]
    ),
    (
      device(#""purchaseState":0,"#), ProductKind.consumable,
      [
        "sale GPA.1 of GPA.1 coins consumable ×2 from 2026-01-10 @2026-01-10",
        "notice purchased chain GPA.1 order GPA.1 “coins” @2026-01-10",
      ]
    ),
    // A subscription's end is not in it, whatever the caller believes.
    (
      device(#""purchaseState":0,"#, #""autoRenewing":true,"#), .nonConsumable,
      ["notice purchased chain GPA.1 order GPA.1 “coins” @2026-01-10"]
    ),
    (
      device(#""purchaseState":4,"#), .consumable,
      ["notice pending chain GPA.1 “coins” @2026-01-10"]
    ),
    (
      device(#""purchaseState":2,"#), .consumable,
      ["notice refunded chain GPA.1 order GPA.1 “coins” @2026-01-10"]
    ),
    (
      device(""), .consumable,
      ["notice other chain GPA.1 order GPA.1 “purchaseState is missing coins” @2026-01-10"]
    ),
  ])
  func `what a device holds is a sale only where the product is known for none that ends`(
    _ text: String,
    _ kind: ProductKind?,
    _ lines: [String]
  ) throws {
    let context = DocumentContext(productKind: kind, answeredAt: TranslationWorkshop.now)
    #expect(
      workshop.lines(try purchase(text), context) == [Self.deviceHead] + lines + Self.deviceLinks
    )
  }
}
