import Basics
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

/// Each posted document is decoded and verified once, and so is each answer of a store.
@Suite struct `Each document is examined once` {
  private typealias World = ValidatorWorld

  @Test func `by the validator, in any encoding, whether it is genuine or not`() async throws {
    let world = try World()
    let receipt = try world.receipt()
    let mint = world.workshop.receipts
    let minted = MintedReceipt(bundleID: World.app, creationDate: World.day(-1), purchases: [])
    let otherEncoding = try mint.mint(minted, as: Envelope(encoding: .indefinite(chunk: 7)))
    let tampered = try mint.mint(minted, as: .tampered)
    for text in [
      receipt, Data(otherEncoding).base64EncodedString(), Data(tampered).base64EncodedString(),
    ] {
      let before = world.examinations.count
      _ = try await world.ask(World.v13(receipt: text))
      #expect(world.examinations.count == before + 1)
    }
    let before = world.examinations.count
    _ = try await world.ask(World.v13(signed: try world.signed(World.transaction())))
    #expect(world.examinations.count == before + 1)
  }

  @Test func `by the validator with the store's answers, first and repeated ones`() async throws {
    let world = try World()
    try world.openAppStore(others: [World.lasting()])
    let receipt = try world.receipt()
    for _ in 0..<3 {
      let before = world.examinations.count
      _ = try await world.ask(World.v13(receipt: receipt))
      #expect(world.examinations.count == before + 3, "the receipt, the statuses, the history")
    }
    world.openPlay(subscription: World.subscription())
    let before = world.examinations.count
    _ = try await world.ask(World.v13(product: "pro", type: "paid subscription"))
    #expect(world.examinations.count == before + 1, "the subscription")
  }

  @Test func `by the endpoints that verify and upload`() async throws {
    let stand = try SubmissionFixture(stores: [])
    let receipt = try SubmissionFixture.receipt([SubmissionFixture.purchase("100")])
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = (SubmissionFixture.apps, SubmissionFixture.apps)
    configuration.verification = VerificationConfiguration(isAnonymous: true)
    configuration.upload = UploadConfiguration(key: Secret("app-key"))
    let router = WebRouter(Endpoints.states(configuration, stand.core))
    let body = `Purchases that a web app's endpoint verifies`.Body.apple(receipt).text
    _ = await router.answer(WebRequest("POST", "/verify", body: Array(body.utf8)))
    #expect(stand.examinations.count == 1)
    _ = await router.answer(
      WebRequest(
        "POST",
        "/receipts",
        headers: ["x-app-key": "app-key", "content-type": "application/json"],
        body: Array("{\"receipt-data\":\"\(receipt)\",\"uuid\":\"phone-1\"}".utf8)
      )
    )
    #expect(stand.examinations.count == 2)
    #expect(try await stand.ledger.statistics.summary().documents == 1)
  }

  @Test func `by PlayFab's calls`() async throws {
    let stand = try await PlayFabFixture()
    let ada = try await stand.ticket("ada")
    let unlock = PlayFabFixture.purchase("unlock", .nonConsumable, "1001")
    #expect(
      try await stand.restore(PlayFabFixture.receipt([unlock]), ada) == .items(["unlock"])
    )
    #expect(stand.examinations.count == 1)
    let gems = PlayFabFixture.googlePurchase("gems", order: "GPA.1111-2222-3333-44444")
    #expect(try await stand.validateGoogle(gems, ada) == .items(["gems"]))
    #expect(stand.examinations.count == 2)
  }

  @Test func `by the service, whatever a notification's sender is`() async throws {
    let stand = try SubmissionFixture()
    let refund = try SubmissionFixture.refund(on: 0)
    let test = """
      {"version":"1.0","packageName":"com.example.reader","eventTimeMillis":"1767225600000",\
      "testNotification":{"version":"1.0"}}
      """
    let pushed = """
      {"message":{"data":"\(Data(test.utf8).base64EncodedString())","messageId":"136969346945"},\
      "subscription":"projects/example/subscriptions/play"}
      """
    for text in [refund, pushed] {
      let before = stand.examinations.count
      let notification = PushedNotification(Array(text.utf8), trustBasis: .storeAnswer)
      let ingestion = try await stand.core.service.notifications.ingest(notification, by: "test")
      #expect(ingestion.outcome == .filed)
      #expect(stand.examinations.count == before + 1)
    }
  }
}
