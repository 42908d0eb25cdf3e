import Entitlements
import Foundation
import JWTKit
import ServiceCore
import Stores
import Testing

struct AppStoreClientTests {
  private struct Claims: JWTPayload {
    var iss: String
    var iat: Int
    var exp: Int
    var aud: String
    var bid: String
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }

  private static let transaction = #"{"signedTransactionInfo":"eyJ.a.b"}"#
  private static let unknown =
    #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#

  @Test func `every request carries a token that the team's key signed`() async throws {
    let visit = try await Counter.ask(.appleTransaction("1000")) { _ in .json(Self.transaction) }
    let token = try #require(visit.received.first?.bearer)
    let keys = await JWTKeyCollection().add(ecdsa: Counter.appleKey.publicKey, kid: "KEY1")
    let claims = try await keys.verify(token, as: Claims.self)
    #expect(claims.iss == "57246542-96fe-1a63-e053-0824d011072a")
    #expect(claims.aud == "appstoreconnect-v1")
    #expect(claims.bid == Counter.app)
    #expect(claims.iat == Int(Counter.now.timeIntervalSince1970))
    #expect(claims.exp - claims.iat == 1_200)
    let header = try await keys.unverified(token, as: Claims.self)
    #expect(header.iss == claims.iss)
    let head = try #require(token.split(separator: ".").first)
    let text = try #require(Data(base64Encoded: String(head) + padding(head.count)))
    let fields = try #require(try JSONSerialization.jsonObject(with: text) as? [String: String])
    #expect(fields == ["alg": "ES256", "kid": "KEY1", "typ": "JWT"])
  }

  private func padding(_ count: Int) -> String {
    String(repeating: "=", count: (4 - count % 4) % 4)
  }

  @Test(arguments: [
    (StoreQuery.appleSubscriptions(transaction: "7"), "/inApps/v1/subscriptions/7"),
    (.appleHistory(transaction: "7", revision: nil), "/inApps/v2/history/7"),
    (.appleHistory(transaction: "7", revision: "a+b="), "/inApps/v2/history/7?revision=a%2Bb%3D"),
    (.appleTransaction("7/../8"), "/inApps/v1/transactions/7%2F..%2F8"),
    (.appleRefunds(transaction: "7", revision: "r"), "/inApps/v2/refund/lookup/7?revision=r"),
    (.appleOrder("MZ1234"), "/inApps/v1/lookup/MZ1234"),
    (.appleAppTransaction(transaction: "7"), "/inApps/v1/transactions/appTransactions/7"),
    (
      .appleMassExtension(product: "a/b", request: "r"),
      "/inApps/v1/subscriptions/extend/mass/a%2Fb/r"
    ),
  ])
  func `a question goes to its endpoint`(question: StoreQuery, target: String) async throws {
    let visit = try await Counter.ask(question) { _ in .json(Self.body(for: question)) }
    #expect(visit.received.map(\.target) == ["/production" + target])
    #expect(visit.received.first?.method == "GET")
    let answer = try visit.result.get()
    #expect(answer.environment == .production)
    let document = try #require(answer.documents.first)
    #expect(document.bytes == Array(Self.body(for: question).utf8))
    #expect(document.hints.app == Counter.app)
    #expect(document.hints.environment == "production")
    let order: String? = if case .appleOrder(let order) = question { order } else { nil }
    #expect(document.hints.storeOrder == order)
  }

  private static func body(for question: StoreQuery) -> String {
    switch question {
    case .appleSubscriptions:
      """
      {"environment":"Production","bundleId":"\(Counter.app)","data":[{"lastTransactions":\
      [{"status":1,"signedTransactionInfo":"eyJ.a.b"}]}]}
      """
    case .appleHistory:
      """
      {"environment":"Production","bundleId":"\(Counter.app)","hasMore":false,"revision":"z",\
      "signedTransactions":["eyJ.a.b"]}
      """
    case .appleAppTransaction: #"{"signedAppTransactionInfo":"eyJ.a.b"}"#
    case .appleMassExtension: #"{"requestIdentifier":"r","complete":false}"#
    case .appleOrder: #"{"status":0,"signedTransactions":["eyJ.a.b"]}"#
    case .appleRefunds: #"{"hasMore":false,"revision":"z","signedTransactions":["eyJ.a.b"]}"#
    default: transaction
    }
  }

