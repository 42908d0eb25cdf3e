import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

@Suite struct `Entries` {
  /// An entry of any kind; applying it returns its outcome as text.
  struct Step: Sendable {
    var kind: EntryKind
    var body: @Sendable (EntryFormat) throws -> EntryBody
    var apply: @Sendable (inout LedgerWriter) throws -> String
    private var number: Double
    private var id: EntryID

    init<Change: LedgerChange>(_ change: Change, on number: Double, id: EntryID = EntryID()) {
      let entry = Entry(change, at: day(number), id: id)
      (kind, self.number, self.id) = (Change.kind, number, id)
      body = { try EntryBody(change, as: $0) }
      apply = { "\(try $0.apply(entry))" }
    }

    /// The same entry, as the shared log would tell it.
    func told(in format: EntryFormat) throws -> Step {
      Step(try body(format).change(of: kind), on: number, id: id)
    }
  }

  private static let ada = ID<User>("ada")
  private static let bob = ID<User>("bob")

  private static func receipt(_ name: String, on number: Double, _ user: ID<User>) -> Filing {
    .receipt(
      name,
      on: number,
      for: .user(user),
      [
        Sale(name, from: number, until: number + 30),
        Sale("\(name)-box", productID: "box", kind: .consumable, from: number),
      ],
      userName: "The person \(user)"
    )
  }

  private static func sale(_ number: String) -> ID<Order> {
    AppScope(store: .apple, environment: .production, app: "com.example.app").order(number)
  }

  private static func redemption(_ number: String, by user: ID<User>) -> Redemption {
    let scope = AppScope(store: .apple, environment: .production, app: "com.example.app")
    let claim = PurchaseClaim(
      scope.chain(number),
      of: user,
      at: .playfab,
      .confirmed,
      evidence: ID("1"),
      at: day(9)
    )
    return Redemption(items: [ClaimedSale(sale(number), claim)], user: user, isOnce: true)
  }

  private static func login(_ name: String, ticket: UInt8) -> LoginDraft {
    LoginDraft(
      provider: "custom",
      name: name,
      user: ID(name),
      creates: true,
      ticket: [ticket],
      endsAt: day(60),
      newKey: [7, ticket]
    )
  }

  private static func job(_ key: String) -> JobDraft {
    JobDraft(key: key, kind: "verify", task: "{}", actor: "kim", batch: "all", dueAt: day(8))
  }

  private static func consumption(_ count: Int, nonce: Double) -> Consumption {
    Consumption(
      count: count,
      item: "potion",
      sale: sale("1-box"),
      granted: 5,
      act: Lives.act(nonce, .consume(sale("1-box"), count: count, item: "potion"))
    )
  }

  /// Steps of the job that the first purchase's webhook adds, whose name follows from its key and time.
  private static let webhookJob = JobName.make(
    of: JobDraft(key: WebhookJob.key(of: ada), kind: "tell", task: "", actor: "", dueAt: day(1)),
    at: day(1),
    attempt: 0
  )

  private static let claim = JobClaim(jobs: [webhookJob], runner: "r", leasedUntil: day(5))

  private static let receipts = [
    receipt("1", on: 1, ada), receipt("2", on: 2, bob), receipt("3", on: 3, ID("eve")),
  ]

  private static var tombstones: [String: Tombstone] {
    Dictionary(
      uniqueKeysWithValues: receipts.map {
        ($0.document.id.raw, Tombstone(facts: $0.facts, isOneAccount: $0.isOneAccount))
      }
    )
  }

