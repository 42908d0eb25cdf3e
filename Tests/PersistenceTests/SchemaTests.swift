import Foundation
import GRDB
import Testing

@testable import Persistence

struct SchemaTests {
  @Test func `the schema is the one on record`() async throws {
    let ledger = try Ledger.inMemory()
    let schema = try await ledger.database.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT sql || ';' FROM sqlite_master
          WHERE sql IS NOT NULL AND name NOT LIKE 'grdb%' ORDER BY tbl_name, type DESC, name
          """
      ).joined(separator: "\n") + "\n"
    }
    let record = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("schema.sql")
    if ProcessInfo.processInfo.environment["RECORD_SCHEMA"] == "1" {
      try Data(schema.utf8).write(to: record)
    }
    #expect(
      try String(contentsOf: record, encoding: .utf8) == schema,
      "a shipped migration must not change; record a new one with RECORD_SCHEMA=1"
    )
  }

  @Test func `every page of a list is found by its index, without sorting`() async throws {
    let ledger = try Ledger.inMemory()
    let lists = [("user", "lastPurchasedAt"), ("document", "receivedAt")]
    try await ledger.database.read { db in
      for (table, instant) in lists {
        for tail in [
          "ORDER BY \(instant) DESC, id", "ORDER BY \(instant), id DESC",
          "AND \(instant) < 5 ORDER BY \(instant) DESC, id",
          "AND \(instant) = 5 AND id > 'a' ORDER BY \(instant) DESC, id",
        ] {
          let condition = tail.hasPrefix("AND") ? "TRUE " : "TRUE AND TRUE "
          let plan = try Row.fetchAll(
            db,
            sql: "EXPLAIN QUERY PLAN SELECT * FROM \(table) WHERE \(condition)\(tail) LIMIT 9"
          )
          let steps = plan.map { $0["detail"] as String }
          #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(tail): \(steps)")
          #expect(steps.allSatisfy { $0.contains("INDEX") }, "\(tail): \(steps)")
        }
      }
    }
  }
}
