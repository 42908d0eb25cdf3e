import Basics
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing
import Web

/// Whatever a store answers, or does not: no endpoint calls a purchase invalid for it that its signature
/// proves, that its store once confirmed, or about which its store could say nothing.
///
/// One after the other: each has ledgers in files of their own, and hundreds at once take more
/// descriptors than other tests leave.
@Suite(.serialized) struct OutageEndpointTests {
  private static let again = StoreClientError.Remedy.retry(notBefore: nil)

  /// What may keep any store's answer from coming, and what its front may answer for it.
  private static func troubles(_ store: Store) -> [StoreClientError] {
    let faults: [StoreClientError.Fault] = [.unresolved, .refused, .reset, .timeout, .tls, .proxy]
    let flaws: [StoreClientError.Flaw] = [
      .notJSON, .wrongShape, .tooLarge, .badCompression, .untrusted,
    ]
    let statuses: [(Int, StoreClientError.Remedy)] = [
      (301, .operatorAction), (302, .operatorAction), (401, .operatorAction),
      (403, .operatorAction), (404, .operatorAction), (407, .operatorAction), (408, again),
      (500, again), (502, again), (503, .retry(notBefore: SubmissionFixture.now + 600)),
      (504, again),
    ]
    return faults.map { .unreachable(store, $0) } + flaws.map { .unusable(store, $0) }
      + statuses.map { .status(store, http: $0, code: nil, $1) }
      + [
        .throttled(store, until: nil), .throttled(store, until: SubmissionFixture.now + 90),
        .notConfigured(store, missing: "a key"), .cancelled,
      ]
  }

  private static func apple(_ code: Int, _ remedy: StoreClientError.Remedy) -> StoreClientError {
    .status(.apple, http: code < 100_000 ? 200 : code / 10_000, code: "\(code)", remedy)
  }

  private static func google(
    _ http: Int,
    _ reason: String,
    _ remedy: StoreClientError.Remedy
  ) -> StoreClientError {
    .status(.google, http: http, code: reason, remedy)
  }

  static let apple =
    troubles(.apple) + [
      apple(21_000, .operatorAction), apple(21_001, again), apple(21_002, again),
      apple(21_003, .final), apple(21_004, .operatorAction), apple(21_005, again),
      apple(21_009, again), apple(21_010, .final), apple(21_100, .final), apple(21_100, again),
      apple(21_199, .final), apple(21_199, again), apple(4_000_000, .final),
      apple(4_000_002, .operatorAction), apple(4_000_006, .final), apple(4_030_004, .final),
      apple(4_040_001, .final), apple(4_040_002, again), apple(4_040_003, .operatorAction),
      apple(4_040_004, again), apple(4_040_005, .final), apple(4_040_006, again),
      apple(4_040_010, .final), apple(4_090_000, .final), apple(5_000_000, again),
      apple(5_000_001, again),
    ]
  static let google =
    troubles(.google) + [
      google(400, "invalidValue", .final), google(401, "authError", .operatorAction),
      google(401, "permissionDenied", .operatorAction),
      google(403, "projectNotLinked", .operatorAction),
      google(404, "purchaseTokenNotFound", .final),
      google(404, "applicationNotFound", .operatorAction), google(409, "concurrentUpdate", again),
      google(410, "subscriptionPurchaseNoLongerAvailable", .final),
      google(410, "purchaseTokenNoLongerValid", .final), google(500, "backendError", again),
      google(503, "internalError", again),
    ]

  /// All endpoints to which apps hand in purchases.
  private struct HealthEndpoints {
    let stand: SubmissionFixture
    private let router: WebRouter
    private var session = ""

    init() async throws {
      stand = try SubmissionFixture()
      let catalog = Catalog(
        version: "1",
        items: ["pro", "book"].map { name in
          Catalog.Item(
            id: name,
            kind: name == "pro" ? .autoRenewable : .nonConsumable,
            products: [Catalog.Product(.apple, name), Catalog.Product(.google, name)],
            prices: Currency("USD").flatMap { Money(minorUnits: 999, $0) }.map { [$0] } ?? []
          )
        }
      )
      try await stand.ledger.catalogs.save(catalog, asPrimary: true, at: SubmissionFixture.now)
      var configuration = WebConfiguration()
      (configuration.apps, configuration.packages) = (
        SubmissionFixture.apps, SubmissionFixture.apps
      )
      configuration.verification = VerificationConfiguration(isAnonymous: true)
      configuration.upload = UploadConfiguration(key: Secret("app-key"))
      configuration.validator = ValidatorConfiguration(apps: [
        .init(
          name: "reader",
          key: Secret("k3y"),
          bundleID: SubmissionFixture.app,
          package: SubmissionFixture.app
        )
      ])
      var title = PlayFabConfiguration(title: "A1B2")
      title.userPrefix = ""
      configuration.playFab = title
      router = WebRouter(Endpoints.states(configuration, stand.core))
      let login = try await post(
        "/Client/LoginWithCustomID",
        ["TitleId": "A1B2", "CustomId": "ada", "CreateAccount": true]
      )
      session = try #require(login.json["data"]?["SessionTicket"]?.string)
    }

    func post(
      _ target: String,
      _ body: JSONValue
    ) async throws -> (status: Int, json: JSONValue) {
      let answer = await router.answer(
        WebRequest(
          "POST",
          target,
          headers: [
            "content-type": "application/json", "x-app-key": "app-key",
            "x-authorization": session,
          ],
          body: CompactJSON.bytes(body)
        )
      )
      return (answer.status, (try? JSONReader.value(answer.body)) ?? .null)
    }

