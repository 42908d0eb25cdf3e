import Entitlements
import Foundation
import Persistence
import ServiceCore
import Testing

@Suite struct `The masked answer to a statement` {
  @Test func `shows no token on file, no document and no token in a text`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("purser-masks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("ledger.sqlite").path
    let fixture = try ServiceFixture(Ledger(path: path))
    let answer = ScriptedStore.subscription(state: "ACTIVE", until: 10)
    var document = try #require(answer.documents.first)
    document.hints.purchaseToken = "odd"
    _ = try await fixture.service.submissions.validate(
      SubmittedDocument(
        bytes: document.bytes,
        user: ID("ada"),
        origin: .polled,
        hints: document.hints,
        trustBasis: .storeAnswer
      )
    )
    let token = ScriptedStore.token + String(repeating: "aB3_", count: 30)
    let statement = """
      SELECT 'odd', cast(bytes AS text), '{"purchaseToken":"\(token)"}', 'plain', 7
      FROM document
      """
    let plain = try await fixture.ledger.answer(sql: statement, limit: 9, seconds: 5)
    let masked = try await fixture.ledger.masked(plain)
    let row = try #require(masked.rows.first)
    #expect(row[0] != .text("odd"))
    #expect(row[1] == .bytes(document.bytes.count))
    guard case .text(let text) = row[2] else {
      Issue.record("\(row[2])")
      return
    }
    #expect(!text.contains(token))
    #expect(Array(row[3...]) == [.text("plain"), .integer(7)])
  }
}
