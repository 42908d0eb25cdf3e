import Basics
import Foundation
import Mint
import Testing

@testable import Receipts

/// What is read may take about as much memory as it has bytes, and no more than its size explains:
/// counted here in values, because a test cannot count memory.
@Suite struct `Bounds of what is read` {
  private func place(_ text: String) -> String? {
    do throws(SyntaxError) {
      _ = try JSONReader.value(text)
      return nil
    } catch {
      return "byte \(error.offset)"
    }
  }

  private func list(_ item: String, bytes: Int) -> String {
    "[" + String(repeating: item + ",", count: bytes / (item.utf8.count + 1)) + "0]"
  }

  @Test(arguments: [
    "[]", "{}", "0", "null", "\"\"", "[[[[]]]]", #"{"a":0}"#, #""a","b""#, #"{"":{"":{"":0}}}"#,
  ])
  func `JSON of nothing but small values is refused where it is long`(_ item: String) {
    #expect(place(list(item, bytes: 4 << 20)) != nil)
    #expect(place(list(item, bytes: 16 << 10)) == nil, "a short one is read whatever it holds")
  }

  @Test func `an object of countless short names is refused, and of many longer ones read`() {
    let short = (0..<400_000).map { "\"\(String($0, radix: 36))\":0" }
    #expect(place("{\(short.joined(separator: ","))}") != nil)
    let long = (0..<8_000).map { "\"com.example.reader.product.\($0)\":\"2026-01-01T00:00:00Z\"" }
    #expect(place("{\(long.joined(separator: ","))}") == nil)
  }

  @Test func `an answer of the store's own shape is read at several megabytes`() throws {
    let names = [
      "quantity", "product_id", "transaction_id", "original_transaction_id", "purchase_date",
      "purchase_date_ms", "purchase_date_pst", "original_purchase_date",
      "original_purchase_date_ms", "original_purchase_date_pst", "expires_date",
      "expires_date_ms", "expires_date_pst", "web_order_line_item_id", "is_trial_period",
      "is_in_intro_offer_period", "in_app_ownership_type", "subscription_group_identifier",
    ]
    let values = ["1", "com.example.reader.pro", "1000000000001", "2025-12-31 00:00:00 Etc/GMT"]
    let purchase = names.enumerated().map { "\"\($1)\":\"\(values[$0 % 4])\"" }
    let item = "{\(purchase.joined(separator: ","))}"
    let text = #"{"status":0,"latest_receipt_info":"# + list(item, bytes: 4 << 20) + "}"
    let json = try JSONReader.value(text)
    let purchases = try #require(json["latest_receipt_info"]?.array)
    #expect(purchases.count > 5_000)
    #expect(purchases.dropLast().allSatisfy { $0 == purchases[0] })
    #expect(purchases[0].members?.map(\.name) == names)
  }

  @Test func `names of one length and end are not taken for one another`() throws {
    let text = """
      [{"original_purchase_date":1,"original_transaction_id":2,"original_purchase_datE":3},\
      {"originaL_purchase_date":4,"original_purchase_date":5}]
      """
    let json = try JSONReader.value(text)
    #expect(json.array?[0]["original_purchase_date"] == .number("1"))
    #expect(json.array?[1]["originaL_purchase_date"] == .number("4"))
    #expect(json.array?[1]["original_purchase_date"] == .number("5"))
  }

  @Test func `faults beyond a thousand are not listed one by one`() throws {
    let workshop = try Workshop.shared.get()
    var receipt = Workshop.receipt
    var purchase = receipt.purchases[0]
    purchase.changes.replaced = [.ia5(1_706, "long ago"), .integer(1_713, 2)]
    receipt.purchases = Array(repeating: purchase, count: 600)
    let bytes = try workshop.mint.mint(receipt)
    let trace = workshop.verifier.examine(bytes, at: Workshop.now).trace
    #expect(trace.receipt?.inAppPurchases.count == 600)
    #expect(trace.receipt?.faults.count == InAppPurchases.maxFaults)
  }

  private func refusal(_ text: String) throws -> Rejection? {
    let reader = DocumentReader(receipts: try ReceiptVerifier())
    return reader.examine(Array(text.utf8), at: Workshop.now).rejection
  }

  @Test func `JSON in a wrapper is one purchase, and not megabytes`() throws {
    func wrapped(_ count: Int) -> String {
      let pair = #"{\"json\":\"\#(String(repeating: "1", count: count))\",\"signature\":\"\"}"#
      return #"{"Store":"GooglePlay","TransactionID":"1","Payload":"\#(pair)"}"#
    }
    #expect(try refusal(wrapped(2 << 20)) == .tooLarge(limit: ClientEnvelope.maxBytesOfJSON))
    #expect(try refusal(wrapped(9)) != .tooLarge(limit: ClientEnvelope.maxBytesOfJSON))
  }

  @Test func `a notification of Google's is a few lines, and not megabytes`() throws {
    func push(_ count: Int) -> String {
      let data = String(repeating: "MTEx", count: count / 4)
      return #"{"message":{"data":"\#(data)","messageId":"1"},"subscription":"s"}"#
    }
    #expect(try refusal(push(1 << 20))?.code == "too-large")
    #expect(try refusal(push(1 << 10))?.code == "malformed")
  }
}
