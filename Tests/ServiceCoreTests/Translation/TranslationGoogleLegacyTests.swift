import Entitlements
import Foundation
import Receipts
import ServiceCore
import Testing

@Suite struct `Google's older subscriptions, as facts` {
  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  private static let head = `Google's subscriptions, as facts`.head
  private static let token = `Google's subscriptions, as facts`.token

  private static func subscription(_ further: String, until: String) -> String {
    """
    {"kind":"androidpublisher#subscriptionPurchase","startTimeMillis":"\(ms("2025-12-20"))",\
    "expiryTimeMillis":"\(ms(until))","priceCurrencyCode":"EUR","priceAmountMicros":"4990000",\
    "countryCode":"DE",\(further)"linkedPurchaseToken":"former"}
    """
  }

  @Test(arguments: [
    (
      "paid", #""autoRenewing":true,"paymentState":1,"#, "2026-01-20 12:00", 0, "running renews", ""
    ),
    (
      "a trial", #""autoRenewing":true,"paymentState":2,"#, "2026-01-27", 0, "running renews",
      " trial"
    ),
    (
      "turned off", #""autoRenewing":false,"cancelReason":0,"#, "2026-01-27", 0,
      "running renews not", ""
    ),
    (
      "a change to come", #""autoRenewing":true,"paymentState":3,"#, "2026-01-27", 0,
      "running renews", ""
    ),
    (
      "a pause to come",
      #""autoRenewing":true,"paymentState":1,"autoResumeTimeMillis":"\#(ms("2026-03-01"))","#,
      "2026-01-27", 0, "running renews", ""
    ),
    (
      "paused",
      #""autoRenewing":true,"autoResumeTimeMillis":"\#(ms("2026-03-01"))","#, "2026-01-19", 0,
      "paused until 2026-03-01 renews", ""
    ),
    (
      "grace", #""autoRenewing":true,"paymentState":0,"#, "2026-01-22", -1,
      "grace until 2026-01-22 renews", ""
    ),
    ("hold", #""autoRenewing":true,"paymentState":0,"#, "2026-01-19", -1, "retry renews", ""),
    (
      "ended by the customer", #""autoRenewing":false,"cancelReason":0,"#, "2026-01-19", 0,
      "ended voluntary renews not", ""
    ),
    (
      "ended by the system", #""autoRenewing":false,"cancelReason":1,"#, "2026-01-19", 0,
      "ended billing renews not", ""
    ),
    (
      "replaced", #""autoRenewing":false,"cancelReason":2,"#, "2026-01-19", 0,
      "ended replaced renews not", ""
    ),
    (
      "ended by the developer", #""autoRenewing":false,"cancelReason":3,"#, "2026-01-19", 0,
      "ended developer renews not", ""
    ),
    (
      "ended for a new reason", #""autoRenewing":false,"cancelReason":9,"#, "2026-01-19", 0,
      "ended other renews not", ""
    ),
    (
      "ended, nobody says why", #""autoRenewing":false,"#, "2026-01-19", 0,
      "ended unknown renews not", ""
    ),
  ])
  func `states of version 1`(
    _ name: String,
    _ further: String,
    _ until: String,
    _ step: Int,
    _ renewalStatus: String,
    _ offer: String
  ) throws {
    let text = Self.subscription(further + #""orderId":"GPA.1..3","#, until: until)
    let context = TranslationWorkshop.answer(token: "secret-token", product: "gold")
    let translated = workshop.translate(Array(text.utf8), context)
    let order = "GPA.1..\(3 + step)"
    #expect(
      translated.lines.filter { !$0.hasPrefix("sale") } == [
        "\(Self.head) 1 purchases",
        "standing GPA.1 \(renewalStatus) @2026-01-20", "link predecessor former of GPA.1",
        "link purchaseToken secret-token of GPA.1", "link storeOrder \(order) of GPA.1",
      ],
      "a charge that was declined paid for nothing"
    )
    let sale = try #require(translated.lines.first { $0.hasPrefix("sale") })
    #expect(sale.hasPrefix("sale \(order) of GPA.1 gold autoRenewable from "))
    #expect(
      sale.hasSuffix(
        " since 2025-12-20 until \(until)\(offer) @2026-01-20 terms DE @\(began(sale))"
      )
    )
  }

  private func began(_ sale: String) -> String {
    let rest = sale.split(separator: " from ").last ?? ""
    return String(rest.split(separator: " since ").first ?? "")
  }

  @Test func `a first payment that is not made yet is no sale`() {
    let text = Self.subscription(
      #""autoRenewing":true,"paymentState":0,"orderId":"GPA.1","#,
      until: "2026-01-27"
    )
    let context = TranslationWorkshop.answer(token: "secret-token", product: "gold")
    let translated = workshop.translate(Array(text.utf8), context)
    #expect(translated.facts.orders == [])
    #expect(translated.facts.renewalStatuses.map(\.condition) == [.pending])
  }

  @Test func `without the product that was asked about there is no sale`() {
    let text = Self.subscription(
      #""autoRenewing":true,"paymentState":1,"userCancellationTimeMillis":"\#(ms("2026-01-11"))","#,
      until: "2026-01-27"
    )
    #expect(
      workshop.lines(text, TranslationWorkshop.answer(token: "secret-token")) == [
        "\(Self.head) 1 purchases",
        "standing \(Self.token) running renews @2026-01-20",
        "notice renewalTurnedOff chain \(Self.token) @2026-01-11",
        "link predecessor former of \(Self.token)",
        "link purchaseToken secret-token of \(Self.token)",
      ]
    )
  }
}
