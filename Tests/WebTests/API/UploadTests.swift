import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore
import Testing
import Web

/// The flow of the three tables: what is uploaded, what Apple answers about it, and the tables as
/// whoever reads the file with their own SQL finds them.
@Suite struct `Receipts that an app uploads` {
  /// One purchase of Apple's answers.
  struct Line {
    var transaction: String
    var original = "1"
    var from: Double
    var isTrial = false
    var cancelled: Double?
    /// Days that it lasts; `nil` for what does not expire.
    var lasts: Double? = 30

    var json: String {
      let end = lasts.map { "\"expires_date_ms\":\"\(SubmissionFixture.ms(from + $0))\"," } ?? ""
      let cancelled =
        cancelled.map { "\"cancellation_date_ms\":\"\(SubmissionFixture.ms($0))\"," } ?? ""
      return """
        {"product_id":"\(lasts == nil ? "coins" : "pro")","transaction_id":"\(transaction)",\
        "original_transaction_id":"\(original)","quantity":"1",\(end)\(cancelled)\
        "purchase_date_ms":"\(SubmissionFixture.ms(from))","is_trial_period":"\(isTrial)",\
        "original_purchase_date_ms":"\(SubmissionFixture.ms(-40))"}
        """
    }
  }

  static let trial = Line(transaction: "1", from: -40, isTrial: true)
  static let paid = Line(transaction: "2", from: -10)

  private let stand: SubmissionFixture
  private let receipt: String

  init() throws {
    stand = try SubmissionFixture()
    receipt = try SubmissionFixture.receipt([SubmissionFixture.purchase("1", begun: 40)], age: 39)
  }

  /// What verifyReceipt answers on a day.
  private func body(
    _ lines: [Line],
    on day: Double,
    status: Int = 0,
    environment: String = "Production",
    renews: Bool? = true,
    inApp: [Line] = [],
    latest: String = "TUlJ"
  ) -> String {
    let pending = renews.map { renews in
      """
      ,"pending_renewal_info":[{"original_transaction_id":"1","product_id":"pro",\
      "auto_renew_product_id":"pro","auto_renew_status":"\(renews ? 1 : 0)"}]
      """
    }
    let info = lines.map(\.json).joined(separator: ",")
    let newest =
      lines.isEmpty ? "" : ",\"latest_receipt_info\":[\(info)],\"latest_receipt\":\"\(latest)\""
    return """
      {"status":\(status),"environment":"\(environment)","receipt":{"bundle_id":\
      "com.example.reader","request_date_ms":"\(SubmissionFixture.ms(day))",\
      "receipt_creation_date_ms":"\(SubmissionFixture.ms(day))",\
      "in_app":[\(inApp.map(\.json).joined(separator: ","))]}\(newest)\(pending ?? "")}
      """
  }

  private func apple(says text: String, in environment: Environment = .production) {
    stand.script(.apple) { _, shop throws(StoreClientError) in
      StoreAnswer(
        documents: [
          .init(
            bytes: Array(text.utf8),
            hints: DocumentHints(app: shop.app, environment: environment.rawValue)
          )
        ],
        environment: environment
      )
    }
  }

  private func apple(refuses code: Int, _ remedy: StoreClientError.Remedy) {
    stand.script(.apple) { _, _ throws(StoreClientError) in
      throw .status(.apple, http: 200, code: "\(code)", remedy)
    }
  }

  private var router: WebRouter {
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = (SubmissionFixture.apps, SubmissionFixture.apps)
    configuration.upload = UploadConfiguration(key: Secret("app-key"))
    return WebRouter(Endpoints.states(configuration, stand.core))
  }

  private func post(
    _ text: String,
    _ target: String = "/receipts",
    _ headers: [String: String] = ["x-app-key": "app-key", "content-type": "application/json"]
  ) async -> WebResponse {
    await router.answer(
      WebRequest("POST", target, headers: headers, body: Array(text.utf8))
    )
  }

