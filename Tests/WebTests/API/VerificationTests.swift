import Basics
import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore
import Testing
import Web

@Suite struct `Purchases that a web app's endpoint verifies` {
  typealias Configuration = VerificationConfiguration

  /// What the app posts.
  struct Body {
    var user = #""ada""#
    var appID = "1234"
    var product = "pro"
    var purchase: String? = "100"
    var status = "purchased"
    var source = "app_store"
    var proof: String
    var local = ""

    var text: String {
      let purchase = purchase.map { "\"\($0)\"" } ?? "null"
      return """
        {"userIdentifier":\(user),"appId":\(appID),"purchaseDetails":{"verificationData":{\
        "serverVerificationData":"\(proof)","localVerificationData":\(quoted(local)),\
        "source":"\(source)"},"productID":"\(product)","purchaseID":\(purchase),\
        "status":"\(status)","transactionDate":"1643389081662"}}
        """
    }

    private func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    static func google(_ product: String = "coins") -> Body {
      Body(
        product: product,
        purchase: SubmissionFixture.order,
        source: "google_play",
        proof: SubmissionFixture.token,
        local: """
          {"orderId":"\(SubmissionFixture.order)","packageName":"com.example.reader",\
          "productId":"\(product)","purchaseState":0,"purchaseToken":"\(SubmissionFixture.token)"}
          """
      )
    }

    static func apple(_ proof: String) -> Body { Body(proof: proof) }
  }

  private func router(
    _ stand: SubmissionFixture,
    _ own: Configuration = Configuration(isAnonymous: true)
  ) -> WebRouter {
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = (SubmissionFixture.apps, SubmissionFixture.apps)
    configuration.verification = own
    return WebRouter(Endpoints.states(configuration, stand.core))
  }

  private func post(
    _ text: String,
    to stand: SubmissionFixture,
    _ own: Configuration = Configuration(isAnonymous: true),
    path: String = "/verify"
  ) async -> WebResponse {
    await router(stand, own).answer(WebRequest("POST", path, body: Array(text.utf8)))
  }

  /// `true`, `false`, or the status and the note of another answer.
  private func outcome(
    _ body: Body,
    _ stand: SubmissionFixture,
    _ own: Configuration = Configuration(isAnonymous: true)
  ) async -> String {
    let answer = await post(body.text, to: stand, own)
    switch String(decoding: answer.body, as: UTF8.self) {
    case #"{"complete_purchase":true}"# where answer.status == 200: return "true"
    case #"{"complete_purchase":false}"# where answer.status == 200:
      return "false \(answer.note ?? "")"
    default: return "\(answer.status) \(answer.note ?? "")"
    }
  }

  @Test func `without a token and without being open on purpose there is no such endpoint`() throws
  {
    let stand = try SubmissionFixture()
    let cases: [(Configuration?, String)] = [
      (nil, "[serve.verify] token-file (or anonymous = true) is not set"),
      (Configuration(), "[serve.verify] token-file (or anonymous = true) is not set"),
      (Configuration(token: Secret("")), "[serve.verify] token-file is empty"),
    ]
    for (own, lack) in cases {
      var configuration = WebConfiguration()
      configuration.verification = own
      let states = Endpoints.states(configuration, stand.core)
      #expect(states.contains { if case .closed("verify", lack) = $0 { true } else { false } })
    }
    #expect(Configuration(isAnonymous: true).remark?.contains("has no authentication") == true)
    #expect(Configuration(token: Secret("k")).remark == nil)
  }

  @Test func `a token is part of the address, and nothing else opens it`() async throws {
    let stand = try SubmissionFixture()
    stand.sellProducts()
    let own = Configuration(token: Secret("s3cret"))
    let text = Body.google().text
    #expect(await post(text, to: stand, own, path: "/verify/s3cret").status == 200)
    #expect(await post(text, to: stand, own, path: "/verify/other").status == 401)
    #expect(await post(text, to: stand, own, path: "/verify").status == 404)
  }

