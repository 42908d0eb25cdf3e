import Entitlements
import Foundation
import ServiceCore
import Stores
import Synchronization
import Testing

struct MicrosoftClientTests {
  private static let key = Counter.storeIDKey()
  private static let item = #"{"productId":"9NBLGGH42CFD","skuId":"0010","status":"Active"}"#
  private static let recurrence =
    #"{"id":"mdr:0:1:2","productId":"9N","skuId":"0010","recurrenceState":"Active"}"#

  @Test func `a token is bought with the application's secret`() async throws {
    let question = StoreQuery.microsoftCollections(key: Self.key, page: nil)
    let visit = try await Counter.ask(question) { _ in .json(#"{"items":[\#(Self.item)]}"#) }
    let purchase = try #require(visit.received.first)
    #expect(purchase.target == "/tenant-1/oauth2/v2.0/token")
    #expect(
      purchase.form == [
        "grant_type": "client_credentials", "client_id": "client-1",
        "client_secret": Counter.entraSecret,
        "scope": "https://onestore.microsoft.com/.default",
      ]
    )
    #expect(visit.asked.first?.bearer == Counter.accessToken)
  }

  @Test func `what a user owns is asked for with the user's key`() async throws {
    let question = StoreQuery.microsoftCollections(key: Self.key, page: "p1")
    let body = #"{"items":[\#(Self.item)],"continuationToken":"p2"}"#
    let visit = try await Counter.ask(question) { _ in .json(body) }
    let request = try #require(visit.asked.first)
    #expect(request.method == "POST")
    #expect(request.target == "/collections/v6.0/collections/query")
    let beneficiaries = try #require(request.json?["beneficiaries"] as? [[String: String]])
    #expect(beneficiaries.first?["identityType"] == "b2b")
    #expect(beneficiaries.first?["identityValue"] == Self.key)
    #expect(request.json?["continuationToken"] as? String == "p1")
    let answer = try visit.result.get()
    #expect(answer.documents.first?.bytes == Array(body.utf8))
    #expect(answer.documents.first?.hints.app == Counter.app)
    #expect(answer.documents.first?.hints.account == "ada")
    #expect(answer.next == .microsoftCollections(key: Self.key, page: "p2"))
  }

  @Test func `what a user owns in the sandbox is asked for there`() async throws {
    let scope = StoreScope(app: Counter.app, environment: .sandbox)
    let question = StoreQuery.microsoftCollections(key: Self.key, page: nil)
    let visit = try await Counter.ask(
      question,
      of: scope,
      adjusting: { $0.microsoft.sandbox = "XDKS.1" }
    ) { _ in .json(#"{"items":[\#(Self.item)]}"#) }
    let request = try #require(visit.asked.first)
    #expect(request.target == "/collections/v8.0/collections/b2bLicensePreview")
    #expect(request.json?["sbx"] as? String == "XDKS.1")
    #expect(request.json?["productTypes"] == nil)
    #expect((request.json?["entitlementFilters"] as? [String])?.contains("*:Durable") == true)
    #expect(try visit.result.get().documents.first?.hints.environment == "sandbox")
    let nowhere = try await Counter.ask(question, of: scope) { _ in .json("{}") }
    #expect(nowhere.asked.isEmpty)
    #expect(throws: StoreClientError.notConfigured(.microsoft, missing: "the sandbox")) {
      try nowhere.result.get()
    }
  }

  @Test func `subscriptions are read to their last page`() async throws {
    let calls = Tally()
    let key = Counter.storeIDKey(service: "purchase")
    let visit = try await Counter.ask(.microsoftSubscriptions(key: key)) { _ in
      .json(
        calls.next() == 0
          ? #"{"items":[\#(Self.recurrence)],"continuationToken":"c"}"#
          : #"{"items":[\#(Self.recurrence)]}"#
      )
    }
    #expect(
      visit.asked.map(\.target)
        == Array(repeating: "/purchase/v8.0/b2b/recurrences/query", count: 2)
    )
    #expect(visit.asked.map { $0.json?["b2bKey"] as? String } == [key, key])
    #expect(visit.asked.map { $0.json?["continuationToken"] as? String } == [nil, "c"])
    #expect(try visit.result.get().documents.count == 2)
  }

  @Test func `pages without an end are given up`() async throws {
    let visit = try await Counter.ask(.microsoftSubscriptions(key: Self.key)) { _ in
      .json(#"{"items":[\#(Self.recurrence)],"continuationToken":"c"}"#)
    }
    #expect(visit.error == .unusable(.microsoft, .tooLarge))
  }

  @Test func `a key near its end is renewed, kept, and used`() async throws {
    let old = Counter.storeIDKey(endsIn: 3)
    let fresh = Counter.storeIDKey(endsIn: 30, serial: 2)
    let kept = Mutex<[[String]]>([])
    try await ScriptedStore.run { request in
      if let token = Counter.token(for: request) { return token }
      return request.path.hasSuffix("/keys/renew")
        ? .json(#"{"key":"\#(fresh)"}"#) : .json(#"{"items":[\#(Self.item)]}"#)
    } use: { url, journal in
      try await Counter.visit(
        Counter.configuration(at: url),
        renewed: { old, new in kept.withLock { $0.append([old.opened(), new.opened()]) } }
      ) { clients in
        let client = try #require(clients.clients[.microsoft])
        for _ in 0..<2 {
          _ = try await client.query(.microsoftCollections(key: old, page: nil), Counter.shop)
        }
      }
      let renewals = journal().filter { $0.path.hasSuffix("/keys/renew") }
      #expect(renewals.map(\.path) == ["/collections/v6.0/b2b/keys/renew"])
      #expect(renewals.first?.bearer == nil)
      #expect(renewals.first?.json == ["serviceTicket": Counter.accessToken, "key": old])
      let used = journal().filter { $0.path.hasSuffix("/query") }.compactMap {
        ($0.json?["beneficiaries"] as? [[String: String]])?.first?["identityValue"]
      }
      #expect(used == [fresh, fresh])
    }
    #expect(kept.withLock { $0 } == [[old, fresh]])
  }

  @Test(arguments: [25.0, -1])
  func `a key that is young, or that ended, is not renewed`(days: Double) async throws {
    let key = Counter.storeIDKey(endsIn: days)
    let visit = try await Counter.ask(.microsoftCollections(key: key, page: nil)) { _ in
      .json(#"{"items":[\#(Self.item)]}"#)
    }
    #expect(visit.asked.map(\.path) == ["/collections/v6.0/collections/query"])
  }

  @Test func `a renewal that fails keeps nobody from asking`() async throws {
    let key = Counter.storeIDKey(endsIn: 3)
    let visit = try await Counter.ask(.microsoftCollections(key: key, page: nil)) {
      $0.path.hasSuffix("/keys/renew") ? Reply(status: 503) : .json(#"{"items":[\#(Self.item)]}"#)
    }
    #expect(try visit.result.get().documents.count == 1)
  }
}
