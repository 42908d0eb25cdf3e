import Entitlements
import Foundation
import GRDB
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing

/// The three tables of a common server flow, and its rules, read by nothing but SQLite.
@Suite final class `Vouchers and orders by plain SQL` {
  private let fixture: ServiceFixture
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("purser-\(UUID().uuidString)")
    fixture = try ServiceFixture(Ledger(path: folder.appendingPathComponent("ledger.sqlite").path))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func rows(_ sql: String) throws -> [[String: DatabaseValue]] {
    var configuration = Configuration()
    configuration.readonly = true
    let path = folder.appendingPathComponent("ledger.sqlite").path
    return try DatabaseQueue(path: path, configuration: configuration).read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        Dictionary(row.map { ($0, $1) }, uniquingKeysWith: { $1 })
      }
    }
  }

  /// One line an order: transaction, expiry in days from now, trial, renewal, fee status.
  private func orders() throws -> [String] {
    try rows("SELECT * FROM voucherOrder ORDER BY purchase_date_ms").map { row in
      let end = (row["expires_date_ms"]?.storage.value as? Int64).map {
        "\((Double($0) / 1_000 - ServiceFixture.now.timeIntervalSince1970) / ServiceFixture.day)"
      }
      let words = ["is_trial_period", "auto_renew_status", "subscription_fee_status"].map {
        row[$0]?.description ?? "none"
      }
      return ([String.fromDatabaseValue(row["transaction_id"] ?? .null) ?? "", end ?? "-"] + words)
        .joined(separator: " ")
    }
  }

  private static func ms(_ day: Double) -> String {
    "\(Int64((ServiceFixture.now.timeIntervalSince1970 + day * ServiceFixture.day) * 1_000))"
  }

  private struct Period {
    var transaction: String
    var from: Double
    var isTrial = false
    var cancelled: Double?

    var json: String {
      """
      {"product_id":"pro","transaction_id":"\(transaction)","original_transaction_id":"1",\
      "quantity":"1","purchase_date_ms":"\(ms(from))","original_purchase_date_ms":"\(ms(-40))",\
      "expires_date_ms":"\(ms(from + 30))","is_trial_period":"\(isTrial)",\
      "web_order_line_item_id":"9\(transaction)"\
      \(cancelled.map { ",\"cancellation_date_ms\":\"\(ms($0))\"" } ?? "")}
      """
    }
  }

  private static let trial = Period(transaction: "1", from: -40, isTrial: true)
  private static let paid = Period(transaction: "2", from: -10)

  private func answer(_ periods: [Period], renews: Bool, on day: Double) async throws {
    let list = periods.map(\.json).joined(separator: ",")
    let text = """
      {"status":0,"environment":"Production","receipt":{"bundle_id":"com.example.reader",\
      "request_date_ms":"\(Self.ms(day))","in_app":[]},"latest_receipt_info":[\(list)],\
      "latest_receipt":"TUlJ","pending_renewal_info":[{"original_transaction_id":"1",\
      "product_id":"pro","auto_renew_product_id":"pro","auto_renew_status":"\(renews ? 1 : 0)"}]}
      """
    try await file(text, .polled, on: day)
  }

  private func callback(_ type: String, _ periods: [Period], on day: Double) async throws {
    let list = periods.map(\.json).joined(separator: ",")
    let retry = type == "DID_FAIL_TO_RENEW" ? "\"is_in_billing_retry_period\":\"1\"," : ""
    let text = """
      {"notification_type":"\(type)","environment":"PROD","bid":"com.example.reader",\
      "original_transaction_id":"1","unified_receipt":{"status":0,"environment":"Production",\
      "latest_receipt":"TUlK","latest_receipt_info":[\(list)],"pending_renewal_info":[\
      {"original_transaction_id":"1","product_id":"pro","auto_renew_product_id":"pro",\(retry)\
      "auto_renew_status":"1"}]}}
      """
    try await file(text, .pushed, on: day)
  }

  private func file(_ text: String, _ origin: Origin, on day: Double) async throws {
    let service = fixture.service(
      at: ServiceFixture.now.addingTimeInterval(day * ServiceFixture.day)
    )
    let validation = try await service.submissions.validate(
      SubmittedDocument(
        bytes: Array(text.utf8),
        user: nil,
        origin: origin,
        trustBasis: origin == .pushed ? .sharedSecret : .storeAnswer
      )
    )
    #expect(validation.verdict == .genuine)
  }

  @Test func `an upload, a poll and a callback are vouchers of three types`() async throws {
    let receipt = try fixture.receipt([fixture.month("1", begun: 40)], age: 39)
    _ = try await fixture.service.submissions.validate(
      SubmittedDocument(
        bytes: receipt,
        user: ID("ada"),
        origin: .uploaded,
        hints: DocumentHints(device: "phone-1")
      )
    )
    try await answer([Self.trial, Self.paid], renews: true, on: -9)
    try await callback("DID_RENEW", [Self.trial, Self.paid], on: -8)

    let vouchers = try rows("SELECT * FROM voucher ORDER BY create_type")
    #expect(
      Set(vouchers[0].keys) == [
        "transation_id", "original_transaction_id", "receipt_data", "createtime", "uuid", "uid",
        "data", "create_type", "notify_type",
      ]
    )
    #expect(vouchers.map { $0["create_type"] } == [1, 2, 3].map(\.databaseValue))
    #expect(
      vouchers.map { $0["transation_id"] } == ["1", "2", "2"].map(\.databaseValue)
    )
    #expect(vouchers.allSatisfy { $0["original_transaction_id"] == "1".databaseValue })
    #expect(vouchers.allSatisfy { $0["uid"] == "ada".databaseValue }, "one account, one user")
    #expect(vouchers[0]["uuid"] == "phone-1".databaseValue)
    #expect(
      vouchers[0]["receipt_data"] == Data(receipt).databaseValue,
      "certificates, which are stored once, are in their places"
    )
    #expect(vouchers[2]["receipt_data"] == "TUlK".databaseValue)
    #expect(vouchers[2]["notify_type"] == "DID_RENEW".databaseValue)
    let told = String.fromDatabaseValue(vouchers[2]["data"] ?? .null)
    #expect(told?.hasPrefix("{\"notification_type\":\"DID_RENEW\"") == true)

    let newest = try rows("SELECT * FROM newestVoucher")
    #expect(
      Set(newest.flatMap(\.keys)) == [
        "transation_id", "original_transaction_id", "receipt", "createtime", "updatetime",
      ]
    )
    #expect(newest.map { $0["receipt"] } == ["TUlK".databaseValue])
    #expect(newest.map { $0["transation_id"] } == ["2".databaseValue])
  }

  @Test func `an order has the flow's columns, and the first of a chain is its own original`()
    async throws
  {
    try await answer([Self.trial, Self.paid], renews: true, on: -9)
    let orders = try rows("SELECT * FROM voucherOrder ORDER BY purchase_date_ms")
    #expect(
      Set(orders[0].keys) == [
        "uid", "uuid", "transaction_id", "product_id", "original_transaction_id", "quantity",
        "purchase_date_ms", "original_purchase_date_ms", "expires_date_ms", "cancellation_date_ms",
        "is_trial_period", "auto_renew_status", "web_order_line_item_id",
        "is_in_intro_offer_period", "is_subscription", "createtime", "updatetime",
        "subscription_fee_status",
      ]
    )
    #expect(
      orders.map { $0["transaction_id"] == $0["original_transaction_id"] } == [true, false]
    )
    #expect(orders.map { $0["web_order_line_item_id"] } == ["91", "92"].map(\.databaseValue))
    #expect(orders.allSatisfy { $0["is_subscription"] == 1.databaseValue })
  }

  @Test func `a trial is free, the next is charged, and the newest carries the renewal`()
    async throws
  {
    try await answer([Self.trial], renews: true, on: -39)
    #expect(try orders() == ["1 -10.0 1 1 0"])
    try await answer([Self.trial, Self.paid], renews: false, on: -9)
    #expect(try orders() == ["1 -10.0 1 1 0", "2 20.0 0 0 1"])
  }

  @Test func `any past order can be refunded, and one still running ends at once`() async throws {
    try await answer([Self.trial], renews: true, on: -39)
    try await answer([Self.trial, Self.paid], renews: true, on: -9)
    var (first, second) = (Self.trial, Self.paid)
    first.cancelled = -1
    try await callback("CANCEL", [first, second], on: -1)
    #expect(
      try orders() == ["1 -10.0 1 1 0", "2 20.0 0 1 1"],
      "a shared secret does not outrank what the store answered"
    )
    try await answer([first, second], renews: true, on: -0.5)
    #expect(try orders() == ["1 -10.0 1 1 2", "2 20.0 0 1 1"], "what had expired keeps its end")
    second.cancelled = 0
    try await answer([first, second], renews: true, on: 0.5)
    #expect(try orders() == ["1 -10.0 1 1 2", "2 0.0 0 1 2"])
    #expect(try await fixture.ledger.users.details(of: ID("anonymous-1"))?.orders.count == 2)
    #expect(try await fixture.keys(of: ID("anonymous-1")) == [])
  }

  @Test func `a charge that failed is told on the newest order until one succeeds`() async throws {
    try await callback("INITIAL_BUY", [Self.trial], on: -40)
    try await callback("DID_FAIL_TO_RENEW", [Self.trial], on: -10)
    #expect(try orders().last?.hasSuffix(" 3") == true)
    try await callback("DID_RECOVER", [Self.trial, Self.paid], on: -9)
    #expect(try orders().map { $0.suffix(1) } == ["0", "1"])
    try await callback("DID_RECOVER", [Self.trial, Self.paid], on: -9)
    try await callback("DID_FAIL_TO_RENEW", [Self.trial], on: -10)
    #expect(
      try orders().map { $0.suffix(1) } == ["0", "1"],
      "late and repeated calls change nothing"
    )
  }
}