  @Test func `a receipt that holds the purchase completes it, and the user has it`() async throws {
    let stand = try SubmissionFixture(stores: [])
    let receipt = try SubmissionFixture.receipt([SubmissionFixture.purchase("100")])
    #expect(await outcome(.apple(receipt), stand) == "true")
    #expect(try await stand.keys(of: "ada") == ["pro"])
    #expect(await outcome(.apple(receipt), stand) == "true", "asked again, it is the same")
  }

  @Test func `a signed transaction of StoreKit 2 completes it too`() async throws {
    let stand = try SubmissionFixture(stores: [])
    var body = Body.apple(try SubmissionFixture.transaction())
    body.purchase = "200"
    #expect(await outcome(body, stand) == "true")
    body.status = "restored"
    #expect(await outcome(body, stand) == "true")
    body.purchase = "201"
    #expect(await outcome(body, stand) == "false no-such-transaction")
    #expect(try await stand.keys(of: "ada") == ["pro"])
  }

  @Test func `what the body names has to be in what Apple signed`() async throws {
    let stand = try SubmissionFixture(stores: [])
    let receipt = try SubmissionFixture.receipt([
      SubmissionFixture.purchase("100"),
      SubmissionFixture.purchase("300", "book", kind: .nonConsumable),
    ])
    var body = Body.apple(receipt)
    body.product = "gold"
    #expect(await outcome(body, stand) == "false no-such-product")
    body.product = "book"
    #expect(await outcome(body, stand) == "false no-such-transaction", "100 is of another product")
    body.purchase = nil
    #expect(await outcome(body, stand) == "true")
    body.purchase = "77"
    body.status = "restored"
    #expect(await outcome(body, stand) == "true", "restored, it has a number of the day")
  }

  @Test func `what was tampered with, or is no purchase, is invalid`() async throws {
    let stand = try SubmissionFixture()
    stand.outage(of: .apple)
    let receipt = try SubmissionFixture.receipt([SubmissionFixture.purchase("100")])
    let last = receipt.index(receipt.endIndex, offsetBy: -60)
    let other: Character = receipt[last] == "A" ? "B" : "A"
    let tampered = receipt.replacingCharacters(in: last...last, with: String(other))
    let outcomes = [
      await outcome(.apple(tampered), stand), await outcome(.apple("bm90aGluZw=="), stand),
      await outcome(.apple("veryLongBase64String"), stand),
      await outcome(.apple(try SubmissionFixture.refund(on: 1)), stand),
    ]
    #expect(outcomes.allSatisfy { $0.hasPrefix("false") }, "\(outcomes)")
    #expect(try await stand.keys(of: "ada") == [])
  }

  @Test func `an app of another number, or of another name, is told apart`() async throws {
    let stand = try SubmissionFixture(stores: [])
    let own = Configuration(
      isAnonymous: true,
      apps: [
        Configuration.App(
          id: 1_234,
          bundleID: SubmissionFixture.app,
          package: SubmissionFixture.app
        ),
        Configuration.App(id: 5, bundleID: "com.example.other", package: "com.example.other"),
      ]
    )
    let receipt = try SubmissionFixture.receipt([SubmissionFixture.purchase("100")])
    var body = Body.apple(receipt)
    #expect(await outcome(body, stand, own) == "true")
    body.appID = "5"
    #expect(await outcome(body, stand, own) == "false wrong-app")
    body.appID = "6"
    #expect(await outcome(body, stand, own) == "400 unknown-app")
    body.appID = "null"
    #expect(await outcome(body, stand, own) == "400 unknown-app")
  }

  @Test func `a refund that Apple knows of is no purchase any more`() async throws {
    let stand = try SubmissionFixture()
    let refunded = try SubmissionFixture.transaction(signed: 0, revoked: -1)
    stand.script(.apple) { _, _ throws(StoreClientError) in SubmissionFixture.answer(refunded) }
    var body = Body.apple(try SubmissionFixture.transaction(signed: -2))
    body.purchase = "200"
    #expect(await outcome(body, stand) == "false taken-back")
    #expect(!stand.questions.isEmpty)
  }

