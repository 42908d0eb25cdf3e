import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Synchronization
import Testing

@Suite struct `Jobs that ask a store` {
  let fixture: ServiceFixture
  let clock = ScriptedClock()
  let ada = ID<User>("ada")
  let chain = Subscription.id(
    store: .google,
    environment: .production,
    app: "com.example.reader",
    originalTransactionID: "GPA.1111-2222-3333-44444"
  )

  init() throws { fixture = try ServiceFixture() }

  func service(_ store: ScriptedStore?) throws -> EntitlementService {
    EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      stores: store.map { [.google: $0.client] } ?? [:],
      world: clock.world
    )
  }

  /// Ada's subscription, as Google told it first.
  func subscribe() async throws {
    let told = ScriptedStore.subscription(state: "ACTIVE", until: 10)
    let document = try #require(told.documents.first)
    let validation = try await fixture.service.submissions.validate(
      SubmittedDocument(
        bytes: document.bytes,
        user: ada,
        origin: .polled,
        hints: document.hints,
        trustBasis: .storeAnswer
      )
    )
    #expect(validation.outcome == .filed(ada))
    #expect(try await fixture.keys(of: ada) == ["pro:monthly"])
  }

  func queue(_ task: JobTask) async throws {
    let added = try await fixture.ledger.jobs.enqueue(
      [task.draft(by: "test", dueAt: ServiceFixture.now)],
      at: ServiceFixture.now
    )
    #expect(added == 1)
  }

  func run(
    _ service: EntitlementService,
    _ name: String = "runner"
  ) async throws -> JobRunner.Report {
    try await JobRunner(service: service, name: name, width: 4).run(until: .whenIdle)
  }

  @Test func `what the store answers is filed, and the job is done`() async throws {
    try await subscribe()
    clock.advance(by: 60)
    try await queue(.verify(chain))
    let store = ScriptedStore { question, _ throws(StoreClientError) in
      guard case .googleSubscription = question else {
        throw .status(.google, http: 404, code: nil, .final)
      }
      return ScriptedStore.subscription(state: "EXPIRED", until: -1)
    }
    let report = try await run(try service(store))
    #expect(report.done == 1)
    #expect(store.questions.first == .googleSubscription(token: ScriptedStore.token))
    #expect(try await fixture.keys(of: ada) == [])
    let job = try #require(try await fixture.ledger.jobs.list(limit: 9).first)
    #expect(job.state == .done)
    #expect(job.outcome == "answered")
    // It ended before the end that was bought.
    #expect(job.detail == "1 document, was active, is revoked")
    let sale = try #require(try await fixture.ledger.users.details(of: ada)?.orders.first)
    #expect(sale.expiresAt == ServiceFixture.now + 10 * ServiceFixture.day)
    #expect(sale.cancelledAt == ServiceFixture.now - ServiceFixture.day)
    #expect(sale.cancellation == .revoked)
  }

  @Test func `the orders of an answer's charge and of the one before are asked for`() async throws {
    try await subscribe()
    clock.advance(by: 60)
    try await queue(.verify(chain))
    let store = ScriptedStore { question, _ throws(StoreClientError) in
      guard case .googleSubscription = question else {
        throw .status(.google, http: 404, code: nil, .final)
      }
      return ScriptedStore.subscription(state: "ACTIVE", until: 40, renewal: "..0")
    }
    #expect(try await run(try service(store)).done == 1)
    #expect(
      store.questions == [
        .googleSubscription(token: ScriptedStore.token),
        .googleOrders(["GPA.1111-2222-3333-44444", "GPA.1111-2222-3333-44444..0"]),
      ]
    )
  }

  @Test func `a job says what changed, and that nothing did, and keeps that`() async throws {
    try await subscribe()
    let store = ScriptedStore { question, _ throws(StoreClientError) in
      guard case .googleSubscription = question else {
        throw .status(.google, http: 404, code: nil, .final)
      }
      return ScriptedStore.subscription(state: "EXPIRED", until: -1)
    }
    for outcome in ["answered", "unchanged"] {
      try await queue(.verify(chain))
      _ = try await run(try service(store))
      #expect(try await fixture.ledger.jobs.list(limit: 1).first?.outcome == outcome)
    }
  }

  @Test func `an answer that is given again after another one counts again`() async throws {
    try await subscribe()
    for (state, ending) in [
      ("CANCELED", "answered"), ("ACTIVE", "answered"), ("ACTIVE", "unchanged"),
      ("CANCELED", "answered"), ("CANCELED", "unchanged"),
    ] {
      clock.advance(by: 60)
      let store = ScriptedStore { question, _ throws(StoreClientError) in
        guard case .googleSubscription = question else {
          throw .status(.google, http: 404, code: nil, .final)
        }
        return ScriptedStore.subscription(state: state, until: 10)
      }
      try await queue(.verify(chain))
      _ = try await run(try service(store))
      #expect(try await fixture.ledger.jobs.list(limit: 1).first?.outcome == ending)
      let userDetails = try #require(try await fixture.ledger.users.details(of: ada))
      let renews = userDetails.lives[chain]?.last { $0.contains(clock.world.now()) }?.renews
      #expect(renews == (state == "ACTIVE"))
    }
    #expect(try await fixture.replay.differences(of: fixture.ledger) == [])
  }

  @Test func `a store that cannot be reached takes nothing away, and is asked again`() async throws
  {
    try await subscribe()
    try await queue(.verify(chain))
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      throw .unreachable(.google, .timeout)
    }
    let report = try await run(try service(store))
    #expect(report.postponed == 1)
    #expect(try await fixture.keys(of: ada) == ["pro:monthly"])
    let job = try #require(try await fixture.ledger.jobs.list(limit: 9).first)
    #expect(job.state == .waiting)
    #expect(job.outcome == "store-unavailable")
    #expect(job.dueAt > ServiceFixture.now)
    store.change { _, _ throws(StoreClientError) in
      ScriptedStore.subscription(state: "EXPIRED", until: -1)
    }
    clock.advance(by: 10)
    #expect(try await run(try service(store)).done == 1)
    #expect(try await fixture.keys(of: ada) == [])
  }

  @Test(arguments: 1...12)
  func `pauses grow with every failure, and end`(failures: Int) async throws {
    try await subscribe()
    try await queue(.verify(chain))
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      throw .unreachable(.google, .reset)
    }
    let service = try service(store)
    var pause = 0.0
    for _ in 0..<failures {
      let due = try #require(try await fixture.ledger.jobs.nextDue())
      clock.advance(by: max(0, due.timeIntervalSince(clock.world.now())) + 0.001)
      _ = try await run(service)
      let next = try #require(try await fixture.ledger.jobs.nextDue())
      let grown = next.timeIntervalSince(clock.world.now())
      #expect(grown >= pause * 0.99)
      #expect(grown <= 3_600)
      pause = grown
    }
  }

  @Test func `a throttled job is not tried before the store allows it`() async throws {
    try await subscribe()
    try await queue(.verify(chain))
    let allowed = ServiceFixture.now.addingTimeInterval(5_000)
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      throw .throttled(.google, until: allowed)
    }
    _ = try await run(try service(store))
    #expect(try await fixture.ledger.jobs.nextDue() == allowed)
  }

  @Test func `a purchase that the store does not know stays as it is`() async throws {
    try await subscribe()
    try await queue(.verify(chain))
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      throw .status(.google, http: 410, code: nil, .final)
    }
    #expect(try await run(try service(store)).done == 1)
    #expect(try await fixture.keys(of: ada) == ["pro:monthly"])
    #expect(try await fixture.ledger.jobs.list(limit: 9).first?.outcome == "unknown-there")
  }

  @Test func `a job whose store the settings do not name ends with what is to be set`() async throws
  {
    try await subscribe()
    try await queue(.verify(chain))
    _ = try await run(try service(nil))
    let job = try #require(try await fixture.ledger.jobs.list(limit: 9).first)
    #expect(job.state == .failed)
    #expect(job.outcome == "not-configured")
    #expect(job.detail?.contains("settings") == true)
  }

  @Test func `nobody is asked twice at a time about the same`() async throws {
    try await subscribe()
    try await queue(.verify(chain))
    let again = JobTask.verify(chain).draft(by: "another", dueAt: ServiceFixture.now)
    #expect(try await fixture.ledger.jobs.enqueue([again, again], at: ServiceFixture.now) == 0)
  }

  @Test func `a runner that died leaves its job to the next one`() async throws {
    try await subscribe()
    try await queue(.verify(chain))
    let taken = try await fixture.ledger.jobs.claim(
      5,
      for: "dead",
      at: ServiceFixture.now,
      lease: ServiceFixture.now.addingTimeInterval(100)
    )
    #expect(taken.count == 1)
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      ScriptedStore.subscription(state: "EXPIRED", until: -1)
    }
    #expect(try await run(try service(store)).done == 0)
    clock.advance(by: 101)
    #expect(try await run(try service(store)).done == 1)
    let late = try await fixture.ledger.jobs.end(
      taken[0].id,
      of: "dead",
      JobCompletion(.failed, "late"),
      at: ServiceFixture.now
    )
    #expect(late == nil, "what is no longer its own is not written")
    #expect(try await fixture.ledger.jobs.list(limit: 9).first?.state == .done)
  }

  @Test func `a runner that is called off gives back what it has, and fails nothing`()
    async throws
  {
    try await subscribe()
    try await queue(.verify(chain))
    let (questions, asked) = AsyncStream.makeStream(of: Void.self)
    let (answers, store) = AsyncStream.makeStream(of: Void.self)
    let patient = StoreClient(
      query: { _, _ async throws(StoreClientError) in
        asked.yield()
        // None ever comes: only whoever is called off goes on.
        for await _ in answers {}
        throw .cancelled
      },
      act: { _, _ async throws(StoreClientError) in throw .cancelled },
      check: { [] }
    )
    let service = EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      stores: [.google: patient]
    )
    let runner = JobRunner(service: service, name: "runner", width: 4)
    let run = Task { try await runner.run(until: .never) }
    for await _ in questions { break }
    run.cancel()
    #expect(try await run.value.postponed == 1)
    let job = try #require(try await fixture.ledger.jobs.list(limit: 9).first)
    #expect(job.state == .waiting)
    #expect(job.outcome == "given-back")
    store.finish()
    _ = try await fixture.ledger.jobs.cancel(at: ServiceFixture.now)
    let idle = Task { try await runner.run(until: .never) }
    idle.cancel()
    #expect(try await idle.value == JobRunner.Report())
  }

  @Test func `jobs are called off, hastened and tried again by hand`() async throws {
    try await subscribe()
    let later = ServiceFixture.now.addingTimeInterval(1_000)
    let draft = JobTask.verify(chain).draft(by: "test", batch: "b", dueAt: later)
    #expect(try await fixture.ledger.jobs.enqueue([draft], at: ServiceFixture.now) == 1)
    #expect(try await fixture.ledger.jobs.makeDue(batch: "b", at: ServiceFixture.now) == 1)
    #expect(try await fixture.ledger.jobs.nextDue() == ServiceFixture.now)
    #expect(try await fixture.ledger.jobs.cancel(batch: "b", at: ServiceFixture.now) == 1)
    #expect(try await fixture.ledger.jobs.nextDue() == nil)
    #expect(try await fixture.ledger.jobs.counts(batch: "b") == [.cancelled: 1])
    let nothing = ID<Subscription>("google:production:com.example.reader:GPA.0")
    try await queue(.verify(nothing))
    #expect(try await run(try service(nil)).failed == 1)
    #expect(try await fixture.ledger.jobs.retry(at: ServiceFixture.now) == 1)
    #expect(try await fixture.ledger.jobs.counts()[.waiting] == 1)
  }

  @Test func `what is asked for again waits no longer, and what failed is done once more`()
    async throws
  {
    let later = ServiceFixture.now.addingTimeInterval(1_000)
    let task = JobTask.verify(chain)
    _ = try await fixture.ledger.jobs.enqueue(
      [task.draft(by: "test", dueAt: later)],
      at: ServiceFixture.now
    )
    let again = task.draft(by: "test", batch: "b", dueAt: ServiceFixture.now)
    #expect(try await fixture.ledger.jobs.enqueue([again], at: ServiceFixture.now) == 0)
    #expect(try await fixture.ledger.jobs.nextDue() == ServiceFixture.now)
    #expect(try await run(try service(nil)).failed == 1)
    #expect(try await fixture.ledger.jobs.counts(batch: "b") == [.failed: 1])
    try await queue(task)
    #expect(
      try await fixture.ledger.jobs.retry(at: ServiceFixture.now) == 0,
      "the same was asked for since"
    )
    #expect(try await run(try service(nil)).failed == 1)
    #expect(try await fixture.ledger.jobs.retry(at: ServiceFixture.now) == 1)
  }

  @Test func `two runners share ten thousand jobs without a double`() async throws {
    let drafts = (0..<10_000).map { number in
      JobTask.lookUp(
        order: "GPA.0000-0000-0000-\(number)",
        .google,
        StoreScope(app: "com.example.reader")
      ).draft(by: "test", dueAt: ServiceFixture.now)
    }
    #expect(try await fixture.ledger.jobs.enqueue(drafts, at: ServiceFixture.now) == 10_000)
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      throw .status(.google, http: 404, code: nil, .final)
    }
    let service = try service(store)
    async let one = JobRunner(service: service, name: "one", width: 32)
      .run(until: .whenIdle)
    async let other = JobRunner(service: service, name: "other", width: 32)
      .run(until: .whenIdle)
    let (mine, others) = try await (one, other)
    #expect(mine.done + others.done == 10_000)
    #expect(store.questions.count == 10_000)
    #expect(Set(store.questions).count == 10_000)
    #expect(try await fixture.ledger.jobs.counts() == [.done: 10_000])
  }

  @Test func `the poll asks about what ends within a day, once in twelve hours`() async throws {
    try await subscribe()
    let service = try service(nil)
    #expect(try await service.jobs.pollPlan().candidates == [])
    clock.advance(by: 9.5 * ServiceFixture.day)
    let due = try await service.jobs.pollPlan().candidates
    #expect(due.map(\.chain) == [chain])
    #expect(due.map(\.rule) == [.endsSoon])
    #expect(try await service.jobs.poll(by: "poll").added == 1)
    #expect(try await service.jobs.poll(by: "poll").added == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a runner that rests wakes for a job that is added`() async throws {
    try await subscribe()
    let (rests, resting) = AsyncStream.makeStream(of: Void.self)
    let (ends, ended) = AsyncStream.makeStream(of: JobCompletion.self)
    let store = ScriptedStore { _, _ throws(StoreClientError) in
      ScriptedStore.subscription(state: "EXPIRED", until: -1)
    }
    var world = clock.world
    // It would never wake by itself.
    world.sleep = { _ in
      resting.yield()
      let (never, _) = AsyncStream.makeStream(of: Void.self)
      for await _ in never {}
      try Task.checkCancellation()
    }
    let service = EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      stores: [.google: store.client],
      world: world
    )
    let runner = Task {
      try await JobRunner(service: service, name: "runner", width: 4).run(until: .never) {
        ended.yield($1)
      }
    }
    for await _ in rests { break }
    try await queue(.verify(chain))
    for await ending in ends {
      #expect(ending.outcome == "answered")
      break
    }
    runner.cancel()
    _ = await runner.result
  }
}
