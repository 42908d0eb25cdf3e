import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import Testing

@Suite struct `Receipts of Apple's, as facts` {
  let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  @Test func `an app receipt lists sales without prices`() throws {
    let receipt = MintedReceipt(
      bundleID: "com.example.reader",
      creationDate: instant("2026-01-15"),
      purchases: [
        MintedPurchase(
          productID: "pro",
          transactionID: "101",
          originalTransactionID: "100",
          purchaseDate: instant("2026-01-10"),
          originalPurchaseDate: instant("2025-12-10"),
          expiresDate: instant("2026-02-10"),
          webOrderLineItemID: 7,
          isTrial: true
        ),
        MintedPurchase(
          productID: "coins",
          kind: .consumable,
          quantity: 3,
          transactionID: "102",
          purchaseDate: instant("2026-01-11")
        ),
        MintedPurchase(
          productID: "map",
          kind: .nonConsumable,
          transactionID: "103",
          purchaseDate: instant("2026-01-12"),
          cancellationDate: instant("2026-01-13"),
          promotionalOfferID: "friend"
        ),
        MintedPurchase(
          productID: "season",
          kind: .nonRenewing,
          transactionID: "104",
          purchaseDate: instant("2026-01-14"),
          isIntroOffer: true
        ),
      ]
    )
    #expect(
      workshop.lines(try workshop.receipts.mint(receipt)) == [
        "apple app-receipt production com.example.reader signature at 2026-01-15 4 purchases",
        """
        sale 101 of 100 pro autoRenewable line 7 from 2026-01-10 since 2025-12-10 \
        until 2026-02-10 trial @2026-01-15
        """,
        "sale 102 of 102 coins consumable ×3 from 2026-01-11 @2026-01-15",
        """
        sale 103 of 103 map nonConsumable from 2026-01-12 cancelled 2026-01-13 \
        promotional("friend") @2026-01-15
        """,
        "sale 104 of 104 season nonRenewing from 2026-01-14 introductory @2026-01-15",
      ]
    )
  }

  @Test func `Xcode's receipts leave out what a first sale is the root of`() throws {
    let xcode = try TestAuthority(
      selfSigned: CertificatePlan(
        subject: CertificateName("StoreKit"),
        validity: instant("2025-01-01")...instant("2027-01-01"),
        isAuthority: true
      )
    )
    let receipt = try ReceiptMint(xcode).mint(
      .xcode(
        bundleID: "com.example.reader",
        creationDate: instant("2026-01-15"),
        purchases: [
          MintedPurchase(
            productID: "pro",
            transactionID: "0",
            purchaseDate: instant("2026-01-10"),
            expiresDate: instant("2026-02-10")
          ),
          MintedPurchase(
            productID: "map",
            transactionID: "1",
            purchaseDate: instant("2026-01-10")
          ),
        ]
      ),
      as: .xcode
    )
    let chain = "apple:xcode:com.example.reader"
    #expect(
      workshop.lines(receipt) == [
        "apple app-receipt xcode com.example.reader none at 2026-01-15 2 purchases",
        """
        sale \(chain):0 of 0 pro autoRenewable from 2026-01-10 until 2026-02-10 \
        @2026-01-15 hearsay
        """,
        "sale \(chain):1 of 1 map unknown from 2026-01-10 @2026-01-15 hearsay",
      ]
    )
  }

  private static let head = """
    apple verify-receipt-response production com.example.reader storeAnswer at 2026-01-19
    """

  private static func row(_ changes: [String: String] = [:]) -> String {
    var members = [
      "quantity": "1", "product_id": "pro", "transaction_id": "101",
      "original_transaction_id": "100", "web_order_line_item_id": "7",
      "purchase_date_ms": "\(ms("2026-01-10"))", "original_purchase_date_ms": "\(ms("2025-12-10"))",
      "expires_date_ms": "\(ms("2026-02-10"))", "is_trial_period": "false",
      "is_in_intro_offer_period": "false",
    ]
    members.merge(changes) { $1 }
    let pairs = members.filter { $0.value != "absent" }.sorted { $0.key < $1.key }
    return "{" + pairs.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",") + "}"
  }

  private static func response(
    status: Int = 0,
    inApp: [String] = [],
    latest: [String]? = nil,
    pending: [String] = []
  ) -> String {
    let latest = latest.map { ",\"latest_receipt_info\":[\($0.joined(separator: ","))]" } ?? ""
    return """
      {"status":\(status),"environment":"Production","receipt":{"receipt_type":"Production",\
      "bundle_id":"com.example.reader","receipt_creation_date_ms":"\(ms("2026-01-11"))",\
      "request_date_ms":"\(ms("2026-01-19"))","in_app":[\(inApp.joined(separator: ","))]}\
      \(latest),"pending_renewal_info":[\(pending.joined(separator: ","))]}
      """
  }

  private static let sale = """
    sale 101 of 100 pro autoRenewable line 7 from 2026-01-10 since 2025-12-10 until 2026-02-10
    """

  @Test(arguments: [
    TranslationCase(
      "all renewals, and what comes next",
      response(
        inApp: [row()],
        latest: [row(["in_app_ownership_type": "PURCHASED", "app_account_token": "u-1"])],
        pending: [
          """
          {"auto_renew_product_id":"max","product_id":"pro","original_transaction_id":"100",\
          "auto_renew_status":"1"}
          """
        ]
      ),
      [
        "\(head) 1 purchases by u-1",
        "\(sale) @2026-01-19 terms purchased @2026-01-10",
        "standing 100 running renews as max @2026-01-19",
        "link appAccount u-1 of 100",
      ]
    ),
    TranslationCase(
      "what was handed in is as old as it was; what was taken back is so by now",
      response(inApp: [
        row(["transaction_id": "1", "original_transaction_id": "1", "expires_date_ms": "absent"]),
        row([
          "transaction_id": "2", "original_transaction_id": "2", "expires_date_ms": "absent",
          "cancellation_date_ms": "\(ms("2026-01-14"))", "cancellation_reason": "1",
        ]),
      ]),
      [
        "\(head) 2 purchases",
        "sale 1 of 1 pro unknown line 7 from 2026-01-10 since 2025-12-10 @2026-01-11",
        """
        sale 2 of 2 pro unknown line 7 from 2026-01-10 since 2025-12-10 \
        cancelled 2026-01-14 refunded @2026-01-19
        """,
      ]
    ),
    TranslationCase(
      "an upgrade, a family's end and a refund",
      response(latest: [
        row(["cancellation_date_ms": "\(ms("2026-01-14"))", "is_upgraded": "true"]),
        row([
          "transaction_id": "102", "in_app_ownership_type": "FAMILY_SHARED",
          "cancellation_date_ms": "\(ms("2026-01-14"))",
        ]),
        row([
          "transaction_id": "103", "cancellation_date_ms": "\(ms("2026-01-14"))",
          "cancellation_reason": "0", "is_trial_period": "true",
        ]),
        row(["transaction_id": "104", "cancellation_date_ms": "\(ms("2026-01-14"))"]),
        row(["transaction_id": "105", "offer_code_ref_name": "spring"]),
      ]),
      [
        "\(head) 5 purchases",
        "\(sale) cancelled 2026-01-14 upgraded @2026-01-19",
        """
        \(sale.replacing("101", with: "102")) cancelled 2026-01-14 revoked @2026-01-19 \
        terms familyShared @2026-01-10
        """,
        "\(sale.replacing("101", with: "103")) cancelled 2026-01-14 refunded trial @2026-01-19",
        "\(sale.replacing("101", with: "104")) cancelled 2026-01-14 @2026-01-19",
        "\(sale.replacing("101", with: "105")) promotional(\"spring\") @2026-01-19",
      ]
    ),
    TranslationCase(
      "an upgrade with a reason, and a refund of what was upgraded",
      response(latest: [
        row([
          "cancellation_date_ms": "\(ms("2026-01-14"))", "cancellation_reason": "0",
          "is_upgraded": "true",
        ]),
        row([
          "transaction_id": "102", "cancellation_date_ms": "\(ms("2026-01-14"))",
          "cancellation_reason": "1", "is_upgraded": "true",
        ]),
      ]),
      [
        "\(head) 2 purchases",
        "\(sale) cancelled 2026-01-14 upgraded @2026-01-19",
        "\(sale.replacing("101", with: "102")) cancelled 2026-01-14 refunded @2026-01-19",
      ]
    ),
    TranslationCase(
      "grace, retry and an end",
      response(pending: [
        """
        {"original_transaction_id":"1","product_id":"pro","auto_renew_product_id":"pro",\
        "auto_renew_status":"1","is_in_billing_retry_period":"1","expiration_intent":"2",\
        "grace_period_expires_date_ms":"\(ms("2026-01-22"))"}
        """,
        """
        {"original_transaction_id":"2","product_id":"pro","auto_renew_status":"1",\
        "is_in_billing_retry_period":"1","expiration_intent":"2"}
        """,
        """
        {"original_transaction_id":"3","product_id":"pro","auto_renew_status":"0",\
        "is_in_billing_retry_period":"0","expiration_intent":"1"}
        """,
      ]),
      [
        "\(head) 0 purchases",
        "standing 1 grace until 2026-01-22 renews @2026-01-19",
        "standing 2 retry renews @2026-01-19",
        "standing 3 ended voluntary renews not @2026-01-19",
      ]
    ),
  ])
  func `an answer of verifyReceipt`(_ story: TranslationCase) {
    #expect(workshop.lines(story.text, story.context) == story.lines)
  }

  @Test func `the iOS 6 style has one subscription, and 21006 says that it is over`() {
    let old = """
      "original_transaction_id":"100","transaction_id":"101","product_id":"pro",\
      "bid":"com.example.reader","purchase_date_ms":"\(ms("2025-12-10"))",\
      "original_purchase_date_ms":"\(ms("2025-12-10"))","quantity":"1"
      """
    let text = """
      {"status":21006,"receipt":{\(old),"expires_date":"\(ms("2026-01-10"))"},\
      "latest_expired_receipt_info":{\(old),"expires_date":"\(ms("2026-01-10"))"},\
      "auto_renew_status":0,"auto_renew_product_id":"pro","expiration_intent":"1"}
      """
    var context = TranslationWorkshop.answer()
    context.environment = .production
    #expect(
      workshop.lines(text, context) == [
        "apple verify-receipt-response production com.example.reader storeAnswer 1 purchases",
        "sale 101 of 100 pro autoRenewable from 2025-12-10 until 2026-01-10 @2026-01-20",
        "standing 100 ended voluntary renews not @2026-01-20",
      ]
    )
  }

  @Test(arguments: [21_002, 21_003, 21_005, 21_007, 21_008, 21_010, 21_100])
  func `another status is no word on a purchase`(_ status: Int) {
    let text = Self.response(status: status, inApp: [Self.row()], latest: [Self.row()])
    #expect(workshop.lines(text, TranslationWorkshop.answer()) == ["\(Self.head) 0 purchases"])
  }

  @Test func `a file that anybody may have written is hearsay`() {
    let context = DocumentContext(answeredAt: TranslationWorkshop.now)
    let lines = workshop.lines(Self.response(latest: [Self.row()]), context)
    #expect(lines.first == "\(Self.head.replacing("storeAnswer", with: "none")) 1 purchases")
    #expect(lines.last == "\(Self.sale) @2026-01-19 hearsay")
  }

  @Test func `a receipt of one transaction is told, and never believed`() throws {
    let info = """
      {
        "original-transaction-id" = "100";
        "transaction-id" = "101";
        "product-id" = "pro";
        "bid" = "com.example.reader";
        "quantity" = "1";
        "purchase-date-ms" = "\(ms("2026-01-10"))";
        "original-purchase-date-ms" = "\(ms("2025-12-10"))";
        "expires-date" = "\(ms("2026-02-10"))";
        "web-order-line-item-id" = "7";
      }
      """
    let text = """
      {
        "signature" = "AgAA";
        "purchase-info" = "\(Data(info.utf8).base64EncodedString())";
        "environment" = "Sandbox";
      }
      """
    let name = "apple:sandbox:com.example.reader:101"
    #expect(
      workshop.lines(text) == [
        "apple legacy-transaction-receipt sandbox com.example.reader none 1 purchases",
        "\(Self.sale.replacing("101", with: name)) @2026-01-20 hearsay",
      ]
    )
  }
}