  /// Most kinds, each of which depends on those before.
  static let steps: [Step] = [
    Step(CatalogChange(catalog: .bundles, isPrimary: true, actor: "kim"), on: 0),
    Step(WebhookSwitch(sendsWebhooks: true), on: 0),
    Step(FilingBatch([receipts[0]], mark: ReadPosition("apple", at: 7), at: day(1)), on: 1),
    Step(FilingBatch([receipts[1], receipts[2]], at: day(2)), on: 2),
    Step(claim, on: 2), Step(claim, on: 2.5),
    Step(JobRenewal(jobs: [webhookJob], runner: "r", leasedUntil: day(6)), on: 3),
    Step(JobStep(job: webhookJob, runner: "r", outcome: "sent"), on: 3),
    Step(
      JobEnd(
        job: webhookJob,
        runner: "r",
        ending: JobCompletion(.done, "told"),
        batch: FilingBatch()
      ),
      on: 3
    ),
    Step(login("ada", ticket: 1), on: 3), Step(login("zoe", ticket: 2), on: 3),
    Step(redemption("2-box", by: ada), on: 9), Step(redemption("2-box", by: bob), on: 9),
    Step(redemption("2-box", by: bob), on: 9.5),
    Step(consumption(3, nonce: 10), on: 10), Step(consumption(3, nonce: 11), on: 11),
    Step(consumption(2, nonce: 12), on: 12),
    Step(AuditedActions(filings: [Lives.act(13, .merge(into: ada, ID("eve")))]), on: 13),
    Step(
      JobAddition(drafts: [job("one"), job("two"), job("one")], further: FilingBatch()),
      on: 14
    ),
    Step(JobUpdate(kind: .makeDue, jobs: ["none"]), on: 14.5),
    Step(JobUpdate(kind: .makeDue), on: 15), Step(JobUpdate(kind: .cancel, batch: "all"), on: 16),
    Step(JobUpdate(kind: .retry), on: 17),
    Step(JobDeletion(endedBefore: day(16.5), exceptKinds: ["action"]), on: 17),
    Step(ExportRecord(contentHash: Data([1]), actor: "kim"), on: 18),
    Step(PersonErasure(user: bob, tombstones: tombstones, actor: "kim"), on: 19),
    Step(login("bob", ticket: 3), on: 20), Step(LoginDeletion(unusedSince: day(50)), on: 61),
    Step(WebhookSwitch(sendsWebhooks: false), on: 62),
  ]

  private func ledger(
    of steps: [Step] = steps,
    inGroupsOf count: Int
  ) throws -> (outcomes: [String], state: LedgerState) {
    let ledger = try Ledger.inMemory(isGuarded: true)
    var outcomes: [String] = []
    for start in stride(from: 0, to: steps.count, by: count) {
      let group = steps[start..<min(start + count, steps.count)]
      outcomes += try ledger.database.writeWithoutTransaction { db in
        try ledger.transactions.apply(in: db) { writer in try group.map { try $0.apply(&writer) } }
      }
    }
    return (outcomes, try ledger.database.read { try LedgerState(of: $0, .whole) })
  }

  @Test(arguments: [2, 3, 5, 8, 100])
  func `make the same ledger and outcomes in any grouping`(count: Int) throws {
    let single = try ledger(inGroupsOf: 1)
    let grouped = try ledger(inGroupsOf: count)
    #expect(single.outcomes == grouped.outcomes)
    #expect(grouped.state.differences(from: single.state) == [])
    #expect(single.outcomes.count { $0.contains("given") } == 1, "\(single.outcomes)")
    #expect(single.outcomes.contains { $0.contains("erased-") })
    #expect(single.outcomes.contains { $0.contains("told") })
  }

  @Test(arguments: EntryFormat.allCases)
  func `do the same after they were stored and read`(format: EntryFormat) throws {
    let direct = try ledger(inGroupsOf: 1)
    let told = try ledger(of: try Self.steps.map { try $0.told(in: format) }, inGroupsOf: 1)
    #expect(told.outcomes == direct.outcomes)
    #expect(told.state.differences(from: direct.state) == [])
  }

  @Test(arguments: EntryFormat.allCases)
  func `keep until when an answer said it was paid`(format: EntryFormat) throws {
    var receipt = Self.receipts[0]
    receipt.facts.renewalStatuses = [
      RenewalStatus(
        chain: receipt.facts.orders[0].chain,
        condition: .gracePeriod(until: day(40)),
        paidUntil: day(31),
        statementSource: StatementSource(receipt.document.id, at: day(31))
      )
    ]
    let body = try EntryBody(FilingBatch([receipt], at: day(31)), as: format)
    let told = try body.change(as: FilingBatch.self)
    #expect(told.filings[0].facts == receipt.facts)
  }

