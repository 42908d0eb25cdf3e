import CryptoExtras
import Entitlements
import Foundation
import JWTKit
import ServiceCore
import Stores
import Synchronization
import Testing

struct GooglePlayClientTests {
  private struct Claims: JWTPayload {
    var iss: String
    var scope: String
    var aud: String
    var iat: Int
    var exp: Int
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }

  private static let subscription = """
    {"kind":"androidpublisher#subscriptionPurchaseV2",\
    "subscriptionState":"SUBSCRIPTION_STATE_ACTIVE","lineItems":[]}
    """
  private static let root = "/androidpublisher/v3/applications/com.example.app"
  private static let escaped = "purcha5e.token-AO-J1O%2Fx%3Dy"

  @Test func `a token is bought with an assertion that the account signed`() async throws {
    let visit = try await Counter.ask(.googleSubscription(token: "t")) { _ in
      .json(Self.subscription)
    }
    let purchase = try #require(visit.received.first)
    #expect(purchase.method == "POST")
    #expect(purchase.path == "/token")
    #expect(purchase.form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer")
    let key = try #require(Counter.googleKey)
    let keys = await JWTKeyCollection().add(
      rsa: try Insecure.RSA.PublicKey(pem: key.publicKey.pemRepresentation),
      digestAlgorithm: .sha256,
      kid: "gkey1"
    )
    let assertion = try #require(purchase.form["assertion"])
    let claims = try await keys.verify(assertion, as: Claims.self)
    #expect(claims.iss == Counter.email)
    #expect(claims.scope == "https://www.googleapis.com/auth/androidpublisher")
    #expect(claims.aud.hasSuffix("/token"))
    #expect(claims.exp - claims.iat == 3_600)
    #expect(visit.received.last?.bearer == Counter.accessToken)
  }

  @Test(arguments: [
    (
      StoreQuery.googleSubscription(token: Counter.purchaseToken),
      "/purchases/subscriptionsv2/tokens/\(escaped)", subscription
    ),
    (
      .googleProduct(token: Counter.purchaseToken), "/purchases/productsv2/tokens/\(escaped)",
      """
      {"kind":"androidpublisher#productPurchaseV2","purchaseStateContext":{"purchaseState":"PURCHASED"}}
      """
    ),
  ])
  func `a purchase is asked for by its token`(
    question: StoreQuery,
    path: String,
    body: String
  ) async throws {
    let visit = try await Counter.ask(question) { _ in .json(body) }
    #expect(visit.asked.map(\.target) == [Self.root + path])
    #expect(visit.asked.first?.method == "GET")
    let document = try #require(try visit.result.get().documents.first)
    #expect(document.bytes == Array(body.utf8))
    #expect(document.hints == DocumentHints(app: Counter.app, purchaseToken: Counter.purchaseToken))
  }

