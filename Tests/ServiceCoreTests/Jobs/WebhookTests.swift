import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Synchronization
import Testing

@Suite struct `Changes that are told` {
  private let fixture: ServiceFixture
  private let ear = Ear()
  private let clock = ScriptedClock()
  private let ada = ID<User>("ada")

  init() throws { fixture = try ServiceFixture() }

  /// Who is told, and hears or does not.
  private final class Ear: Sendable {
    private let state = Mutex<(heard: [EntitlementSnapshot], error: WebhookError?)>(([], nil))

    var heard: [EntitlementSnapshot] { state.withLock(\.heard) }
    func fail(with error: WebhookError?) { state.withLock { $0.error = error } }

    var entitlementWebhook: EntitlementWebhook {
      EntitlementWebhook { (announcement) async throws(WebhookError) in
        let error = self.state.withLock { state in
          state.heard.append(announcement)
          return state.error
        }
        if let error { throw error }
      }
    }
  }

  private func service(sendsWebhooks: Bool = true) throws -> EntitlementService {
    EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(roots: [ServiceFixture.authority.get().rootDER]),
      world: clock.world,
      entitlementWebhook: sendsWebhooks ? ear.entitlementWebhook : nil
    )
  }

  private func buy(
    _ transaction: String = "100",
    for user: String = "ada",
    cancelled: Double? = nil,
    age: Double = 0
  ) async throws {
    _ = try await service().submissions.validate(
      SubmittedDocument(
        bytes: try fixture.receipt(
          [fixture.month(transaction, begun: 5, cancelled: cancelled)],
          age: age
        ),
        user: ID(user)
      )
    )
  }

  private func run(sendsWebhooks: Bool = true) async throws -> JobRunner.Report {
    try await JobRunner(service: service(sendsWebhooks: sendsWebhooks), name: "runner", width: 2)
      .run(until: .whenIdle)
  }

  private func open() async throws -> [JobRow] {
    try await fixture.ledger.jobs.list(in: [.waiting], limit: 9)
  }

  @Test func `nobody is told before somebody wants to hear`() async throws {
    try await buy()
    #expect(try await fixture.ledger.jobs.list(limit: 9).isEmpty)
  }

  @Test func `a right that begins and one that ends are told, and nothing else`() async throws {
    try await service().maintenance.enableWebhooks(true)
    try await buy(age: 2)
    #expect(try await run().done == 1)
    #expect(ear.heard.map(\.user) == [ada])
    #expect(ear.heard.first?.entitlements.map(\.key) == ["pro"])
    // The same purchase in a newer document.
    try await buy(age: 1)
    #expect(try await open().isEmpty)
    try await buy(cancelled: 0.5)
    #expect(try await run().done == 1)
    #expect(ear.heard.last?.entitlements == [])
    #expect(Set(ear.heard.map(\.id)).count == 2)
  }

  @Test func `what is told is what stands then, once for many changes of one user`() async throws {
    try await service().maintenance.enableWebhooks(true)
    try await buy()
    try await buy("200")
    try await buy("300", for: "ben")
    _ = try await service().actions.perform(
      .grant(ada, key: "gift", .production, until: nil),
      by: "mia"
    )
    #expect(try await open().count == 2)
    #expect(try await run().done == 2)
    #expect(
      ear.heard.first { $0.user == ada }?.entitlements.map(\.key).sorted() == ["gift", "pro"]
    )
  }

  @Test func `a purchase that goes over is told of both users`() async throws {
    try await service().maintenance.enableWebhooks(true)
    try await buy()
    _ = try await run()
    clock.advance(by: 60)
    let chain = try #require(try await fixture.ledger.storeQueries.chains(of: ada).first)
    _ = try await service().actions.perform(.transfer(chain, to: ID("ben")), by: "mia")
    _ = try await run()
    let last = ear.heard.suffix(2).map { "\($0.user) \($0.entitlements.count)" }
    #expect(Set(last) == ["ada 0", "ben 1"])
  }

  @Test func `whoever does not hear is told the same again, after growing pauses`() async throws {
    try await service().maintenance.enableWebhooks(true)
    try await buy()
    ear.fail(with: .refused(http: 500, notBefore: nil))
    var pauses: [TimeInterval] = []
    for _ in 0..<5 {
      #expect(try await run().postponed == 1)
      let job = try #require(try await open().first)
      #expect(job.outcome == "not-heard")
      let now = clock.world.now()
      pauses.append(job.dueAt.timeIntervalSince(now))
      clock.advance(by: job.dueAt.timeIntervalSince(now) + 1)
    }
    #expect(pauses == pauses.sorted() && Set(pauses).count == 5, "\(pauses)")
    ear.fail(with: nil)
    #expect(try await run().done == 1)
    #expect(ear.heard.count == 6)
    #expect(Set(ear.heard.map(\.id)).count == 1)
  }

  @Test func `a change while somebody is telling is told after it`() async throws {
    try await service().maintenance.enableWebhooks(true)
    try await buy()
    let first = try await fixture.ledger.jobs.claim(
      9,
      in: .messages,
      for: "other",
      at: ServiceFixture.now,
      lease: ServiceFixture.now.addingTimeInterval(180)
    )
    #expect(first.count == 1)
    _ = try await service().actions.perform(
      .grant(ada, key: "gift", .production, until: nil),
      by: "mia"
    )
    #expect(try await open().count == 1)
    #expect(try await run().done >= 1)
    #expect(ear.heard.allSatisfy { $0.user == ada })
  }

  @Test func `who has nobody to tell leaves the job to who has`() async throws {
    try await service().maintenance.enableWebhooks(true)
    try await buy()
    #expect(try await run(sendsWebhooks: false).postponed == 1)
    #expect(try await open().first?.outcome == "no-webhook")
    clock.advance(by: 61)
    #expect(try await run().done == 1)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a receiver that never answers holds back no other job`() async throws {
    try await service().maintenance.enableWebhooks(true)
    try await buy()
    let (calls, called) = AsyncStream.makeStream(of: Void.self)
    let (answers, receiver) = AsyncStream.makeStream(of: Void.self)
    let (ends, ended) = AsyncStream.makeStream(of: JobRow.self)
    let deaf = EntitlementWebhook { (_) async throws(WebhookError) in
      called.yield()
      // None ever comes: only whoever is called off goes on.
      for await _ in answers {}
      throw .cancelled
    }
    let service = EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      world: Dependencies(now: clock.world.now),
      entitlementWebhook: deaf
    )
    let runner = Task {
      try await JobRunner(service: service, name: "runner", width: 1).run(until: .never) { job, _ in
        ended.yield(job)
      }
    }
    for await _ in calls { break }
    let question = JobTask.verify(ID("google:production:com.example.reader:GPA.0"))
    let draft = question.draft(by: "test", dueAt: ServiceFixture.now)
    #expect(try await fixture.ledger.jobs.enqueue([draft], at: ServiceFixture.now) == 1)
    for await job in ends {
      #expect(job.kind == "verify")
      break
    }
    runner.cancel()
    #expect(try await runner.value.postponed == 1, "the message is given back")
    receiver.finish()
  }

  @Test func `once nobody wants to hear any more, what waits is called off`() async throws {
    try await service().maintenance.enableWebhooks(true)
    try await buy()
    try await service().maintenance.enableWebhooks(false)
    #expect(try await open().isEmpty)
    try await buy("200", for: "ben")
    #expect(try await open().isEmpty)
  }

  @Test func `no job keeps the name of somebody who is forgotten`() async throws {
    try await service().maintenance.enableWebhooks(true)
    try await buy(for: "ada again")
    try await buy("200")
    #expect(try await open().count == 2)
    _ = try await service().actions.erase(ada, by: "mia")
    let names = try await fixture.ledger.jobs.list(limit: 9).compactMap {
      JobTask(stored: $0.task)?.subject
    }
    #expect(!names.contains("ada"), "\(names)")
    #expect(names.contains("ada again"))
  }

  @Test func `the ledger writes the task as the runner reads it`() async throws {
    try await service().maintenance.enableWebhooks(true)
    try await buy(for: "a/\"b\" \u{1F600}")
    let job = try #require(try await open().first)
    guard case .notify(let user, let change)? = JobTask(stored: job.task) else {
      Issue.record("\(job.task)")
      return
    }
    #expect(user.raw == "a/\"b\" \u{1F600}")
    #expect(UUID(uuidString: change) != nil)
    let draft = JobTask.notify(user: user, change: change).draft(
      by: "ledger",
      dueAt: ServiceFixture.now
    )
    #expect((draft.key, draft.kind, draft.task) == (job.key, job.kind, job.task))
  }
}
