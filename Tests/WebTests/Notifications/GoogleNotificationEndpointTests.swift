import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct GoogleNotificationEndpointTests {
  private static let address = "https://iap.example.com/notifications/google"
  private static let email = "push@example-project.iam.gserviceaccount.com"
  private static let subscription = "projects/example/subscriptions/play"
  private static let mint = Result { try TokenMint(keyID: "first") }
  private static let another = Result { try TokenMint(keyID: "second") }

  let stand: NotificationFixture
  let mint: TokenMint

  init() throws {
    (stand, mint) = (try Self.stand(), try Self.mint.get())
  }

  private static func stand(isReadOnly: Bool = false) throws -> NotificationFixture {
    let stand = try NotificationFixture(isReadOnly: isReadOnly) {
      $0.publicURL = "https://iap.example.com"
      $0.google = GoogleNotificationConfiguration()
      $0.google?.email = email
      $0.google?.subscriptions = [subscription]
    }
    stand.published.put(try mint.get().keySet, at: GoogleNotificationConfiguration.googlesKeys)
    return stand
  }

  /// The claims of a right token, with these ones instead; an empty text leaves one out.
  private static func claims(_ changes: [String: String] = [:]) -> String {
    let now = Int(NotificationFixture.now.timeIntervalSince1970)
    let right = [
      "iss": "\"https://accounts.google.com\"", "aud": "\"\(address)\"",
      "email": "\"\(email)\"", "email_verified": "true", "sub": "\"113\"", "azp": "\"113\"",
      "iat": "\(now - 1_800)", "exp": "\(now + 1_800)",
    ]
    let members = right.merging(changes) { $1 }.filter { !$1.isEmpty }
    let text = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    return "{\(text.joined(separator: ","))}"
  }

  private func push(
    _ data: String? = nil,
    of app: String = NotificationFixture.app,
    number: String = "136969346945",
    through subscription: String = subscription,
    attempt: Int = 1,
    token: String? = nil
  ) throws -> WebRequest {
    let notification =
      data ?? """
        {"version":"1.0","packageName":"\(app)",\
        "eventTimeMillis":"\(NotificationFixture.milliseconds())","subscriptionNotification":\
        {"version":"1.0","notificationType":2,"purchaseToken":"a-token"}}
        """
    let body = """
      {"message":{"data":"\(Data(notification.utf8).base64EncodedString())",\
      "messageId":"\(number)","message_id":"\(number)","publishTime":"2026-01-01T00:00:00Z"},\
      "subscription":"\(subscription)","deliveryAttempt":\(attempt)}
      """
    return WebRequest(
      "POST",
      "/notifications/google",
      headers: ["authorization": "Bearer \(try token ?? mint.sign(Self.claims()))"],
      body: Array(body.utf8),
      peer: "66.102.1.1"
    )
  }

  @Test func `what Pub/Sub pushes is filed, and Google asked about it`() async throws {
    let answer = await stand.router.answer(try push())
    #expect(answer.status == 200)
    let document = try #require(try await stand.documents.first)
    #expect(document.provenance == .storeAnswer)
    #expect(document.verdict == .genuine)
    #expect(try await stand.ledger.jobs.counts() == [.waiting: 1])
    #expect(stand.refused.isEmpty)
  }

  @Test func `a repetition is told by its number, whatever else differs`() async throws {
    let endpoints = stand.router
    #expect(await endpoints.answer(try push()).note == "filed")
    #expect(await endpoints.answer(try push(attempt: 2)).note == "known")
    #expect(await endpoints.answer(try push(number: "136969346946")).note == "filed")
    #expect(try await stand.documents.count == 2)
  }

  @Test(arguments: [
    ("iss", "\"https://accounts.example.com\"", "token-wrong-issuer"),
    ("iss", "", "token-wrong-issuer"),
    ("aud", "\"https://iap.example.com/notifications/googlE\"", "token-wrong-audience"),
    ("aud", "[\"\(address)\"]", "token-wrong-audience"),
    ("aud", "", "token-wrong-audience"),
    ("email", "\"somebody@example.com\"", "token-wrong-email"),
    ("email", "", "token-wrong-email"),
    ("email_verified", "false", "token-email-not-verified"),
    ("email_verified", "\"true\"", "token-email-not-verified"),
    ("email_verified", "", "token-email-not-verified"),
    ("exp", "1767225539", "token-expired"),
    ("exp", "", "token-malformed"),
    ("exp", "\"1767229200\"", "token-malformed"),
    ("iat", "1767225661", "token-not-yet-valid"),
    ("iat", "", "token-malformed"),
  ])
  func `a token with another claim is refused`(
    _ name: String,
    _ value: String,
    _ code: String
  ) async throws {
    let token = try mint.sign(Self.claims([name: value]))
    let answer = await stand.router.answer(try push(token: token))
    #expect(answer.status == 401)
    #expect(answer.note == code)
    #expect(stand.codes == [code])
    #expect(try await stand.documents.isEmpty)
    #expect(try await stand.ledger.jobs.counts().isEmpty)
  }

  @Test(arguments: [
    ("iss", "\"accounts.google.com\""), ("exp", "1767225541"), ("iat", "1767225659"),
    ("iat", "1767221900"),
  ])
  func `a token may be an hour old, and clocks a minute apart`(
    _ name: String,
    _ value: String
  ) async throws {
    let token = try mint.sign(Self.claims([name: value]))
    #expect(await stand.router.answer(try push(token: token)).status == 200)
  }

  @Test func `without a token nothing is believed`() async throws {
    for header in [nil, "Basic YTpi", "Bearer", "Bearer x", "Bearer a.b.c", "bearer x.y"] {
      var request = try push(number: "\(header ?? "")")
      request.headers["authorization"] = header
      #expect(await stand.router.answer(request).status == 401)
    }
    #expect(stand.published.asked.isEmpty, "nobody has us ask Google")
    #expect(Set(stand.codes) == ["token-missing", "token-malformed"])
    #expect(try await stand.documents.isEmpty)
  }

  @Test(arguments: [
    ("{\"alg\":\"none\",\"kid\":\"first\"}", "token-wrong-algorithm"),
    ("{\"alg\":\"HS256\",\"kid\":\"first\"}", "token-wrong-algorithm"),
    ("{\"alg\":\"RS512\",\"kid\":\"first\"}", "token-wrong-algorithm"),
    ("{\"kid\":\"first\"}", "token-wrong-algorithm"),
    ("{\"alg\":\"RS256\"}", "token-malformed"),
    ("{\"alg\":\"RS256\",\"kid\":\"first\",\"crit\":[\"exp\"]}", "token-malformed"),
  ])
  func `a token of another kind is refused`(_ header: String, _ code: String) async throws {
    let token = try mint.sign(Self.claims(), header: header)
    #expect(await stand.router.answer(try push(token: token)).note == code)
  }

  @Test func `a token that somebody else signed in the key's name is refused`() async throws {
    let header = "{\"alg\":\"RS256\",\"kid\":\"first\"}"
    let token = try Self.another.get().sign(Self.claims(), header: header)
    let answer = await stand.router.answer(try push(token: token))
    #expect(answer.note == "token-bad-signature")
    let parts = try mint.sign(Self.claims()).split(separator: ".").map(String.init)
    let other = PayloadMint.base64URL(Self.claims(["sub": "\"114\""]).utf8)
    let changed = await stand.router.answer(
      try push(token: "\(parts[0]).\(other).\(parts[2])")
    )
    #expect(changed.note == "token-bad-signature")
  }

  @Test func `keys are fetched once, and anew when one is named that is not among them`()
    async throws
  {
    let endpoints = stand.router
    for number in 1...3 { _ = await endpoints.answer(try push(number: "\(number)")) }
    #expect(stand.published.asked == [GoogleNotificationConfiguration.googlesKeys])
    let next = try Self.another.get()
    let token = try next.sign(Self.claims())
    #expect(await endpoints.answer(try push(token: token)).note == "token-unknown-key")
    #expect(stand.published.asked.count == 1, "Google was asked less than a minute ago")
    let both = "{\"keys\":[\(mint.jwk),\(next.jwk)]}"
    stand.published.put(both, at: GoogleNotificationConfiguration.googlesKeys)
    stand.clock.advance(61)
    #expect(await endpoints.answer(try push(number: "4", token: token)).note == "filed")
    #expect(stand.published.asked.count == 2)
  }

  @Test func `a stranger's key has Google asked once a minute at the most`() async throws {
    let (endpoints, stranger) = (stand.router, try TokenMint(keyID: "stranger"))
    let token = try stranger.sign(Self.claims())
    for _ in 0..<5 { _ = await endpoints.answer(try push(token: token)) }
    stand.clock.advance(61)
    for _ in 0..<5 { _ = await endpoints.answer(try push(token: token)) }
    #expect(stand.published.asked.count == 2)
  }

  @Test func `keys are fetched anew when their time is over`() async throws {
    let endpoints = stand.router
    stand.published.put(
      mint.keySet,
      at: GoogleNotificationConfiguration.googlesKeys,
      keepsFor: 600
    )
    _ = await endpoints.answer(try push(number: "1"))
    stand.clock.advance(599)
    _ = await endpoints.answer(try push(number: "2"))
    #expect(stand.published.asked.count == 1)
    stand.clock.advance(2)
    stand.published.remove(GoogleNotificationConfiguration.googlesKeys)
    #expect(await endpoints.answer(try push(number: "3")).status == 200, "old keys do for a while")
    #expect(stand.published.asked.count == 2)
  }

  @Test func `where no keys can be had the notification is to come again`() async throws {
    stand.published.remove(GoogleNotificationConfiguration.googlesKeys)
    let endpoints = stand.router
    let answer = await endpoints.answer(try push())
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") != nil)
    #expect(stand.refused.isEmpty)
    stand.published.put(mint.keySet, at: GoogleNotificationConfiguration.googlesKeys)
    stand.clock.advance(6)
    #expect(await endpoints.answer(try push()).status == 200)
  }

  @Test(arguments: [
    "", "{}", "{\"keys\":[]}", "nonsense", "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"first\"}]}",
    "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"first\",\"n\":\"AQAB\",\"e\":\"AQAB\"}]}",
    "{\"keys\":[{\"kty\":\"EC\",\"kid\":\"first\",\"n\":\"AQAB\",\"e\":\"AQAB\"}]}",
  ])
  func `what is no key set is our trouble`(_ text: String) async throws {
    stand.published.put(text, at: GoogleNotificationConfiguration.googlesKeys)
    #expect(await stand.router.answer(try push()).status == 503)
  }

  @Test func `another subscription's push is refused`() async throws {
    let other = "projects/example/subscriptions/other"
    let answer = await stand.router.answer(try push(through: other))
    #expect(answer.status == 403)
    #expect(stand.codes == ["wrong-subscription"])
    #expect(try await stand.documents.isEmpty)
  }

  @Test func `what is bad for ever is taken off Pub/Sub's hands, and kept`() async throws {
    let endpoints = stand.router
    #expect(await endpoints.answer(try push("no JSON")).status == 200)
    #expect(await endpoints.answer(try push(of: "com.example.other")).status == 200)
    var cut = try push()
    cut.body.removeLast(9)
    #expect(await endpoints.answer(cut).status == 200)
    #expect(Set(stand.codes) == ["malformed", "wrong-app"])
    #expect(stand.refused.count == 3)
    #expect(try await stand.documents.isEmpty)
  }

  @Test func `our own trouble is told as such`() async throws {
    let broken = try Self.stand(isReadOnly: true)
    let answer = await broken.router.answer(try push())
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") != nil)
  }

  @Test func `the endpoint is closed until it knows who is to send`() throws {
    func lack(
      _ google: GoogleNotificationConfiguration?,
      url: String? = "https://x"
    ) throws -> String? {
      try NotificationFixture {
        $0.publicURL = url
        $0.google = google
      }.lack(of: "google")
    }
    var own = GoogleNotificationConfiguration()
    #expect(try lack(nil) == "[serve.google] email and subscription are not set")
    #expect(
      try lack(own, url: nil)
        == "[serve.google] audience (or [serve] public-url), email and subscription are not set"
    )
    own.email = Self.email
    #expect(try lack(own) == "[serve.google] subscription is not set")
    own.subscriptions = [Self.subscription]
    #expect(try lack(own) == nil)
  }

  @Test func `the whole exchange`() async throws {
    var transcript = Transcript(stand.router)
    let (right, wrong) = (
      try mint.sign(Self.claims()), try mint.sign(Self.claims(["aud": "\"other\""]))
    )
    let hiding = ["a token": right, "another audience's token": wrong]
    for request in [
      try push(token: right), try push(attempt: 2, token: right),
      try push(number: "2", token: wrong),
      try push(of: "com.example.other", token: right),
    ] {
      await transcript.send(request, target: "/notifications/google", hiding: hiding)
    }
    #expect(transcript.difference(from: "google-notifications") == nil)
  }
}