  @Test func `where the store cannot be asked nothing is decided, and the app comes again`()
    async throws
  {
    let stand = try SubmissionFixture()
    stand.outage(of: .apple)
    stand.outage(of: .google)
    let receipt = try SubmissionFixture.receipt([SubmissionFixture.purchase("100")])
    for body in [Body.apple(receipt), .google(), .google("gold")] {
      let answer = await post(body.text, to: stand)
      #expect(answer.status == 503)
      #expect(answer.headers.contains { $0.name == "Retry-After" && $0.value == "30" })
    }
    stand.sellProducts()
    #expect(await outcome(.google(), stand) == "true")
    let broken: [StoreClientError] = [
      .unreachable(.google, .tls), .throttled(.google, until: SubmissionFixture.now + 90),
      .status(.google, http: 500, code: nil, .retry(notBefore: nil)),
      .status(.google, http: 401, code: nil, .operatorAction), .unusable(.google, .notJSON),
      .notConfigured(.google, missing: "the key"),
    ]
    for error in broken {
      stand.script(.google) { _, _ throws(StoreClientError) in throw error }
      #expect(await post(Body.google().text, to: stand).status == 503, "\(error)")
    }
    #expect(try await stand.keys(of: "ada") == ["coins", "pro"])
  }

  @Test func `a token that Google sold the product under completes the purchase`() async throws {
    let stand = try SubmissionFixture()
    stand.sellProducts()
    #expect(await outcome(.google(), stand) == "true")
    #expect(stand.shops.first?.app == SubmissionFixture.app)
    #expect(try await stand.keys(of: "ada") == ["coins"])
    var body = Body.google()
    body.purchase = "GPA.9999-0000-0000-00000"
    #expect(await outcome(body, stand) == "false no-such-transaction")
    body.purchase = nil
    #expect(await outcome(body, stand) == "true")
    #expect(await outcome(.google("gold"), stand) == "false no-such-product")
  }

  @Test func `a subscription of Google's goes by its product, whatever the plan`() async throws {
    let stand = try SubmissionFixture()
    stand.sellSubscription()
    #expect(await outcome(.google("pro"), stand) == "true")
    #expect(await outcome(.google("pr"), stand) == "false no-such-product")
    #expect(try await stand.keys(of: "ada") == ["pro:monthly"])
  }

  @Test func `one token may be of several products, each verified for itself`() async throws {
    let stand = try SubmissionFixture()
    stand.sellProducts(["coins", "gems"])
    #expect(await outcome(.google("coins"), stand) == "true")
    #expect(await outcome(.google("gems"), stand) == "true")
    #expect(await outcome(.google("gold"), stand) == "false no-such-product")
    #expect(try await stand.keys(of: "ada") == ["coins", "gems"])
  }

  @Test func `a token that Google knows nothing of, or could not have made, is invalid`()
    async throws
  {
    let stand = try SubmissionFixture()
    #expect(await outcome(.google(), stand) == "false unknown-token")
    let asked = stand.questions.count
    var body = Body.google()
    body.proof = "with space"
    #expect(await outcome(body, stand) == "false no-token")
    #expect(stand.questions.count == asked)
  }

  @Test func `what is not paid for yet is neither completed nor invalid`() async throws {
    let stand = try SubmissionFixture()
    stand.sellProducts(state: "PENDING")
    #expect(await outcome(.google(), stand) == "503 pending")
    #expect(await outcome(.google("gold"), stand) == "false no-such-product")
    #expect(try await stand.keys(of: "ada") == [])
    stand.advance(days: 1)
    stand.sellProducts()
    #expect(await outcome(.google(), stand) == "true")
    #expect(try await stand.keys(of: "ada") == ["coins"])
  }

  @Test func `a subscription that is not paid for yet waits too`() async throws {
    let stand = try SubmissionFixture()
    stand.sellSubscription("PENDING")
    #expect(await outcome(.google("pro"), stand) == "503 pending")
    stand.advance(days: 1)
    stand.sellSubscription("PENDING_PURCHASE_CANCELED")
    #expect(await outcome(.google("pro"), stand) == "false no-such-product")
  }

