import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `What a poll finds that was missed` {
  let fixture: ServiceFixture
  let clock = ScriptedClock()
  let workshop: TranslationWorkshop
  let app = "com.example.reader"
  let hour: TimeInterval = 3_600

  init() throws {
    (fixture, workshop) = (try ServiceFixture(), try TranslationWorkshop.shared.get())
  }

  private func service(
    _ store: ScriptedStore,
    as kind: Store = .apple,
    policy: JobPolicy = JobPolicy()
  ) throws -> EntitlementService {
    EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      reader: workshop.reader,
      stores: [kind: store.client],
      policy: policy,
      world: clock.world
    )
  }

  private func store(_ answers: [StoreQuery: StoreAnswer] = [:]) -> ScriptedStore {
    ScriptedStore(apps: [app]) { question, _ throws(StoreClientError) in
      answers[question] ?? StoreAnswer(documents: [], environment: .production)
    }
  }

  private func notification(_ number: Int = 0) throws -> [UInt8] {
    let text = try workshop.payloads.sign(
      """
      {"notificationType":"DID_RENEW","notificationUUID":"\(number)-\(UUID())","version":"2.0",\
      "signedDate":\(ms("2026-01-01")),"data":{"environment":"Production","bundleId":"\(app)"}}
      """
    )
    return Array(text.utf8)
  }

  /// Apple pushes one now.
  private func push(_ service: EntitlementService) async throws {
    let told = try await service.notifications.ingest(
      PushedNotification(try notification()),
      by: "endpoint"
    )
    #expect(told.outcome == .filed)
  }

  private func stretches(_ plan: PollPlan) -> [ClosedRange<Date>] {
    plan.histories.compactMap { task in
      guard case .notifications(_, let from, let until, _, _) = task else { return nil }
      return from...until
    }
  }

  private func run(_ service: EntitlementService) async throws -> JobRunner.Report {
    try await JobRunner(service: service, name: "runner", width: 1).run(until: .whenIdle)
  }

  @Test func `where nothing ever came, all that Apple keeps is read once`() async throws {
    let service = try service(store())
    let plan = try await service.jobs.pollPlan()
    let stretches = stretches(plan)
    #expect(stretches.first?.lowerBound == ServiceFixture.now - (180 * ServiceFixture.day - hour))
    #expect(stretches.last?.upperBound == ServiceFixture.now)
    for (earlier, later) in zip(stretches, stretches.dropFirst()) {
      #expect(earlier.upperBound == later.lowerBound)
    }
    #expect(try await service.jobs.poll(by: "poll").added == stretches.count)
    #expect(try await service.jobs.pollPlan().histories.isEmpty)
    clock.advance(by: 23 * hour)
    #expect(
      try await service.jobs.pollPlan().histories.isEmpty,
      "its last hour is read with the next"
    )
    clock.advance(by: hour)
    #expect(self.stretches(try await service.jobs.pollPlan()).count == 1)
  }

  @Test func `a gap that Apple bridges by itself is none, and a longer one is read`() async throws {
    let service = try service(store())
    _ = try await service.jobs.poll(by: "poll")
    try await push(service)
    clock.advance(by: 156 * hour)
    try await push(service)
    #expect(try await service.jobs.pollPlan().histories.isEmpty)
    let shut = clock.world.now()
    clock.advance(by: 158 * hour)
    try await push(service)
    let open = clock.world.now()
    let storeScope = StoreScope(app: app, environment: .production)
    #expect(
      try await service.jobs.pollPlan().histories
        == [.notifications(storeScope, from: shut, until: open, onlyFailures: true)]
    )
    _ = try await service.jobs.poll(by: "poll")
    #expect(try await service.jobs.pollPlan().histories.isEmpty)
    clock.advance(by: 25 * hour)
    let silent = try await service.jobs.pollPlan().histories
    guard case .notifications(_, _, _, let onlyFailures, _) = silent.first else {
      Issue.record("\(silent)")
      return
    }
    #expect(!onlyFailures, "whoever took them may have lost them")
  }

  @Test func `a gap is repaired by jobs, and what was missed is filed`() async throws {
    let bytes = try notification()
    let store = ScriptedStore(apps: [app]) { question, _ throws(StoreClientError) in
      guard case .appleNotifications(_, let until, _, _, _) = question, until == ServiceFixture.now
      else {
        return StoreAnswer(documents: [], environment: .production)
      }
      return StoreAnswer(
        documents: [.init(bytes: bytes, hints: DocumentHints(app: "com.example.reader"))],
        environment: .production
      )
    }
    let service = try service(store)
    let added = try await service.jobs.poll(by: "poll").added
    #expect(try await run(service).done == added)
    #expect(try await fixture.ledger.statistics.summary().documents == 1)
    let jobs = try await fixture.ledger.jobs.list(limit: 99)
    #expect(jobs.allSatisfy { $0.kind == "notifications" && $0.state == .done })
    #expect(jobs.contains { $0.detail == "1 notification" })
    let again = try await service.notifications.ingest(PushedNotification(bytes), by: "endpoint")
    #expect(again.outcome == .known)
  }

  @Test func `a long history is read by several jobs, and a place that is forgotten anew`()
    async throws
  {
    let storeScope = StoreScope(app: app, environment: .production)
    let forgets = ScriptedStore { question, _ throws(StoreClientError) in
      guard case .appleNotifications(let from, let until, _, _, let page) = question else {
        throw .status(.apple, http: 404, code: nil, .final)
      }
      let number = page.flatMap { Int($0) } ?? 0
      var answer = StoreAnswer(documents: [], environment: .production)
      if number < 60 {
        answer.next = .appleNotifications(
          from: from,
          until: until,
          transaction: nil,
          onlyFailures: false,
          page: "\(number + 1)"
        )
      }
      return answer
    }
    let service = try service(forgets)
    let task = JobTask.notifications(
      storeScope,
      from: .distantPast,
      until: ServiceFixture.now,
      onlyFailures: false
    )
    _ = try await fixture.ledger.jobs.enqueue(
      [task.draft(by: "test", dueAt: ServiceFixture.now)],
      at: ServiceFixture.now
    )
    #expect(try await run(service).done == 3)
    #expect(forgets.questions.count == 61)
    #expect(Set(forgets.questions).count == 61, "no page is read twice")

    let old = JobTask.notifications(
      storeScope,
      from: .distantPast,
      until: ServiceFixture.now,
      onlyFailures: true,
      page: "old"
    )
    _ = try await fixture.ledger.jobs.enqueue(
      [old.draft(by: "test", dueAt: ServiceFixture.now)],
      at: ServiceFixture.now
    )
    forgets.change { question, _ throws(StoreClientError) in
      if case .appleNotifications(_, _, _, _, "old") = question {
        throw .status(.apple, http: 400, code: "4000017", .final)
      }
      return StoreAnswer(documents: [], environment: .production)
    }
    #expect(try await run(service).done == 2)
  }

  @Test func `what Google took back is listed from the last time on, and verified`()
    async throws
  {
    let void = """
      {"voidedPurchases":[{"kind":"androidpublisher#voidedPurchase","purchaseToken":"t",\
      "orderId":"GPA.1111-2222-3333-44444","purchaseTimeMillis":"\(ms("2025-12-01"))",\
      "voidedTimeMillis":"\(ms("2025-12-20"))","voidedSource":0,"voidedReason":1}]}
      """
    let order = """
      {"orderId":"GPA.1111-2222-3333-44444","purchaseToken":"t","state":"REFUNDED",\
      "createTime":"2025-12-01T00:00:00Z","lastEventTime":"2025-12-20T00:00:00Z",\
      "orderHistory":{"refundEvent":{"eventTime":"2025-12-20T00:00:00Z","refundReason":"OTHER"}},\
      "lineItems":[{"productId":"coins","oneTimePurchaseDetails":{"quantity":1}}]}
      """
    let store = ScriptedStore(apps: [app]) { question, _ throws(StoreClientError) in
      let text =
        switch question {
        case .googleVoided: void
        case .googleOrders: order
        default: throw .status(.google, http: 404, code: nil, .final)
        }
      let hints = DocumentHints(app: "com.example.reader", environment: "production")
      return StoreAnswer(
        documents: [.init(bytes: Array(text.utf8), hints: hints)],
        environment: .production
      )
    }
    let service = try service(store, as: .google)
    #expect(try await service.jobs.poll(by: "poll").added == 1)
    #expect(try await run(service).done == 2)
    let charge = StoreQuery.googleOrders(["GPA.1111-2222-3333-44444"])
    #expect(
      store.questions == [
        .googleVoided(
          from: ServiceFixture.now - (30 * ServiceFixture.day - hour),
          until: ServiceFixture.now,
          page: nil
        ), charge,
        // How the purchase stands since.
        .googleProduct(token: "t"), charge,
      ]
    )
    let chain = ID<Subscription>("google:production:com.example.reader:GPA.1111-2222-3333-44444")
    #expect(try await fixture.ledger.storeQueries.handles(of: chain)?.newestProductID == "coins")
    #expect(try await service.jobs.poll(by: "poll").added == 0, "not twice within twelve hours")
    let last = clock.world.now()
    clock.advance(by: 12 * hour)
    let next = try await service.jobs.pollPlan().voids
    #expect(next == [.voids(app: app, from: ServiceFixture.now - hour, until: last + 12 * hour)])
  }

  @Test func `a list that could not be read is read with the next poll`() async throws {
    let store = ScriptedStore(apps: [app]) { _, _ throws(StoreClientError) in
      throw .status(.google, http: 403, code: "permissionDenied", .final)
    }
    let service = try service(store, as: .google)
    _ = try await service.jobs.poll(by: "poll")
    #expect(try await run(service).failed == 1)
    guard case .voids(_, let from, _) = try await service.jobs.pollPlan().voids.first else {
      Issue.record("nothing is asked")
      return
    }
    #expect(from == ServiceFixture.now - (30 * ServiceFixture.day - hour))
  }

  @Test func `jobs that ended long ago are forgotten, and never those that are open`()
    async throws
  {
    let service = try service(store(), as: .amazon)
    let storeScope = StoreScope(app: app)
    func task(_ name: String) -> JobTask { .lookUp(order: name, .google, storeScope) }
    for name in ["done", "open"] {
      let draft = task(name).draft(by: "test", batch: name, dueAt: clock.world.now())
      _ = try await fixture.ledger.jobs.enqueue([draft], at: clock.world.now())
    }
    #expect(try await fixture.ledger.jobs.cancel(batch: "done", at: clock.world.now()) == 1)
    clock.advance(by: 29 * ServiceFixture.day)
    #expect(try await service.jobs.poll(by: "poll").forgotten == 0)
    clock.advance(by: 2 * ServiceFixture.day)
    #expect(try await service.jobs.poll(by: "poll").forgotten == 1)
    #expect(try await fixture.ledger.jobs.counts() == [.waiting: 1])
  }

  @Test func `a poller polls in every period, and its questions are spread`() async throws {
    let service = try service(store(), as: .google)
    let (polls, found) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      await Poller(service: service, actor: "poller").run { result in
        if case .success(let report) = result { found.yield(report.added) }
      }
    }
    var added: [Int] = []
    for await count in polls {
      added.append(count)
      if added.count == 3 { break }
    }
    task.cancel()
    await task.value
    #expect(added == [1, 1, 1], "one list of voids in each period")
  }
}
