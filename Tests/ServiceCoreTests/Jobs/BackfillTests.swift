import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore
import Testing

@Suite struct `A backfill` {
  private typealias Signed = `What Apple signs, as facts`

  private let fixture: ServiceFixture
  private let clock = ScriptedClock()
  private let workshop: TranslationWorkshop
  private let app = "com.example.reader"
  private let ada = ID<User>("ada")

  init() throws {
    (fixture, workshop) = (try ServiceFixture(), try TranslationWorkshop.shared.get())
  }

  private func service(_ store: ScriptedStore, as kind: Store) throws -> EntitlementService {
    EntitlementService(
      ledger: fixture.ledger,
      receipts: try ReceiptVerifier(),
      reader: workshop.reader,
      stores: [kind: store.client],
      world: clock.world
    )
  }

  private func run(_ service: EntitlementService) async throws -> JobRunner.Report {
    try await JobRunner(service: service, name: "runner", width: 1).run(until: .whenIdle)
  }

  private func orders() async throws -> Int {
    try await fixture.ledger.storeQueries.chains(of: ada).count
  }

  /// Apple's answers about one transaction, and nothing else.
  private func apple() throws -> ScriptedStore {
    let signed = Array(try workshop.payloads.sign(Signed.transaction()).utf8)
    return ScriptedStore(apps: [app]) { question, _ throws(StoreClientError) in
      switch question {
      case .appleHistory(let transaction, _) where transaction == "100":
        StoreAnswer(
          documents: [StoreAnswer.Document(bytes: signed, hints: DocumentHints())],
          environment: .production
        )
      case .appleNotifications: StoreAnswer(documents: [], environment: .production)
      default: throw .status(.apple, http: 404, code: "4040010", .final)
      }
    }
  }

  @Test func `asks about each purchase without an answer, and once about what the stores list`()
    async throws
  {
    let transaction = try workshop.payloads.sign(Signed.transaction())
    let service = try service(try apple(), as: .apple)
    _ = try await service.submissions.validate(
      SubmittedDocument(bytes: Array(transaction.utf8), user: ada)
    )
    let backfill = Backfill(service: service, actor: "test", stores: [.apple, .google])
    let plan = try await backfill.plan()
    #expect(plan.purchases.map(\.store) == [.apple] && plan.purchases.map(\.count) == [1])
    #expect(plan.purchases.map(\.kind) == [.autoRenewable])
    // 180 days, 30 at a time.
    #expect(plan.histories.count == 6)
    #expect(try await backfill.enqueue(plan, as: "backfill-1") == 7)
    // The same again before any was answered: nothing is asked twice.
    #expect(try await backfill.enqueue(try await backfill.plan(), as: "backfill-2") == 0)
    #expect(try await run(service).done == 7)
    let rest = try await backfill.plan()
    #expect(rest.isEmpty, "\(rest)")
    // Another day, only the notifications of that day are missing.
    clock.advance(by: 86_400)
    #expect(try await backfill.plan().histories.count == 1)
    #expect(try await backfill.plan().purchases == [])
  }

  @Test func `leaves out stores that are not asked, and apps that are not configured`()
    async throws
  {
    let transaction = try workshop.payloads.sign(Signed.transaction())
    let service = try service(
      ScriptedStore(apps: ["com.example.other"]) { _, _ in
        StoreAnswer(documents: [], environment: .production)
      },
      as: .apple
    )
    _ = try await service.submissions.validate(
      SubmittedDocument(bytes: Array(transaction.utf8), user: ada)
    )
    let all = Backfill(service: service, actor: "test", stores: Set(Store.allCases))
    #expect(try await all.plan().purchases == [])
    let none = Backfill(service: service, actor: "test", stores: [.google])
    #expect(try await none.plan().isEmpty)
  }

  @Test func `another service's word gives nothing; the store's answer goes to the named user`()
    async throws
  {
    let service = try service(try apple(), as: .apple)
    let scope = StoreScope(app: app, environment: .production)
    let tasks = ["100", "666"].map {
      JobTask.lookUpTransaction($0, .apple, scope, owner: ada)
    }
    #expect(try await service.jobs.enqueue(tasks, as: "export", onceIn: "export", by: "test") == 2)
    #expect(try await service.jobs.enqueue(tasks, as: "export", onceIn: "export", by: "test") == 0)
    #expect(try await orders() == 0)
    #expect(try await run(service).done == 2)
    #expect(try await orders() == 1)
    let outcomes = try await fixture.ledger.jobs.list(limit: 9).map(\.outcome)
    #expect(Set(outcomes) == ["answered", "unknown-there"])
    #expect(try await service.jobs.enqueue(tasks, as: "export", onceIn: "export", by: "test") == 0)
  }

  @Test func `an erasure deletes the questions that name the person`() async throws {
    let service = try service(try apple(), as: .apple)
    let scope = StoreScope(app: app, environment: .production)
    let tasks = [ada, ID<User>("bob")].enumerated().map { number, user in
      JobTask.lookUpTransaction("10\(number)", .apple, scope, owner: user)
    }
    _ = try await service.jobs.enqueue(tasks, as: "export", onceIn: "export", by: "test")
    let profiles = try [ada, ID<User>("bob")].map { try UserProfile($0, emails: ["\($0)@x.org"]) }
    #expect(try await service.profiles.add(profiles, by: "test") == [.new, .new])
    _ = try await service.actions.erase(ada, by: "test")
    let left = try await fixture.ledger.jobs.list(limit: 9).map(\.task)
    #expect(left.count == 1 && left[0].contains("bob"), "\(left)")
  }

  @Test func `additions to a profile keep what was stated before`() async throws {
    let profiles = try service(try apple(), as: .apple).profiles
    let first = try UserProfile(ada, names: ["Ada"], emails: ["a@x.org"])
    #expect(try await profiles.file([first], by: "test") == [.new])
    let more = try UserProfile(ada, emails: ["A@x.org", "b@x.org"], accounts: ["$RC:1"])
    #expect(try await profiles.add([more], by: nil) == [.changed])
    #expect(try await profiles.profile(of: ada) == first)
    #expect(try await profiles.add([more], by: "test") == [.changed])
    #expect(try await profiles.add([more], by: "test") == [.unchanged])
    let joined = try await profiles.profile(of: ada)
    #expect(joined?.names == ["Ada"] && joined?.emails == ["a@x.org", "b@x.org"])
    #expect(joined?.accounts == ["$RC:1"])
  }
}
