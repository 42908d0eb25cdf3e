import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import Testing

@Suite struct `What Apple signs, as facts` {
  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  /// A signed transaction: a month of a subscription with these members changed or added.
  static func transaction(_ changes: [String: String] = [:]) -> String {
    var members = [
      "transactionId": #""101""#, "originalTransactionId": #""100""#,
      "webOrderLineItemId": #""7""#, "bundleId": #""com.example.reader""#,
      "productId": #""pro""#, "subscriptionGroupIdentifier": #""20""#,
      "purchaseDate": "\(ms("2026-01-10"))", "originalPurchaseDate": "\(ms("2025-12-10"))",
      "expiresDate": "\(ms("2026-02-10"))", "quantity": "1",
      "type": #""Auto-Renewable Subscription""#, "inAppOwnershipType": #""PURCHASED""#,
      "signedDate": "\(ms("2026-01-15"))", "environment": #""Production""#,
      "storefront": #""USA""#, "currency": #""USD""#, "price": "9990",
    ]
    members.merge(changes) { $1 }
    return object(members)
  }

  static func renewal(_ changes: [String: String] = [:]) -> String {
    var members = [
      "originalTransactionId": #""100""#, "productId": #""pro""#,
      "autoRenewProductId": #""pro""#, "autoRenewStatus": "1",
      "environment": #""Production""#, "signedDate": "\(ms("2026-01-15"))",
    ]
    members.merge(changes) { $1 }
    return object(members)
  }

