import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import Testing

/// What the inspector shows of documents other than app receipts.
@Suite struct InspectionTests {
  private let workshop: TranslationWorkshop

  init() throws { workshop = try TranslationWorkshop.shared.get() }

  private func inspection(
    _ text: String,
    provenance: TrustBasis = .none,
    origin: Origin = .imported
  ) -> Inspection {
    let bytes = Array(text.utf8)
    let now = TranslationWorkshop.now
    let submission = workshop.reader.examine(bytes, at: now)
    let presented = SubmittedDocument(
      bytes: bytes,
      user: nil,
      origin: origin,
      trustBasis: provenance == .none ? nil : provenance
    )
    let filing = DocumentFiling.filing(of: submission, DocumentIdentity(bytes), presented, at: now)
    return PayloadInspection.inspection(of: filing.document, submission)
  }

  private func node(_ label: String, in tree: Node) -> Node? {
    tree.label == label ? tree : tree.children.lazy.compactMap { node(label, in: $0) }.first
  }

  private func row(_ name: String, _ inspection: Inspection) -> VerificationPanel.Check? {
    inspection.verification.checks.first { $0.name == name }
  }

  private var transaction: String {
    """
    {"transactionId":"100","originalTransactionId":"100","bundleId":"com.example.reader",\
    "productId":"pro","purchaseDate":1767139100000,"expiresDate":1769731100000,\
    "type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED","price":9990,\
    "currency":"EUR","environment":"Production","signedDate":1767139200000}
    """
  }

  @Test func `instants and amounts of Apple's are read`() throws {
    let tree = inspection(try workshop.payloads.sign(transaction)).tree
    #expect(node("expiresDate", in: tree)?.instant == Date(timeIntervalSince1970: 1_769_731_100))
    #expect(node("price", in: tree)?.gloss == "9.99 EUR")
    #expect(node("transactionId", in: tree)?.instant == nil)
    #expect(node("transactionId", in: tree)?.offset != nil)
  }

  @Test func `instants and amounts of Google's are read`() {
    let tree = inspection(
      """
      {"kind":"androidpublisher#subscriptionPurchase","startTimeMillis":"1767139100000",\
      "expiryTimeMillis":"1769731100000","priceCurrencyCode":"JPY",\
      "priceAmountMicros":"1200000000","orderId":"GPA.1234-5678-9012-34567"}
      """
    ).tree
    #expect(node("startTimeMillis", in: tree)?.instant != nil)
    #expect(node("priceAmountMicros", in: tree)?.gloss == "1200 JPY")
    let order = inspection(
      """
      {"orderId":"GPA.1234-5678-9012-34567","state":"PROCESSED",\
      "createTime":"2026-01-01T00:00:00Z","lineItems":[],\
      "total":{"currencyCode":"USD","units":"4","nanos":990000000}}
      """
    ).tree
    #expect(node("total", in: order)?.gloss == "4.99 USD")
    #expect(node("createTime", in: order)?.instant == Date(timeIntervalSince1970: 1_767_225_600))
  }

  @Test func `instants of Amazon's are read`() {
    let tree = inspection(
      """
      {"receiptId":"r-1234567890","productId":"pro","productType":"SUBSCRIPTION",\
      "purchaseDate":1767139100000,"renewalDate":1769731100000,"cancelDate":null}
      """
    ).tree
    #expect(node("renewalDate", in: tree)?.instant != nil)
    #expect(node("receiptId", in: tree)?.isSecret == true)
  }

  @Test func `a number that only looks like an instant is left alone`() {
    let tree = inspection(
      """
      {"kind":"androidpublisher#productPurchase","quantity":1767139100000,"someDate":12,\
      "otherDate":9e99,"price":990,"iat":1767139100,"purchaseTimeMillis":"1767139100000"}
      """
    ).tree
    for label in ["quantity", "someDate", "otherDate", "price"] {
      let field = node(label, in: tree)
      #expect(field != nil && field?.instant == nil && field?.gloss == nil, "\(label)")
    }
    #expect(node("iat", in: tree)?.instant == Date(timeIntervalSince1970: 1_767_139_100))
    #expect(node("purchaseTimeMillis", in: tree)?.instant != nil)
  }

  @Test func `every question of a signed payload is answered`() throws {
    let checks = inspection(try workshop.payloads.sign(transaction)).verification.checks
    #expect(
      checks.map(\.name) == [
        "form", "signature", "chain", "content", "validity", "environment", "app",
      ]
    )
    #expect(checks.dropLast().allSatisfy { $0.outcome == .passed })
    #expect(checks.last?.outcome == .notChecked, "no apps are configured")
    #expect(checks.last?.detail.isEmpty == false)
  }

  @Test func `a changed payload fails at its signature, and nothing behind it is asked`() throws {
    let signed = try workshop.payloads.sign(transaction)
    let parts = signed.split(separator: ".")
    let other = Data(transaction.replacing("9990", with: "9991").utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    let found = inspection("\(parts[0]).\(other).\(parts[2])")
    #expect(row("form", found)?.outcome == .passed)
    #expect(row("signature", found)?.outcome == .failed)
    #expect(row("chain", found)?.outcome == .notChecked)
    #expect(row("app", found)?.outcome == .notChecked)
  }

  @Test(arguments: [
    (TrustBasis.storeAnswer, Origin.polled, VerificationPanel.Check.Outcome.passed),
    (.storeAnswer, .imported, .passed), (.none, .imported, .failed),
  ])
  func `an answer without a signature tells what it rests on`(
    provenance: TrustBasis,
    origin: Origin,
    outcome: VerificationPanel.Check.Outcome
  ) {
    let found = inspection(
      """
      {"receiptId":"r-1234567890","productId":"pro","productType":"CONSUMABLE",\
      "purchaseDate":1767139100000}
      """,
      provenance: provenance,
      origin: origin
    )
    #expect(row("answer over TLS", found)?.outcome == outcome)
    #expect(row("signature", found)?.outcome == .notChecked)
    #expect(found.verification.checks.allSatisfy { !$0.detail.isEmpty })
  }

  @Test func `Google's purchase tells of the licence key`() {
    let found = inspection(
      #"""
      {"data":"{\"orderId\":\"GPA.1\",\"packageName\":\"a.b\",\"productId\":\"p\",\"purchaseTime\":1767139100000,\"purchaseToken\":\"abc\"}","signature":"c2ln"}
      """#
    )
    #expect(row("licence key", found)?.outcome == .passed)
    #expect(row("signature", found)?.outcome == .failed)
    #expect(found.secrets?.isEmpty == false)
  }
}