  @Test func `what Google took back is invalid`() async throws {
    let stand = try SubmissionFixture()
    stand.sellProducts(state: "CANCELLED")
    #expect(await outcome(.google(), stand) == "false taken-back")
  }

  @Test func `the user who hands it in has what the store confirms, also after another one did`()
    async throws
  {
    let stand = try SubmissionFixture()
    stand.sellProducts()
    let receipt = try SubmissionFixture.receipt([SubmissionFixture.purchase("100")])
    for user in ["ada", "ben", "ada"] {
      stand.advance(days: 0.01)
      for var body in [Body.apple(receipt), .google()] {
        body.user = "\"\(user)\""
        #expect(await outcome(body, stand) == "true")
      }
      // Apple was not asked: what it signed for the first user stays theirs.
      #expect(try await stand.keys(of: user) == (user == "ada" ? ["coins", "pro"] : ["coins"]))
    }
    #expect(try await stand.keys(of: "ben") == [])
  }

  @Test func `a refund that is told later takes away what was unlocked`() async throws {
    let stand = try SubmissionFixture(stores: [])
    var body = Body.apple(try SubmissionFixture.transaction())
    body.purchase = "200"
    #expect(await outcome(body, stand) == "true")
    #expect(try await stand.keys(of: "ada") == ["pro"])
    stand.advance(days: 2)
    let told = try await stand.core.service.notifications.ingest(
      PushedNotification(Array(try SubmissionFixture.refund(on: 1).utf8)),
      by: "apple"
    )
    #expect(told.outcome == .filed)
    #expect(try await stand.keys(of: "ada") == [])
    #expect(await outcome(body, stand) == "false taken-back")
  }

  @Test func `a body with comments is no JSON, and others are told what they lack`() async throws {
    let stand = try SubmissionFixture()
    let sound = Body.google().text
    let bodies = [
      "{\n  // your app's ID\n  \"appId\": 1234\n}", "", "[]", "null", "{}", "\u{FEFF}{",
      sound.replacing("ada", with: ""), sound.replacing("\"ada\"", with: "null"),
      sound.replacing("ada", with: "a\\u0000b"), sound.replacing("purchased", with: "pending"),
      sound.replacing("google_play", with: "amazon"), sound.replacing("productID", with: "x"),
      sound.replacing("serverVerificationData", with: "x"), sound + "}",
      sound.replacing("packageName", with: "x"), sound.replacing("com.example", with: "../.."),
      sound.replacing("ada", with: String(repeating: "a", count: 257)),
      String(repeating: "[", count: 100_000), "{\"userIdentifier\":1e999999}",
    ]
    for body in bodies {
      let answer = await post(body, to: stand)
      #expect(answer.status == 400, "\(body.prefix(80))")
      #expect(try JSONReader.value(answer.body)["error"]?.string != nil)
    }
    #expect(stand.questions.isEmpty)
  }

  @Test func `the exchanges are the contract's, byte for byte`() async throws {
    let stand = try SubmissionFixture()
    stand.sellProducts()
    let own = Configuration(token: Secret("s3cret"))
    var transcript = Transcript(router(stand, own))
    let receipt = try SubmissionFixture.receipt([SubmissionFixture.purchase("100")])
    var invalid = Body.google("gold")
    invalid.status = "restored"
    func send(_ text: String, _ target: String = "/verify/s3cret") async {
      await transcript.send(
        WebRequest(
          "POST",
          target,
          headers: ["content-type": "application/json; charset=utf-8"],
          body: Array(text.utf8)
        ),
        target: target,
        hiding: ["receipt": receipt]
      )
    }
    await send(Body.google().text)
    await send(invalid.text)
    stand.outage(of: .apple)
    await send(Body.apple(receipt).text)
    await send("{ // comment\n}")
    await send(Body.google().text, "/verify/guess")
    #expect(transcript.difference(from: "verify-exchanges") == nil)
  }
}
