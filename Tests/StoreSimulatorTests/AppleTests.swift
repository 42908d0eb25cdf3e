import Basics
import Foundation
import Receipts
import StoreSimulator
import Testing

@Suite struct `Apple's simulated store` {
  private func receiptRequest(
    _ receipt: String,
    _ environment: String,
    secret: String? = SharedKeys.keys.sharedSecret
  ) throws -> SimulatorRequest {
    var body = ["receipt-data": receipt]
    body["password"] = secret
    return SimulatorRequest(
      "POST",
      "/apple/\(environment)/verifyReceipt",
      body: try JSONEncoder().encode(body)
    )
  }

  @Test func `verifyReceipt tells of every renewal`() async throws {
    let simulator = try await simulator { try $0.world.play(try scenario("renew")) }
    let receipt = try await simulator.receipt(
      account: "ada",
      app: SimulatedShop.app,
      sandbox: false
    )
    let answer = try await simulator.json(try receiptRequest(receipt, "production"))
    #expect(answer.body["status"] as? Int == 0)
    #expect((answer.body["latest_receipt_info"] as? [Any])?.count == 3)
    #expect((answer.body["pending_renewal_info"] as? [Any])?.count == 1)
  }

  @Test func `verifyReceipt refuses as Apple's does`() async throws {
    let simulator = try await simulator { state in
      var buy = act(.buy, product: "plus.monthly")
      try state.world.perform(buy)
      buy.sandbox = true
      try state.world.perform(buy)
    }
    let app = SimulatedShop.app
    let production = try await simulator.receipt(account: "ada", app: app, sandbox: false)
    let sandbox = try await simulator.receipt(account: "ada", app: app, sandbox: true)
    var tampered = try #require(Data(base64Encoded: production))
    tampered[tampered.count - 1] ^= 1
    let cases: [(SimulatorRequest, Int)] = [
      (try receiptRequest(sandbox, "production"), 21_007),
      (try receiptRequest(production, "sandbox"), 21_008),
      (try receiptRequest(production, "production", secret: nil), 21_004),
      (try receiptRequest(tampered.base64EncodedString(), "production"), 21_003),
      (try receiptRequest("eyJ", "production"), 21_002),
      (SimulatorRequest("GET", "/apple/production/verifyReceipt"), 21_000),
    ]
    for (request, status) in cases {
      let answer = try await simulator.json(request)
      #expect(answer.status == 200)
      #expect(answer.body["status"] as? Int == status)
    }
  }

