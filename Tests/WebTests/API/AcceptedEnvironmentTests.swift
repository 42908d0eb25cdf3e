import Basics
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

/// Each endpoint that gives rights to clients, with a sandbox receipt.
@Suite struct `Environments that endpoints accept` {
  let stand: HandInStand

  init() throws {
    stand = try HandInStand(stores: [.google])
  }

  /// `accepted` for all endpoints; the title's players are called by their logins.
  private func switchboard(
    _ accepted: AcceptedEnvironments = AcceptedEnvironments(),
    _ configure: (inout WebConfiguration) -> Void = { _ in }
  ) -> Switchboard {
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = (HandInStand.apps, HandInStand.apps)
    configuration.validator = ValidatorConfiguration(apps: [
      .init(
        name: "reader",
        key: Secret("k3y"),
        bundleID: HandInStand.app,
        package: HandInStand.app
      )
    ])
    configuration.validator?.accepted = accepted
    configuration.verification = VerificationConfiguration(isAnonymous: true)
    configuration.verification?.accepted = accepted
    configuration.upload = UploadConfiguration(key: Secret("app-key"))
    configuration.upload?.accepted = accepted
    configure(&configuration)
    return Switchboard(Doors.states(configuration, stand.core))
  }

  private func sandboxReceipt(version: String = "7") throws -> String {
    try HandInStand.receipt([HandInStand.purchase("100")]) {
      $0.environment = "ProductionSandbox"
      $0.appVersion = version
    }
  }

  private func post(_ path: String, _ body: JSONValue, _ doors: Switchboard) async -> WebResponse {
    await doors.answer(
      WebRequest(
        "POST",
        path,
        headers: ["content-type": "application/json", "x-app-key": "app-key"],
        body: CompactJSON.bytes(body)
      )
    )
  }

  private func validate(
    _ receipt: String,
    as user: String = "ada",
    _ doors: Switchboard
  ) async throws -> JSONValue {
    let answer = await post(
      "/v1/validate?appName=reader&apiKey=k3y",
      [
        "id": .string(HandInStand.app), "type": "application",
        "transaction": ["type": "ios-appstore", "id": "100", "appStoreReceipt": .string(receipt)],
        "additionalData": ["applicationUsername": .string(user)],
      ],
      doors
    )
    return try JSONReader.value(answer.body)
  }

  private func verify(
    _ source: String,
    _ proof: String,
    product: String = "pro",
    as user: String = "ada",
    app: String = HandInStand.app,
    _ doors: Switchboard
  ) async -> String {
    let answer = await post(
      "/verify",
      [
        "userIdentifier": .string(user),
        "purchaseDetails": [
          "productID": .string(product), "status": "purchased",
          "verificationData": [
            "source": .string(source), "serverVerificationData": .string(proof),
            "localVerificationData": .string("{\"packageName\":\"\(app)\"}"),
          ],
        ],
      ],
      doors
    )
    return "\(answer.status) \(answer.note ?? "")"
  }

  private func upload(
    _ receipt: String,
    as user: String = "ada",
    _ doors: Switchboard
  ) async -> WebResponse {
    await post(
      "/receipts",
      ["receipt-data": .string(receipt), "uuid": "phone", "uid": .string(user)],
      doors
    )
  }

  @Test func `a sandbox receipt counts nowhere unless the settings accept it`() async throws {
    let (doors, receipt) = (switchboard(), try sandboxReceipt())
    let refused = try await validate(receipt, doors)
    #expect(refused["ok"]?.bool == false)
    #expect(refused["code"]?.integer == 6_778_001)
    #expect(await verify("app_store", receipt, doors) == "200 wrong-environment")
    let answer = await upload(receipt, doors)
    #expect(answer.status == 422)
    #expect(try JSONReader.value(answer.body)["status"]?.integer == 21_007)
    #expect(try await stand.lines("SELECT count(*) FROM document") == ["0"])
    #expect(try await stand.core.service.isKnown(ID("ada")) == false)
  }

  @Test func `a sandbox receipt counts where the settings list the sandbox`() async throws {
    let doors = switchboard(AcceptedEnvironments([.production, .sandbox]))
    let receipt = try sandboxReceipt()
    #expect(try await validate(receipt, doors)["ok"]?.bool == true)
    #expect(await verify("app_store", receipt, doors) == "200 complete")
  }

