import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import Testing

@Suite struct `What the Microsoft Store says, as facts` {
  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  private static let head = """
    microsoft microsoft-response production com.example.reader storeAnswer
    """

  @Test func `a receipt lists add-ons, each with its end`() throws {
    var product = MintedMicrosoftReceipt.Product(
      id: "id-1",
      productID: "Pro & more",
      purchaseDate: instant("2026-01-10"),
      expirationDate: instant("2026-02-10")
    )
    var forever = product
    (forever.id, forever.productID) = ("id-2", "Stickers")
    (forever.expirationDate, forever.expirationText) = (nil, "9999-12-31T23:59:59.9999999Z")
    product.expirationText = "2026-02-10T00:00:00.5000001Z"
    let receipt = MintedMicrosoftReceipt(
      appID: "com.example.reader",
      receiptDate: instant("2026-01-15"),
      products: [product, forever]
    )
    let signed = try receipt.mint(by: workshop.authority)
    #expect(
      workshop.lines(signed) == [
        """
        microsoft microsoft-receipt production com.example.reader signature \
        at 2026-01-15 2 purchases
        """,
        """
        sale id-1 of id-1 Pro & more nonRenewing from 2026-01-10 \
        until 2026-02-10 00:00:00.500 @2026-01-15
        """,
        "sale id-2 of id-2 Stickers nonConsumable from 2026-01-10 @2026-01-15",
      ]
    )
  }

  @Test func `an end that cannot be read is not taken for none`() throws {
    var product = MintedMicrosoftReceipt.Product(
      id: "id-1",
      productID: "Pro",
      purchaseDate: instant("2026-01-10")
    )
    product.expirationText = "soon"
    let receipt = MintedMicrosoftReceipt(
      appID: "com.example.reader",
      receiptDate: instant("2026-01-15"),
      products: [product]
    )
    let signed = try receipt.mint(by: workshop.authority)
    #expect(
      workshop.lines(signed).last
        == "sale id-1 of id-1 Pro nonRenewing from 2026-01-10 until 2026-01-10 @2026-01-15 hearsay"
    )
  }

  private static func item(_ further: String, kind: String = "Durable") -> String {
    """
    {"items":[{"id":"i-1","productId":"9NBLGGH42CFD","skuId":"0010","productKind":"\(kind)",\
    "acquiredDate":"2026-01-10T00:00:00.0000000+00:00","startDate":"2026-01-10T00:00:00+00:00",\
    "modifiedDate":"2026-01-14T00:00:00+00:00","transactionId":"order-1",\(further)}]}
    """
  }

  private static let name = "order-1/9NBLGGH42CFD"
  private static let link = "link storeOrder order-1 of \(name)"

  @Test(arguments: [
    (
      item(#""status":"Active","endDate":"9999-12-31T23:59:59.9999999+00:00","quantity":1"#),
      "nonConsumable from 2026-01-10 @2026-01-20"
    ),
    (
      item(
        #""status":"Active","endDate":"2026-02-10T00:00:00+00:00","trialData":{"isTrial":true}"#
      ),
      "nonRenewing from 2026-01-10 until 2026-02-10 trial @2026-01-20"
    ),
    (
      item(#""status":"Active","quantity":40"#, kind: "Consumable"),
      "consumable ×40 from 2026-01-10 @2026-01-20"
    ),
    (
      item(#""status":"Active","quantity":0"#, kind: "UnmanagedConsumable"),
      "consumable ×0 from 2026-01-10 @2026-01-20"
    ),
    (
      item(#""status":"Active","acquisitionType":"Recurring","endDate":"2026-02-10T00:00:00Z""#),
      "autoRenewable from 2026-01-10 until 2026-02-10 @2026-01-20"
    ),
    (
      item(#""status":"Expired""#), "nonRenewing from 2026-01-10 until 2026-01-14 @2026-01-20"
    ),
    (
      item(#""status":"Revoked""#),
      "nonConsumable from 2026-01-10 cancelled 2026-01-14 refunded @2026-01-20"
    ),
    (
      item(#""status":"Banned""#),
      "nonConsumable from 2026-01-10 cancelled 2026-01-14 revoked @2026-01-20"
    ),
    (
      item(#""status":"Suspended""#, kind: "Something"),
      "unknown from 2026-01-10 cancelled 2026-01-14 revoked @2026-01-20"
    ),
  ])
  func `an item of a collection is a sale`(_ text: String, _ sale: String) {
    #expect(
      workshop.lines(text, TranslationWorkshop.answer()) == [
        "\(Self.head) 1 purchases", "sale \(Self.name) of \(Self.name) 9NBLGGH42CFD \(sale)",
        Self.link,
      ]
    )
  }

  @Test func `an item of a new status grants nothing`() {
    #expect(
      workshop.lines(Self.item(#""status":"Lent""#), TranslationWorkshop.answer()) == [
        "\(Self.head) 1 purchases",
        "notice other chain \(Self.name) “status Lent 9NBLGGH42CFD” @2026-01-20",
      ]
    )
  }

  @Test(arguments: [
    #""recurrenceId":"mdr:0:a:b""#, #""recurrenceData":{"recurrenceId":"mdr:0:a:b"}"#,
    #""recurrenceData":"mdr:0:a:b""#,
  ])
  func `a subscription in a collection goes by its recurrence`(_ member: String) {
    let text = Self.item(#""status":"Active","endDate":"2026-02-10T00:00:00Z",\#(member)"#)
    #expect(
      workshop.lines(text, TranslationWorkshop.answer())[1]
        == """
        sale mdr:0:a:b of mdr:0:a:b 9NBLGGH42CFD autoRenewable from 2026-01-10 \
        until 2026-02-10 @2026-01-20
        """
    )
  }

  private static func recurrence(_ state: String, until: String, _ further: String = "") -> String {
    """
    {"items":[{"id":"mdr:0:a:b","productId":"9NBLGGH42CFD","skuId":"0010","market":"DE",\
    "autoRenew":true,"beneficiary":"pub:u-1","startTime":"2025-12-10T00:00:00Z",\
    "expirationTime":"\(until)T00:00:00Z","expirationTimeWithGrace":"2026-01-24T00:00:00Z",\
    \(further)"recurrenceState":"\(state)","lastModified":"2026-01-10T00:00:00Z"}]}
    """
  }

  @Test(arguments: [
    ("Active", "2026-02-10", "running renews", ""),
    ("Active", "2026-01-19", "renewing until 2026-01-24 renews", ""),
    ("Active", "2026-02-10", "running renews", #""isTrial":true,"#),
    ("InDunning", "2026-01-18", "grace until 2026-01-24 renews", ""),
    ("Inactive", "2026-01-18", "ended voluntary renews", ""),
    ("Canceled", "2026-01-18", "ended other renews", ""),
    ("Failed", "2026-01-18", "ended billing renews", ""),
  ])
  func `a recurrence is one sale and a renewal status`(
    _ state: String,
    _ until: String,
    _ renewalStatus: String,
    _ further: String
  ) {
    let trial = further.isEmpty ? "" : " trial"
    let end = "“\(until)T00:00:00Z”"
    let told = "notice offerRedeemed chain mdr:0:a:b order mdr:0:a:b \(end) @2025-12-10"
    #expect(
      workshop.lines(Self.recurrence(state, until: until, further), TranslationWorkshop.answer())
        == [
          "\(Self.head) 1 purchases by u-1",
          """
          sale mdr:0:a:b of mdr:0:a:b 9NBLGGH42CFD autoRenewable from 2025-12-10 \
          until \(until)\(trial) @2026-01-20 terms DE @2025-12-10
          """,
          "standing mdr:0:a:b \(renewalStatus) @2026-01-20",
        ] + (further.isEmpty ? [] : [told]) + ["link appAccount u-1 of mdr:0:a:b"]
    )
  }

  @Test func `dunning beyond grace has no access, and what never ends needs no renewal status`() {
    let late = Self.recurrence("InDunning", until: "2026-01-10").replacing(
      "2026-01-24",
      with: "2026-01-13"
    )
    let lines = workshop.lines(late, TranslationWorkshop.answer())
    #expect(lines.contains("standing mdr:0:a:b retry renews @2026-01-20"))
    let perpetual = Self.recurrence("None", until: "9999-12-31")
    #expect(
      workshop.lines(perpetual, TranslationWorkshop.answer()).dropFirst() == [
        """
        sale mdr:0:a:b of mdr:0:a:b 9NBLGGH42CFD nonConsumable from 2025-12-10 \
        @2026-01-20 terms DE @2025-12-10
        """, "link appAccount u-1 of mdr:0:a:b",
      ]
    )
    let new = workshop.lines(
      Self.recurrence("Sleeping", until: "2026-02-10"),
      TranslationWorkshop.answer()
    )
    #expect(new.last == "notice other chain mdr:0:a:b “recurrenceState Sleeping” @2026-01-20")
  }

  @Test(arguments: [
    ("Purchased", "@2026-01-20"), ("Revoked", "cancelled 2026-01-12 refunded @2026-01-20"),
    ("Refunded", "cancelled 2026-01-12 refunded @2026-01-20"),
  ])
  func `an order's lines are sales of consumables`(_ state: String, _ word: String) {
    let text = """
      {"items":[{"orderId":"order-1","orderPurchasedDate":"2026-01-10T00:00:00Z",\
      "orderRefundedDate":"2026-01-12T00:00:00Z","orderLineItems":[{"lineItemId":"l",\
      "lineItemState":"\(state)","productId":"9NBLGGH42CFD","skuId":"0010","quantity":3}]}]}
      """
    #expect(
      workshop.lines(text, TranslationWorkshop.answer()) == [
        "\(Self.head) 1 purchases",
        "sale \(Self.name) of \(Self.name) 9NBLGGH42CFD consumable ×3 from 2026-01-10 \(word)",
        Self.link,
      ]
    )
  }

  @Test func `what was consumed is noticed by its orders`() {
    let text = """
      {"itemId":"i","newQuantity":0,"trackingId":"t","productId":"9NBLGGH42CFD",\
      "orderTransactions":[{"orderId":"order-1","orderLineItemId":"l","quantityConsumed":1}]}
      """
    #expect(
      workshop.lines(text, TranslationWorkshop.answer()) == [
        "\(Self.head) 1 purchases",
        "notice consumed chain \(Self.name) order \(Self.name) “9NBLGGH42CFD” @2026-01-20",
      ]
    )
  }

  private static func clawback(_ state: String, _ further: String = "") -> String {
    """
    {"id":"event-1","source":"/Purchase/Refund","type":"ClawbackEventContractV2",\
    "specversion":"1.0","data":{"orderId":"order-1","lineItemId":"l","productId":"9NBLGGH42CFD",\
    "productType":"UnmanagedConsumable","skuId":"0010","purchasedDate":"2026-01-10T00:00Z",\
    "eventDate":"2026-01-16T00:00Z",\(further)"eventState":"\(state)","sandboxId":"RETAIL"}}
    """
  }

  private static let clawbackHead = """
    \(head) at 2026-01-16 1 purchases key microsoft:com.example.reader:microsoft-response:event-1
    """
  private static let consumable = """
    sale \(name) of \(name) 9NBLGGH42CFD consumable from 2026-01-10
    """

  @Test(arguments: [
    (
      "Returned",
      [
        "\(consumable) cancelled 2026-01-16 refunded @2026-01-16",
        "notice refunded chain \(name) order \(name) “Returned /Purchase/Refund” @2026-01-16",
      ]
    ),
    (
      "Revoke",
      [
        "\(consumable) cancelled 2026-01-16 refunded @2026-01-16",
        "notice refunded chain \(name) order \(name) “Revoked /Purchase/Refund” @2026-01-16",
      ]
    ),
    (
      "ChargebackReversal",
      [
        "\(consumable) @2026-01-16",
        """
        notice refundReversed chain \(name) order \(name) \
        “ChargebackReversal /Purchase/Refund” @2026-01-16
        """,
      ]
    ),
    (
      "Refunded",
      [
        """
        notice other chain \(name) order \(name) \
        “Refunded, and the user keeps it /Purchase/Refund” @2026-01-16
        """
      ]
    ),
    (
      "Lost",
      ["notice other chain \(name) order \(name) “Lost /Purchase/Refund” @2026-01-16"]
    ),
  ])
  func `a clawback tells what was taken back, and what was not`(_ state: String, _ lines: [String])
  {
    #expect(
      workshop.lines(Self.clawback(state), TranslationWorkshop.answer())
        == [Self.clawbackHead] + lines + [Self.link]
    )
  }

  @Test(arguments: [("Revoked", "revoked 2026-01-16"), ("ChargebackReversal", "running")])
  func `of a subscription it is the chain that was`(_ state: String, _ renewalStatus: String) {
    let text = Self.clawback(state, #""recurrenceData":{"recurrenceId":"mdr:0:a:b"},"#)
    let lines = workshop.lines(text, TranslationWorkshop.answer())
    #expect(lines[1] == "standing mdr:0:a:b \(renewalStatus) @2026-01-16")
    #expect(!lines.contains { $0.hasPrefix("sale") })
  }

  @Test(arguments: [
    #"{"items":[]}"#, #"{"expiresOn":"2026-01-20T02:13Z","uri":"https://q.example?sig=x"}"#,
    #"{"code":"Unauthorized","innererror":{"code":"AuthenticationTokenInvalid"}}"#,
  ])
  func `what names no purchase states nothing`(_ text: String) {
    let translated = workshop.translate(Array(text.utf8), TranslationWorkshop.answer())
    #expect(translated.facts.isEmpty)
    #expect(translated.store == .microsoft)
  }
}
