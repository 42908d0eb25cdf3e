import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import Testing

@Suite struct `Apple's notifications, as facts` {
  typealias Signed = `What Apple signs, as facts`

  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  private static let uuid = "5e09dcfc-205e-4ea1-9883-96676f394992"
  private static let key = "key apple:com.example.reader:jws-notification:\(uuid)"

  private func notification(
    _ type: String,
    _ subtype: String? = nil,
    transaction: [String: String]? = [:],
    renewal: [String: String]? = [:],
    further: [String] = []
  ) throws -> String {
    var data = [#""environment":"Production""#, #""bundleId":"com.example.reader""#] + further
    if let transaction {
      let text = try workshop.payloads.sign(Signed.transaction(transaction))
      data.append("\"signedTransactionInfo\":\"\(text)\"")
    }
    if let renewal {
      let text = try workshop.payloads.sign(Signed.renewal(renewal))
      data.append("\"signedRenewalInfo\":\"\(text)\"")
    }
    let subtype = subtype.map { "\"subtype\":\"\($0)\"," } ?? ""
    return try workshop.payloads.sign(
      """
      {"notificationType":"\(type)",\(subtype)"notificationUUID":"\(Self.uuid)","version":"2.0",\
      "signedDate":\(ms("2026-01-16")),"data":{\(data.joined(separator: ","))}}
      """
    )
  }

  @Test(arguments: [
    ("SUBSCRIBED", "INITIAL_BUY", StoreEvent.Kind.purchased),
    ("SUBSCRIBED", "RESUBSCRIBE", .purchased),
    ("DID_CHANGE_RENEWAL_PREF", "UPGRADE", .planChanged),
    ("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", .planChangeChosen),
    ("DID_CHANGE_RENEWAL_PREF", "", .planChangeChosen),
    ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", .renewalTurnedOn),
    ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", .renewalTurnedOff),
    ("OFFER_REDEEMED", "UPGRADE", .offerRedeemed), ("OFFER_REDEEMED", "", .offerRedeemed),
    ("DID_RENEW", "", .renewed), ("DID_RENEW", "BILLING_RECOVERY", .recovered),
    ("DID_FAIL_TO_RENEW", "GRACE_PERIOD", .graceBegan), ("DID_FAIL_TO_RENEW", "", .renewalFailed),
    ("GRACE_PERIOD_EXPIRED", "", .graceEnded),
    ("EXPIRED", "VOLUNTARY", .expired), ("EXPIRED", "BILLING_RETRY", .expired),
    ("EXPIRED", "PRICE_INCREASE", .expired), ("EXPIRED", "PRODUCT_NOT_FOR_SALE", .expired),
    ("EXPIRED", "", .expired),
    ("PRICE_INCREASE", "PENDING", .priceRiseAsked),
    ("PRICE_INCREASE", "ACCEPTED", .priceRiseAgreed),
    ("PRICE_CHANGE", "", .other), ("REFUND", "", .refunded),
    ("REFUND_DECLINED", "", .refundDeclined), ("REFUND_REVERSED", "", .refundReversed),
    ("REVOKE", "", .revoked), ("CONSUMPTION_REQUEST", "", .refundRequested),
    ("RENEWAL_EXTENDED", "", .extended), ("RENEWAL_EXTENSION", "FAILURE", .other),
    ("ONE_TIME_CHARGE", "", .purchased), ("METADATA_UPDATE", "", .other),
    ("MIGRATION", "", .other), ("UNCLAIM_SEATS", "", .other), ("RESCIND_CONSENT", "", .other),
    ("EXTERNAL_PURCHASE_TOKEN", "CREATED", .other), ("BRAND_NEW", "THING", .other),
  ])
  func `each type becomes a notice with the store's own words`(
    _ type: String,
    _ subtype: String,
    _ kind: StoreEvent.Kind
  ) throws {
    let text = try notification(type, subtype.isEmpty ? nil : subtype)
    let words = subtype.isEmpty ? type : "\(type) \(subtype)"
    #expect(
      workshop.lines(text) == [
        """
        apple jws-notification production com.example.reader signature at 2026-01-16 \
        1 purchases \(Self.key)
        """,
        """
        sale 101 of 100 pro autoRenewable line 7 from 2026-01-10 since 2025-12-10 \
        until 2026-02-10 @2026-01-15 terms 9.99 USD USA purchased @2026-01-15
        """,
        "standing 100 running renews @2026-01-15",
        "notice \(kind.rawValue) chain 100 order 101 “\(words)” @2026-01-16",
      ]
    )
  }

  @Test(arguments: [
    (1, "running renews"), (2, "ended unknown renews"), (3, "retry renews"),
    (4, "grace until 2026-01-14 renews"), (5, "revoked 2026-01-12 renews"), (6, "grace"),
  ])
  func `Apple's status goes before what the fields come to`(_ status: Int, _ word: String) throws {
    let text = try notification(
      "EXPIRED",
      transaction: ["revocationDate": "\(ms("2026-01-12"))"],
      renewal: ["gracePeriodExpiresDate": "\(ms("2026-01-14"))"],
      further: ["\"status\":\(status)"]
    )
    let renewalStatus = workshop.lines(text).first { $0.hasPrefix("standing") }
    #expect(renewalStatus == "standing 100 \(status == 6 ? "running renews" : word) @2026-01-15")
  }

  @Test func `a refund of seats leaves the purchase with who bought it`() throws {
    let text = try notification(
      "REFUND",
      "SEATS",
      transaction: ["revocationDate": "\(ms("2026-01-12"))"],
      renewal: nil
    )
    let lines = workshop.lines(text)
    #expect(lines.count == 3)
    #expect(lines.contains { $0.hasPrefix("sale") && !$0.contains("cancelled") })
  }

  @Test func `a request for consumption says why`() throws {
    let text = try notification(
      "CONSUMPTION_REQUEST",
      transaction: ["type": #""Consumable""#, "expiresDate": "absent"],
      renewal: nil,
      further: [#""consumptionRequestReason":"UNINTENDED_PURCHASE""#]
    )
    #expect(
      workshop.lines(text).last
        == """
        notice refundRequested chain 100 order 101 \
        “CONSUMPTION_REQUEST UNINTENDED_PURCHASE” @2026-01-16
        """
    )
  }

  @Test func `a test of the connection speaks of no purchase`() throws {
    let text = try notification("TEST", transaction: nil, renewal: nil)
    #expect(
      workshop.lines(text) == [
        """
        apple jws-notification production com.example.reader signature at 2026-01-16 \
        0 purchases \(Self.key)
        """,
        "notice test “TEST” @2026-01-16",
      ]
    )
  }

  @Test func `a notification about no purchase of the app's is kept as it came`() throws {
    let text = try workshop.payloads.sign(
      """
      {"notificationType":"EXTERNAL_PURCHASE_TOKEN","subtype":"UNREPORTED","notificationUUID":"u",\
      "signedDate":\(ms("2026-01-16")),"externalPurchaseToken":{"externalPurchaseId":"SANDBOX_1"}}
      """
    )
    #expect(
      workshop.lines(text) == [
        """
        apple jws-notification sandbox no app signature at 2026-01-16 0 purchases \
        key apple:?:jws-notification:u
        """,
        "notice other “EXTERNAL_PURCHASE_TOKEN UNREPORTED” @2026-01-16",
      ]
    )
  }
}