  private func upload(uid: String? = nil, uuid: String = "phone-1") async -> WebResponse {
    let uid = uid.map { ",\"uid\":\"\($0)\"" } ?? ""
    return await post("{\"receipt-data\":\"\(receipt)\",\"uuid\":\"\(uuid)\"\(uid)}")
  }

  /// A line for each order: transaction, days to its end, trial, renewal, fee status.
  private func orders() async throws -> [String] {
    try await stand.lines(
      """
      SELECT transaction_id, coalesce((expires_date_ms - \(SubmissionFixture.ms(0))) / 86400000, 'ever'),
        is_trial_period, auto_renew_status, subscription_fee_status
      FROM voucherOrder ORDER BY purchase_date_ms
      """
    )
  }

  private func callback(
    _ type: String,
    _ lines: [Line],
    on day: Double,
    isKnown: Bool = true
  ) async throws -> Ingestion {
    let retry = type == "DID_FAIL_TO_RENEW" ? "\"is_in_billing_retry_period\":\"1\"," : ""
    let text = """
      {"notification_type":"\(type)","environment":"PROD","bid":"com.example.reader",\
      "password":"shared","original_transaction_id":"1","unified_receipt":{"status":0,\
      "environment":"Production","latest_receipt":"TUlK",\
      "latest_receipt_info":[\(lines.map(\.json).joined(separator: ","))],\
      "pending_renewal_info":[{"original_transaction_id":"1","product_id":"pro",\
      "auto_renew_product_id":"pro",\(retry)"auto_renew_status":"1"}]}}
      """
    stand.advance(
      days: (SubmissionFixture.ms(day).seconds - stand.now.timeIntervalSince1970) / 86_400
    )
    return try await stand.core.service.notifications.ingest(
      PushedNotification(Array(text.utf8), trustBasis: isKnown ? .sharedSecret : nil),
      by: "apple-v1"
    )
  }