  @Test func `a history is followed by its revision while there is more`() async throws {
    let page = #"{"bundleId":"b","hasMore":true,"revision":"r2","signedTransactions":["eyJ.a.b"]}"#
    let question = StoreQuery.appleHistory(transaction: "7", revision: "r1")
    let visit = try await Counter.ask(question) { _ in .json(page) }
    #expect(try visit.result.get().next == .appleHistory(transaction: "7", revision: "r2"))
  }

  @Test func `more without a new place to go to would never end`() async throws {
    let page = #"{"bundleId":"b","hasMore":true,"revision":"r1","signedTransactions":[]}"#
    let question = StoreQuery.appleHistory(transaction: "7", revision: "r1")
    let visit = try await Counter.ask(question) { _ in .json(page) }
    #expect(visit.error == .unusable(.apple, .wrongShape))
  }

  @Test func `missed notifications come one by one, as they were pushed`() async throws {
    let page = """
      {"hasMore":true,"paginationToken":"p2","notificationHistory":[{"signedPayload":"eyJ.1.a",\
      "sendAttempts":[]},{"signedPayload":"eyJ.2.a","sendAttempts":[]}]}
      """
    let from = Date(timeIntervalSince1970: 1_000)
    let until = Date(timeIntervalSince1970: 2_000.5)
    let question = StoreQuery.appleNotifications(
      from: from,
      until: until,
      transaction: "7",
      onlyFailures: true,
      page: "p1"
    )
    let visit = try await Counter.ask(question) { _ in .json(page) }
    let request = try #require(visit.received.first)
    #expect(request.method == "POST")
    #expect(request.target == "/production/inApps/v1/notifications/history?paginationToken=p1")
    #expect(
      request.json == [
        "startDate": 1_000_000, "endDate": 2_000_500, "transactionId": "7", "onlyFailures": true,
      ]
    )
    let answer = try visit.result.get()
    #expect(answer.documents.map(\.bytes) == ["eyJ.1.a", "eyJ.2.a"].map { Array($0.utf8) })
    #expect(
      answer.next
        == .appleNotifications(
          from: from,
          until: until,
          transaction: "7",
          onlyFailures: true,
          page: "p2"
        )
    )
  }

  @Test func `what production does not know, the sandbox is asked at once`() async throws {
    let visit = try await Counter.ask(.appleTransaction("7")) {
      $0.path.hasPrefix("/sandbox") ? .json(Self.transaction) : .json(Self.unknown, 404)
    }
    #expect(visit.received.map { $0.path.hasPrefix("/sandbox") } == [false, true])
    #expect(try visit.result.get().environment == .sandbox)
    #expect(try visit.result.get().documents.first?.hints.environment == "sandbox")
  }

  @Test func `what neither environment knows is final, after one question each`() async throws {
    let visit = try await Counter.ask(.appleTransaction("7")) { _ in .json(Self.unknown, 404) }
    #expect(visit.error == .status(.apple, http: 404, code: "4040010", .final))
    #expect(visit.received.count == 2)
  }

  @Test func `an order is looked up in production only`() async throws {
    let visit = try await Counter.ask(.appleOrder("MZ1")) { _ in .json(Self.unknown, 404) }
    #expect(visit.error?.remedy == .final)
    #expect(visit.received.count == 1)
    let invalid = try await Counter.ask(.appleOrder("MZ1")) { _ in
      .json(#"{"status":1,"signedTransactions":[]}"#)
    }
    #expect(invalid.error == .status(.apple, http: 200, code: "1", .final))
  }

  @Test func `a deed stays in the environment it is meant for`() async throws {
    let shop = StoreScope(app: Counter.app, environment: .production)
    let deed = StoreAction.appleExtend(original: "7", days: 9, reason: 1, request: "r")
    let visit = try await Counter.act(deed, of: shop) { _ in .json(Self.unknown, 404) }
    #expect(visit.error?.remedy == .final)
    #expect(visit.received.count == 1)
  }

  @Test func `nobody knows a purchase of Xcode's own store`() async throws {
    let shop = StoreScope(app: Counter.app, environment: .xcode)
    let visit = try await Counter.ask(.appleTransaction("7"), of: shop) { _ in .json("{}") }
    #expect(visit.error?.remedy == .final)
    #expect(visit.received.isEmpty)
  }

  @Test func `an app without a key is not asked for`() async throws {
    let shop = StoreScope(app: "com.example.other")
    let visit = try await Counter.ask(.appleTransaction("7"), of: shop) { _ in .json("{}") }
    #expect(visit.error?.remedy == .operatorAction)
    #expect(visit.received.isEmpty)
  }

  @Test func `deeds are written as Apple reads them`() async throws {
    let token = UUID()
    let deeds: [(StoreAction, method: String, path: String, body: NSDictionary?, reply: Reply)] = [
      (
        .appleConsumption(
          transaction: "7",
          AppleConsumption(
            delivery: .qualityIssue,
            isSampleProvided: true,
            used: 0,
            preference: .grantFull
          )
        ), "PUT", "/inApps/v2/transactions/consumption/7",
        [
          "customerConsented": true, "deliveryStatus": "UNDELIVERED_QUALITY_ISSUE",
          "sampleContentProvided": true, "consumptionPercentage": 0,
          "refundPreference": "GRANT_FULL",
        ], Reply(status: 202)
      ),
      (
        .appleExtend(original: "7", days: 30, reason: 3, request: "r1"), "PUT",
        "/inApps/v1/subscriptions/extend/7",
        ["extendByDays": 30, "extendReasonCode": 3, "requestIdentifier": "r1"],
        .json(#"{"originalTransactionId":"7","success":true,"effectiveDate":1767225600000}"#)
      ),
      (
        .appleAccount(original: "7", token: token), "PUT",
        "/inApps/v1/transactions/7/appAccountToken",
        ["appAccountToken": token.uuidString.lowercased()], Reply(status: 200)
      ),
      (
        .appleTestNotification, "POST", "/inApps/v1/notifications/test", nil,
        .json(#"{"testNotificationToken":"t"}"#)
      ),
    ]
    for deed in deeds {
      let reply = deed.reply
      let visit = try await Counter.act(deed.0) { _ in reply }
      let request = try #require(visit.received.first)
      #expect(request.method == deed.method)
      #expect(request.path == "/production" + deed.path)
      #expect(request.json == deed.body)
      let answer = try visit.result.get()
      #expect(answer.documents.map(\.bytes) == (deed.reply.body.isEmpty ? [] : [deed.reply.body]))
    }
  }

  @Test func `a token that is refused is replaced once`() async throws {
    let calls = Tally()
    try await ScriptedStore.run { _ in
      calls.next() == 1 ? Reply(status: 401) : .json(Self.transaction)
    } use: { url, journal in
      try await Counter.visit(Counter.configuration(at: url)) { clients in
        let client = try #require(clients.clients[.apple])
        // The first question fetches the token; the second finds it refused.
        _ = try await client.query(.appleTransaction("7"), Counter.shop)
        _ = try await client.query(.appleTransaction("7"), Counter.shop)
        let tokens = journal().compactMap(\.bearer)
        #expect(tokens.count == 3)
        #expect(tokens[0] == tokens[1])
        #expect(tokens[1] != tokens[2])
      }
    }
  }

  @Test func `a fresh token that is refused is not tried again`() async throws {
    let visit = try await Counter.ask(.appleTransaction("7")) { _ in Reply(status: 401) }
    #expect(visit.error == .status(.apple, http: 401, code: nil, .operatorAction))
    #expect(visit.received.count == 1)
  }
}
