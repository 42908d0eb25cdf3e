import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Persistence

/// The rule of ownership through SQLite: what the ledger derives is what the rules say, and claims in
/// any order end in one state.
@Suite struct `A stranger's claims in the ledger` {
  private func file(_ item: StrangerWorld.Item, _ writer: inout LedgerWriter) throws {
    switch item {
    case .document(let filing): _ = try writer.file(filing)
    case .claim(let claim):
      try writer.file(claim)
      try writer.resolveTouchedAccounts()
    }
  }

  private func state(
    _ items: [StrangerWorld.Item],
    _ policy: OwnershipPolicy,
    in db: Database
  ) throws -> LedgerState {
    try db.execute(sql: "SAVEPOINT world")
    var memory = try WriteCache(in: db, catalog: nil, version: 0)
    for item in [.document(StrangerWorld.policy(policy))] + items {
      var writer = LedgerWriter(db: db, memory: memory)
      try file(item, &writer)
      try writer.derive()
      memory = writer.memory
    }
    let state = try LedgerState(of: db, .whole)
    try db.execute(sql: "ROLLBACK TO world; RELEASE world")
    return state
  }

  @Test(arguments: OwnershipPolicy.allCases)
  func `five hundred worlds end in one state whatever the order`(policy: OwnershipPolicy) throws {
    let queue = try #require(try Ledger.inMemory(isGuarded: false).database as? DatabaseQueue)
    var random = Numbers(seed: 7)
    try queue.inTransaction { db in
      for turn in 0..<500 {
        let world = StrangerWorld(&random)
        let items = world.honest + world.hostile
        let one = try state(items, policy, in: db)
        let other = try state(random.shuffled(items), policy, in: db)
        guard one == other else {
          Issue.record("\(policy), turn \(turn): \(one.differences(from: other)): \(world)")
          break
        }
      }
      return .rollback
    }
  }

  @Test(arguments: OwnershipPolicy.allCases)
  func `the ledger's owners are those of the rules`(policy: OwnershipPolicy) async throws {
    var random = Numbers(seed: 8)
    for turn in 0..<100 {
      let world = StrangerWorld(&random)
      let ledger = try Ledger.inMemory()
      var book = ReferenceLedger { form, user in Set(form.accounts(of: user)) }
      let items = random.shuffled(world.honest + world.hostile)
      for item in [.document(StrangerWorld.policy(policy))] + items {
        switch item {
        case .document(let filing):
          _ = try await ledger.file(filing)
          book.file(filing)
        case .claim(let claim):
          try await ledger.file([claim])
          book.file(claim)
        }
      }
      let owners = book.beliefs().owners
      for record in try await ledger.purchases.records(of: Set(owners.keys)) {
        let owner = record.sales.first?.user
        #expect(owner == nil || owner == owners[record.id], "turn \(turn), \(record.id): \(world)")
      }
    }
  }
}