  @Test func `receipts are signed below the simulator's root`() async throws {
    let simulator = try await simulator { try $0.world.play(try scenario("renew")) }
    let text = try await simulator.receipt(account: "ada", app: SimulatedShop.app, sandbox: false)
    let octets = Array(try #require(Data(base64Encoded: text)))
    let ours = try ReceiptVerifier(roots: [Array(SharedKeys.keys.receiptRoot)])
    guard case .genuine(let receipt) = ours.verify(octets, at: noon) else {
      Issue.record("the receipt is not believed")
      return
    }
    #expect(receipt.payload.inAppPurchases.count == 3)
    guard case .rejected = try ReceiptVerifier().verify(octets, at: noon) else {
      Issue.record("the receipt is believed without its root")
      return
    }
  }

  @Test func `notifications are signed below the simulator's root`() async throws {
    let simulator = try await simulator()
    try await simulator.perform(act(.buy, product: "plus.monthly"))
    let item = try #require(await simulator.state.outbox.first)
    let verifier = try PayloadVerifier(roots: [Array(SharedKeys.keys.payloadRoot)])
    let examination = verifier.examine(Array(item.body.utf8), at: noon)
    #expect(examination.verdict == .genuine(.storeSignature))
    #expect(examination.payload?["notificationType"] == "SUBSCRIBED")
    #expect(examination.payload?["notificationUUID"]?.string == item.id)
    #expect(examination.transaction?["productId"] == "plus.monthly")
    #expect(examination.renewalInfo != nil)
  }

  @Test func `history comes in pages of twenty and goes on from a revision`() async throws {
    let simulator = try await simulator { state in
      var buy = act(.buy, product: "plus.weekly")
      buy.as = "sub"
      try state.world.perform(buy)
      state.world.advance(to: noon.addingTimeInterval(309 * 86_400))
      state.lead = 309 * 86_400
    }
    let headers = try await appleHeaders()
    let id = try #require(await simulator.state.world.purchase("sub")?.id)
    var (revision, seen, sizes) = ("", [String](), [Int]())
    while true {
      let target = "/apple/production/inApps/v2/history/\(id)?revision=\(revision)"
      let page = try await simulator.json(SimulatorRequest("GET", target, headers: headers))
      let signed = try #require(page.body["signedTransactions"] as? [String])
      seen += signed.compactMap { payload($0)["transactionId"] as? String }
      sizes.append(signed.count)
      revision = try #require(page.body["revision"] as? String)
      guard page.body["hasMore"] as? Bool == true else { break }
    }
    #expect(sizes == [20, 20, 5])
    #expect(Set(seen).count == 45)
    try await simulator.perform(act(.refund, of: id))
    let target = "/apple/production/inApps/v2/history/\(id)?revision=\(revision)"
    let later = try await simulator.json(SimulatorRequest("GET", target, headers: headers))
    #expect((later.body["signedTransactions"] as? [String])?.count == 1)
  }

  @Test func `the Server API knows who may ask`() async throws {
    let simulator = try await simulator { try $0.world.play(try scenario("buy")) }
    let id = try #require(await simulator.state.world.purchase("sub")?.id)
    let target = "/apple/production/inApps/v1/transactions/\(id)"
    let none = await simulator.answer(SimulatorRequest("GET", target))
    #expect(none.status == 401)
    let tooLong = await simulator.answer(
      SimulatorRequest("GET", target, headers: try await appleHeaders(life: 7_200))
    )
    #expect(tooLong.status == 401)
    let headers = try await appleHeaders()
    let found = try await simulator.json(SimulatorRequest("GET", target, headers: headers))
    #expect(payload(found.body["signedTransactionInfo"])["transactionId"] as? String == id)
    let elsewhere = "/apple/sandbox/inApps/v1/transactions/\(id)"
    let other = try await simulator.json(SimulatorRequest("GET", elsewhere, headers: headers))
    #expect(other.status == 404)
    #expect(other.body["errorCode"] as? Int == 4_040_010)
  }

  /// App Store Server API, "Generating JSON Web Tokens for API requests": `kid` is the ID of a key
  /// from App Store Connect.
  @Test(arguments: ["ABCDE12345", "", nil])
  func `a bearer with another key ID than the key's is refused`(_ keyID: String?) async throws {
    let simulator = try await simulator { try $0.world.play(try scenario("buy")) }
    let id = try #require(await simulator.state.world.purchase("sub")?.id)
    let answer = await simulator.answer(
      SimulatorRequest(
        "GET",
        "/apple/production/inApps/v1/transactions/\(id)",
        headers: try await appleHeaders(keyID: keyID)
      )
    )
    #expect(answer.status == 401)
  }

  /// App Store Server API, `InvalidTransactionIdError` and `InvalidOriginalTransactionIdError`.
  @Test(arguments: [
    ("GET", "v1/transactions/abc", 4_000_006), ("GET", "v2/history/12x", 4_000_006),
    ("GET", "v1/subscriptions/-1", 4_000_006), ("GET", "v2/refund/lookup/abc", 4_000_006),
    ("GET", "v1/transactions/appTransactions/abc", 4_000_006),
    ("PUT", "v2/transactions/consumption/abc", 4_000_006),
    ("PUT", "v1/subscriptions/extend/abc", 4_000_008),
  ])
  func `what is no transaction ID is a bad request`(
    _ method: String,
    _ path: String,
    _ code: Int
  ) async throws {
    let simulator = try await simulator()
    let answer = try await simulator.json(
      SimulatorRequest(
        method,
        "/apple/production/inApps/\(path)",
        headers: try await appleHeaders()
      )
    )
    #expect(answer.status == 400)
    #expect(answer.body["errorCode"] as? Int == code)
    let what = code == 4_000_006 ? "transaction" : "original transaction"
    #expect(answer.body["errorMessage"] as? String == "Invalid \(what) id.")
  }

  @Test func `a number that is nobody's transaction is not found`() async throws {
    let answer = try await simulator().json(
      SimulatorRequest(
        "GET",
        "/apple/production/inApps/v1/transactions/470001000000000",
        headers: try await appleHeaders()
      )
    )
    #expect(answer.status == 404)
    #expect(answer.body["errorCode"] as? Int == 4_040_010)
  }

  @Test func `an order number finds its transaction`() async throws {
    let simulator = try await simulator { try $0.world.play(try scenario("order-lookup")) }
    let charge = try #require(await simulator.state.world.purchase("sub")?.charges.first)
    let found = try await simulator.json(
      SimulatorRequest(
        "GET",
        "/apple/production/inApps/v1/lookup/\(charge.order)",
        headers: try await appleHeaders()
      )
    )
    #expect(found.body["status"] as? Int == 0)
    let signed = try #require(found.body["signedTransactions"] as? [String])
    #expect(signed.compactMap { payload($0)["transactionId"] as? String } == [charge.id])
  }

  @Test func `what nobody took is tried again at Apple's times`() async throws {
    let simulator = try await simulator { $0.targets.apple = "http://nobody.invalid/" }
    try await simulator.perform(act(.buy, product: "plus.monthly"))
    var days = act(.advance)
    days.by = "P9D"
    try await simulator.sendDue { _, _, _ in "SOCKET_ISSUE" }
    try await simulator.perform(days)
    try await simulator.sendDue { _, _, _ in "SOCKET_ISSUE" }
    let attempts = try #require(await simulator.state.outbox.first).attempts
    let hours = attempts.map { $0.at.timeIntervalSince(noon) / 3_600 }
    #expect(hours == [0, 1, 13, 37, 85, 157])
    let history = try await simulator.json(
      SimulatorRequest(
        "POST",
        "/apple/production/inApps/v1/notifications/history",
        headers: try await appleHeaders(),
        body: Data(
          "{\"startDate\":0,\"endDate\":4000000000000,\"onlyFailures\":true}".utf8
        )
      )
    )
    let entries = try #require(history.body["notificationHistory"] as? [[String: Any]])
    #expect(entries.count == 1)
    #expect((entries.first?["sendAttempts"] as? [Any])?.count == 6)
  }
}
