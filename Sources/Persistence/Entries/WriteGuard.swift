internal import GRDB

/// Rejects every write to the ledger's content that is not part of an entry. It slows writing down,
/// so only debug builds and tests have it.
enum WriteGuard {
  /// What a file and its processes keep for themselves: positions, caches, warnings and search words.
  private static let localTables = [
    "meta", "stateCount", "dayCount", "quotaNotice", "ownerMove", "grdb_migrations",
  ]
  /// A runner's lease is taken without an entry.
  private static let leaseColumns: Set = ["state", "attempts", "runner", "leasedUntil"]

  static func isLocal(_ table: String) -> Bool {
    localTables.contains(table) || table.hasPrefix("sqlite_")
      || ["userWord", "userPart", "noteWord"].contains { table.hasPrefix($0) }
  }

  /// Adds the triggers to the writing connection; they end with it.
  static func install(in db: Database) throws {
    try db.execute(sql: "CREATE TEMP TABLE entryInProgress (only INTEGER PRIMARY KEY)")
    let tables = try db.texts("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    for table in tables where !isLocal(table) {
      var updates = "UPDATE"
      if table == "job" {
        let columns = try db.texts("SELECT name FROM pragma_table_info('job')")
        updates += " OF " + columns.filter { !leaseColumns.contains($0) }.joined(separator: ", ")
      }
      for event in ["INSERT", updates, "DELETE"] {
        try db.execute(
          sql: """
            CREATE TEMP TRIGGER "\(table) \(event.prefix(6))" BEFORE \(event) ON main."\(table)"
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
