import Basics
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import TestSupport
import Testing
import Web

/// Every way to be told no, or that there is no answer.
@Suite struct ValidatorErrorTests {
  private typealias World = ValidatorWorld
  private let world: ValidatorWorld

  init() throws { world = try ValidatorWorld() }

  private func code(_ body: JSONValue) async throws -> Int? {
    let answer = try await world.ask(body)
    #expect(answer["ok"] == false)
    // Both generations' forms say the same.
    #expect(answer["data"]?["code"] == answer["code"])
    #expect(answer["data"]?["error"]?["message"] == answer["message"])
    #expect(answer["data"]?["latest_receipt"]?.bool != nil)
    return answer["code"]?.integer
  }

  @Test func `the answers to what cannot be believed`() async throws {
    world.shops.close(.google)
    var transcript = Transcript(world.router)
    let other = try world.receipt(of: "com.example.other")
    let forged = String(try world.signed(World.transaction()).dropLast(8)) + "AAAAAAAA"
    let token = World.v13(product: "pro", type: "paid subscription")
    for (body, hiding) in [
      (World.v13(receipt: "MIIB"), [:]),
      (World.v13(receipt: other), ["receipt": other]),
      (World.v13(signed: forged), ["jws": forged]),
      (token, [:]),
      (token.changing(["transaction": ["type": "android-playstore", "id": "GPA.1"]]), [:]),
      (token.changing(["transaction": ["type": "braintree", "id": "1"]]), [:]),
    ] as [(JSONValue, [String: String])] {
      await transcript.send(World.request(body), target: World.target, hiding: hiding)
    }
    #expect(transcript.difference(from: "validate-errors") == nil)
  }

  @Test func `a wrong key is no client of ours, and a body that is no JSON is no request`() async {
    var transcript = Transcript(world.router)
    for target in [
      "/v1/validate", "/v1/validate?appName=reader&apiKey=wrong", "/v1/validate?appName=reader",
      "/v1/validate?appName=other&apiKey=k3y",
    ] {
      await transcript.send(World.request([:], target: target), target: target)
    }
    await transcript.send(
      WebRequest("POST", World.target, body: Array("id=pro".utf8)),
      target: World.target
    )
    #expect(transcript.difference(from: "validate-strangers") == nil)
  }

  @Test(arguments: [
    "k3y", "k+e/y==", "k&e=y", "100%", "k%41y", "clé ü",
  ]) func `a key may hold anything, encoded or not`(key: String) async throws {
    let world = try ValidatorWorld(
      apps: [.init(name: "My App", key: Secret(key), bundleID: World.app)]
    )
    let encoded = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    for target in [
      "/v1/validate?appName=My App&apiKey=\(key)",
      "/v1/validate?appName=My%20App&apiKey=\(encoded)",
    ] {
      #expect(await world.router.answer(World.request([:], target: target)).status == 200)
    }
    let basic = Data("My App:\(key)".utf8).base64EncodedString()
    let request = World.request(
      [:],
      target: "/v1/validate",
      headers: ["authorization": "Basic \(basic)"]
    )
    #expect(await world.router.answer(request).status == 200)
  }