  static func object(_ members: [String: String]) -> String {
    let pairs = members.filter { $0.value != "absent" }.sorted { $0.key < $1.key }
    return "{" + pairs.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  static let head = """
    apple jws-transaction production com.example.reader signature at 2026-01-15 1 purchases
    """
  private static let sale = """
    sale 101 of 100 pro autoRenewable line 7 from 2026-01-10 since 2025-12-10 until 2026-02-10
    """
  private static let said = "@2026-01-15 terms 9.99 USD USA purchased @2026-01-15"

  @Test(arguments: [
    TranslationCase("a month", transaction(), [head, "\(sale) \(said)"]),
    TranslationCase(
      "a refund",
      transaction([
        "revocationDate": "\(ms("2026-01-12"))", "revocationReason": "1",
        "revocationType": #""REFUND_FULL""#,
      ]),
      [head, "\(sale) cancelled 2026-01-12 refunded \(said)"]
    ),
    TranslationCase(
      "a refund of a part ends it as well",
      transaction([
        "revocationDate": "\(ms("2026-01-12"))", "revocationType": #""REFUND_PRORATED""#,
        "revocationPercentage": "40000",
      ]),
      [
        head, "\(sale) cancelled 2026-01-12 refunded \(said)",
        "notice refundedInPart chain 100 order 101 “40 %” @2026-01-15",
      ]
    ),
    TranslationCase(
      "a refund that does not say how",
      transaction(["revocationDate": "\(ms("2026-01-12"))", "revocationReason": "0"]),
      [head, "\(sale) cancelled 2026-01-12 refunded \(said)"]
    ),
    TranslationCase(
      "the end of family sharing",
      transaction([
        "revocationDate": "\(ms("2026-01-12"))", "revocationReason": "0",
        "inAppOwnershipType": #""FAMILY_SHARED""#, "price": "absent", "currency": "absent",
      ]),
      [
        head,
        """
        \(sale) cancelled 2026-01-12 revoked @2026-01-15 \
        terms USA familyShared @2026-01-10
        """,
      ]
    ),
    TranslationCase(
      "an upgrade without a date ends when it was told",
      transaction(["isUpgraded": "true"]),
      [head, "\(sale) cancelled 2026-01-15 upgraded \(said)"]
    ),
    TranslationCase(
      "an upgrade with a date",
      transaction(["isUpgraded": "true", "revocationDate": "\(ms("2026-01-11"))"]),
      [head, "\(sale) cancelled 2026-01-11 upgraded \(said)"]
    ),
    TranslationCase(
      "a refund after an upgrade, with a reason",
      transaction([
        "isUpgraded": "true", "revocationDate": "\(ms("2026-01-12"))", "revocationReason": "0",
      ]),
      [head, "\(sale) cancelled 2026-01-12 refunded \(said)"]
    ),
    TranslationCase(
      "a refund after an upgrade, with a type",
      transaction([
        "isUpgraded": "true", "revocationDate": "\(ms("2026-01-12"))",
        "revocationType": #""REFUND_FULL""#,
      ]),
      [head, "\(sale) cancelled 2026-01-12 refunded \(said)"]
    ),
    TranslationCase(
      "seats taken from an upgraded purchase that keeps others",
      transaction([
        "isUpgraded": "true", "revocationDate": "\(ms("2026-01-12"))", "revocationReason": "0",
        "quantity": "5", "multiSeatInfo": #"{"revokedSeatQuantity":2}"#,
      ]),
      [
        head,
        """
        \(sale.replacing("Renewable line", with: "Renewable ×5 line")) cancelled 2026-01-15 \
        upgraded @2026-01-15 terms USA purchased @2026-01-10
        """,
      ]
    ),
    TranslationCase(
      "the date of an upgrade told late is the end of the period at the latest",
      transaction(["isUpgraded": "true", "signedDate": "\(ms("2026-03-01"))"]),
      [
        head.replacing("2026-01-15", with: "2026-03-01"),
        "\(sale) cancelled 2026-02-10 upgraded \(said.replacing("2026-01-15", with: "2026-03-01"))",
      ]
    ),
    TranslationCase(
      "seats taken from a purchase that keeps others",
      transaction([
        "revocationDate": "\(ms("2026-01-12"))", "quantity": "5",
        "multiSeatInfo": #"{"revokedSeatQuantity":2}"#,
      ]),
      [
        head,
        """
        \(sale.replacing("Renewable line", with: "Renewable ×5 line")) @2026-01-15 \
        terms USA purchased @2026-01-10
        """,
      ]
    ),
  ])
  func `a transaction is a sale, and tells why it was taken back`(_ story: TranslationCase) throws {
    let context = DocumentContext(answeredAt: TranslationWorkshop.now)
    #expect(workshop.lines(try workshop.payloads.sign(story.text), context) == story.lines)
  }

  @Test(arguments: [
    (["offerType": "1", "offerDiscountType": #""FREE_TRIAL""#], "trial"),
    (["offerType": "1", "offerDiscountType": #""PAY_UP_FRONT""#], "introductory"),
    (["offerType": "1", "price": "0"], "trial"),
    (["offerType": "1"], "introductory"),
    (["offerType": "2", "offerIdentifier": #""back""#], #"promotional("back")"#),
    (
      [
        "offerType": "3", "offerIdentifier": #""spring""#, "offerDiscountType": #""FREE_TRIAL""#,
      ], #"promotional("spring")"#
    ),
    (["offerType": "4"], #"promotional("win-back offer")"#),
    (["offerType": "9"], #"promotional("offer of type 9")"#),
  ])
  func `an offer is named`(_ changes: [String: String], _ offer: String) throws {
    let lines = workshop.lines(try workshop.payloads.sign(Self.transaction(changes)))
    let sale = try #require(lines.dropFirst().first)
    #expect(sale.contains(" until 2026-02-10 \(offer) @2026-01-15 "))
  }

  @Test(arguments: [
    ("Consumable", "consumable"), ("Non-Consumable", "nonConsumable"),
    ("Non-Renewing Subscription", "nonRenewing"), ("Something New", "unknown"),
  ])
  func `a sale has the kind that the store gives it`(_ type: String, _ kind: String) throws {
    let changes = [
      "type": "\"\(type)\"", "expiresDate": "absent", "originalTransactionId": "absent",
      "webOrderLineItemId": "absent", "quantity": "3", "currency": #""JPY""#, "price": "600000",
      "appAccountToken": #""5e09dcfc-205e-4ea1-9883-96676f394992""#,
    ]
    let text = try workshop.payloads.sign(Self.transaction(changes))
    #expect(
      workshop.lines(text) == [
        Self.head + " by 5e09dcfc-205e-4ea1-9883-96676f394992",
        """
        sale 101 of 101 pro \(kind) ×3 from 2026-01-10 since 2025-12-10 @2026-01-15 \
        terms 600 JPY USA purchased @2026-01-15
        """,
        "link appAccount 5e09dcfc-205e-4ea1-9883-96676f394992 of 101",
      ]
    )
  }

  @Test(arguments: [
    (["transactionId": #""""#], 1), (["productId": #""a\u0000b""#], 1),
    (["purchaseDate": "0"], 1), (["purchaseDate": "-62135769600000"], 1),
  ])
  func `what cannot be identified, or dated, is no sale`(
    _ changes: [String: String],
    _ purchases: Int
  ) throws {
    let text = try workshop.payloads.sign(Self.transaction(changes))
    #expect(workshop.lines(text) == [Self.head])
  }

  @Test func `odd numbers are clamped or left out`() throws {
    let changes = [
      "quantity": "-4", "price": "9223372036854775807", "originalPurchaseDate": "-62135769600000",
      "expiresDate": "1770681600000.4", "revocationDate": "0",
    ]
    let text = try workshop.payloads.sign(Self.transaction(changes))
    #expect(
      workshop.lines(text) == [
        Self.head,
        """
        sale 101 of 100 pro autoRenewable line 7 from 2026-01-10 until 2026-02-10 @2026-01-15 \
        terms USA purchased @2026-01-10
        """,
      ]
    )
  }

  private static let renewalHead = """
    apple jws-renewal-info production com.example.reader signature at 2026-01-15 0 purchases
    """

  @Test(arguments: [
    ([:], "running renews"),
    (["autoRenewStatus": "0"], "running renews not"),
    (["autoRenewProductId": #""max""#], "running renews as max"),
    (["autoRenewStatus": "0", "expirationIntent": "1"], "ended voluntary renews not"),
    (
      ["expirationIntent": "2", "isInBillingRetryPeriod": "true"],
      "retry renews"
    ),
    (
      [
        "expirationIntent": "2", "isInBillingRetryPeriod": "true",
        "gracePeriodExpiresDate": "\(ms("2026-01-18"))",
      ], "grace until 2026-01-18 renews"
    ),
    (
      [
        "expirationIntent": "2", "isInBillingRetryPeriod": "true",
        "gracePeriodExpiresDate": "\(ms("2026-01-15"))",
      ], "retry renews"
    ),
    (
      [
        "expirationIntent": "1", "autoRenewStatus": "0",
        "gracePeriodExpiresDate": "\(ms("2026-01-18"))",
      ], "ended voluntary renews not"
    ),
    (["expirationIntent": "2"], "ended billing renews"),
    (["expirationIntent": "3"], "ended priceIncrease renews"),
    (["expirationIntent": "4"], "ended productGone renews"),
    (["expirationIntent": "5"], "ended other renews"),
    (["expirationIntent": "77"], "ended other renews"),
  ])
  func `renewal information is a standing of the chain`(
    _ changes: [String: String],
    _ standing: String
  ) throws {
    let context = DocumentContext(
      app: "com.example.reader",
      answeredAt: TranslationWorkshop.now
    )
    let text = try workshop.payloads.sign(Self.renewal(changes))
    #expect(
      workshop.lines(text, context) == [
        Self.renewalHead, "standing 100 \(standing) @2026-01-15",
      ]
    )
  }

  @Test func `renewal information of nobody knows which app states nothing`() throws {
    let text = try workshop.payloads.sign(Self.renewal())
    #expect(
      workshop.lines(text) == [Self.renewalHead.replacing("com.example.reader", with: "no app")]
    )
  }

  @Test func `an app transaction states no sale`() throws {
    let text = try workshop.payloads.sign(
      """
      {"receiptType":"Sandbox","bundleId":"com.example.reader","applicationVersion":"12",\
      "originalApplicationVersion":"3","receiptCreationDate":\(ms("2026-01-15"))}
      """
    )
    #expect(
      workshop.lines(text) == [
        "apple jws-app-transaction sandbox com.example.reader signature at 2026-01-15 0 purchases"
      ]
    )
  }

  @Test func `what was rejected is told all the same, and rests on nothing`() throws {
    let stranger = try PayloadAuthority(
      ChainPlan(validity: instant("2025-01-01")...instant("2027-01-01"))
    )
    let text = try PayloadMint(stranger).sign(Self.transaction())
    let lines = workshop.lines(text)
    #expect(lines.first == Self.head.replacing(" signature ", with: " none "))
    #expect(
      lines.last
        == "\(Self.sale) @2026-01-15 hearsay terms 9.99 USD USA purchased @2026-01-15 hearsay"
    )
    let known = DocumentContext(answeredAt: TranslationWorkshop.now, provenance: .signature)
    #expect(workshop.lines(text, known) == [Self.head, "\(Self.sale) \(Self.said)"])
  }

  @Test func `an environment that no store has used grants nothing in another`() throws {
    let text = try workshop.payloads.sign(Self.transaction(["environment": #""Staging""#]))
    let context = DocumentContext(
      environment: .production,
      answeredAt: TranslationWorkshop.now,
      provenance: .signature
    )
    #expect(
      workshop.lines(text, context) == [Self.head.replacing("production", with: "no environment")]
    )
  }
}
