import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct AppleNotificationEndpointTests {
  let stand = try? NotificationFixture { $0.apple = AppleNotificationConfiguration() }

  /// A renewal as Apple pushes it.
  private func renewal(
    of app: String = NotificationFixture.app,
    in environment: String = "Production",
    number: String = "1",
    by authority: Result<PayloadAuthority, any Error> = NotificationFixture.authority
  ) throws -> String {
    let now = NotificationFixture.milliseconds()
    let transaction = try NotificationFixture.sign(
      """
      {"transactionId":"200\(number)","originalTransactionId":"2000","bundleId":"\(app)",\
      "productId":"pro","purchaseDate":\(now),"originalPurchaseDate":\(now),\
      "expiresDate":\(NotificationFixture.milliseconds(days: 30)),"quantity":1,\
      "type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED",\
      "signedDate":\(now),"environment":"\(environment)"}
      """,
      by: authority
    )
    let payload = try NotificationFixture.sign(
      """
      {"notificationType":"DID_RENEW","notificationUUID":"uuid-\(number)","version":"2.0",\
      "signedDate":\(now),"data":{"environment":"\(environment)","bundleId":"\(app)",\
      "signedTransactionInfo":"\(transaction)"}}
      """,
      by: authority
    )
    return "{\"signedPayload\":\"\(payload)\"}"
  }

  private func post(_ body: String, peer: String = "17.1.1.1") -> WebRequest {
    WebRequest("POST", "/notifications/apple", body: Array(body.utf8), peer: peer)
  }

  @Test func `a renewal is on file when it is acknowledged`() async throws {
    let stand = try #require(stand)
    let answer = await stand.router.answer(post(try renewal()))
    #expect(answer.status == 200)
    #expect(answer.body.isEmpty)
    #expect(answer.note == "filed")
    let document = try #require(try await stand.documents.first)
    #expect(document.verdict == .genuine)
    #expect(document.origin == .pushed)
    #expect(try await stand.ledger.statistics.summary().orders == 1)
    #expect(stand.refused.isEmpty)
  }

  @Test func `what Apple adds beside the payload is left alone`() async throws {
    let stand = try #require(stand)
    let body = "{\"version\":\"2.1\"," + (try renewal()).dropFirst()
    let answer = await stand.router.answer(post(body))
    #expect(answer.status == 200)
    #expect(try await stand.ledger.statistics.summary().orders == 1)
  }

  @Test func `what comes again is acknowledged, and changes nothing`() async throws {
    let stand = try #require(stand)
    let (first, body) = (stand.router, try renewal())
    #expect(await first.answer(post(body)).note == "filed")
    #expect(await first.answer(post(body)).note == "known")
    #expect(await stand.router.answer(post(body)).note == "known", "after a new start")
    #expect(await first.answer(post(try renewal())).note == "known", "signed anew")
    #expect(try await stand.documents.count == 1)
    #expect(try await stand.ledger.statistics.summary().orders == 1)
  }

  @Test func `what was changed on its way is refused, kept for the operator, and not filed`()
    async throws
  {
    let stand = try #require(stand)
    var body = Array(try renewal().utf8)
    let end = body.count - 20
    body[end] = body[end] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    var request = post("")
    request.body = body
    let answer = await stand.router.answer(request)
    #expect(answer.status == 403)
    #expect(answer.body == Array("{\"error\":\"bad-signature\"}".utf8))
    #expect(
      stand.refused == [
        RejectedDocument(
          at: NotificationFixture.now,
          group: "apple",
          code: "bad-signature",
          peer: "17.1.1.1",
          bytes: body
        )
      ]
    )
    #expect(try await stand.documents.isEmpty)
    // It was not remembered as something that was acknowledged.
    #expect(await stand.router.answer(request).status == 403)
  }

  @Test func `what somebody else signed is refused`() async throws {
    let stand = try #require(stand)
    let body = try renewal(by: NotificationFixture.stranger)
    #expect(await stand.router.answer(post(body)).status == 403)
    #expect(stand.codes == ["untrusted-chain"])
    #expect(try await stand.documents.isEmpty)
  }

  @Test func `what Apple signs for another's app is refused`() async throws {
    let stand = try #require(stand)
    let body = try renewal(of: "com.example.other")
    #expect(await stand.router.answer(post(body)).status == 403)
    #expect(stand.codes == ["wrong-app"])
    #expect(try await stand.documents.isEmpty)
  }

  @Test func `an app that the endpoint names goes before the settings' apps`() async throws {
    let stand = try NotificationFixture {
      $0.apple = AppleNotificationConfiguration()
      $0.apple?.bundleIDs = ["com.example.other"]
    }
    #expect(await stand.router.answer(post(try renewal())).status == 403)
    let other = try renewal(of: "com.example.other")
    #expect(await stand.router.answer(post(other)).status == 200)
  }

  @Test func `an environment that is not listed is refused`() async throws {
    let stand = try NotificationFixture {
      $0.apple = AppleNotificationConfiguration()
      $0.apple?.environments = [.production]
    }
    #expect(await stand.router.answer(post(try renewal(in: "Sandbox"))).status == 403)
    #expect(stand.codes == ["wrong-environment"])
    #expect(await stand.router.answer(post(try renewal())).status == 200)
    #expect(try await stand.documents.count == 1)
  }

  @Test func `the sandbox is listed unless the settings say otherwise`() async throws {
    let stand = try #require(stand)
    #expect(await stand.router.answer(post(try renewal(in: "Sandbox"))).status == 200)
  }

  @Test(arguments: [
    "", "nonsense", "{", "[]", "{}", "{\"signedPayload\":7}", "{\"signedPayload\":\"\"}",
    "{\"signedPayload\":\"a.b.c\"}", "\u{0}\u{1}",
    "{\"message\":{\"data\":\"e30=\",\"messageId\":\"1\"},\"subscription\":\"s\"}",
  ])
  func `what is no notification of Apple's is a bad request`(_ body: String) async throws {
    let stand = try #require(stand)
    let status = await stand.router.answer(post(body)).status
    #expect([400, 403].contains(status))
    #expect(stand.refused.map(\.bytes) == [Array(body.utf8)])
    #expect(try await stand.documents.isEmpty)
  }

  @Test func `a signed transaction by itself is no notification`() async throws {
    let stand = try #require(stand)
    let transaction = try NotificationFixture.sign(
      """
      {"transactionId":"2001","originalTransactionId":"2000","bundleId":"com.example.reader",\
      "productId":"pro","purchaseDate":1,"signedDate":\(NotificationFixture.milliseconds()),\
      "type":"Non-Consumable","environment":"Production"}
      """
    )
    #expect(await stand.router.answer(post(transaction)).status == 400)
    #expect(stand.codes == ["unsupported"])
    #expect(try await stand.documents.isEmpty)
  }

  @Test func `our own trouble is told as such, and nothing is acknowledged`() async throws {
    let stand = try NotificationFixture(isReadOnly: true) {
      $0.apple = AppleNotificationConfiguration()
    }
    let (endpoints, body) = (stand.router, try renewal())
    for _ in 0..<2 {
      let answer = await endpoints.answer(post(body))
      #expect(answer.status == 503)
      #expect(answer.header("Retry-After") != nil)
      #expect(answer.body == Array("{\"error\":\"busy\"}".utf8))
    }
    #expect(stand.refused.isEmpty, "nothing is wrong with it")
  }

  @Test func `what is longer than any notification is not read`() async throws {
    let stand = try #require(stand)
    let body = String(repeating: " ", count: 600 << 10)
    #expect(await stand.router.answer(post(body)).status == 413)
    #expect(stand.refused.isEmpty)
  }

  @Test func `without its section, or any app, the endpoint is closed`() throws {
    #expect(try NotificationFixture { _ in }.lack(of: "apple") == "[serve.apple] is not set")
    let bare = try NotificationFixture {
      $0.apps = []
      $0.apple = AppleNotificationConfiguration()
    }
    #expect(bare.lack(of: "apple") == "[serve.apple] bundle-ids is not set")
    #expect(stand?.lack(of: "apple") == nil)
  }

  @Test func `the whole exchange`() async throws {
    let stand = try #require(stand)
    var transcript = Transcript(stand.router)
    let (renewal, other) = (try renewal(), try renewal(of: "com.example.other"))
    let hiding = ["a renewal": renewal, "another app's renewal": other]
    for body in [renewal, renewal, other, "{\"signedPayload\":\"\"}"] {
      var request = post(body)
      request.headers["content-type"] = "application/json"
      await transcript.send(request, target: "/notifications/apple", hiding: hiding)
    }
    await transcript.send(
      WebRequest("GET", "/notifications/apple"),
      target: "/notifications/apple"
    )
    #expect(transcript.difference(from: "apple-notifications") == nil)
  }
}
