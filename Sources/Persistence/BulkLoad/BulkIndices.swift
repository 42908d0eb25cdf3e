internal import GRDB

/// The indices of a ledger that is being loaded: made at once from all rows, sorted, instead of row
/// by row all over the file.
struct BulkIndices {
  private let made: [String]

  /// Drops every index that stands in a statement of its own.
  init(droppedFrom db: Database) throws {
    let indices = try db.map(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY rowid"
    ) { (name: try $0.text(0), sql: try $0.text(1)) }
    for index in indices { try db.execute(sql: "DROP INDEX \(index.name)") }
    made = indices.map(\.sql)
  }

  /// Makes them again, in the order in which they were: of two that serve a query equally well,
  /// SQLite takes the one that came last.
  ///
  /// - Throws: A failed constraint, where two rows have in common what only one may have.
  func make(in db: Database) throws {
    for sql in made { try db.execute(sql: sql) }
  }

  /// Fills the full-text indices, which know only users who have a name or an address.
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
