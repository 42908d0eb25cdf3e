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
  let stand: SubmissionFixture

  init() throws {
    stand = try SubmissionFixture(stores: [.google])
  }

  /// `accepted` for all endpoints; the title's players are called by their logins.
  private func router(
    _ accepted: AcceptedEnvironments = AcceptedEnvironments(),
    _ configure: (inout WebConfiguration) -> Void = { _ in }
  ) -> WebRouter {
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = (SubmissionFixture.apps, SubmissionFixture.apps)
    configuration.validator = ValidatorConfiguration(apps: [
      .init(
        name: "reader",
        key: Secret("k3y"),
        bundleID: SubmissionFixture.app,
        package: SubmissionFixture.app
      )
    ])
    configuration.validator?.accepted = accepted
    configuration.verification = VerificationConfiguration(isAnonymous: true)
    configuration.verification?.accepted = accepted
    configuration.upload = UploadConfiguration(key: Secret("app-key"))
    configuration.upload?.accepted = accepted
    configure(&configuration)
    return WebRouter(Endpoints.states(configuration, stand.core))
  }

  private func sandboxReceipt(version: String = "7") throws -> String {
    try SubmissionFixture.receipt([SubmissionFixture.purchase("100")]) {
      $0.environment = "ProductionSandbox"
      $0.appVersion = version
    }
  }

  private func post(
    _ path: String,
    _ body: JSONValue,
    _ allEndpoints: WebRouter
  ) async -> WebResponse {
    await allEndpoints.answer(
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
    _ allEndpoints: WebRouter
  ) async throws -> JSONValue {
    let answer = await post(
      "/v1/validate?appName=reader&apiKey=k3y",
      [
        "id": .string(SubmissionFixture.app), "type": "application",
        "transaction": ["type": "ios-appstore", "id": "100", "appStoreReceipt": .string(receipt)],
        "additionalData": ["applicationUsername": .string(user)],
      ],
      allEndpoints
    )
    return try JSONReader.value(answer.body)
  }

  private func verify(
    _ source: String,
    _ proof: String,
    product: String = "pro",
    as user: String = "ada",
    app: String = SubmissionFixture.app,
    _ allEndpoints: WebRouter
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
      allEndpoints
    )
    return "\(answer.status) \(answer.note ?? "")"
  }

  private func upload(
    _ receipt: String,
    as user: String = "ada",
    _ allEndpoints: WebRouter
  ) async -> WebResponse {
    await post(
      "/receipts",
      ["receipt-data": .string(receipt), "uuid": "phone", "uid": .string(user)],
      allEndpoints
    )
  }

  @Test func `a sandbox receipt counts nowhere unless the settings accept it`() async throws {
    let (allEndpoints, receipt) = (router(), try sandboxReceipt())
    let refused = try await validate(receipt, allEndpoints)
    #expect(refused["ok"]?.bool == false)
    #expect(refused["code"]?.integer == 6_778_001)
    #expect(await verify("app_store", receipt, allEndpoints) == "200 wrong-environment")
    let answer = await upload(receipt, allEndpoints)
    #expect(answer.status == 422)
    #expect(try JSONReader.value(answer.body)["status"]?.integer == 21_007)
    #expect(try await stand.lines("SELECT count(*) FROM document") == ["0"])
    #expect(try await stand.core.service.users.isKnown(ID("ada")) == false)
  }

  @Test func `a sandbox receipt counts where the settings list the sandbox`() async throws {
    let allEndpoints = router(AcceptedEnvironments([.production, .sandbox]))
    let receipt = try sandboxReceipt()
    #expect(try await validate(receipt, allEndpoints)["ok"]?.bool == true)
    #expect(await verify("app_store", receipt, allEndpoints) == "200 complete")
  }

  @Test func `App Review's user buys in the sandbox, and nobody else does`() async throws {
    let allEndpoints = router(AcceptedEnvironments(sandboxUsers: [ID("review")]))
    let receipt = try sandboxReceipt()
    #expect(try await validate(receipt, as: "review", allEndpoints)["ok"]?.bool == true)
    #expect(await verify("app_store", receipt, as: "review", allEndpoints) == "200 complete")
    #expect(try await validate(receipt, as: "ada", allEndpoints)["ok"]?.bool == false)
    #expect(await verify("app_store", receipt, as: "ada", allEndpoints) == "200 wrong-environment")
  }

  @Test func `the version in review counts by Apple's signature`() async throws {
    let allEndpoints = router(AcceptedEnvironments(sandboxVersions: ["8"]))
    let (old, reviewed) = (try sandboxReceipt(), try sandboxReceipt(version: "8"))
    #expect(try await validate(reviewed, allEndpoints)["ok"]?.bool == true)
    #expect(await verify("app_store", reviewed, allEndpoints) == "200 complete")
    #expect(try await validate(old, allEndpoints)["ok"]?.bool == false)
    #expect(await upload(old, allEndpoints).status == 422)
  }

  @Test func `a tester's purchase at Google counts for nothing in production`() async throws {
    stand.script(.google) { question, _ throws(StoreClientError) in
      guard case .googleProduct = question else {
        throw .status(.google, http: 404, code: "notFound", .final)
      }
      return SubmissionFixture.answer(
        """
        {"kind":"androidpublisher#productPurchaseV2","orderId":"\(SubmissionFixture.order)",\
        "purchaseStateContext":{"purchaseState":"PURCHASED"},\
        "testPurchaseContext":{"fopType":"TEST"},\
        "purchaseCompletionTime":"2025-12-31T00:00:00Z",\
        "productLineItem":[{"productId":"coins","productOfferDetails":{"quantity":1}}]}
        """,
        DocumentHints(
          app: SubmissionFixture.app,
          environment: "production",
          purchaseToken: SubmissionFixture.token
        )
      )
    }
    let outcome = await verify("google_play", SubmissionFixture.token, product: "coins", router())
    #expect(outcome == "200 wrong-environment")
  }

  @Test func `a purchase in an app that is not ours is not asked about`() async throws {
    stand.sellProducts()
    let other = "com.example.stranger"
    let outcome = await verify(
      "google_play",
      SubmissionFixture.token,
      product: "coins",
      app: other,
      router()
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
      return Endpoints.states(configuration, stand.core).compactMap { state in
        if case .refused(let name, _) = state { name } else { nil }
      }
    }
    #expect(refused { _ in } == ["validate", "playfab", "verify", "upload"])
    #expect(refused { $0.apps = ["com.example.reader"] } == [])
    #expect(refused { $0.packages = ["com.example.reader"] } == [])
    #expect(refused { $0.acceptsAnyApp = true } == [])
  }

  @Test func `a client is nobody whom the ledger named`() async throws {
    let allEndpoints = router { _ in }
    let receipt = try SubmissionFixture.receipt([SubmissionFixture.purchase("100")])
    let grant = OperatorAction.Kind.grant(ID("erased-3"), key: "news", .production, until: nil)
    _ = try await stand.core.service.actions.perform(grant, by: "kim")
    for name in ["erased-3", "Anonymous-1000"] {
      #expect(try await validate(receipt, as: name, allEndpoints)["ok"]?.bool == false)
      #expect(await verify("app_store", receipt, as: name, allEndpoints) == "200 unknown-user")
      #expect(await upload(receipt, as: name, allEndpoints).status == 422)
    }
    #expect(try await stand.lines("SELECT count(*) FROM document WHERE kind <> 'manual'") == ["0"])
  }

  @Test func `where clients make no user, only known ones hand in purchases`() async throws {
    let allEndpoints = router {
      $0.playFab = PlayFabConfiguration(title: "A1B2")
      $0.playFab?.createsPlayers = false
    }
    let receipt = try SubmissionFixture.receipt([SubmissionFixture.purchase("100")])
    #expect(try await validate(receipt, allEndpoints)["ok"]?.bool == false)
    #expect(await verify("app_store", receipt, allEndpoints) == "200 unknown-user")
    #expect(await upload(receipt, allEndpoints).status == 422)
    #expect(try await stand.lines("SELECT count(*) FROM user") == ["0"])
    let grant = OperatorAction.Kind.grant(ID("ada"), key: "news", .production, until: nil)
    _ = try await stand.core.service.actions.perform(grant, by: "kim")
    #expect(try await validate(receipt, allEndpoints)["ok"]?.bool == true)
    #expect(await verify("app_store", receipt, allEndpoints) == "200 complete")
  }
}
