import Entitlements
import Foundation
import Receipts
import ServiceCore
import Testing

@Suite struct `Notifications of version 1, as facts` {
  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  private static let head = """
    apple server-notification-v1 production com.example.reader sharedSecret 1 purchases
    """
  private static let context = DocumentContext(
    answeredAt: TranslationWorkshop.now,
    origin: .pushed,
    provenance: .sharedSecret
  )

  private static func notification(
    _ type: String,
    _ further: String = "",
    row: String = "",
    pending: String = ""
  ) -> String {
    """
    {"notification_type":"\(type)","environment":"PROD","bid":"com.example.reader",\
    "password":"secret","original_transaction_id":"100",\(further)\
    "unified_receipt":{"status":0,"environment":"Production","latest_receipt_info":[\
    {"product_id":"pro","transaction_id":"101","original_transaction_id":"100",\(row)\
    "purchase_date_ms":"\(ms("2026-01-10"))","original_purchase_date_ms":"\(ms("2025-12-10"))",\
    "expires_date_ms":"\(ms("2026-02-10"))","quantity":"1"}],"pending_renewal_info":[\
    {"original_transaction_id":"100","product_id":"pro","auto_renew_product_id":"pro",\(pending)\
    "auto_renew_status":"1"}]}}
    """
  }

  private static let sale = """
    sale 101 of 100 pro autoRenewable from 2026-01-10 since 2025-12-10 until 2026-02-10
    """

  @Test(arguments: [
    ("INITIAL_BUY", "purchased", "order 101 ", "2026-01-10"),
    ("INTERACTIVE_RENEWAL", "purchased", "order 101 ", "2026-01-10"),
    ("DID_RENEW", "renewed", "order 101 ", "2026-01-10"),
    ("DID_RECOVER", "recovered", "order 101 ", "2026-01-10"),
    ("RENEWAL", "recovered", "order 101 ", "2026-01-10"),
    ("DID_CHANGE_RENEWAL_PREF", "planChangeChosen", "", "2026-01-20"),
    ("DID_FAIL_TO_RENEW", "renewalFailed", "", "2026-01-20"),
    ("PRICE_INCREASE_CONSENT", "priceRiseAsked", "", "2026-01-20"),
    ("CONSUMPTION_REQUEST", "refundRequested", "", "2026-01-20"),
    ("SOMETHING_ELSE", "other", "", "2026-01-20"),
  ])
  func `each type becomes a notice, and all of it is hearsay`(
    _ type: String,
    _ kind: String,
    _ order: String,
    _ instant: String
  ) {
    #expect(
      workshop.lines(Self.notification(type), Self.context) == [
        Self.head, "\(Self.sale) @2026-01-20 hearsay",
        "standing 100 running renews @2026-01-20 hearsay",
        "notice \(kind) chain 100 \(order)“\(type)” @\(instant) hearsay",
      ]
    )
  }

  @Test(arguments: [
    ("REFUND", "refunded", ""), ("CANCEL", "refunded", ""), ("REVOKE", "revoked", ""),
    ("CANCEL", "planChanged", #""is_upgraded":"true","#),
    ("CANCEL", "planChanged", #""is_upgraded":"true","cancellation_reason":"0","#),
    ("CANCEL", "refunded", #""is_upgraded":"true","cancellation_reason":"1","#),
  ])
  func `what was taken back is told with its date`(_ type: String, _ kind: String, _ mark: String) {
    let row = "\(mark)\"cancellation_date_ms\":\"\(ms("2026-01-14"))\","
    let lines = workshop.lines(Self.notification(type, row: row), Self.context)
    #expect(lines.contains { $0.hasPrefix("\(Self.sale) cancelled 2026-01-14 ") })
    #expect(lines.last == "notice \(kind) chain 100 order 101 “\(type)” @2026-01-14 hearsay")
  }

  @Test(arguments: [("true", "renewalTurnedOn"), ("false", "renewalTurnedOff")])
  func `turning renewal off or on is told with its date`(_ status: String, _ kind: String) {
    let further = """
      "auto_renew_status":"\(status)","auto_renew_status_change_date_ms":"\(ms("2026-01-12"))",
      """
    let text = Self.notification("DID_CHANGE_RENEWAL_STATUS", further)
    #expect(
      workshop.lines(text, Self.context).last
        == "notice \(kind) chain 100 “DID_CHANGE_RENEWAL_STATUS” @2026-01-12 hearsay"
    )
  }

  @Test func `a failed renewal with grace is one`() {
    let text = Self.notification(
      "DID_FAIL_TO_RENEW",
      pending: """
        "is_in_billing_retry_period":"1","grace_period_expires_date_ms":"\(ms("2026-01-25"))",
        """
    )
    let lines = workshop.lines(text, Self.context)
    #expect(lines.contains("standing 100 grace until 2026-01-25 renews @2026-01-20 hearsay"))
    #expect(lines.last == "notice graceBegan chain 100 “DID_FAIL_TO_RENEW” @2026-01-20 hearsay")
  }

  @Test func `old ones have one purchase at the top, and its cancellation beside it`() {
    let text = """
      {"notification_type":"CANCEL","environment":"PROD","password":"secret",\
      "auto_renew_status":"false","auto_renew_product_id":"pro","web_order_line_item_id":"7",\
      "cancellation_date_ms":"\(ms("2026-01-14"))",\
      "latest_receipt_info":{"bid":"com.example.reader","product_id":"pro",\
      "transaction_id":"101","original_transaction_id":"100","web_order_line_item_id":"7",\
      "purchase_date_ms":"\(ms("2026-01-10"))","original_purchase_date_ms":"\(ms("2025-12-10"))",\
      "expires_date":"\(ms("2026-02-10"))","quantity":"1"}}
      """
    #expect(
      workshop.lines(text, Self.context) == [
        Self.head,
        """
        \(Self.sale.replacing("able from", with: "able line 7 from")) cancelled 2026-01-14 \
        @2026-01-20 hearsay
        """,
        "standing 100 running renews not @2026-01-20 hearsay",
        "notice refunded chain 100 “CANCEL” @2026-01-14 hearsay",
      ]
    )
  }
}
