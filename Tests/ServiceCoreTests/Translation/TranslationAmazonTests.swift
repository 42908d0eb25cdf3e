import Entitlements
import Foundation
import Receipts
import ServiceCore
import Testing

@Suite struct `What Amazon says, as facts` {
  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  private static let token = `Google's subscriptions, as facts`.token
  private static let head = "amazon amazon-receipt production com.example.reader storeAnswer"
  private static let context = TranslationWorkshop.answer(account: "amzn-1")
  private static let links = [
    "link appAccount amzn-1 of \(token)", "link purchaseToken secret-token of \(token)",
  ]

  private static func receipt(_ further: String, type: String = "SUBSCRIPTION") -> String {
    """
    {"receiptId":"secret-token","productType":"\(type)","productId":"gold",\
    \(type == "SUBSCRIPTION" ? #""termSku":"gold.month","# : "")\
    "purchaseDate":\(ms("2025-12-10")),\(further),"betaProduct":false,"testTransaction":false,\
    "countryCode":"DE"}
    """
  }

  private static func date(_ name: String, _ text: String) -> String { "\"\(name)\":\(ms(text))" }
  private static let renewing = #""renewalDate":\#(ms("2026-02-10")),"autoRenewing":true"#
  private static let retention = """
    {"promotionType":"Retention Offer","promotionStatus":"InProgress"}
    """
  private static func introduction(_ status: String) -> String {
    #"{"promotionType":"Introductory Price - All customers","promotionStatus":"\#(status)"}"#
  }

  private static let sale = "sale \(token) of \(token)"
  private static let said = "@2026-01-20 terms DE @2025-12-10"

