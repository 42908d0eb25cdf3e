internal import GRDB

/// The indices of a ledger during a bulk load, built from all sorted rows at once.
struct BulkIndices {
  private let made: [String]

  /// Drops every index that has its own statement.
  init(droppedFrom db: Database) throws {
    let indices = try db.map(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY rowid"
    ) { (name: try $0.text(0), sql: try $0.text(1)) }
    for index in indices { try db.execute(sql: "DROP INDEX \(index.name)") }
    made = indices.map(\.sql)
  }

  /// Recreates the indices in their original order: of two equally good ones, SQLite uses the last.
  ///
  /// - Throws: A failed constraint if two rows share a unique value.
  func make(in db: Database) throws {
    for sql in made { try db.execute(sql: sql) }
  }

  /// Fills the full-text indices, which contain only users with a name or an address.
  static func fillSearch(in db: Database) throws {
    for table in ["userWord", "userPart"] {
      try db.execute(
        sql: """
          INSERT INTO \(table) (rowid, name, email)
          SELECT n, name, email FROM user
          WHERE name IS NOT NULL OR email IS NOT NULL ORDER BY n;
          INSERT INTO \(table) (\(table)) VALUES ('optimize');
          """
      )
    }
  }
}
