import GRDB
import Testing

@testable import Persistence

struct PersonalDataTests {
  @Test func `every column of text or bytes says what it holds about people`() async throws {
    let ledger = try Ledger.inMemory()
    let columns = try await ledger.database.read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'grdb%'
            AND name NOT GLOB '*Word*' AND name NOT GLOB '*Part*'
          """
      )
      return try tables.flatMap { table in
        try db.columns(in: table).filter { $0.type != "INTEGER" }.map { "\(table).\($0.name)" }
      }
    }
    let listed = PersonalData.columns.flatMap { table, kinds in kinds.keys.map { "\(table).\($0)" }
    }
    #expect(Set(columns).subtracting(listed) == [], "classify them in PersonalData")
    #expect(Set(listed).subtracting(columns) == [], "these are gone")
  }
}
