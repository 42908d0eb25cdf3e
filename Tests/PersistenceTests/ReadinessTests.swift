import Entitlements
import Foundation
import GRDB
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(5)))
struct ReadinessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Medium.allCases)
  func `a try to write leaves nothing, and nobody is told`(medium: Medium) async throws {
    let ledger = try medium.ledger(in: folder)
    let stream = ledger.changes()
    try await ledger.tryWriting()
    let names = try await ledger.read { db in try String.fetchAll(db, sql: "SELECT name FROM meta")
    }
    #expect(!names.contains("tried"))
    // Notes are kept: whatever came before the task was cancelled would be found. Of a file a note too
    // many is allowed.
    let waiting = Task { await stream.first { _ in true } != nil }
    waiting.cancel()
    #expect(await waiting.value == false || medium == .file)
    _ = try await ledger.file(
      Filing.receipt("r", on: 1, for: .user(ID("ada")), [Sale("1", until: 30)])
    )
    try await ledger.tryWriting()
  }

  @Test(arguments: Medium.allCases)
  func `a ledger that cannot be written says so`(medium: Medium) async throws {
    let ledger = try medium.ledger(in: folder)
    try await ledger.close()
    await #expect(throws: LedgerError.self) { try await ledger.tryWriting() }
  }
}
