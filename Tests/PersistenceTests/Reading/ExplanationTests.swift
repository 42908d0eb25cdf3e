import Entitlements
import Foundation
import Testing

@testable import Persistence

@Suite struct `How a query is answered` {
  private func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory()
    _ = try await ledger.file(
      .receipt("r", on: 1, for: .user(ID("ada")), [Sale("1", until: 30), Sale("2", until: 40)])
    )
    return ledger
  }

  private func explained(_ text: String) async throws -> QueryExplanation {
    let instant = Date(timeIntervalSince1970: 1_795_228_800)
    let search = Search(try Query(reading: text, at: instant), at: instant)
    return try await ledger().search.explanation(of: .orders, by: .purchased, matching: search)
  }

  @Test func `is by the list's own index where nothing is looked for`() async throws {
    let explanation = try await explained("")
    #expect(explanation.way == .whole && explanation.sources.isEmpty)
    #expect(explanation.page.flatMap(\.steps).contains { $0.contains("USING INDEX") })
  }

  @Test func `is by what indices find, and how much that is`() async throws {
    let explanation = try await explained("user:ada")
    #expect(explanation.way == .found(2), "\(explanation)")
    #expect(explanation.sources.flatMap(\.steps).contains { $0.contains("INDEX") })
    #expect(!explanation.sources.contains { $0.sql.contains("ada") }, "values are bound")
  }
}