  @Test(arguments: [
    (
      "a running term",
      #"\#(renewing)"#,
      "until 2026-02-10", "running renews"
    ),
    (
      "a trial",
      [
        #""autoRenewing":true"#, date("renewalDate", "2026-01-25"),
        date("freeTrialEndDate", "2026-01-25"),
      ].joined(separator: ","),
      "until 2026-01-25 trial", "running renews"
    ),
    (
      "an introductory price",
      #"\#(renewing),"promotions":[\#(introduction("InProgress"))]"#,
      "until 2026-02-10 introductory", "running renews"
    ),
    (
      "a retention offer",
      #"\#(renewing),"promotions":[\#(retention),\#(introduction("Completed"))]"#,
      #"until 2026-02-10 promotional("Retention Offer")"#, "running renews"
    ),
    (
      "renewal turned off",
      #""cancelDate":\#(ms("2026-02-10")),"autoRenewing":false"#,
      "until 2026-02-10", "running renews not"
    ),
    (
      "another term to come",
      #""renewalDate":\#(ms("2026-02-10")),"AutoRenewing":true,"deferredSku":"gold.year""#,
      "until 2026-02-10", "running renews as gold.year"
    ),
    (
      "grace",
      [
        #""autoRenewing":true"#, date("renewalDate", "2026-01-18"),
        date("GracePeriodEndDate", "2026-01-23"),
      ].joined(separator: ","),
      "until 2026-01-18", "grace until 2026-01-23 renews"
    ),
    (
      "given back to the customer",
      #"\#(date("cancelDate", "2026-01-15")),"cancelReason":1,"autoRenewing":false"#,
      "until 2026-01-15 cancelled 2026-01-15 refunded", "ended voluntary renews not"
    ),
    (
      "unpaid",
      #"\#(date("cancelDate", "2026-01-15")),"cancelReason":2,"autoRenewing":false"#,
      "until 2026-01-15", "ended billing renews not"
    ),
    (
      "replaced",
      #"\#(date("cancelDate", "2026-01-15")),"cancelReason":4,"autoRenewing":false"#,
      "until 2026-01-15", "ended replaced renews not"
    ),
    (
      "ended, and not yet known why",
      #"\#(date("cancelDate", "2026-01-15")),"cancelReason":0,"autoRenewing":false"#,
      "until 2026-01-15", "ended unknown renews not"
    ),
    (
      "ended for a new reason",
      #"\#(date("cancelDate", "2026-01-15")),"cancelReason":9,"autoRenewing":false"#,
      "until 2026-01-15", "ended other renews not"
    ),
  ])
  func `a subscription is one sale, whose end moves`(
    _ name: String,
    _ further: String,
    _ period: String,
    _ renewalStatus: String
  ) {
    let trial =
      "notice offerRedeemed chain \(Self.token) order \(Self.token) “2026-01-25T00:00:00Z” @2025-12-10"
    let promotion = "notice offerRedeemed chain \(Self.token) order \(Self.token) @2025-12-10"
    #expect(
      workshop.lines(Self.receipt(further), Self.context) == [
        "\(Self.head) 1 purchases by amzn-1",
        "\(Self.sale) gold:gold.month autoRenewable from 2025-12-10 \(period) \(Self.said)",
        "standing \(Self.token) \(renewalStatus) @2026-01-20",
      ] + (period.hasSuffix("trial") ? [trial] : [])
        + (further.contains("promotions") ? [promotion] : []) + Self.links
    )
  }

  @Test(arguments: [
    ("CONSUMABLE", #""quantity":1"#, "consumable from 2025-12-10"),
    ("ENTITLED", #""quantity":null"#, "nonConsumable from 2025-12-10"),
    (
      "ENTITLED", #"\#(date("cancelDate", "2026-01-15")),"cancelReason":1"#,
      "nonConsumable from 2025-12-10 cancelled 2026-01-15 refunded"
    ),
    ("BRAND_NEW", #""quantity":1"#, "unknown from 2025-12-10"),
  ])
  func `what is bought once`(_ type: String, _ further: String, _ sale: String) {
    #expect(
      workshop.lines(Self.receipt(further, type: type), Self.context) == [
        "\(Self.head) 1 purchases by amzn-1", "\(Self.sale) gold \(sale) \(Self.said)",
      ] + Self.links
    )
  }

  private func refused(_ receipt: String) throws -> String {
    let document = try #require(AmazonRefusal.document(about: Array(receipt.utf8)))
    return String(decoding: document, as: UTF8.self)
  }

  @Test(arguments: [
    ("CONSUMABLE", #""quantity":1"#, "consumable from 2025-12-10 cancelled 2026-01-20 refunded"),
    ("ENTITLED", #""quantity":1"#, "nonConsumable from 2025-12-10 cancelled 2026-01-20 refunded"),
    (
      "ENTITLED", date("cancelDate", "2026-01-15"),
      "nonConsumable from 2025-12-10 cancelled 2026-01-15 refunded"
    ),
  ])
  func `what was bought once and is no longer valid was refunded`(
    _ type: String,
    _ further: String,
    _ sale: String
  ) throws {
    let document = try refused(Self.receipt(further, type: type))
    #expect(
      workshop.lines(document, Self.context) == [
        "\(Self.head.replacing("amazon-receipt", with: "amazon-refusal")) 1 purchases by amzn-1",
        "\(Self.sale) gold \(sale) \(Self.said)",
      ] + Self.links
    )
  }

  @Test(arguments: [
    (renewing, "until 2026-02-10 cancelled 2026-01-20 revoked"),
    (#""autoRenewing":true"#, "cancelled 2026-01-20 revoked"),
    (#""renewalDate":\#(ms("2026-01-20") + 1)"#, "cancelled 2026-01-20 revoked"),
    (date("renewalDate", "2026-01-20"), "until 2026-01-20"),
    (date("cancelDate", "2026-01-15"), "until 2026-01-15"),
  ])
  func `a subscription that is no longer valid was revoked unless it had ended`(
    _ further: String,
    _ period: String
  ) throws {
    let lines = workshop.lines(try refused(Self.receipt(further)), Self.context)
    #expect(lines[1].hasSuffix("\(period) \(Self.said)"))
    #expect(lines[1].contains(" cancelled ") == period.contains("cancelled "))
    #expect(lines[2] == "standing \(Self.token) ended unknown renews not @2026-01-20")
  }

  @Test func `dates that a sandbox makes up are no grace and no trial`() {
    let date = ms("2026-01-25")
    let text = """
      {"receiptId":"secret-token","productType":"SUBSCRIPTION","productId":"gold",\
      "purchaseDate":\(ms("2025-12-10")),"renewalDate":\(date),"freeTrialEndDate":\(date),\
      "gracePeriodEndDate":\(date),"autoRenewing":false,"testTransaction":true}
      """
    let lines = workshop.lines(text, Self.context)
    #expect(lines[1].hasSuffix("from 2025-12-10 until 2026-01-25 @2026-01-20"))
    #expect(lines[2].hasSuffix(" running renews not @2026-01-20"))
  }

  private static func message(_ type: String) -> String {
    """
    {"receiptId":"secret-token","relatedReceipts":{"cancelledReceiptId":"former"},\
    "appUserId":"amzn-1","notificationType":"\(type)","appPackageName":"com.example.reader",\
    "timestamp":\(ms("2026-01-16")),"betaProductTransaction":false}
    """
  }

  @Test(arguments: [
    ("SUBSCRIPTION_PURCHASED", StoreEvent.Kind.purchased), ("SUBSCRIPTION_RENEWED", .renewed),
    ("SUBSCRIPTION_CONVERTED_FREE_TRIAL_TO_PAID", .renewed),
    ("SUBSCRIPTION_AUTO_RENEWAL_OFF", .renewalTurnedOff),
    ("SUBSCRIPTION_AUTO_RENEWAL_ON", .renewalTurnedOn),
    ("SUBSCRIPTION_SCHEDULED_TO_END", .other), ("SUBSCRIPTION_IN_GRACE_PERIOD", .graceBegan),
    ("SUBSCRIPTION_OUT_OF_GRACE_PERIOD", .recovered),
    ("SUBSCRIPTION_MODIFIED_DEFERRED", .planChangeChosen),
    ("SUBSCRIPTION_MODIFIED_IMMEDIATE", .planChanged), ("SUBSCRIPTION_CANCELLED", .expired),
    ("SUBSCRIPTION_EXPIRED", .expired), ("CONSUMABLE_PURCHASED", .purchased),
    ("CONSUMABLE_CANCELLED", .refunded), ("ENTITLEMENT_PURCHASED", .purchased),
    ("ENTITLEMENT_CANCELLED", .refunded), ("SOMETHING_NEW", .other),
  ])
  func `a notification is a notice and no sale`(_ type: String, _ kind: StoreEvent.Kind) {
    let text = """
      {"Type":"Notification","MessageId":"m-1","TopicArn":"arn:aws:sns:t",\
      "Message":"\(Self.message(type).replacing("\"", with: "\\\""))",\
      "Timestamp":"2026-01-16T00:00:05Z"}
      """
    #expect(
      workshop.lines(text) == [
        """
        amazon amazon-notification production com.example.reader none at 2026-01-16 0 purchases \
        key amazon:com.example.reader:amazon-notification:m-1 by amzn-1
        """,
        "notice \(kind.rawValue) chain \(Self.token) “\(type)” @2026-01-16 hearsay",
        "link appAccount amzn-1 of \(Self.token)", "link predecessor former of \(Self.token)",
        "link purchaseToken secret-token of \(Self.token)",
      ]
    )
  }

  @Test func `the messenger's own messages are about no purchase`() {
    let text = """
      {"Type":"SubscriptionConfirmation","MessageId":"m-2","TopicArn":"arn:aws:sns:t",\
      "Message":"You have chosen","Token":"t","SubscribeURL":"https://sns.example",\
      "Timestamp":"2026-01-16T00:00:00Z"}
      """
    #expect(
      workshop.lines(text) == [
        """
        amazon amazon-notification production no app none at 2026-01-16 0 purchases \
        key amazon:?:amazon-notification:m-2
        """,
        "notice test “SubscriptionConfirmation” @2026-01-16 hearsay",
      ]
    )
  }
}
