import Entitlements
import GRDB
import Synchronization
import Testing

@testable import Persistence

struct CaseFileTests {
  private static func sales(_ count: Int) -> [Sale] {
    (0..<count).map { Sale("\(1_000 + $0)", productID: "coins", kind: .consumable) }
  }

  /// How many statements it takes to tell all of a user with so many chains.
  private func statements(telling chains: Int) async throws -> Int {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(.receipt("first", on: 1, for: .user(ID("ada")), Self.sales(chains)))
    let counterChanges = CounterChanges()
    try await ledger.database.read { db in
      db.trace { _ in counterChanges.count.withLock { $0 += 1 } }
    }
    let file = try await ledger.search.diagnosisInput(about: "ada", [])
    #expect(file.chains.map(\.sales.count) == Array(repeating: 1, count: chains))
    #expect(file.chains.map(\.claims.count) == Array(repeating: 1, count: chains))
    return counterChanges.count.withLock { $0 }
  }

  @Test func `a user of many chains takes no more statements than one of few`() async throws {
    #expect(try await statements(telling: 300) == statements(telling: 3))
  }

  @Test func `who owns what came from the same store account is told once`() async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file([
      .receipt("ada's", on: 1, for: .user(ID("ada")), Self.sales(3)),
      .receipt("bob's", on: 2, for: .user(ID("bob")), [Sale("2000"), Sale("2001")]),
    ])
    #expect(try await ledger.search.diagnosisInput(about: "ada", []).otherUsers == [])
    try await ledger.tamper { db in
      try db.execute(sql: "UPDATE chain SET account = (SELECT min(account) FROM chain)")
    }
    #expect(try await ledger.search.diagnosisInput(about: "ada", []).otherUsers == [ID("bob")])
    #expect(try await ledger.search.diagnosisInput(about: "bob", []).otherUsers == [ID("ada")])
  }

  @Test func `a user's ID is found in the middle of a sentence`() async throws {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(.receipt("first", on: 1, for: .user(ID("u_hf5rn")), Self.sales(1)))
    let file = try await ledger.search.diagnosisInput(
      about: "charged twice u_hf5rn and u_other1",
      []
    )
    #expect(file.user?.id == ID("u_hf5rn"))
    #expect(file.subject.identifiers.map(\.text) == ["u_hf5rn"])
    #expect(try await ledger.search.diagnosisInput(about: "charged twice u_other1", []).user == nil)
  }
}

private final class CounterChanges: Sendable {
  let count = Mutex(0)
}
