import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Synchronization
import Testing

@Suite struct `Microsoft's keys, which nobody can check and which open all the same` {
  private let fixture: ServiceFixture
  private let clock = ScriptedClock()
  private let app = "com.example.reader"

  init() throws { fixture = try ServiceFixture() }

  private func key(_ service: String, until: String) -> String {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    }
    let host = "https://\(service).mp.microsoft.com/v6.0/keys"
    let claims = """
      {"http://schemas.microsoft.com/marketplace/2015/08/claims/key/userId":"ada",\
      "iss":"\(host)","aud":"\(host)","exp":\(ms(until) / 1_000)}
      """
    return "\(part(#"{"typ":"JWT","alg":"RS256"}"#)).\(part(claims)).AAAA"
  }

  private var store: ScriptedStore {
    ScriptedStore { [app] question, _ throws(StoreClientError) in
      guard case .microsoftCollections = question else {
        return StoreAnswer(documents: [], environment: .production)
      }
      let json = """
        {"items":[{"productId":"9NLIFE","skuId":"0010","productKind":"Durable","status":"Active",\
        "acquiredDate":"2025-12-01T00:00:00.0000000+00:00","transactionId":"order-1"}]}
        """
      let hints = DocumentHints(app: app, environment: "production", account: "ada")
      return StoreAnswer(
        documents: [.init(bytes: Array(json.utf8), hints: hints)],
        environment: .production
      )
    }
  }

  private func service(_ store: ScriptedStore) throws -> EntitlementService {
    EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      stores: [.microsoft: store.client],
      world: clock.world
    )
  }

  /// What the app hands in, and its user's purchases with it.
  private func handIn(
    _ keys: [String],
    _ service: EntitlementService,
    environment: String? = nil
  ) async throws -> JobRunner.Report {
    let hints = DocumentHints(app: app, environment: environment)
    for key in keys {
      let source = RestoreSource.document(Array(key.utf8))
      let restored = try await service.storeQueries.restore(
        source,
        to: ID("u-17"),
        hints: hints,
        by: "test"
      )
      guard case .restored(let tasks) = restored else {
        Issue.record("\(restored)")
        continue
      }
      _ = try await service.jobs.enqueue(tasks, "restore", by: "test")
    }
    return try await run(service)
  }

  private func run(_ service: EntitlementService) async throws -> JobRunner.Report {
    try await JobRunner(service: service, name: "runner", width: 1).run(until: .whenIdle)
  }

  private func collections(_ key: String) -> StoreQuery {
    .microsoftCollections(key: key, page: nil)
  }

  @Test func `a key that is filed as rejected is asked with, and what it opens is its user's`()
    async throws
  {
    let (store, key) = (store, key("collections", until: "2026-01-20"))
    #expect(try await handIn([key], try service(store)).done == 1)
    let filed = try await fixture.ledger.documents.find(
      DocumentFiling.documentID(of: Array(key.utf8))
    )
    guard case .rejected("untrusted-chain", _, _) = try #require(filed).verdict else {
      Issue.record("it was believed, or refused for another reason")
      return
    }
    #expect(store.questions == [collections(key)])
    let userDetails = try #require(try await fixture.ledger.users.details(of: ID("u-17")))
    #expect(userDetails.orders.map(\.transactionID) == ["order-1/9NLIFE"])
  }

  @Test func `each service is asked by a key of its own, the one that lasts longest`()
    async throws
  {
    let old = key("collections", until: "2026-01-20")
    let new = key("collections", until: "2026-02-20")
    let purchase = key("purchase", until: "2026-01-30")
    let first = store
    _ = try await handIn([new, old, purchase], try service(first))
    let again = store
    let service = try service(again)
    let chains = try await fixture.ledger.storeQueries.chains(of: ID("u-17"))
    _ = try await service.jobs.enqueue(chains.map(JobTask.verify), "verify", by: "test")
    _ = try await run(service)
    #expect(again.questions == [collections(new), .microsoftSubscriptions(key: purchase)])
  }

  @Test func `a key that ended opens nothing, and the job says what would`() async throws {
    let store = store
    let report = try await handIn([key("collections", until: "2025-12-31")], try service(store))
    #expect(report.failed == 1)
    #expect(store.questions == [])
    let job = try #require(try await fixture.ledger.jobs.list(in: [.failed], limit: 1).first)
    #expect(job.outcome == "nothing-to-ask-by")
  }

  @Test func `both services are asked where the sandbox is meant`() async throws {
    let scopes = Mutex<[Entitlements.Environment?]>([])
    let store = ScriptedStore { _, scope throws(StoreClientError) in
      scopes.withLock { $0.append(scope.environment) }
      return StoreAnswer(documents: [], environment: .sandbox)
    }
    let collections = key("collections", until: "2026-01-20")
    let purchase = key("purchase", until: "2026-01-30")
    _ = try await handIn([collections, purchase], try service(store), environment: "sandbox")
    #expect(
      Set(store.questions) == [
        self.collections(collections), .microsoftSubscriptions(key: purchase),
      ]
    )
    #expect(scopes.withLock(\.self) == [.sandbox, .sandbox])
  }

  @Test func `white space around a key is not the key's`() async throws {
    let (store, key) = (store, key("collections", until: "2026-01-20"))
    _ = try await handIn(["\(key)\n"], try service(store))
    #expect(store.questions == [collections(key)])
  }

  @Test func `an account that owns nothing is an answer`() async throws {
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      StoreAnswer(documents: [], environment: .production)
    }
    let service = try service(store)
    let examined = service.submissions.examine(
      Array(key("collections", until: "2026-01-20").utf8),
      hints: DocumentHints(app: app)
    )
    let result = try await service.submissions.submit(
      .document(examined),
      for: ID("u-17"),
      at: .validate
    )
    #expect(result.storeOutcome == .answered)
    #expect(result.purchases.isEmpty)
  }

  @Test func `whoever gave a key is asked about on one day of the week`() async throws {
    let store = store
    let service = try service(store)
    _ = try await handIn([key("collections", until: "2026-02-20")], service)
    var days: [PollCandidate.Rule] = []
    for _ in 0..<21 {
      days += try await service.jobs.pollPlan().candidates.map(\.rule)
      clock.advance(by: ServiceFixture.day)
    }
    #expect(days == [.unpushed, .unpushed, .unpushed])
  }
}
