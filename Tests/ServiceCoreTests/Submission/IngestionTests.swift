import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `Notifications that are pushed` {
  let fixture: ServiceFixture
  let clock = ScriptedClock()
  let workshop: TranslationWorkshop
  let service: EntitlementService

  init() throws {
    (fixture, workshop) = (try ServiceFixture(), try TranslationWorkshop.shared.get())
    service = EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      reader: workshop.reader,
      world: clock.world
    )
  }

  /// Google's, in Pub/Sub's envelope.
  private func push(_ body: String, number: Int = 1) -> PushedNotification {
    let inner = """
      {"version":"1.0","packageName":"com.example.reader",\
      "eventTimeMillis":"\(ms("2026-01-01"))",\(body)}
      """
    let text = """
      {"message":{"data":"\(Data(inner.utf8).base64EncodedString())","messageId":"\(number)"},\
      "subscription":"projects/p/subscriptions/s"}
      """
    return PushedNotification(Array(text.utf8), trustBasis: .storeAnswer)
  }

  private func renewal(_ token: String = ScriptedStore.token, number: Int = 1) -> PushedNotification
  {
    push(
      """
      "subscriptionNotification":{"version":"1.0","notificationType":2,"purchaseToken":"\(token)"}
      """,
      number: number
    )
  }

  /// Apple's version 2.
  private func apple(_ type: String, _ data: String) throws -> PushedNotification {
    let text = try workshop.payloads.sign(
      """
      {"notificationType":"\(type)","notificationUUID":"\(UUID())","version":"2.0",\
      "signedDate":\(ms("2026-01-01")),"data":{"environment":"Production",\
      "bundleId":"com.example.reader"\(data)}}
      """
    )
    return PushedNotification(Array("{\"signedPayload\":\"\(text)\"}".utf8))
  }

  private func tasks() async throws -> [JobTask] {
    try await fixture.ledger.jobs.list(limit: 99).compactMap { JobTask(stored: $0.task) }
  }

  private func chain(_ name: String, _ store: Store = .google) -> ID<Subscription> {
    Subscription.id(
      store: store,
      environment: .production,
      app: "com.example.reader",
      originalTransactionID: name
    )
  }

  @Test func `one that names only a token has the store asked, and the answer is filed`()
    async throws
  {
    let ingestion = try await service.notifications.ingest(renewal(), by: "test")
    #expect(ingestion.outcome == .filed)
    #expect(ingestion.type == "SUBSCRIPTION_RENEWED")
    #expect(ingestion.queryCount == 1)
    let job = try #require(try await fixture.ledger.jobs.list(limit: 9).first)
    #expect(!job.task.contains(ScriptedStore.token), "no secret lies in the queue")
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      ScriptedStore.subscription(state: "ACTIVE", until: 10)
    }
    let runner = JobRunner(
      service: EntitlementService(
        ledger: fixture.ledger,
        receipts: try ReceiptVerifier(),
        stores: [.google: store.client],
        world: clock.world
      ),
      name: "runner",
      width: 1
    )
    #expect(try await runner.run(until: .whenIdle).done == 1)
    #expect(store.questions.first == .googleSubscription(token: ScriptedStore.token))
    let handles = try await fixture.ledger.storeQueries.handles(
      of: chain("GPA.1111-2222-3333-44444")
    )
    #expect(handles?.kind == .autoRenewable)
  }

  @Test func `nobody knows of a new token whether it is a subscription's: both are asked`()
    async throws
  {
    _ = try await service.notifications.ingest(renewal(), by: "test")
    let store = ScriptedStore { question, _ throws(StoreClientError) in
      guard case .googleProduct = question else {
        throw .status(.google, http: 400, code: "invalid", .final)
      }
      return StoreAnswer(documents: [], environment: .production)
    }
    let asking = EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      stores: [.google: store.client],
      world: clock.world
    )
    let runner = JobRunner(service: asking, name: "runner", width: 1)
    #expect(try await runner.run(until: .whenIdle).done == 1)
    #expect(store.questions.count == 2)
  }

  @Test func `what comes again is known, and asks nothing again`() async throws {
    #expect(try await service.notifications.ingest(renewal(), by: "test").outcome == .filed)
    #expect(try await fixture.ledger.jobs.cancel(at: ServiceFixture.now) == 1)
    let again = try await service.notifications.ingest(renewal(), by: "test")
    #expect(again.outcome == .known)
    #expect(again.queryCount == 0)
    #expect(try await fixture.ledger.jobs.counts() == [.cancelled: 1])
  }

  @Test func `nobody's word is enough: without a trust basis it is kept, and has no effect`()
    async throws
  {
    var stranger = renewal()
    stranger.trustBasis = nil
    let ingestion = try await service.notifications.ingest(stranger, by: "test")
    guard case .rejected(let code, _, _) = ingestion.outcome else {
      Issue.record("\(ingestion)")
      return
    }
    #expect(code == "unsigned")
    #expect(try await tasks().isEmpty)
    #expect(try await fixture.ledger.statistics.summary().documents == 1)
    #expect(
      try await service.notifications.ingest(renewal(), by: "test").outcome == .filed,
      "now it is vouched"
    )
  }

  @Test func `a question in hand does not answer what happened since it was asked`() async throws {
    _ = try await service.notifications.ingest(renewal(number: 1), by: "test")
    _ = try await service.notifications.ingest(renewal(number: 2), by: "test")
    #expect(
      try await fixture.ledger.jobs.counts() == [.waiting: 1],
      "one question will do for both"
    )
    let lease = ServiceFixture.now.addingTimeInterval(100)
    _ = try await fixture.ledger.jobs.claim(1, for: "slow", at: ServiceFixture.now, lease: lease)
    _ = try await service.notifications.ingest(renewal(number: 3), by: "test")
    _ = try await service.notifications.ingest(renewal(number: 4), by: "test")
    #expect(try await fixture.ledger.jobs.counts() == [.running: 1, .waiting: 1])
  }

  @Test func `a void has its order looked up beside its purchase`() async throws {
    let void = push(
      """
      "voidedPurchaseNotification":{"purchaseToken":"secret","orderId":"GPA.1..3",\
      "productType":1,"refundType":1}
      """
    )
    #expect(try await service.notifications.ingest(void, by: "test").queryCount == 2)
    let storeScope = StoreScope(app: "com.example.reader", environment: .production)
    #expect(
      Set(try await tasks())
        == [.verify(chain("GPA.1")), .lookUp(order: "GPA.1..3", .google, storeScope)]
    )
  }

  @Test func `a token that is known is asked about under its purchase's name`() async throws {
    let told = try #require(ScriptedStore.subscription(state: "ACTIVE", until: 10).documents.first)
    _ = try await fixture.service.submissions.validate(
      SubmittedDocument(
        bytes: told.bytes,
        user: nil,
        origin: .polled,
        hints: told.hints,
        trustBasis: .storeAnswer
      )
    )
    _ = try await service.notifications.ingest(renewal(), by: "test")
    #expect(try await tasks() == [.verify(chain("GPA.1111-2222-3333-44444"))])
  }

  @Test func `a signed transaction answers itself, and a renewal alone does not`() async throws {
    typealias Signed = `What Apple signs, as facts`
    let transaction = try workshop.payloads.sign(Signed.transaction([:]))
    let whole = try apple("DID_RENEW", ",\"signedTransactionInfo\":\"\(transaction)\"")
    let filed = try await service.notifications.ingest(whole, by: "test")
    #expect(filed.outcome == .filed)
    #expect(filed.queryCount == 0)
    let renewal = try workshop.payloads.sign(Signed.renewal([:]))
    let part = try apple("DID_CHANGE_RENEWAL_STATUS", ",\"signedRenewalInfo\":\"\(renewal)\"")
    #expect(try await service.notifications.ingest(part, by: "test").queryCount == 1)
    #expect(
      try await service.notifications.ingest(try apple("TEST", ""), by: "test").queryCount == 0
    )
  }

  @Test func `no trust basis mends a signature`() async throws {
    let transaction = try workshop.payloads.sign("{}")
    var forged = try apple("DID_RENEW", ",\"signedTransactionInfo\":\"\(transaction)\"")
    forged.trustBasis = .storeAnswer
    forged.bytes[forged.bytes.count - 6] ^= 1
    guard case .rejected = try await service.notifications.ingest(forged, by: "test").outcome else {
      Issue.record("it was believed")
      return
    }
  }

  @Test(arguments: ["nonsense", "{\"a\":1}", "", "eyJhbGciOiJFUzI1NiJ9.e30.AAAA"])
  func `what is no notification is rejected and not kept`(_ text: String) async throws {
    let ingestion = try await service.notifications.ingest(
      PushedNotification(Array(text.utf8), trustBasis: .storeAnswer),
      by: "test"
    )
    guard case .rejected = ingestion.outcome else {
      Issue.record("\(ingestion)")
      return
    }
    #expect(try await fixture.ledger.statistics.summary().documents == 0)
  }

  @Test func `what stands among them and is none does not keep the others`() async throws {
    let junk = PushedNotification(Array("{}".utf8))
    let told = try await service.notifications.ingest(
      [renewal(), junk, renewal(number: 2)],
      by: "test",
      reaching: ReadPosition("feed", at: 3)
    )
    #expect(told.map { $0.outcome == .filed } == [true, false, true])
    #expect(try await fixture.ledger.readPosition("feed") == 3)
  }
}
