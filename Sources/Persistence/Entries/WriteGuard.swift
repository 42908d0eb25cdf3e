internal import GRDB

/// Rejects every write to the ledger's content that is not part of an entry. It slows writing down,
/// so only debug builds and tests have it.
enum WriteGuard {
  /// What a file and its processes keep for themselves: positions, caches, warnings and search words.
  private static let localTables = [
    "meta", "stateCount", "arrivalCount", "orderCount", "saleCount", "accessEndCount",
    "quotaNotice", "ownerMove", "followedLog", "outcome", "erasure", "grdb_migrations",
  ]
  static func isLocal(_ table: String) -> Bool {
    localTables.contains(table) || table.hasPrefix("sqlite_")
      || ["userWord", "userPart", "noteWord"].contains { table.hasPrefix($0) }
  }

  /// Adds the triggers to the writing connection; they end with it.
  static func install(in db: Database) throws {
    try db.execute(sql: "CREATE TEMP TABLE entryInProgress (only INTEGER PRIMARY KEY)")
    let tables = try db.texts("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    for table in tables where !isLocal(table) {
      for event in ["INSERT", "UPDATE", "DELETE"] {
        try db.execute(
          sql: """
            CREATE TEMP TRIGGER "\(table) \(event)" BEFORE \(event) ON main."\(table)"
            WHEN NOT EXISTS (SELECT 1 FROM temp.entryInProgress)
            BEGIN SELECT RAISE(ABORT, '\(table) was written outside of an entry'); END
            """
        )
      }
    }
  }

  /// Allows writes until `end`, or until the transaction is rolled back.
  static func begin(in db: Database) throws {
    try db.run("INSERT INTO entryInProgress (only) VALUES (1)")
  }

  static func end(in db: Database) throws { try db.run("DELETE FROM entryInProgress") }

  static var isDefault: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }
}
