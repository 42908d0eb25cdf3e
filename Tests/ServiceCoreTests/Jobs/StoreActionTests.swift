import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Synchronization
import Testing

@Suite struct `Deeds at a store` {
  let fixture: ServiceFixture
  let clock = ScriptedClock()
  let order = "GPA.1111-2222-3333-44444"
  let chain = Subscription.id(
    store: .google,
    environment: .production,
    app: "com.example.reader",
    originalTransactionID: "GPA.1111-2222-3333-44444"
  )

  init() throws { fixture = try ServiceFixture() }

  private func service(_ store: ScriptedStore) throws -> EntitlementService {
    EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      stores: [.google: store.client, .apple: store.client],
      world: clock.world
    )
  }

  private func subscribe() async throws {
    let told = try #require(ScriptedStore.subscription(state: "ACTIVE", until: 10).documents.first)
    _ = try await fixture.service.submissions.validate(
      SubmittedDocument(
        bytes: told.bytes,
        user: ID("ada"),
        origin: .polled,
        hints: told.hints,
        trustBasis: .storeAnswer
      )
    )
  }

  private func deed(_ act: StoreActionRequest.Kind) -> StoreActionRequest {
    StoreActionRequest(act, to: chain, because: "asked nicely", request: UUID())
  }

  private func store(_ state: String = "ACTIVE") -> ScriptedStore {
    ScriptedStore(obeys: { _ throws(StoreClientError) in }) {
      question,
      _ throws(StoreClientError) in
      guard case .googleSubscription = question else {
        throw .status(.google, http: 404, code: nil, .final)
      }
      return ScriptedStore.subscription(state: state, until: state == "ACTIVE" ? 10 : -1)
    }
  }

  private func order(
    _ deed: StoreActionRequest,
    _ service: EntitlementService,
    again: Bool = false
  ) async throws -> Bool {
    try await service.actions.order(deed, by: "kim", batch: "b", isAgain: again)
  }

  private func run(_ service: EntitlementService) async throws {
    _ = try await JobRunner(service: service, name: "runner", width: 1).run(until: .whenIdle)
  }

  private func job() async throws -> JobRow {
    try #require(try await fixture.ledger.jobs.list(batch: "b", limit: 1).first)
  }

  private func refundedOrder() -> StoreAnswer {
    let text = """
      {"orderId":"\(order)","state":"REFUNDED","createTime":"2025-12-12T00:00:00Z",\
      "lastEventTime":"2026-01-01T00:00:00Z","orderHistory":{"refundEvent":{\
      "eventTime":"2026-01-01T00:00:00Z"}},"lineItems":[{"productId":"pro",\
      "subscriptionDetails":{"basePlanId":"monthly"}}]}
      """
    let hints = DocumentHints(app: "com.example.reader", environment: "production")
    return StoreAnswer(
      documents: [.init(bytes: Array(text.utf8), hints: hints)],
      environment: .production
    )
  }

  @Test func `one is done once, by the token on file, and the store is asked how it stands then`()
    async throws
  {
    try await subscribe()
    let store = store("EXPIRED")
    let service = try service(store)
    let revoke = deed(.revoke(isProrated: false))
    #expect(try await order(revoke, service))
    #expect(try await !order(deed(.revoke(isProrated: false)), service))
    try await run(service)
    #expect(store.deeds == [.googleRevoke(token: ScriptedStore.token, isProrated: false)])
    #expect(try await job().state == .done)
    #expect(try await job().outcome == "done")
    #expect(try await fixture.keys(of: ID("ada")) == [], "the answer after it is filed")
    #expect(try await !order(deed(.revoke(isProrated: false)), service), "nor once it is done")
    #expect(try await order(deed(.revoke(isProrated: false)), service, again: true))
  }

  @Test func `Google's review of a refund is answered with the token of its request`() async throws
  {
    try await subscribe()
    let store = store()
    let service = try service(store)
    let review = GoogleRefundReview(preference: .decline, isSampleProvided: false, used: 40_000)
    let answer = deed(.reviewRefund(order: order, review))
    #expect(try await service.actions.storeAction(for: answer) == nil, "nothing was asked")
    for (number, named, token) in [(1, order, "prt-1"), (2, "GPA.9", "prt-2")] {
      let sentAt = Int(ServiceFixture.now.timeIntervalSince1970 * 1_000) - 9_000 + number
      let notification = """
        {"version":"1.0","packageName":"com.example.reader","eventTimeMillis":"\(sentAt)",\
        "pendingRefundReviewNotification":{"version":"1.0","pendingRefundToken":"\(token)",\
        "orderId":"\(named)","refundReason":7}}
        """
      _ = try await fixture.service.submissions.validate(
        SubmittedDocument(
          bytes: Array(notification.utf8),
          user: nil,
          origin: .pushed,
          trustBasis: .storeAnswer
        )
      )
    }
    #expect(try await order(answer, service))
    try await run(service)
    #expect(store.deeds == [.googleRefundReview(order: order, token: "prt-1", review)])
    #expect(!(try await job()).task.contains("prt-1"))
  }

  @Test func `who did it and why is kept, and no token`() async throws {
    try await subscribe()
    let service = try service(store())
    #expect(try await order(deed(.cancel), service))
    #expect(try await !order(deed(.cancel), service))
    try await run(service)
    let audit = try await fixture.ledger.audit.rows(limit: 9).rows
    #expect(audit.map(\.action) == ["store-cancel-done", "store-cancel"])
    #expect(audit.allSatisfy { $0.actor == "kim" })
    let job = try await job()
    #expect(job.task.contains("asked nicely"))
    #expect(!job.task.contains(ScriptedStore.token))
    clock.advance(by: 400 * ServiceFixture.day)
    _ = try await service.jobs.poll(by: "poll")
    #expect(try await self.job() == job, "a deed is not forgotten")
  }

  @Test func `a lost answer has the store asked, and a deed that was done is not done again`()
    async throws
  {
    try await subscribe()
    let store = store()
    store.obey { _ throws(StoreClientError) in throw .unreachable(.google, .reset) }
    let service = try service(store)
    #expect(try await order(deed(.refund(order: order, revokes: true)), service))
    try await run(service)
    #expect(try await job().state == .waiting)
    let answer = refundedOrder()
    store.change { question, _ throws(StoreClientError) in
      guard case .googleOrders = question else {
        throw .status(.google, http: 404, code: nil, .final)
      }
      return answer
    }
    clock.advance(by: 60)
    try await run(service)
    #expect(store.deeds.count == 1)
    #expect(try await job().state == .done)
  }

  @Test func `what cannot be told waits for another word`() async throws {
    try await subscribe()
    let store = store()
    store.obey { _ throws(StoreClientError) in
      throw .status(.google, http: 503, code: nil, .retry(notBefore: nil))
    }
    let service = try service(store)
    #expect(try await order(deed(.revoke(isProrated: true)), service))
    try await run(service)
    clock.advance(by: 60)
    store.change { _, _ throws(StoreClientError) in throw .unreachable(.google, .timeout) }
    try await run(service)
    #expect(try await job().state == .waiting, "the store could not be asked either")
    clock.advance(by: 7_200)
    store.change { _, _ throws(StoreClientError) in
      ScriptedStore.subscription(state: "ACTIVE", until: 10)
    }
    try await run(service)
    #expect(try await job().state == .failed)
    #expect(try await job().outcome == "unclear")
    #expect(store.deeds.count == 1, "nobody did it again")
    store.obey { _ throws(StoreClientError) in }
    #expect(try await fixture.ledger.jobs.retry(batch: "b", at: clock.world.now()) == 1)
    try await run(service)
    #expect(store.deeds.count == 2)
    #expect(try await job().state == .done)
  }

  @Test func `a runner that died while it told the store is not followed blindly`() async throws {
    try await subscribe()
    let service = try service(store())
    #expect(try await order(deed(.refund(order: order, revokes: false)), service))
    let now = clock.world.now()
    let lease = now.addingTimeInterval(100)
    let taken = try await fixture.ledger.jobs.claim(1, for: "dead", at: now, lease: lease)
    #expect(try await fixture.ledger.jobs.recordStep(taken[0].id, of: "dead", "sent", at: now))
    clock.advance(by: 101)
    let store = store()
    try await run(try self.service(store))
    #expect(store.deeds.isEmpty)
    #expect(try await job().outcome == "unclear")
    #expect(
      try await !fixture.ledger.jobs.recordStep(taken[0].id, of: "dead", "sent", at: now),
      "it is no longer its own"
    )
  }

  @Test func `what changes nothing when it is done twice is simply done again`() async throws {
    try await subscribe()
    let store = store()
    store.obey { _ throws(StoreClientError) in throw .unreachable(.google, .timeout) }
    let service = try service(store)
    #expect(try await order(deed(.acknowledge), service))
    try await run(service)
    store.obey { _ throws(StoreClientError) in }
    clock.advance(by: 60)
    try await run(service)
    let acknowledged = StoreAction.googleAcknowledge(
      token: ScriptedStore.token,
      product: "pro",
      isSubscription: true
    )
    #expect(store.deeds == [acknowledged, acknowledged])
    #expect(try await job().state == .done)
  }

  @Test func `what was surely not done is tried again by itself, and a refusal stands`()
    async throws
  {
    try await subscribe()
    let store = store()
    store.obey { _ throws(StoreClientError) in throw .throttled(.google, until: nil) }
    let service = try service(store)
    #expect(try await order(deed(.revoke(isProrated: false)), service))
    try await run(service)
    #expect(try await job().state == .waiting)
    store.obey { _ throws(StoreClientError) in
      throw .status(.google, http: 400, code: "invalid", .final)
    }
    clock.advance(by: 7_200)
    try await run(service)
    #expect(store.deeds.count == 2)
    #expect(try await job().outcome == "refused")
  }

  @Test func `a deed of another store is none`() async throws {
    try await subscribe()
    let service = try service(store())
    #expect(try await service.actions.storeAction(for: deed(.extend(days: 3, reason: 0))) == nil)
    #expect(try await service.actions.storeAction(for: deed(.cancel)) != nil)
  }
}
