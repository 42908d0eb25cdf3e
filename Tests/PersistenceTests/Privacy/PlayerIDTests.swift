import Entitlements
import Foundation
import GRDB
import Testing

@testable import Persistence

@Suite struct `Keys of public player IDs` {
  private let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func logIn(
    _ name: String,
    as user: String? = nil,
    key: UInt8,
    _ ledger: Ledger
  ) async throws -> [UInt8]? {
    let draft = LoginDraft(
      provider: "custom",
      name: name,
      user: ID(user ?? name),
      creates: true,
      ticket: Array(UUID().uuidString.utf8),
      endsAt: now + 60,
      newKey: Array(repeating: key, count: 32)
    )
    return try #require(try await ledger.playFab.logIn(draft, at: now)).identifierKey
  }

  @Test func `are made once for a ledger`() async throws {
    let ledger = try Ledger.inMemory()
    let first = try await logIn("ada", key: 1, ledger)
    #expect(first == Array(repeating: 1, count: 32))
    #expect(try await logIn("bea", key: 2, ledger) == first)
    #expect(try await logIn("ada", key: 3, ledger) == first)
  }

  @Test func `do not change the IDs of players who were there before`() async throws {
    let ledger = try Ledger.inMemory()
    _ = try await logIn("ada", key: 1, ledger)
    try await ledger.tamper { try $0.execute(sql: "UPDATE login SET isKeyed = 0") }
    #expect(try await logIn("ada", key: 1, ledger) == nil)
    // Another login of the same user leads to the same player.
    #expect(try await logIn("ada-phone", as: "ada", key: 1, ledger) == nil)
    #expect(try await logIn("bea", key: 1, ledger) != nil)
  }
}
