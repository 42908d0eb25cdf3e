import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Persistence

@Suite struct `Cases assigned to operators` {
  private let ledger: Ledger

  init() async throws {
    ledger = try .inMemory()
    for user in ["ada", "grace"] {
      _ = try await ledger.file(.receipt(user, on: 1, for: .user(ID(user)), [Sale(user)]))
    }
  }

  private func assign(_ user: String, to name: String?, on day: Double) async throws {
    try await ledger.audit.perform([Lives.act(day, .assign(ID(user), to: name))])
  }

  private func users(_ text: String) async throws -> [String] {
    let search = now(try Query(reading: text, at: now(.everything).instant))
    return try await ledger.search.users(matching: search, at: .first, limit: 10).rows
      .map(\.id.raw).sorted()
  }

  @Test func `a query finds the cases of an operator, by the newest assignment of each`()
    async throws
  {
    try await assign("ada", to: "Kim", on: 2)
    try await assign("grace", to: "Lee", on: 2.5)
    #expect(try await users("assigned:kim") == ["ada"])
    #expect(try await users("assigned:*") == ["ada", "grace"])
    try await assign("ada", to: "Lee", on: 3)
    #expect(try await users("assigned:Kim") == [])
    #expect(try await users("assigned:Lee") == ["ada", "grace"])
    try await assign("grace", to: nil, on: 4)
    #expect(try await users("assigned:Lee") == ["ada"])
    #expect(try await users("-assigned:*") == ["grace"])
  }

  @Test func `an earlier assignment that arrives later changes nothing`() async throws {
    try await assign("ada", to: "Lee", on: 3)
    try await assign("ada", to: "Kim", on: 2)
    #expect(try await users("assigned:Lee") == ["ada"])
    #expect(try await ledger.users.details(of: ID("ada"))?.user.assignee == "Lee")
  }

  @Test func `the user's row and page name the operator`() async throws {
    try await assign("ada", to: "Kim", on: 2)
    let rows = try await ledger.search.users(matching: now(.everything), at: .first, limit: 10).rows
    #expect(rows.map(\.assignee).compactMap(\.self) == ["Kim"])
    #expect(try await ledger.users.details(of: ID("ada"))?.user.assignee == "Kim")
    #expect(try await ledger.users.details(of: ID("grace"))?.user.assignee == nil)
  }

  @Test func `an assignment gives no entitlement and is in the audit log`() async throws {
    let before = try await ledger.users.details(of: ID("ada"))?.entitlements
    try await assign("ada", to: "Kim", on: 2)
    #expect(try await ledger.users.details(of: ID("ada"))?.entitlements == before)
    #expect(try await ledger.audit.rows(limit: 1).rows.map(\.action) == ["assign"])
  }
}