  @Test(arguments: EntryFormat.allCases)
  func `are stored in the form on record`(format: EntryFormat) throws {
    let forms = try Self.steps.map { step in
      let bytes = try step.body(format).bytes
      let count = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let members = bytes.dropFirst(4).prefix(count)
      let text =
        switch format {
        case .json: String(decoding: members, as: UTF8.self)
        case .compact: try CompactText.text(of: Array(members))
        }
      return "\(step.kind.rawValue) \(step.kind), \(bytes.count - count) more bytes: \(text)"
    }
    let record = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("forms-\(format.rawValue).txt").path
    let difference = Golden.difference(
      of: forms.joined(separator: "\n") + "\n",
      from: record
    )
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(
    arguments: [
      [], [1], [1, 0, 0, 0], [255, 255, 255, 255], [2, 0, 0, 0, 123, 125], [1, 0, 0, 0, 91],
    ] as [[UInt8]]
  )
  func `of other bytes are an error`(bytes: [UInt8]) {
    for kind in EntryKind.allCases {
      for format in EntryFormat.allCases {
        #expect(throws: (any Error).self) {
          try EntryBody(bytes: bytes, format: format).change(of: kind)
        }
      }
    }
  }

  @Test func `are the only way to change what is believed`() async throws {
    let ledger = try Ledger.inMemory(isGuarded: true)
    _ = try await ledger.file(Self.receipts)
    _ = try await ledger.jobs.enqueue([Self.job("one")], at: day(14))
    let tables = try await ledger.database.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
    }
    let believed = tables.filter { !WriteGuard.isLocal($0) }
    #expect(believed.count > 25)
    for table in believed {
      await #expect(throws: DatabaseError.self, "\(table)") {
        try await ledger.database.write {
          try $0.execute(sql: "INSERT INTO \"\(table)\" SELECT * FROM \"\(table)\" LIMIT 1")
          try $0.execute(sql: "INSERT INTO \"\(table)\" DEFAULT VALUES")
        }
      }
    }
    for sql in [
      "DELETE FROM document", "UPDATE \"order\" SET quantity = 2", "DELETE FROM user",
      "UPDATE job SET outcome = 'done'", "DELETE FROM job",
    ] {
      await #expect(throws: DatabaseError.self, "\(sql)") {
        try await ledger.database.write { try $0.execute(sql: sql) }
      }
    }
    // The next entry goes in as ever.
    let jobs = try await ledger.jobs.claim(1, for: "runner", at: day(15), lease: day(16))
    #expect(jobs.count == 1)
    let ended = try await ledger.jobs.end(
      try #require(jobs.first).id,
      of: "runner",
      JobCompletion(.done, "confirmed"),
      at: day(15)
    )
    #expect(ended?.outcome == "confirmed")
  }

  @Test func `count in the hash of the whole`() async throws {
    let ledger = try Ledger.inMemory()
    var known: Set<String> = [try await ledger.integrity.stateHash()]
    func expectChange(_ what: String) async throws {
      #expect(known.insert(try await ledger.integrity.stateHash()).inserted, "\(what)")
    }
    try await ledger.catalogs.save(.bundles, asPrimary: true, at: day(0))
    try await expectChange("catalog")
    _ = try await ledger.file(Self.receipts)
    try await expectChange("filing")
    _ = try await ledger.playFab.logIn(Self.login("ada", ticket: 1), at: day(3))
    try await expectChange("login")
    _ = try await ledger.submit(Self.redemption("1-box", by: Self.ada), at: day(9))
    try await expectChange("redemption")
    _ = try await ledger.jobs.enqueue([Self.job("one")], at: day(14))
    try await expectChange("job")
    try await ledger.audit.recordExport(of: Data([1]), by: "kim", at: day(15))
    try await expectChange("audit")
  }
}