  @Test func `6778001: nothing that can be believed, or of another app or product`() async throws {
    #expect(try await code(["id": "pro", "transaction": ["type": "test"]]) == 6_778_001)
    #expect(try await code(World.v13(receipt: "no base64!")) == 6_778_001)
    let book = try world.receipt([World.book()])
    #expect(
      try await code(World.legacy(World.legacyReceipt(book))) == 6_778_001
    )
    world.openPlay(product: World.product())
    #expect(try await code(World.v13(product: "other", type: "consumable")) == 6_778_001)
  }

  @Test(arguments: [["id": "ada"], ["ada"], true] as [JSONValue])
  func `6778001: a user's name that is no text`(_ name: JSONValue) async throws {
    let body = World.v13(receipt: try world.receipt(of: World.app))
    let named = body.changing(["additionalData": ["applicationUsername": name]])
    #expect(try await code(named) == 6_778_001)
  }

  @Test func `6778001: a token that Google knows nothing of`() async throws {
    world.openPlay()
    #expect(try await code(World.v13(product: "book", type: "consumable")) == 6_778_001)
  }

  @Test func `a receipt of another app is not filed`() async throws {
    _ = try await code(World.v13(receipt: try world.receipt(of: "com.example.other")))
    #expect(try await world.ledger.storeQueries.chains(of: ID("ada")).isEmpty)
  }

  @Test func `a forged signature counts when Google cannot be asked, and a true one`() async throws
  {
    try await world.ledger.catalogs.save(
      Catalog(
        version: "1",
        items: [Catalog.Item(id: "book", kind: .nonConsumable, products: [.init(.google, "book")])]
      ),
      asPrimary: true,
      at: World.now
    )
    world.shops.close(.google)
    var signed = try world.signedPurchase()
    let genuine = try await world.ask(
      World.v13(product: "book", type: "non consumable", signed: signed)
    )
    #expect(genuine["ok"] == true)
    #expect(genuine["data"]?["warning"]?.string != nil)
    let purchase = genuine["data"]?["collection"]?.array?.first
    #expect(purchase?["id"] == "book")
    #expect(purchase?["transactionId"] == .string(World.order))
    #expect(purchase?["purchaseId"] == .string(World.token))
    signed.text = signed.text.replacing(World.order, with: "GPA.9999-9999-9999-99999")
    #expect(
      try await code(World.v13(product: "book", type: "non consumable", signed: signed))
        == 6_778_001
    )
  }

  @Test func `a signed subscription decides nothing while Google cannot be asked`() async throws {
    world.shops.close(.google)
    let signed = try world.signedPurchase(["productId": "pro", "autoRenewing": true])
    // Whatever the client says that it is.
    for type in ["paid subscription", "non consumable"] {
      #expect(
        try await code(World.v13(product: "pro", type: type, signed: signed)) == 6_778_002
      )
    }
  }

  @Test func `what was bought is what Google signed, whatever product the client names`()
    async throws
  {
    try await world.ledger.catalogs.save(
      Catalog(
        version: "1",
        items: [
          Catalog.Item(id: "book", kind: .nonConsumable, products: [.init(.google, "book")]),
          Catalog.Item(id: "season", kind: .nonRenewing, products: [.init(.google, "season")]),
        ]
      ),
      asPrimary: true,
      at: World.now
    )
    world.shops.close(.google)
    for product in ["season", "mystery"] {
      let signed = try world.signedPurchase(["productId": .string(product)])
      let body = World.v13(product: "book", type: "non consumable", signed: signed)
      #expect(try await code(body) == 6_778_002)
      let chains = try await world.ledger.storeQueries.chains(of: ID("ada"))
      let records = try await world.ledger.purchases.records(of: chains)
      #expect(records.allSatisfy { $0.sales.isEmpty }, "\(product)")
    }
  }

  @Test func `6778002: an outage makes nothing invalid or expired`() async throws {
    world.shops.close(.apple)
    world.shops.close(.google)
    // The period of the receipt is over, and Apple may have renewed it.
    let old = try world.receipt([World.month(begun: -40)])
    #expect(try await code(World.v13(receipt: old)) == 6_778_002)
    #expect(try await code(World.legacy(World.legacyReceipt(old))) == 6_778_002)
    // What does not end is still owned, and what may be is left out.
    let both = try world.receipt([World.month(begun: -40), World.book()])
    let answer = try await world.ask(World.v13(receipt: both))
    #expect(answer["ok"] == true)
    #expect(answer["data"]?["warning"]?.string != nil)
    #expect(answer["data"]?["collection"]?.array?.map { $0["id"] } == ["book"])
    #expect(try await code(World.v13(product: "pro", type: "paid subscription")) == 6_778_002)
  }

  @Test func `in an outage all that is known of the buyer is told, with a warning`() async throws {
    try world.openAppStore(others: [World.lasting()])
    let signed = try world.signed(World.transaction())
    let before = try await world.ask(World.v13(signed: signed))
    world.shops.close(.apple)
    let after = try await world.ask(World.v13(signed: signed))
    #expect(after["data"]?["collection"] == before["data"]?["collection"])
    #expect(after["data"]?["collection"]?.array?.count == 2)
    #expect(before["data"]?["warning"] == nil)
    #expect(after["data"]?["warning"]?.string != nil)
    world.openPlay(subscription: World.subscription())
    _ = try await world.ask(World.v13(product: "pro", type: "paid subscription"))
    world.shops.close(.google)
    let play = try await world.ask(World.v13(product: "pro", type: "paid subscription"))
    #expect(play["data"]?["collection"]?.array?.first?["isExpired"] == false)
    #expect(play["data"]?["warning"]?.string != nil)
  }

  @Test func `what the store said had ended stays so in an outage`() async throws {
    try world.openAppStore(
      World.transaction(["expiresDate": World.ms(-2)]),
      World.renewal(["autoRenewStatus": 0, "expirationIntent": 1]),
      status: 2
    )
    let receipt = try world.receipt([World.month(begun: -32)])
    _ = try await world.ask(World.v13(receipt: receipt))
    world.shops.close(.apple)
    let answer = try await world.ask(World.v13(receipt: receipt))
    #expect(answer["data"]?["collection"]?.array?.first?["isExpired"] == true)
  }

  @Test func `6778003: a volume purchase that has ended`() async throws {
    let minted = try world.workshop.receipts.mint(
      MintedReceipt(
        environment: "ProductionVPP",
        bundleID: World.app,
        creationDate: World.day(-1),
        expirationDate: World.day(-0.5),
        purchases: [World.book()]
      )
    )
    let body = World.v13(receipt: Data(minted).base64EncodedString())
    #expect(try await code(body) == 6_778_003)
  }

  @Test func `6778004: a purchase that is consumed`() async throws {
    world.openPlay(
      product: World.product(offer: ["consumptionState": "CONSUMPTION_STATE_CONSUMED"])
    )
    #expect(try await code(World.v13(product: "book", type: "consumable")) == 6_778_004)
  }

  @Test func `6778005: the ledger cannot be written`() async throws {
    try await world.ledger.close()
    #expect(try await code(World.v13(receipt: try world.receipt())) == 6_778_005)
  }

  @Test func `6778006: something is missing that the app can hand in`() async throws {
    let token = World.v13(product: "pro", type: "paid subscription")
    for transaction: JSONValue in [
      ["type": "ios-appstore", "id": "appstore.application"],
      ["type": "ios-appstore", "appStoreReceipt": .null],
      ["type": "apple-sk2", "id": "pro", "jwsRepresentation": ""],
      ["type": "android-playstore", "id": "GPA.1"],
      ["type": "windows-store-transaction"],
    ] {
      #expect(try await code(token.changing(["transaction": transaction])) == 6_778_006)
    }
    #expect(try await code(["id": "pro"]) == 6_778_006)
  }

  @Test func `a purchase that is not paid for yet is not owned`() async throws {
    world.openPlay(
      product: World.product([
        "purchaseStateContext": ["purchaseState": "PENDING"], "purchaseCompletionTime": .null,
      ])
    )
    #expect(try await code(World.v13(product: "book", type: "consumable")) == 6_778_006)
  }

  @Test func `a Store ID key of an account that owns nothing is not missing`() async throws {
    world.shops.open(.microsoft) { _ throws(StoreClientError) in
      StoreAnswer(documents: [], environment: .production)
    }
    let key = World.storeIDKey("purchase")
    #expect(
      try await code(World.windows(["storeIdKey_purchases": .string(key)])) == 6_778_001
    )
  }

  @Test func `a Store ID key that ended is answered with a ticket for another`() async throws {
    world.openMicrosoftStore()
    world.shops.issue { Secret("ticket-for-\($0.rawValue)") }
    let key = World.storeIDKey("purchase", until: -1)
    let answer = try await world.ask(World.windows(["storeIdKey_purchases": .string(key)]))
    #expect(answer["code"]?.integer == 6_778_006)
    #expect(answer["data"]?["serviceTicketType"] == "purchase")
    #expect(answer["data"]?["serviceTicket"] == "ticket-for-purchase")
    #expect(answer["data"]?["transaction"]?["serviceTicket"] == "ticket-for-purchase")
    world.shops.issue { _ throws(StoreClientError) in throw .unreachable(.microsoft, .timeout) }
    #expect(try await code(World.windows(nil)) == 6_778_002)
    world.shops.close(.microsoft)
    let good = World.storeIDKey("purchase")
    #expect(
      try await code(World.windows(["storeIdKey_purchases": .string(good)])) == 6_778_002
    )
  }

  @Test func `a revoked Store ID key is answered with a ticket for another`() async throws {
    world.shops.open(.microsoft) { _ throws(StoreClientError) in
      throw .status(.microsoft, http: 401, code: "AuthenticationTokenInvalid", .final)
    }
    world.shops.issue { Secret("ticket-for-\($0.rawValue)") }
    let key = World.storeIDKey("purchase")
    let answer = try await world.ask(World.windows(["storeIdKey_purchases": .string(key)]))
    #expect(answer["code"]?.integer == 6_778_006)
    #expect(answer["data"]?["serviceTicket"] == "ticket-for-purchase")
    world.shops.open(.microsoft) { _ throws(StoreClientError) in
      throw .status(.microsoft, http: 401, code: nil, .operatorAction)
    }
    #expect(try await code(World.windows(["storeIdKey_purchases": .string(key)])) == 6_778_002)
  }

  @Test func `an outage of Microsoft's sandbox hides nothing that production answered`()
    async throws
  {
    let world = try World(accepted: .init([.production, .sandbox]))
    let keys: JSONValue = ["storeIdKey_purchases": .string(World.storeIDKey("purchase"))]
    world.openMicrosoftStore()
    world.shops.openSandbox(.microsoft) { _ throws(StoreClientError) in
      throw .unreachable(.microsoft, .timeout)
    }
    #expect(try await world.ask(World.windows(keys))["ok"] == true)
    let other = try await world.ask(World.windows(keys, id: "9NOTHER"))
    #expect(other["code"]?.integer == 6_778_001)
    world.shops.open(.microsoft) { _ throws(StoreClientError) in
      StoreAnswer(documents: [], environment: .production)
    }
    #expect(try await world.ask(World.windows(keys, id: "9NOTHER"))["code"]?.integer == 6_778_002)
  }

  @Test func `a sandbox that is not set up uses up no client's limit`() async throws {
    let world = try World(accepted: .init([.production, .sandbox]))
    world.openMicrosoftStore()
    world.shops.openSandbox(.microsoft) { _ throws(StoreClientError) in
      throw .notConfigured(.microsoft, missing: "the sandbox")
    }
    let keys: JSONValue = ["storeIdKey_purchases": .string(World.storeIDKey("purchase"))]
    var codes: Set<Int?> = []
    for _ in 0..<40 {
      codes.insert(try await world.ask(World.windows(keys, id: "9NOTHER"))["code"]?.integer)
    }
    #expect(codes == [6_778_001])
  }

  @Test func `a key that production does not know may be one of the sandbox`() async throws {
    let world = try World(accepted: .init([.production, .sandbox]))
    world.shops.open(.microsoft) { question throws(StoreClientError) in
      if case .microsoftSubscriptions = question {
        return StoreAnswer(documents: [], environment: .production)
      }
      throw .status(.microsoft, http: 404, code: "NotFound", .final)
    }
    world.shops.openSandbox(.microsoft) { question throws(StoreClientError) in
      if case .microsoftSubscriptions = question {
        return StoreAnswer(documents: [], environment: .sandbox)
      }
      let item: JSONValue = [
        "productId": "9NLIFE", "skuId": "0010", "productKind": "Durable", "status": "Active",
        "acquiredDate": "2025-12-01T00:00:00.0000000+00:00", "transactionId": "order-1",
      ]
      return World.answer(
        ["items": [item]],
        DocumentHints(app: World.app, environment: "sandbox", account: "ada")
      )
    }
    let keys: JSONValue = [
      "storeIdKey_purchases": .string(World.storeIDKey("purchase")),
      "storeIdKey_collections": .string(World.storeIDKey("collections")),
    ]
    #expect(try await world.ask(World.windows(keys, id: "9NLIFE"))["ok"] == true)
  }

  @Test func `6778004: a consumable that is used up, beside another sale of the product`()
    async throws
  {
    func coins(_ id: String, isRefunded: Bool = false) -> JSONValue {
      World.lasting([
        "transactionId": .string(id), "originalTransactionId": .string(id), "productId": "coins",
        "type": "Consumable", "revocationDate": isRefunded ? World.ms(-2) : .null,
        "revocationReason": isRefunded ? 0 : .null,
      ])
    }
    func body(_ signed: JSONValue) throws -> JSONValue {
      World.v13(signed: try world.signed(signed)).changing(["id": "coins", "type": "consumable"])
    }
    let sale = ID<Order>("apple:production:\(World.app):301")
    try world.openAppStore(coins("301"), others: [coins("302", isRefunded: true)])
    #expect(try await world.ask(body(coins("301")))["ok"] == true)
    try await world.ledger.audit.perform([Lives.act(-1, .consume(sale, count: 1))])
    #expect(try await code(body(coins("301"))) == 6_778_004)
    // Another sale is left, but it is not what was submitted.
    try world.openAppStore(coins("301"), others: [coins("303")])
    #expect(try await code(body(coins("301"))) == 6_778_004)
    #expect(try await world.ask(body(coins("303")))["ok"] == true)
  }
}
