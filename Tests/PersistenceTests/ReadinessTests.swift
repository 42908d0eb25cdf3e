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

  @Test(arguments: ["deleted", "replaced"])
  func `nothing is acknowledged once the file has gone`(how: String) async throws {
    let (path, moved) = (folder.path("ledger.sqlite"), folder.path("moved.sqlite"))
    let ledger = try Ledger(path: path)
    func filing(_ id: String) -> Filing {
      .receipt(id, on: 1, for: .user(ID("ada")), [Sale(id, until: 30)])
    }
    _ = try await ledger.file(filing("1"))
    try FileManager.default.moveItem(atPath: path, toPath: moved)
    if how == "replaced" { try FileManager.default.copyItem(atPath: moved, toPath: path) }
    let error = LedgerError.moved(path: ledger.path)
    await #expect(throws: error) { _ = try await ledger.file(filing("2")) }
    await #expect(throws: error) { try await ledger.tryWriting() }
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: moved, toPath: path)
    _ = try await ledger.file(filing("3"))
    #expect(try await ledger.statistics.summary().orders == 2)
  }

  @Test(arguments: Medium.allCases)
  func `a ledger that cannot be written says so`(medium: Medium) async throws {
    let ledger = try medium.ledger(in: folder)
    try await ledger.close()
    await #expect(throws: LedgerError.self) { try await ledger.tryWriting() }
  }
}
