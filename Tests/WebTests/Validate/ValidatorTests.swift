import Basics
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

/// Whole exchanges with clients of each generation.
@Suite struct ValidatorTests {
  private typealias World = ValidatorWorld
  private let world: ValidatorWorld

  init() throws { world = try ValidatorWorld() }

  private func exchange(
    _ body: JSONValue,
    target: String = World.target,
    headers: [String: String] = ["content-type": "application/json;charset=UTF-8"],
    hiding: [String: String] = [:],
    _ name: String
  ) async -> String? {
    var transcript = Transcript(world.router)
    await transcript.send(
      World.request(body, target: target, headers: headers),
      target: target,
      hiding: hiding
    )
    return transcript.difference(from: name)
  }

  @Test func `version 13 is told all purchases of a receipt`() async throws {
    try world.openAppStore(others: [World.lasting()])
    let receipt = try world.receipt()
    let difference = await exchange(
      World.v13(receipt: receipt),
      hiding: ["receipt": receipt],
      "validate-v13-receipt"
    )
    #expect(difference == nil)
  }

  @Test func `version 13 asks for the app alone at its launch`() async throws {
    let receipt = try world.receipt([])
    let difference = await exchange(
      World.v13(receipt: receipt, id: "appstore.application"),
      hiding: ["receipt": receipt],
      "validate-v13-launch"
    )
    #expect(difference == nil)
  }

  @Test func `version 13 hands in one signed transaction, and is told of all`() async throws {
    try world.openAppStore(others: [World.lasting()])
    let signed = try world.signed(World.transaction())
    let difference = await exchange(
      World.v13(signed: signed),
      hiding: ["jws": signed],
      "validate-v13-signed"
    )
    #expect(difference == nil)
  }

  @Test func `version 13 on Android is told of a subscription`() async throws {
    world.openPlay(subscription: World.subscription())
    let signed = try world.signedPurchase(["productId": "pro", "autoRenewing": true])
    let difference = await exchange(
      World.v13(product: "pro", type: "paid subscription", signed: signed),
      hiding: ["signature": signed.signature],
      "validate-v13-android-subscription"
    )
    #expect(difference == nil)
  }

  @Test func `version 13 on Android is told of a product`() async throws {
    world.openPlay(product: World.product())
    let difference = await exchange(
      World.v13(product: "book", type: "non consumable"),
      "validate-v13-android-product"
    )
    #expect(difference == nil)
  }

  @Test func `version 11 asks for the app at its launch, without a transaction's ID`() async throws
  {
    try world.openAppStore(others: [World.lasting()])
    let receipt = try world.receipt()
    let difference = await exchange(
      World.legacy(
        World.legacyReceipt(receipt, id: nil),
        id: World.app,
        type: "application"
      ).changing(["device": ["plugin": "cordova-plugin-purchase/11.0.0"]]),
      hiding: ["receipt": receipt],
      "validate-v11-launch"
    )
    #expect(difference == nil)
  }

  @Test func `version 9 asks for one product`() async throws {
    try world.openAppStore()
    let receipt = try world.receipt()
    let difference = await exchange(
      World.legacy(World.legacyReceipt(receipt)),
      hiding: ["receipt": receipt],
      "validate-v9-receipt"
    )
    #expect(difference == nil)
  }

  @Test func `version 9 is told by an error alone that a subscription has ended`() async throws {
    try world.openAppStore(
      World.transaction(["expiresDate": World.ms(-2)]),
      World.renewal(["autoRenewStatus": 0, "expirationIntent": 1]),
      status: 2
    )
    let receipt = try world.receipt([World.month(begun: -32)])
    let difference = await exchange(
      World.legacy(World.legacyReceipt(receipt)),
      hiding: ["receipt": receipt],
      "validate-v9-expired"
    )
    #expect(difference == nil)
    // Later clients are told in the collection.
    let answer = try await world.ask(World.v13(receipt: receipt))
    #expect(answer["ok"] == true)
    #expect(answer["data"]?["collection"]?.array?.first?["isExpired"] == true)
  }

  @Test func `React Native names its product and shows its key in a header`() async throws {
    try world.openAppStore()
    let receipt = try world.receipt()
    let body: JSONValue = [
      "id": "pro", "type": "paid subscription",
      "transaction": [
        "type": "ios-appstore", "id": "101", "appStoreReceipt": .string(receipt),
      ],
      "additionalData": ["applicationUsername": "ada"],
    ]
    let credentials = Data("reader:k3y".utf8).base64EncodedString()
    let difference = await exchange(
      body,
      target: "/v1/validate",
      headers: ["authorization": "Basic \(credentials)", "content-type": "application/json"],
      hiding: ["receipt": receipt],
      "validate-react-native"
    )
    #expect(difference == nil)
  }

  @Test func `Windows is given a ticket first, and told of purchases then`() async throws {
    world.openMicrosoftStore()
    world.shops.issue { Secret("ticket-for-\($0.rawValue)") }
    var transcript = Transcript(world.router)
    let keys = [
      "purchases": World.storeIDKey("purchase"), "collections": World.storeIDKey("collections"),
    ]
    for body in [
      World.windows(nil),
      World.windows(["storeIdKey_purchases": .text(keys["purchases"])]),
      // Version 9 writes the name otherwise.
      World.windows(["storeIdKey_purchase": .text(keys["purchases"])]),
      World.windows(nil, id: "9NLIFE", type: "non consumable"),
      World.windows(
        ["storeIdKey_collections": .text(keys["collections"])],
        id: "9NLIFE",
        type: "non consumable"
      ),
    ] {
      await transcript.send(World.request(body), target: World.target, hiding: keys)
    }
    #expect(transcript.difference(from: "validate-windows") == nil)
  }

  @Test func `a page of another origin may ask, and is told so first`() async {
    var transcript = Transcript(world.router)
    await transcript.send(
      WebRequest("OPTIONS", World.target, headers: ["origin": "app://localhost"]),
      target: World.target
    )
    await transcript.send(WebRequest("GET", World.target), target: World.target)
    #expect(transcript.difference(from: "validate-preflight") == nil)
  }

  @Test func `the purchases go to the user that the client names, by a number too`() async throws {
    try world.openAppStore()
    _ = try await world.ask(World.v13(signed: try world.signed(World.transaction())))
    #expect(try await world.ledger.storeQueries.chains(of: ID("4711")).count == 1)
  }

  @Test func `purchases that were bought with an introductory price spend it for their group`()
    async throws
  {
    let items = ["pro", "max"].map {
      Catalog.Item(id: $0, kind: .autoRenewable, products: [.init(.apple, $0)], group: "reading")
    }
    try await world.ledger.catalogs.save(
      Catalog(
        version: "1",
        items: items + [Catalog.Item(id: "book", products: [.init(.apple, "book")])]
      ),
      asPrimary: true,
      at: World.now
    )
    try world.openAppStore(World.transaction(["offerType": 1, "offerDiscountType": "FREE_TRIAL"]))
    let answer = try await world.ask(
      World.v13(receipt: try world.receipt([World.month(isTrial: true)]))
    )
    #expect(answer["data"]?["ineligible_for_intro_price"] == ["max", "pro"])
    #expect(answer["data"]?["collection"]?.array?.first?["isTrialPeriod"] == true)
  }
}
