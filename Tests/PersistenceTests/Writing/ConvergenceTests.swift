import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

/// The same through SQLite: what the ledger holds depends on what was filed, never on when, how
/// often or by which process.
@Suite struct `Convergence of the ledger` {
  /// All lives and a hundred thousand heaps take a quarter of an hour; ordinarily a part is walked.
  static let isThorough = ProcessInfo.processInfo.environment["CONVERGE_ALL"] == "1"
  static let lives = isThorough ? Lives.all : [4, 7, 10, 11].map { Lives.all[$0] }

  /// Walks every order as a tree of savepoints, so that orders with a common beginning share it.
  private func walk(
    _ db: Database,
    _ left: [Filing],
    _ path: [Filing],
    _ predicate: ([Filing]) throws -> Void
  ) throws {
    guard !left.isEmpty else { return try predicate(path) }
    for place in left.indices {
      try db.execute(sql: "SAVEPOINT step\(path.count)")
      try file(left[place], in: db)
      var rest = left
      rest.remove(at: place)
      try walk(db, rest, path + [left[place]], predicate)
      try db.execute(sql: "ROLLBACK TO step\(path.count); RELEASE step\(path.count)")
    }
  }

  private func file(_ filing: Filing, in db: Database) throws {
    var writer = LedgerWriter(db: db, memory: try WriteCache(in: db, catalog: nil, version: 0))
    _ = try writer.file(filing)
    try writer.derive()
  }

  @Test(arguments: lives)
  func `every order of a life's documents ends in one state`(life: Lives.Life) throws {
    let queue = try #require(try Ledger.inMemory(isGuarded: false).database as? DatabaseQueue)
    try queue.inTransaction { db in
      var expected: LedgerState?
      var orders = 0
      try walk(db, life.filings, []) { path in
        orders += 1
        let state = try LedgerState(of: db, .whole)
        guard let known = expected else {
          expected = state
          return
        }
        guard state == known else {
          Issue.record("\(path.map(\.document.id)): \(state.differences(from: known))")
          throw CancellationError()
        }
      }
      #expect(orders == 5_040)
      return .rollback
    }
  }

  @Test func `heaps with repetitions end in one state`() throws {
    let queue = try #require(try Ledger.inMemory(isGuarded: false).database as? DatabaseQueue)
    var random = Numbers(seed: 5)
    try queue.inTransaction { db in
      for _ in 0..<(Self.isThorough ? 100_000 : 20_000) {
        let life = Lives.all[random.below(Lives.all.count)]
        let picked = life.filings.filter { _ in random.below(4) > 0 }
        let heap = random.shuffled(
          picked.flatMap { Array(repeating: $0, count: 1 + random.below(3)) }
        )
        var states: [LedgerState] = []
        for filings in [picked, heap] {
          try db.execute(sql: "SAVEPOINT heap")
          for filing in filings { try file(filing, in: db) }
          states.append(try LedgerState(of: db, .whole))
          try db.execute(sql: "ROLLBACK TO heap; RELEASE heap")
        }
        guard states[0] == states[1] else {
          Issue.record(
            "\(life): \(heap.map(\.document.id)): \(states[1].differences(from: states[0]))"
          )
          break
        }
      }
      return .rollback
    }
  }

  @Test func `a replay gives back what was altered`() async throws {
    for life in Lives.all {
      let ledger = try Ledger.inMemory()
      for filing in life.filings { _ = try await ledger.file(filing) }
      let before = try await ledger.database.read { try LedgerState(of: $0, .whole) }
      try await ledger.tamper { db in
        for sql in [
          "DELETE FROM standing", "DELETE FROM notice WHERE chain IS NOT NULL", "DELETE FROM link",
          "DELETE FROM phase", "DELETE FROM entitlement",
          "UPDATE \"order\" SET purchasedAt = purchasedAt + 1, quantity = 9, price = NULL",
        ] { try db.execute(sql: sql) }
      }
      let filings = Dictionary(life.filings.map { ($0.document.id, $0) }) { $1 }
      try await ledger.replay(
        at: day(99),
        read: { RereadDocument(filings[$0.id] ?? $0.filing, isVerified: true) }
      )
      let after = try await ledger.database.read { try LedgerState(of: $0, .whole) }
      #expect(after.differences(from: before) == [], "\(life)")
    }
  }

  @Test func `the ledger believes what the rules say`() async throws {
    for life in Lives.all {
      let ledger = try Ledger.inMemory()
      var book = ReferenceLedger()
      for filing in life.filings {
        _ = try await ledger.file(filing)
        book.file(filing)
      }
      let beliefs = book.beliefs()
      for user in Set(beliefs.owners.values) {
        let userDetails = try #require(try await ledger.users.details(of: user), "\(life): \(user)")
        let rights = userDetails.entitlements.sorted { ($0.key, $0.from) < ($1.key, $1.from) }
        #expect(rights == beliefs.entitlements.filter { $0.user == user }, "\(life)")
        #expect(
          userDetails.orders.sorted { $0.id < $1.id } == beliefs.orders.filter { $0.user == user },
          "\(life)"
        )
        for chain in userDetails.subscriptions {
          #expect(userDetails.lives[chain.id] == beliefs.lives[chain.id], "\(life)")
        }
      }
    }
  }

  @Test func `counts kept on the way are those of the tables`() async throws {
    let ledger = try Ledger.inMemory()
    for life in Lives.all { for filing in life.filings { _ = try await ledger.file(filing) } }
    try await ledger.database.read { db in
      for number in stride(from: -10, through: 400, by: 7) {
        let instant = Lives.day(Double(number)).milliseconds
        let counted = try db.counts(of: StateCounts(storedIn: db), at: instant).chains.filter {
          $0.value != 0
        }
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT state, count(*) AS chains FROM phase
            WHERE "from" <= ?1 AND (until IS NULL OR until > ?1) GROUP BY state
            """,
          arguments: [instant]
        )
        let expected = Dictionary(
          uniqueKeysWithValues: rows.map { ($0["state"] as Int, $0["chains"] as Int) }
        )
        #expect(counted == expected, "day \(number)")
      }
    }
  }
}