  @Test func `a tester's purchase is of the sandbox`() async throws {
    let visit = try await Counter.ask(.googleSubscription(token: "t")) { _ in
      .json(#"{"subscriptionState":"SUBSCRIPTION_STATE_ACTIVE","testPurchase":{},"lineItems":[]}"#)
    }
    #expect(try visit.result.get().environment == .sandbox)
  }

  private static func order(_ id: String) -> String {
    #"{"orderId":"\#(id)","state":"PROCESSED","createTime":"2026-01-01T00:00:00Z","lineItems":[]}"#
  }

  @Test func `one order is asked for by itself, many as a list`() async throws {
    let one = try await Counter.ask(.googleOrders(["GPA.1..0"])) { _ in
      .json(Self.order("GPA.1..0"))
    }
    #expect(one.asked.map(\.target) == [Self.root + "/orders/GPA.1..0"])
    let many = try await Counter.ask(.googleOrders(["GPA.1", "GPA.2", "GPA.1"])) { _ in
      .json(#"{"orders":[\#(Self.order("GPA.1")),\#(Self.order("GPA.2"))]}"#)
    }
    #expect(
      many.asked.map(\.target) == [Self.root + "/orders:batchGet?orderIds=GPA.1&orderIds=GPA.2"]
    )
    #expect(try many.result.get().documents.count == 1)
  }

  @Test func `an order that nobody knows does not hide the others`() async throws {
    let ids = ["GPA.1", "GPA.2", "GPA.3", "GPA.4"]
    let visit = try await Counter.ask(.googleOrders(ids)) { request in
      if request.target.contains("GPA.3") {
        return .json(#"{"error":{"code":404,"message":"m","status":"NOT_FOUND"}}"#, 404)
      }
      let asked = ids.filter { request.target.contains($0) }.map(Self.order)
      return .json(#"{"orders":[\#(asked.joined(separator: ","))]}"#)
    }
    let found = try visit.result.get().documents.map { String(decoding: $0.bytes, as: UTF8.self) }
      .joined()
    #expect(ids.filter { found.contains($0) } == ["GPA.1", "GPA.2", "GPA.4"])
  }

  @Test func `more orders than fit into a request are the rest of the question`() async throws {
    let ids = (1...450).map { "GPA.\($0)" }
    let visit = try await Counter.ask(.googleOrders(ids)) { _ in
      .json(#"{"orders":[\#(Self.order("GPA.1"))]}"#)
    }
    #expect(try visit.result.get().next == .googleOrders(Array(ids.dropFirst(200))))
  }

  @Test func `voided purchases are read page by page, subscriptions too`() async throws {
    let from = Date(timeIntervalSince1970: 1_000)
    let until = Date(timeIntervalSince1970: 2_000)
    let question = StoreQuery.googleVoided(from: from, until: until, page: "p1")
    let visit = try await Counter.ask(question) { _ in
      .json(
        """
        {"voidedPurchases":[{"orderId":"GPA.1","purchaseToken":"t","voidedTimeMillis":"1"}],\
        "tokenPagination":{"nextPageToken":"p2"}}
        """
      )
    }
    #expect(
      visit.asked.map(\.target) == [
        Self.root + "/purchases/voidedpurchases?startTime=1000000&endTime=2000000&type=1"
          + "&maxResults=1000&token=p1"
      ]
    )
    #expect(try visit.result.get().next == .googleVoided(from: from, until: until, page: "p2"))
    let nothing = try await Counter.ask(question) { _ in .json("{}") }
    #expect(try nothing.result.get() == StoreAnswer(documents: [], environment: .production))
    let again = try await Counter.ask(question) { _ in
      .json(#"{"tokenPagination":{"nextPageToken":"p1"}}"#)
    }
    #expect(again.error == .unusable(.google, .wrongShape))
  }

  @Test func `deeds are written as Google reads them`() async throws {
    let token = Counter.purchaseToken
    let deeds: [(StoreAction, target: String, body: NSDictionary?)] = [
      (
        .googleAcknowledge(token: token, product: "a/b", isSubscription: false),
        "/purchases/products/a%2Fb/tokens/\(Self.escaped):acknowledge", [:]
      ),
      (
        .googleAcknowledge(token: token, product: "pro", isSubscription: true),
        "/purchases/subscriptions/pro/tokens/\(Self.escaped):acknowledge", [:]
      ),
      (
        .googleConsume(token: token, product: "gems"),
        "/purchases/products/gems/tokens/\(Self.escaped):consume", nil
      ),
      (
        .googleCancel(token: token), "/purchases/subscriptionsv2/tokens/\(Self.escaped):cancel",
        ["cancellationContext": ["cancellationType": "USER_REQUESTED_STOP_RENEWALS"]]
      ),
      (
        .googleRevoke(token: token, isProrated: false),
        "/purchases/subscriptionsv2/tokens/\(Self.escaped):revoke",
        ["revocationContext": ["fullRefund": [String: String]()]]
      ),
      (
        .googleRevoke(token: token, isProrated: true),
        "/purchases/subscriptionsv2/tokens/\(Self.escaped):revoke",
        ["revocationContext": ["proratedRefund": [String: String]()]]
      ),
      (.googleRefund(order: "GPA.1", revokes: true), "/orders/GPA.1:refund?revoke=true", nil),
      (
        .googleRefundReview(
          order: "GPA.1",
          token: "prt-1",
          GoogleRefundReview(preference: .decline, isSampleProvided: false, used: 45_200)
        ), "/orders/GPA.1:reviewrefund",
        [
          "pendingRefundToken": "prt-1", "sampleContentProvided": false,
          "refundPreference": "DECLINE", "consumptionPercentageMilliunits": 45_200,
        ]
      ),
    ]
    for deed in deeds {
      let visit = try await Counter.act(deed.0) { _ in Reply() }
      #expect(visit.asked.map(\.method) == ["POST"])
      #expect(visit.asked.map(\.target) == [Self.root + deed.target])
      #expect(visit.asked.first?.json == deed.body)
      #expect(try visit.result.get().documents.isEmpty)
    }
  }

  @Test func `a token is bought once for many questions`() async throws {
    try await ScriptedStore.run {
      Counter.token(for: $0) ?? .json(Self.subscription)
    } use: {
      url,
      journal in
      try await Counter.visit(Counter.configuration(at: url)) { clients in
        let client = try #require(clients.clients[.google])
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<20 {
            group.addTask {
              _ = try await client.query(.googleSubscription(token: "t\(number)"), Counter.shop)
            }
          }
          try await group.waitForAll()
        }
      }
      #expect(journal().count { $0.path == "/token" } == 1)
      #expect(journal().count == 21)
    }
  }

  @Test func `a token that is about to end is bought anew`() async throws {
    try await ScriptedStore.run {
      Counter.token(for: $0) ?? .json(Self.subscription)
    } use: {
      url,
      journal in
      let now = Mutex(Counter.now)
      let time = StoreTime(now: { now.withLock { $0 } }, elapsed: { .zero }, sleep: { _ in })
      let clients = try StoreClients(Counter.configuration(at: url), time: time)
      let client = try #require(clients.clients[.google])
      for seconds in [0.0, 3_500, 3_550] {
        now.withLock { $0 = Counter.now.addingTimeInterval(seconds) }
        _ = try await client.query(.googleSubscription(token: "t"), Counter.shop)
      }
      await clients.shutdown()
      let isPurchase = journal().map { $0.path == "/token" }
      #expect(isPurchase == [true, false, false, true, false])
    }
  }

  @Test func `a token that Google refuses is replaced once`() async throws {
    let calls = Tally()
    let refusal = Reply.json(
      #"{"error":{"code":401,"message":"m","errors":[{"reason":"authError"}]}}"#,
      401
    )
    try await ScriptedStore.run {
      Counter.token(for: $0) ?? (calls.next() == 1 ? refusal : .json(Self.subscription))
    } use: { url, journal in
      try await Counter.visit(Counter.configuration(at: url)) { clients in
        let client = try #require(clients.clients[.google])
        for _ in 0..<2 {
          _ = try await client.query(.googleSubscription(token: "t"), Counter.shop)
        }
      }
      let isPurchase = journal().map { $0.path == "/token" }
      #expect(isPurchase == [true, false, false, true, false])
    }
  }

  @Test func `a key file that is none is the operator's to mend`() async throws {
    for file in ["", "{}", #"{"client_email":"a","private_key":"no key"}"#] {
      let visit = try await Counter.ask(.googleSubscription(token: "t")) {
        $0.google.account = Secret(file)
      } script: { _ in
        .json(Self.subscription)
      }
      #expect(visit.error?.remedy == .operatorAction)
      #expect(visit.received.isEmpty)
    }
  }
}
