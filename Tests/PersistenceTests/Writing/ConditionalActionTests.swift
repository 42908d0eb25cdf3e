import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Persistence

@Suite struct `An action that needs something to act on` {
  private static let (ada, bob) = (ID<User>("ada"), ID<User>("bob"))

  private func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file([
      Lives.act(1, .grant(Self.ada, key: "pro", .production, until: nil)),
      Lives.act(2, .grant(Self.bob, key: "pro", .production, until: nil)),
    ])
    return ledger
  }

  @Test func `is filed only about a known user`() async throws {
    let ledger = try await ledger()
    let cid = ID<User>("cid")
    #expect(try await !ledger.audit.performIfPossible([Lives.act(3, .note(cid, "calls"))]))
    #expect(try await ledger.users.details(of: cid) == nil)
    #expect(try await ledger.audit.rows(limit: 9).total == 0)
    #expect(try await ledger.audit.performIfPossible([Lives.act(4, .note(Self.ada, "calls"))]))
    #expect(try await ledger.audit.rows(limit: 9).total == 1)
  }

  @Test func `merges two users in one direction`() async throws {
    let ledger = try await ledger()
    let merges = [
      Lives.act(3, .merge(into: Self.bob, Self.ada)),
      Lives.act(4, .merge(into: Self.ada, Self.bob)),
    ]
    #expect(try await ledger.audit.performIfPossible([merges[0]]))
    #expect(try await !ledger.audit.performIfPossible([merges[1]]))
    #expect(try await ledger.users.details(of: Self.ada)?.user.id == Self.bob)
  }

  @Test func `withdraws a grant once, with its note`() async throws {
    let ledger = try await ledger()
    var outcomes: [Bool] = []
    for number in [3.0, 5] {
      let actions = [
        Lives.act(number, .withdraw(Self.ada, key: "pro", .production)),
        Lives.act(number + 1, .note(Self.ada, "withdrawn")),
      ]
      outcomes.append(try await ledger.audit.performIfPossible(actions))
    }
    #expect(outcomes == [true, false])
    #expect(try await ledger.audit.rows(limit: 9).total == 2)
  }

  @Test func `decides for itself and its notes in a batch of several`() async throws {
    let ledger = try await ledger()
    let cid = ID<User>("cid")
    var actions = [
      Lives.act(3, .note(Self.ada, "one")), Lives.act(4, .note(cid, "two")),
      Lives.act(5, .note(Self.ada, "three")), Lives.act(6, .note(Self.bob, "four")),
    ]
    for index in [0, 1, 3] { actions[index].key = "\(AuditedActions.conditionalPrefix)\(index)" }
    try await ledger.audit.perform(actions)
    var isFiled: [Bool] = []
    for action in actions {
      isFiled.append(try await ledger.documents.find(action.document.id) != nil)
    }
    #expect(isFiled == [true, false, false, true])
    #expect(try await ledger.audit.rows(limit: 9).total == 2)
  }

  @Test func `finds what the ones before it in a batch have left`() async throws {
    let ledger = try await ledger()
    var actions = [
      Lives.act(3, .withdraw(Self.ada, key: "pro", .production)),
      Lives.act(4, .withdraw(Self.ada, key: "pro", .production)),
    ]
    for index in actions.indices {
      actions[index].key = "\(AuditedActions.conditionalPrefix)\(index)"
    }
    try await ledger.audit.perform(actions)
    #expect(try await ledger.audit.rows(limit: 9).total == 1)
  }
}
