import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `Store actions that two operators decide` {
  let fixture: ServiceFixture
  let clock = ScriptedClock()
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
      stores: [.google: store.client],
      world: clock.world
    )
  }

  private func store() -> ScriptedStore {
    ScriptedStore(obeys: { _ throws(StoreClientError) in }) { _, _ throws(StoreClientError) in
      ScriptedStore.subscription(state: "ACTIVE", until: 10)
    }
  }

  private func subscribe() async throws {
    let answer = ScriptedStore.subscription(state: "ACTIVE", until: 10)
    let stated = try #require(answer.documents.first)
    _ = try await fixture.service.submissions.validate(
      SubmittedDocument(
        bytes: stated.bytes,
        user: ID("ada"),
        origin: .polled,
        hints: stated.hints,
        trustBasis: .storeAnswer
      )
    )
  }

  /// The job that waits for approval.
  private func asked(
    _ service: EntitlementService,
    by actor: String = "kim",
    isAgain: Bool = false
  ) async throws -> String {
    let answer = try await service.actions.askApproval(
      for: revocation,
      by: actor,
      isAgain: isAgain
    )
    guard case .waits(let job) = answer else {
      throw LedgerError.refused(rule: "\(answer)")
    }
    return job
  }

  private var revocation: StoreActionRequest {
    let kind = StoreActionRequest.Kind.revoke(isProrated: false)
    return StoreActionRequest(kind, to: chain, because: "asked nicely", request: UUID())
  }

  private func run(_ service: EntitlementService) async throws {
    _ = try await JobRunner(service: service, name: "runner", width: 1).run(until: .whenIdle)
  }

  private func actions() async throws -> [String] {
    try await fixture.ledger.audit.rows(limit: 9).rows.map { "\($0.actor) \($0.action)" }.reversed()
  }

  @Test func `an action is sent only after another operator approved it, and once`() async throws {
    try await subscribe()
    let store = store()
    let service = try service(store)
    let job = try await asked(service)
    try await run(service)
    #expect(store.deeds == [], "it waits")
    #expect(try await service.actions.approve(job, by: "kim") == .sameOperator)
    #expect(try await fixture.ledger.jobs.job(job)?.state == .waiting)
    guard case .approved = try await service.actions.approve(job, by: "lee") else {
      Issue.record("it was not approved")
      return
    }
    #expect(try await fixture.ledger.jobs.job(job)?.outcome == "approved")
    #expect(try await service.actions.approve(job, by: "max") == .notWaiting)
    try await run(service)
    #expect(store.deeds == [.googleRevoke(token: ScriptedStore.token, isProrated: false)])
    let audited = [
      "kim store-revoke-asked", "lee store-revoke-approved", "kim store-revoke",
      "kim store-revoke-done",
    ]
    #expect(try await actions() == audited)
  }

  @Test func `the same action waits once at a time`() async throws {
    try await subscribe()
    let service = try service(store())
    _ = try await asked(service)
    #expect(try await service.actions.askApproval(for: revocation, by: "lee") == .alreadyWaits)
  }

  @Test func `what was approved before is asked for again only expressly`() async throws {
    try await subscribe()
    let service = try service(store())
    _ = try await service.actions.approve(try await asked(service), by: "lee")
    try await run(service)
    #expect(try await service.actions.askApproval(for: revocation, by: "kim") == .requestedBefore)
    #expect(try await !service.actions.order(revocation, by: "kim", batch: "b"))
    _ = try await asked(service, isAgain: true)
  }

  @Test func `a waiting action is hastened by nobody, and called off with the role for it`()
    async throws
  {
    try await subscribe()
    let service = try service(store())
    let job = try await asked(service)
    let helper = Operator(account: "daemon", name: "Daemon", role: .act)
    let kim = Operator(account: "kim", name: "kim", role: .money)
    let all = ChosenJobs(jobs: nil)
    #expect(try await service.jobs.retry(all, alsoWaiting: true, by: kim).count == 0)
    let refused = try await service.jobs.cancel(all, by: helper)
    #expect((refused.count, refused.left) == (0, [job]))
    try await run(service)
    #expect(try await fixture.ledger.jobs.job(job)?.state == .waiting)
    #expect(try await service.jobs.cancel(all, by: kim).count == 1)
    #expect(try await actions() == ["kim store-revoke-asked", "kim job-cancel"])
  }

  @Test func `a failed action is retried with the role for it, which the audit log tells`()
    async throws
  {
    try await subscribe()
    let store = store()
    let service = try service(store)
    store.obey { _ throws(StoreClientError) in
      throw .status(.google, http: 400, code: nil, .final)
    }
    #expect(try await service.actions.order(revocation, by: "kim", batch: "b"))
    try await run(service)
    let failed = try #require(try await fixture.ledger.jobs.list(limit: 1).first)
    #expect(failed.state == .failed)
    let helper = Operator(account: "daemon", name: "Daemon", role: .act)
    let left = try await service.jobs.retry(ChosenJobs(jobs: [failed.id]), by: helper)
    #expect((left.count, left.left) == (0, [failed.id]))
    let kim = Operator(account: "kim", name: "kim", role: .money)
    let retried = try await service.jobs.retry(ChosenJobs(jobs: [failed.id]), by: kim)
    #expect((retried.count, retried.left) == (1, []))
    #expect(try await actions().last == "kim job-retry")
  }

  @Test func `a declined action is never sent, and can be asked for again`() async throws {
    try await subscribe()
    let store = store()
    let service = try service(store)
    let job = try await asked(service)
    #expect(try await service.actions.decline(job, by: "lee") == .declined)
    #expect(try await service.actions.approve(job, by: "lee") == .notWaiting)
    try await run(service)
    #expect(store.deeds == [])
    #expect(try await actions() == ["kim store-revoke-asked", "lee store-revoke-declined"])
    _ = try await asked(service)
  }

  @Test func `what nobody approves within seven days fails without being sent`() async throws {
    try await subscribe()
    let store = store()
    let service = try service(store)
    let job = try await asked(service)
    clock.advance(by: OperatorActions.approvalTimeout + 1)
    try await run(service)
    #expect(try await fixture.ledger.jobs.job(job)?.outcome == "not-approved")
    #expect(store.deeds == [])
    #expect(try await service.actions.approve(job, by: "lee") == .notWaiting)
  }

  @Test func `what nobody approved within seven days cannot be approved before a runner ends it`()
    async throws
  {
    try await subscribe()
    let store = store()
    let service = try service(store)
    let job = try await asked(service)
    clock.advance(by: OperatorActions.approvalTimeout)
    #expect(try await service.actions.approve(job, by: "lee") == .expired)
    try await run(service)
    #expect(try await fixture.ledger.jobs.job(job)?.outcome == "not-approved")
    #expect(store.deeds == [])
    #expect(try await actions() == ["kim store-revoke-asked"])
  }

  @Test func `what nobody approved in time can be asked for again at once`() async throws {
    try await subscribe()
    let service = try service(store())
    let job = try await asked(service)
    clock.advance(by: OperatorActions.approvalTimeout)
    #expect(try await service.actions.approve(job, by: "lee") == .expired)
    #expect(try await fixture.ledger.jobs.job(job)?.outcome == "not-approved")
    let again = try await asked(service)
    #expect(again != job)
    guard case .approved = try await service.actions.approve(again, by: "lee") else {
      Issue.record("it was not approved")
      return
    }
  }

  @Test func `a job that is no request for approval cannot be approved`() async throws {
    try await subscribe()
    let service = try service(store())
    _ = try await service.jobs.enqueue([.verify(chain)], "verify", by: "kim")
    let job = try #require(try await fixture.ledger.jobs.list(limit: 1).first)
    #expect(try await service.actions.approve(job.id, by: "lee") == .notWaiting)
    #expect(try await service.actions.approve("no such job", by: "lee") == .notWaiting)
  }

  @Test func `erasing the user removes the reason from a request for approval`() async throws {
    try await subscribe()
    let service = try service(store())
    let job = try await asked(service)
    _ = try await service.actions.erase(ID("ada"), by: "kim")
    let task = try #require(try await fixture.ledger.jobs.job(job)?.task)
    #expect(!task.contains("asked nicely"))
  }
}
