import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct AppleV1NotificationEndpointTests {
  private static let password = "0123456789abcdef0123456789abcdef"
  private static let other = "fedcba9876543210fedcba9876543210"

  let stand = try? NotificationFixture {
    $0.appleV1 = AppleV1NotificationConfiguration()
    $0.appleV1?.password = Secret(password)
    $0.appleV1?.passwords = ["com.example.writer": Secret(other)]
  }

  private func request(
    of app: String = NotificationFixture.app,
    in environment: String = "PROD",
    password: String? = Self.password
  ) -> WebRequest {
    let now = NotificationFixture.milliseconds()
    let secret = password.map { "\"password\":\"\($0)\"," } ?? ""
    let body = """
      {"notification_type":"DID_RENEW","environment":"\(environment)",\(secret)\
      "bid":"\(app)","auto_renew_product_id":"pro","auto_renew_status":"true",\
      "original_transaction_id":"1000","unified_receipt":{"status":0,\
      "environment":"Production","latest_receipt":"","latest_receipt_info":[{\
      "transaction_id":"1001","original_transaction_id":"1000","product_id":"pro",\
      "purchase_date_ms":"\(now)","app_account_token":"ada","original_purchase_date_ms":"\(now)",\
      "expires_date_ms":"\(NotificationFixture.milliseconds(days: 30))"}]}}
      """
    return WebRequest(
      "POST",
      "/notifications/apple/v1",
      headers: ["content-type": "application/json"],
      body: Array(body.utf8)
    )
  }

  private func holds(_ bytes: [UInt8], _ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(text)
  }

  @Test func `the right secret makes it a reason to ask Apple, and is itself not filed`()
    async throws
  {
    let stand = try #require(stand)
    let answer = await stand.router.answer(request())
    #expect(answer.status == 200)
    let document = try #require(try await stand.documents.first)
    #expect(document.provenance == .sharedSecret)
    #expect(document.verdict == .genuine)
    #expect(!holds(document.bytes, Self.password))
    #expect(holds(document.bytes, "unified_receipt"))
    #expect(try await stand.ledger.jobs.counts() == [.waiting: 1])
    #expect(await stand.router.answer(request()).note == "known")
    #expect(try await stand.documents.count == 1)
  }

  @Test func `what it tells gives no right, and names nobody, until the store says so`()
    async throws
  {
    let stand = try #require(stand)
    _ = await stand.router.answer(request())
    let chain = ID<Subscription>("apple:production:\(NotificationFixture.app):1000")
    let records = try await stand.ledger.purchases.records(of: [chain])
    let record = try #require(records.first)
    #expect(record.sales.map { $0.state(at: NotificationFixture.now) } == [.unverified])
    #expect(record.phases.first?.state == .unverified)
    #expect(record.phases.allSatisfy { !$0.state.grantsAccess })
    #expect(record.sales.first?.user == ID("anonymous-1000"))
    let rights = try await stand.core.service.users.heldRights(of: ID("anonymous-1000"))
    #expect(rights?.rights.isEmpty == true)
  }

  @Test(arguments: ["", "0", "0123456789abcdef0123456789abcdeF", other, password + "0", nil])
  func `another secret, or none, is refused and not kept`(_ password: String?) async throws {
    let stand = try #require(stand)
    let answer = await stand.router.answer(request(password: password))
    #expect(answer.status == 401)
    #expect(stand.codes == ["wrong-password"])
    #expect(stand.refused.allSatisfy { !holds($0.bytes, "password") })
    #expect(try await stand.documents.isEmpty)
  }

  @Test func `an app's own secret goes before the account's`() async throws {
    let stand = try #require(stand)
    let wrong = request(of: "com.example.writer")
    #expect(await stand.router.answer(wrong).status == 401)
    let right = request(of: "com.example.writer", password: Self.other)
    #expect(await stand.router.answer(right).status == 200)
  }

  @Test func `an app that is not ours is refused`() async throws {
    let stand = try #require(stand)
    let answer = await stand.router.answer(request(of: "com.example.other"))
    #expect(answer.status == 403)
    #expect(stand.codes == ["wrong-app"])
    #expect(stand.refused.allSatisfy { !holds($0.bytes, Self.password) })
    #expect(try await stand.documents.isEmpty)
  }

  @Test func `an environment that is not listed is refused`() async throws {
    let stand = try NotificationFixture {
      $0.appleV1 = AppleV1NotificationConfiguration()
      $0.appleV1?.password = Secret(Self.password)
      $0.appleV1?.environments = [.sandbox]
    }
    #expect(await stand.router.answer(request()).status == 403)
    #expect(stand.codes == ["wrong-environment"])
    #expect(await stand.router.answer(request(in: "Sandbox")).status == 200)
  }

  @Test(arguments: ["", "{}", "[1]", "{\"notification_type\":\"DID_RENEW\"}", "nonsense"])
  func `what is no notification of this version is a bad request`(_ body: String) async throws {
    let stand = try #require(stand)
    var request = request()
    request.body = Array(body.utf8)
    #expect(await stand.router.answer(request).status == 400)
    #expect(stand.codes == ["malformed"])
    #expect(try await stand.documents.isEmpty)
  }

  @Test(arguments: ["apple", "apple/v1", "google", "amazon"])
  func `the secret is not kept at any endpoint, however broken the body is`(
    _ endpoint: String
  ) async throws {
    let stand = try NotificationFixture {
      $0.apple = AppleNotificationConfiguration()
      $0.appleV1 = AppleV1NotificationConfiguration()
      $0.appleV1?.password = Secret(Self.other)
      $0.google = GoogleNotificationConfiguration()
      $0.google?.audience = "us"
      $0.google?.email = "push@example.com"
      $0.amazon = AmazonNotificationConfiguration()
      $0.amazon?.topics = ["arn:aws:sns:eu-west-1:1:t"]
    }
    let body = String(decoding: request().body, as: UTF8.self)
    let quoted = body.replacing("\"", with: "\\\"").replacing("\n", with: " ")
    let bodies = [
      body, String(body.prefix(130)), "[\(body)]", "{\"data\":\"\(quoted)\"}",
      "{\"message\":{\"data\":\"\(Data(body.utf8).base64EncodedString())\"}}",
      body.replacing("\"bid\"", with: "\"password\":\"\(Self.password)\",\"bid\""),
      body.replacing("\"password\"", with: "\"p\\u0061ssword\""),
    ]
    for (number, body) in bodies.enumerated() {
      let answer = await stand.router.answer(
        WebRequest(
          "POST",
          "/notifications/\(endpoint)",
          headers: ["content-type": "application/json"],
          body: Array(body.utf8)
        )
      )
      #expect(answer.status >= 400, "\(number)")
    }
    #expect(try await stand.documents.isEmpty)
    let encoded = (0..<3).map { offset in
      let text = String(repeating: " ", count: offset) + Self.password
      return String(Data(text.utf8).base64EncodedString().dropFirst(4).prefix(30))
    }
    for document in stand.refused {
      #expect(
        !holds(document.bytes, "456789"),
        "\(String(decoding: document.bytes, as: UTF8.self))"
      )
      for text in encoded { #expect(!holds(document.bytes, text)) }
    }
    // What comes to Google's without a token is not kept at all.
    #expect(stand.refused.count > 2 || endpoint == "google")
  }

  @Test func `without a secret the endpoint is closed`() throws {
    let lack = "[serve.apple-v1] password-file is not set"
    #expect(try NotificationFixture { _ in }.lack(of: "apple-v1") == lack)
    let bare = try NotificationFixture { $0.appleV1 = AppleV1NotificationConfiguration() }
    #expect(bare.lack(of: "apple-v1") == lack)
  }

  @Test func `with an empty secret, the account's or an app's, the endpoint is closed`() throws {
    let stand = try NotificationFixture {
      $0.appleV1 = AppleV1NotificationConfiguration()
      $0.appleV1?.password = Secret("")
      $0.appleV1?.passwords = ["com.example.writer": Secret(""), "com.example.reader": Secret("x")]
    }
    #expect(
      stand.lack(of: "apple-v1")
        == "[serve.apple-v1] password-file and password-file of com.example.writer are empty"
    )
  }

  @Test func `the whole exchange`() async throws {
    let stand = try #require(stand)
    var transcript = Transcript(stand.router)
    for request in [request(), request(), request(password: "guess")] {
      await transcript.send(request, target: "/notifications/apple/v1")
    }
    #expect(transcript.difference(from: "apple-v1-notifications") == nil)
  }
}