  @Test func `without its key there is no such endpoint, and without the app's nobody comes in`()
    async throws
  {
    for (key, lack) in [(nil, "not set"), (Secret(""), "empty")] as [(Secret?, String)] {
      var configuration = WebConfiguration()
      configuration.upload = UploadConfiguration(key: key)
      #expect(
        Endpoints.states(configuration, stand.core).contains {
          if case .closed("upload", "[serve.upload] key-file is \(lack)") = $0 {
            true
          } else {
            false
          }
        }
      )
    }
    let text = "{\"receipt-data\":\"\(receipt)\",\"uuid\":\"phone-1\"}"
    #expect(await post(text, "/receipts", [:]).status == 401)
    #expect(await post(text, "/receipts", ["x-app-key": "app-kez"]).status == 401)
    apple(says: body([Self.trial], on: 0))
    #expect(await post(text, "/receipts?key=app-key", [:]).status == 200)
  }

  @Test func `U1: an upload needs receipt-data and uuid, and uid may come later`() async throws {
    apple(says: body([Self.trial], on: -30))
    for (text, error) in [
      ("{\"uuid\":\"phone-1\"}", "receipt-data-missing"),
      ("{\"receipt-data\":\"\(receipt)\"}", "uuid-missing"),
      ("{\"receipt-data\":\"\",\"uuid\":\"phone-1\"}", "receipt-data-missing"),
      ("{", "unreadable-request"), ("[]", "unreadable-request"), ("{}", "receipt-data-missing"),
    ] {
      let answer = await post(text)
      #expect(answer.status == 400)
      #expect(try JSONReader.value(answer.body)["error"]?.string == error)
    }
    #expect(await upload().status == 200)
    #expect(try await stand.lines("SELECT uid, uuid FROM voucherOrder") == ["anonymous-1 phone-1"])
    stand.advance(days: 1)
    #expect(await upload(uid: "ada").status == 200)
    #expect(try await stand.lines("SELECT uid, uuid FROM voucherOrder") == ["ada phone-1"])
  }

  @Test func `U1: a form does as well, its pluses escaped or not`() async throws {
    apple(says: body([Self.trial], on: -30))
    let escaped = receipt.replacing("+", with: "%2B").replacing("/", with: "%2F")
    for text in [receipt, escaped] {
      let form = ["x-app-key": "app-key", "content-type": "application/x-www-form-urlencoded"]
      let answer = await post("receipt-data=\(text)&uuid=phone-1&uid=ada", "/receipts", form)
      #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
    }
    #expect(try await stand.keys(of: "ada") == [])
    #expect(try await stand.lines("SELECT DISTINCT uid FROM voucher") == ["ada"])
  }

  @Test func `U2: production is asked first, and where the receipt is from is kept`() async throws {
    apple(
      says: body([Self.trial], on: 0, environment: "Sandbox"),
      in: .sandbox
    )
    let answer = await upload(uid: "ada")
    #expect(try JSONReader.value(answer.body)["environment"]?.string == "sandbox")
    #expect(stand.shops.map(\.environment) == [nil], "the client's turn: 21007 leads to sandbox")
    guard case .appleReceipt = stand.questions.first else {
      Issue.record("\(stand.questions)")
      return
    }
    let environments = try await stand.lines(
      "SELECT DISTINCT environment FROM orders ORDER BY 1"
    )
    #expect(environments.contains("sandbox"))
  }

  @Test func `U3: every status has an answer of its own, the same every time`() async throws {
    let later = StoreClientError.Remedy.retry(notBefore: nil)
    let refusals: [(Int, StoreClientError.Remedy)] = [
      (21_000, .operatorAction), (21_001, later), (21_002, later), (21_003, .final),
      (21_004, .operatorAction), (21_005, later), (21_007, later), (21_008, later),
      (21_009, later), (21_010, .final), (21_100, later), (21_199, later), (21_150, .final),
    ]
    var answers: [[UInt8]] = []
    for (code, remedy) in refusals {
      apple(refuses: code, remedy)
      let answer = await upload(uid: "ada")
      #expect(answer == (await upload(uid: "ada")))
      #expect(try JSONReader.value(answer.body)["status"]?.integer == code)
      let isFinal = answer.status == 422
      #expect(isFinal || answer.status == 503)
      #expect(isFinal != answer.headers.contains { $0.name == "Retry-After" })
      #expect(isFinal == (remedy == .final), "only Apple's word on the receipt is final")
      answers.append(answer.body)
    }
    for status in [0, 21_006] {
      apple(says: body([Self.trial, Self.paid], on: 0, status: status))
      let answer = await upload(uid: "ada")
      #expect(answer.status == 200)
      let json = try JSONReader.value(answer.body)
      #expect(json["status"]?.integer == status)
      #expect(json["orders"]?.array?.count == 2, "21006 still holds the receipt")
      answers.append(answer.body)
    }
    #expect(Set(answers).count == answers.count)
  }

  @Test func `U3: a receipt that Apple never signed is refused here, and an outage refuses none`()
    async throws
  {
    for text in ["bm90aGluZw==", "TUlJ", "%%%"] {
      let answer = await post("{\"receipt-data\":\"\(text)\",\"uuid\":\"phone-1\"}")
      #expect(answer.status == 422)
      #expect(try JSONReader.value(answer.body)["error"]?.string == "malformed")
    }
    #expect(stand.questions.isEmpty)
    stand.outage(of: .apple)
    #expect(await upload(uid: "ada").status == 503)
    let jobs = try await stand.lines("SELECT kind, state FROM jobs")
    #expect(jobs == ["verify-receipt waiting"], "it is asked again")
    #expect(try await stand.lines("SELECT uid, create_type FROM voucher") == ["ada 1"])
  }

  @Test func `U4: all of latest_receipt_info are orders, or of in_app where there is none`()
    async throws
  {
    apple(says: body([Self.trial, Self.paid], on: -9))
    _ = await upload()
    _ = await upload()
    #expect(try await orders().map { $0.prefix(1) } == ["1", "2"])
    let coins = Line(transaction: "70", original: "70", from: -5, lasts: nil)
    apple(says: body([], on: -8, renews: nil, inApp: [coins]))
    _ = await upload()
    #expect(try await orders() == ["1 -10 1 - 0", "2 20 0 1 1", "70 ever 0 - 1"])
  }

  @Test func `U5: what has an end is a subscription`() async throws {
    let coins = Line(transaction: "70", original: "70", from: -5, lasts: nil)
    apple(says: body([Self.trial, coins], on: -4))
    _ = await upload()
    #expect(
      try await stand.lines(
        "SELECT transaction_id, is_subscription FROM voucherOrder ORDER BY purchase_date_ms"
      ) == ["1 1", "70 0"]
    )
  }

  @Test func `U6: the first order of a chain goes by the chain's number`() async throws {
    apple(says: body([Self.trial, Self.paid], on: -4))
    _ = await upload()
    #expect(
      try await stand.lines(
        """
        SELECT transaction_id FROM voucherOrder WHERE transaction_id = original_transaction_id
        """
      ) == ["1"]
    )
  }

  @Test func `U7: a trial is free, and what follows was charged`() async throws {
    apple(says: body([Self.trial, Self.paid], on: -4))
    _ = await upload()
    #expect(
      try await stand.lines(
        """
        SELECT is_trial_period, subscription_fee_status FROM voucherOrder
        ORDER BY purchase_date_ms
        """
      ) == ["1 0", "0 1"]
    )
  }

  @Test func `U8: whether it renews is the newest order's`() async throws {
    apple(says: body([Self.trial, Self.paid], on: -4, renews: false))
    _ = await upload()
    #expect(try await orders() == ["1 -10 1 - 0", "2 20 0 0 1"])
    apple(says: body([Self.trial, Self.paid], on: -3, renews: true))
    _ = await upload()
    #expect(try await orders() == ["1 -10 1 - 0", "2 20 0 1 1"])
  }

  @Test func `U9: an upload is a trust basis, and the newest one is kept apart`() async throws {
    apple(says: body([Self.trial], on: -30, latest: "b2xk"))
    _ = await upload(uid: "ada")
    apple(says: body([Self.trial, Self.paid], on: -9, latest: "bmV3"))
    _ = await upload(uid: "ada")
    let uploads = """
      SELECT transation_id, original_transaction_id, uid, uuid FROM voucher WHERE create_type = 1
      """
    #expect(try await stand.lines(uploads) == ["1 1 ada phone-1"])
    #expect(
      try await stand.lines(
        "SELECT transation_id, original_transaction_id, receipt FROM newestVoucher"
      ) == ["2 1 bmV3"]
    )
  }

  @Test func `R1: any order can be refunded, not only the newest`() async throws {
    apple(says: body([Self.trial, Self.paid], on: -9))
    _ = await upload()
    var refunded = Self.trial
    refunded.cancelled = -5
    apple(says: body([refunded, Self.paid], on: -4))
    _ = await upload()
    #expect(try await orders() == ["1 -10 1 - 2", "2 20 0 1 1"], "and keeps its end")
  }

  @Test func `R2: a refund ends what was still running`() async throws {
    apple(says: body([Self.trial, Self.paid], on: -9))
    _ = await upload(uid: "ada")
    #expect(try await stand.keys(of: "ada") == ["pro"])
    var refunded = Self.paid
    refunded.cancelled = -2
    apple(says: body([Self.trial, refunded], on: -1))
    _ = await upload(uid: "ada")
    #expect(try await orders() == ["1 -10 1 - 0", "2 -2 0 1 2"])
    #expect(try await stand.keys(of: "ada") == [])
  }

  @Test func `N1: a callback is a trust basis of its own type, and its orders are orders`()
    async throws
  {
    let told = try await callback("DID_RENEW", [Self.trial, Self.paid], on: -9)
    #expect(told.outcome == .filed)
    #expect(
      try await stand.lines("SELECT create_type, notify_type, receipt_data FROM voucher")
        == ["3 DID_RENEW TUlK"]
    )
    #expect(try await orders().map { $0.prefix(1) } == ["1", "2"])
  }

  @Test func `N2: a callback nobody vouches for does nothing, and a late or second one neither`()
    async throws
  {
    let forged = try await callback("DID_RENEW", [Self.paid], on: -9, isKnown: false)
    guard case .rejected = forged.outcome else {
      Issue.record("\(forged.outcome)")
      return
    }
    #expect(try await orders() == [])
    _ = try await callback("DID_RECOVER", [Self.trial, Self.paid], on: -9)
    let known = try await orders()
    #expect(try await callback("DID_RECOVER", [Self.trial, Self.paid], on: -9).outcome == .known)
    _ = try await callback("INITIAL_BUY", [Self.trial], on: -40)
    #expect(try await orders().map { $0.suffix(1) } == known.map { $0.suffix(1) })
  }

  @Test func `I1: upload, poll and callback come to the same orders in any order`() async throws {
    typealias Step = @Sendable (`Receipts that an app uploads`) async throws -> Void
    let steps: [Step] = [
      { tests in
        tests.apple(says: tests.body([Self.trial], on: -30))
        _ = await tests.upload(uid: "ada")
      },
      { tests in
        tests.apple(says: tests.body([Self.trial, Self.paid], on: -9, renews: false))
        _ = try await tests.stand.core.service.submissions.validate(
          SubmittedDocument(
            bytes: Array(tests.body([Self.trial, Self.paid], on: -9, renews: false).utf8),
            user: nil,
            origin: .polled,
            trustBasis: .storeAnswer
          )
        )
      },
      { tests in _ = try await tests.callback("DID_RENEW", [Self.trial, Self.paid], on: -9.5) },
    ]
    var seen: Set<[String]> = []
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1, 1, 0, 2]] {
      let tests = try Self()
      for place in order { try await steps[place](tests) }
      let lines =
        try await tests.orders() + tests.stand.lines("SELECT DISTINCT uid FROM voucherOrder")
      seen.insert(lines)
    }
    #expect(seen.count == 1, "\(seen)")
    #expect(seen.first?.last == "ada")
  }

  @Test func `what Apple refuses for good stays whose it was`() async throws {
    apple(says: body([Self.trial, Self.paid], on: -9))
    #expect(await upload().status == 200)
    for code in [21_003, 21_010] {
      apple(refuses: code, .final)
      stand.advance(days: 1)
      #expect(await upload(uid: "ada").status == 422)
      #expect(try await stand.lines("SELECT DISTINCT uid FROM voucherOrder") == ["anonymous-1"])
    }
    apple(says: body([Self.trial, Self.paid], on: -6))
    stand.advance(days: 1)
    #expect(await upload(uid: "ada").status == 200)
    #expect(try await stand.lines("SELECT DISTINCT uid FROM voucherOrder") == ["ada"])
  }

  @Test func `the exchanges are these, byte for byte`() async throws {
    var transcript = Transcript(router)
    func send(_ text: String, key: String = "app-key") async {
      await transcript.send(
        WebRequest(
          "POST",
          "/receipts",
          headers: ["content-type": "application/json", "x-app-key": key],
          body: Array(text.utf8)
        ),
        target: "/receipts",
        hiding: ["receipt": receipt]
      )
    }
    let sound = "{\"receipt-data\":\"\(receipt)\",\"uuid\":\"phone-1\",\"uid\":\"ada\"}"
    apple(says: body([Self.trial, Self.paid], on: -9))
    await send(sound)
    apple(says: body([Self.trial], on: -8, status: 21_006, renews: nil))
    await send(sound)
    for (code, remedy) in [
      (21_003, StoreClientError.Remedy.final), (21_004, .operatorAction),
      (21_005, .retry(notBefore: nil)),
    ] {
      apple(refuses: code, remedy)
      await send(sound)
    }
    stand.outage(of: .apple)
    await send(sound)
    await send("{\"receipt-data\":\"bm90aGluZw==\",\"uuid\":\"phone-1\"}")
    await send("{\"uuid\":\"phone-1\"}")
    await send(sound, key: "guess")
    #expect(transcript.difference(from: "upload-exchanges") == nil)
  }
}

extension Int64 {
  /// Of milliseconds.
  fileprivate var seconds: TimeInterval { Double(self) / 1_000 }
}
