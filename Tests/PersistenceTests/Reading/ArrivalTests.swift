import Entitlements
import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import Persistence

/// What has arrived, in the order of commits.
@Suite struct ArrivalTests {
  private func file(_ names: [String], for user: String, in ledger: Ledger) async throws {
    for name in names {
      _ = try await ledger.file(
        .receipt(name, on: 1, for: .user(ID(user)), [Sale(name, from: 1)])
      )
    }
  }

  private func names(_ arrivals: Arrivals) -> [String] {
    arrivals.rows.compactMap { if case .document(let row) = $0 { row.user?.raw } else { nil } }
  }

  @Test func `everything is read once, whatever its time, and a query leaves out the rest`()
    async throws
  {
    let ledger = try Ledger.inMemory()
    try await file(["1", "2"], for: "a", in: ledger)
    let mark = try await ledger.search.arrivalMark()
    try await file(["3"], for: "b", in: ledger)
    try await file(["4"], for: "c", in: ledger)
    let all = try await ledger.search.arrivals(after: mark, matching: now(.everything))
    #expect(names(all) == ["b", "c"])
    #expect(
      try await ledger.search.arrivals(after: all.mark, matching: now(.everything)).rows == []
    )
    let some = try await ledger.search.arrivals(after: mark, matching: now(.word("c")))
    #expect(names(some) == ["c"])
    #expect(some.mark == all.mark, "what does not match is passed")
  }

  @Test func `of a flood the newest rows are left`() async throws {
    let ledger = try Ledger.inMemory()
    try await file((1...5).map(String.init), for: "a", in: ledger)
    try await file(["6"], for: "b", in: ledger)
    let mark = ArrivalMark(document: 0, event: 0, job: 0)
    let some = try await ledger.search.arrivals(
      after: mark,
      matching: now(.everything),
      maxBehind: 2
    )
    #expect(names(some) == ["a", "b"])
    #expect(some.skipped == 4)
  }

  @Test func `a job is told when it is added and when it has ended, and no other again`()
    async throws
  {
    let ledger = try Ledger.inMemory()
    var mark = try await ledger.search.arrivalMark()
    func told() async throws -> [String] {
      let arrivals = try await ledger.search.arrivals(after: mark, matching: now(.everything))
      mark = arrivals.mark
      return arrivals.rows.compactMap { if case .job(let row) = $0 { row.key } else { nil } }
    }
    func add(_ keys: String..., at time: Date) async throws {
      let drafts = keys.map {
        JobDraft(key: $0, kind: "verify", task: "{}", actor: "kim", batch: "all", dueAt: day(1))
      }
      _ = try await ledger.jobs.enqueue(drafts, at: time)
    }
    try await add("a", "b", "c", at: day(1))
    #expect(try await told() == ["a", "b", "c"])
    #expect(try await told() == [])
    let running = try await ledger.jobs.claim(2, for: "runner", at: day(2), lease: day(3))
    #expect(try await told() == [])
    for job in running {
      _ = try await ledger.jobs.end(job.id, of: "runner", JobCompletion(.done, ""), at: day(2))
    }
    try await add("d", at: day(3))
    #expect(try await told() == ["a", "b", "d"])
    #expect(try await told() == [])
  }

  @Test func `asking again compiles no statement anew, whatever is open meanwhile`() async throws {
    let ledger = try Ledger.inMemory()
    var mark = try await ledger.search.arrivalMark()
    var counts: [Int] = []
    for number in 1...5 {
      let drafts = (0..<number).map {
        JobDraft(
          key: "\(number) \($0)",
          kind: "verify",
          task: "{}",
          actor: "kim",
          batch: "all",
          dueAt: day(1)
        )
      }
      _ = try await ledger.jobs.enqueue(drafts, at: day(1))
      mark = try await ledger.search.arrivals(after: mark, matching: now(.everything)).mark
      counts.append(try await ledger.read { statements(of: $0) })
    }
    #expect(Set(counts).count == 1, "\(counts)")
  }
}

/// The number of compiled statements that a connection keeps.
private func statements(of db: Database) -> Int {
  var (count, statement) = (0, sqlite3_next_stmt(db.sqliteConnection, nil))
  while statement != nil {
    count += 1
    statement = sqlite3_next_stmt(db.sqliteConnection, statement)
  }
  return count
}