    /// What of this says that the purchase is invalid: nothing is to.
    func refusals(of hands: [Hand]) async throws -> [String] {
      var refusals: [String] = []
      for hand in hands {
        let (status, json) = try await post(hand.target, hand.body)
        if !hand.isFair(status, json) {
          refusals.append(
            "\(hand.target): \(status) \(String(decoding: CompactJSON.bytes(json), as: UTF8.self))"
          )
        }
      }
      return refusals
    }
  }

  /// A purchase as it is handed in at one endpoint.
  private struct Hand {
    var target: String
    var body: JSONValue

    /// That it is valid, or that nobody can tell now.
    func isFair(_ status: Int, _ json: JSONValue) -> Bool {
      switch target {
      case "/verify":
        status == 503 || json["complete_purchase"] == true
      case "/receipts":
        status == 503 || status == 200
      case _ where target.hasPrefix("/v1/validate"):
        json["ok"] == true || json["code"]?.integer == 6_778_002
      default:
        status == 200 || json["errorCode"]?.integer == 1127 || json["errorCode"]?.integer == 1090
      }
    }
  }

  private static func validate(_ transaction: JSONValue, _ product: String) -> Hand {
    Hand(
      target: "/v1/validate?appName=reader&apiKey=k3y",
      body: [
        "id": .string(product), "type": "paid subscription", "transaction": transaction,
        "additionalData": ["applicationUsername": "ada"],
      ]
    )
  }

  private static func verify(
    _ proof: String,
    _ product: String,
    _ purchase: String,
    of source: String,
    local: String = ""
  ) -> Hand {
    Hand(
      target: "/verify",
      body: [
        "userIdentifier": "ada", "appId": 1234,
        "purchaseDetails": [
          "verificationData": [
            "serverVerificationData": .string(proof), "localVerificationData": .string(local),
            "source": .string(source),
          ],
          "productID": .string(product), "purchaseID": .string(purchase), "status": "purchased",
          "transactionDate": "1643389081662",
        ],
      ]
    )
  }

  private static func appleHands() throws -> [Hand] {
    let receipt = try SubmissionFixture.receipt([
      SubmissionFixture.purchase("100"),
      SubmissionFixture.purchase("101", "book", kind: .nonConsumable),
    ])
    let lone = try SubmissionFixture.receipt([
      SubmissionFixture.purchase("101", "book", kind: .nonConsumable)
    ])
    let signed = try SubmissionFixture.transaction()
    return [
      validate(
        ["type": "ios-appstore", "id": "100", "appStoreReceipt": .string(receipt)],
        SubmissionFixture.app
      ),
      validate(
        ["type": "apple-sk2", "id": "pro", "jwsRepresentation": .string(signed)],
        SubmissionFixture.app
      ),
      verify(receipt, "book", "101", of: "app_store"),
      verify(signed, "pro", "200", of: "app_store"),
      Hand(
        target: "/receipts",
        body: ["receipt-data": .string(receipt), "uuid": "phone-1", "uid": "ada"]
      ),
      Hand(target: "/Client/RestoreIOSPurchases", body: ["ReceiptData": .string(receipt)]),
      Hand(
        target: "/Client/ValidateIOSReceipt",
        body: ["ReceiptData": .string(lone), "CurrencyCode": "USD", "PurchasePrice": 999]
      ),
    ]
  }

  private static func googleHands() -> [Hand] {
    let (token, order) = (SubmissionFixture.token, SubmissionFixture.order)
    let local = """
      {"orderId":"\(order)","packageName":"\(SubmissionFixture.app)","productId":"pro",\
      "purchaseState":0,"purchaseToken":"\(token)"}
      """
    return [
      validate(
        ["type": "android-playstore", "id": .string(order), "purchaseToken": .string(token)],
        "pro"
      ),
      verify(token, "pro", order, of: "google_play", local: local),
      Hand(
        target: "/Client/ValidateGooglePlayPurchase",
        body: ["ReceiptJson": .string(local), "Signature": "c2lnbmF0dXJl"]
      ),
    ]
  }

  @Test(arguments: apple)
  func `a purchase that Apple signed is invalid at no endpoint`(
    trouble: StoreClientError
  ) async throws {
    // What Apple itself says of a receipt that it was shown is what an app that uploads one is told.
    let isFinal = trouble.remedy == .final
    for hand in try Self.appleHands() where !isFinal || hand.target != "/receipts" {
      // Each endpoint as the first one that hears of it.
      let house = try await HealthEndpoints()
      house.stand.script(.apple) { _, _ throws(StoreClientError) in throw trouble }
      let first = try await house.refusals(of: [hand])
      #expect(first == [])
      let second = try await house.refusals(of: [hand])
      // Redeemed once.
      #expect(second.filter { !$0.contains("1022") } == [])
    }
  }

  @Test(arguments: google)
  func `a purchase that Google once confirmed is invalid at no endpoint`(
    trouble: StoreClientError
  ) async throws {
    let house = try await HealthEndpoints()
    let hands = Self.googleHands()
    house.stand.sellSubscription()
    let confirmed = try await house.refusals(of: Array(hands.prefix(2)))
    #expect(confirmed == [])
    house.stand.script(.google) { _, _ throws(StoreClientError) in throw trouble }
    let refusals = try await house.refusals(of: hands)
    #expect(refusals == [])
  }

  @Test(arguments: google.filter { $0.remedy != .final })
  func `a purchase about which Google can say nothing is invalid at no endpoint`(
    trouble: StoreClientError
  ) async throws {
    let house = try await HealthEndpoints()
    house.stand.script(.google) { _, _ throws(StoreClientError) in throw trouble }
    let refusals = try await house.refusals(of: Self.googleHands())
    #expect(refusals == [])
  }
}