  @Test func `App Review's user buys in the sandbox, and nobody else does`() async throws {
    let doors = switchboard(AcceptedEnvironments(sandboxUsers: [ID("review")]))
    let receipt = try sandboxReceipt()
    #expect(try await validate(receipt, as: "review", doors)["ok"]?.bool == true)
    #expect(await verify("app_store", receipt, as: "review", doors) == "200 complete")
    #expect(try await validate(receipt, as: "ada", doors)["ok"]?.bool == false)
    #expect(await verify("app_store", receipt, as: "ada", doors) == "200 wrong-environment")
  }

  @Test func `the version in review counts by Apple's signature`() async throws {
    let doors = switchboard(AcceptedEnvironments(sandboxVersions: ["8"]))
    let (old, reviewed) = (try sandboxReceipt(), try sandboxReceipt(version: "8"))
    #expect(try await validate(reviewed, doors)["ok"]?.bool == true)
    #expect(await verify("app_store", reviewed, doors) == "200 complete")
    #expect(try await validate(old, doors)["ok"]?.bool == false)
    #expect(await upload(old, doors).status == 422)
  }

  @Test func `a tester's purchase at Google counts for nothing in production`() async throws {
    stand.script(.google) { question, _ throws(StoreClientError) in
      guard case .googleProduct = question else {
        throw .status(.google, http: 404, code: "notFound", .final)
      }
      return HandInStand.answer(
        """
        {"kind":"androidpublisher#productPurchaseV2","orderId":"\(HandInStand.order)",\
        "purchaseStateContext":{"purchaseState":"PURCHASED"},\
        "testPurchaseContext":{"fopType":"TEST"},\
        "purchaseCompletionTime":"2025-12-31T00:00:00Z",\
        "productLineItem":[{"productId":"coins","productOfferDetails":{"quantity":1}}]}
        """,
        Hints(
          app: HandInStand.app,
          environment: "production",
          purchaseToken: HandInStand.token
        )
      )
    }
    let outcome = await verify("google_play", HandInStand.token, product: "coins", switchboard())
    #expect(outcome == "200 wrong-environment")
  }

  @Test func `a purchase in an app that is not ours is not asked about`() async throws {
    stand.sellProducts()
    let other = "com.example.stranger"
    let outcome = await verify(
      "google_play",
      HandInStand.token,
      product: "coins",
      app: other,
      switchboard()
    )
    #expect(outcome == "200 wrong-app")
    #expect(stand.questions.isEmpty)
  }

  @Test func `without an app in the settings no endpoint that gives rights opens`() throws {
    func refused(_ change: (inout WebConfiguration) -> Void) -> [String] {
      var configuration = WebConfiguration()
      configuration.validator = ValidatorConfiguration(apps: [.init(name: "a", key: Secret("k"))])
      configuration.playFab = PlayFabConfiguration(title: "A1B2")
      configuration.verification = VerificationConfiguration(isAnonymous: true)
      configuration.upload = UploadConfiguration(key: Secret("app-key"))
      change(&configuration)
      return Doors.states(configuration, stand.core).compactMap { state in
        if case .refused(let name, _) = state { name } else { nil }
      }
    }
    #expect(refused { _ in } == ["validate", "playfab", "verify", "upload"])
    #expect(refused { $0.apps = ["com.example.reader"] } == [])
    #expect(refused { $0.packages = ["com.example.reader"] } == [])
    #expect(refused { $0.acceptsAnyApp = true } == [])
  }

  @Test func `where clients make no user, only known ones hand in purchases`() async throws {
    let doors = switchboard {
      $0.playFab = PlayFabConfiguration(title: "A1B2")
      $0.playFab?.createsPlayers = false
    }
    let receipt = try HandInStand.receipt([HandInStand.purchase("100")])
    #expect(try await validate(receipt, doors)["ok"]?.bool == false)
    #expect(await verify("app_store", receipt, doors) == "200 unknown-user")
    #expect(await upload(receipt, doors).status == 422)
    #expect(try await stand.lines("SELECT count(*) FROM user") == ["0"])
    let grant = Act.Deed.grant(ID("ada"), key: "news", .production, until: nil)
    _ = try await stand.core.service.perform(grant, by: "kim")
    #expect(try await validate(receipt, doors)["ok"]?.bool == true)
    #expect(await verify("app_store", receipt, doors) == "200 complete")
  }
}
