import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import Testing

@Suite struct `Answers of the App Store Server API, as facts` {
  typealias Signed = `What Apple signs, as facts`

  let workshop: TranslationWorkshop
  let stranger: PayloadMint

  init() throws {
    workshop = try TranslationWorkshop.shared.get()
    stranger = PayloadMint(
      try PayloadAuthority(ChainPlan(validity: instant("2025-01-01")...instant("2027-01-01")))
    )
  }

  private static let about = #""bundleId":"com.example.reader","environment":"Production""#
  private static let head = "apple app-store-response production com.example.reader signature"

  private func transaction(_ changes: [String: String] = [:]) throws -> String {
    "\"\(try workshop.payloads.sign(Signed.transaction(changes)))\""
  }

  @Test func `a history tells every sale, and ends an upgraded one where the next begins`() throws {
    let next = [
      "transactionId": #""102""#, "productId": #""max""#, "purchaseDate": "\(ms("2026-01-12"))",
      "expiresDate": "\(ms("2026-02-12"))",
    ]
    let text = """
      {"revision":"r","hasMore":false,\(Self.about),\
      "signedTransactions":[\(try transaction(["isUpgraded": "true"])),\(try transaction(next))]}
      """
    #expect(
      workshop.lines(text, TranslationWorkshop.answer()) == [
        "\(Self.head) 2 purchases",
        """
        sale 101 of 100 pro autoRenewable line 7 from 2026-01-10 since 2025-12-10 \
        until 2026-02-10 cancelled 2026-01-12 upgraded @2026-01-15 \
        terms 9.99 USD USA purchased @2026-01-15
        """,
        """
        sale 102 of 100 max autoRenewable line 7 from 2026-01-12 since 2025-12-10 \
        until 2026-02-12 @2026-01-15 terms 9.99 USD USA purchased @2026-01-15
        """,
      ]
    )
  }

  @Test func `only signed parts that proved genuine count`() throws {
    let forged = try stranger.sign(Signed.transaction(["transactionId": #""666""#]))
    let text = """
      {"revision":"r","hasMore":false,\(Self.about),\
      "signedTransactions":["\(forged)",\(try transaction())]}
      """
    let lines = workshop.lines(text, DocumentContext(answeredAt: TranslationWorkshop.now))
    #expect(lines.first == "\(Self.head) 2 purchases")
    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix("sale 101 ") == true)
    let alone = #"{"hasMore":false,\#(Self.about),"signedTransactions":["\#(forged)"]}"#
    #expect(
      workshop.lines(alone, DocumentContext(answeredAt: TranslationWorkshop.now)) == [
        "\(Self.head.replacing("signature", with: "none")) 1 purchases"
      ]
    )
  }

  private func statuses(_ status: Int, _ renewal: [String: String] = [:]) throws -> String {
    let signed = try workshop.payloads.sign(Signed.renewal(renewal))
    return """
      {\(Self.about),"data":[{"subscriptionGroupIdentifier":"20","lastTransactions":[\
      {"originalTransactionId":"100","status":\(status),\
      "signedTransactionInfo":\(try transaction()),"signedRenewalInfo":"\(signed)"}]}]}
      """
  }

  @Test func `a status is the store's word where the store answered, and nobody's elsewhere`()
    throws
  {
    let text = try statuses(3)
    let sale = """
      sale 101 of 100 pro autoRenewable line 7 from 2026-01-10 since 2025-12-10 \
      until 2026-02-10 @2026-01-15 terms 9.99 USD USA purchased @2026-01-15
      """
    #expect(
      workshop.lines(text, TranslationWorkshop.answer()) == [
        "\(Self.head) 1 purchases", sale, "standing 100 retry renews @2026-01-15",
      ]
    )
    #expect(
      workshop.lines(text, DocumentContext(answeredAt: TranslationWorkshop.now)) == [
        "\(Self.head) 1 purchases", sale, "standing 100 running renews @2026-01-15",
      ]
    )
  }

  @Test func `renewal information of another chain says nothing beside a transaction`() throws {
    let text = try statuses(1, ["originalTransactionId": #""999""#])
    let lines = workshop.lines(text, TranslationWorkshop.answer())
    #expect(!lines.contains { $0.hasPrefix("standing") })
  }

  @Test func `an order that was looked up leads to its chains`() throws {
    let text = #"{"status":0,"signedTransactions":[\#(try transaction())]}"#
    let context = TranslationWorkshop.answer(order: "MK5TTTVWJH")
    #expect(workshop.lines(text, context).last == "link storeOrder MK5TTTVWJH of 100")
  }

  @Test func `a history of refunds tells the sales that were given back`() throws {
    let refund = ["revocationDate": "\(ms("2026-01-12"))", "revocationReason": "0"]
    let text =
      #"{"hasMore":false,"revision":"r","signedTransactions":[\#(try transaction(refund))]}"#
    let lines = workshop.lines(text, TranslationWorkshop.answer())
    #expect(lines.contains { $0.contains("cancelled 2026-01-12 refunded") })
  }

  @Test func `a history of notifications is about anybody`() throws {
    let notification = try workshop.payloads.sign(
      """
      {"notificationType":"REFUND","notificationUUID":"u","signedDate":\(ms("2026-01-16")),\
      "data":{\(Self.about),"signedTransactionInfo":\(try transaction())}}
      """
    )
    let text = """
      {"hasMore":false,"notificationHistory":[\
      {"signedPayload":"\(notification)","sendAttempts":[]}]}
      """
    let lines = workshop.lines(text, TranslationWorkshop.answer())
    #expect(
      lines.first
        == """
        apple app-store-response no environment com.example.reader signature \
        0 purchases of anybody
        """
    )
    #expect(lines.last == "notice refunded chain 100 order 101 “REFUND” @2026-01-16")
    #expect(lines.count == 3)
  }

  @Test func `an extension is noticed`() throws {
    let text = """
      {"originalTransactionId":"100","webOrderLineItemId":"7","success":true,\
      "effectiveDate":\(ms("2026-03-01"))}
      """
    var context = TranslationWorkshop.answer()
    context.environment = .production
    #expect(
      workshop.lines(text, context) == [
        "apple app-store-response production com.example.reader storeAnswer 0 purchases",
        "notice extended chain 100 “to 2026-03-01” @2026-01-20",
      ]
    )
    context.origin = .imported
    #expect(workshop.lines(text, context).count == 1)
  }

  @Test(arguments: [
    #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#,
    #"{"status":1,"signedTransactions":[]}"#,
    #"{"testNotificationToken":"t"}"#,
    // A decoded payload without its signature.
    `What Apple signs, as facts`.transaction(),
  ])
  func `what nobody signed states nothing`(_ text: String) {
    let translated = workshop.translate(Array(text.utf8), TranslationWorkshop.answer())
    #expect(translated.facts.isEmpty)
    #expect(translated.store == .apple)
  }
}
