package import Persistence

extension PostgresLog {
  private static let tables = [
    """
    CREATE TABLE IF NOT EXISTS purser_head (
      part int PRIMARY KEY, seq bigint NOT NULL, format int NOT NULL, genesis text NOT NULL)
    """,
    """
    CREATE TABLE IF NOT EXISTS purser_entry (
      part int, seq bigint, id uuid NOT NULL, piece int NOT NULL, pieces int NOT NULL,
      kind int NOT NULL, format int NOT NULL, node text NOT NULL, at bigint NOT NULL,
      body bytea NOT NULL, PRIMARY KEY (part, seq), UNIQUE (part, id, piece))
    """,
    """
    CREATE TABLE IF NOT EXISTS purser_lease (
      name text PRIMARY KEY, holder text NOT NULL, token bigint NOT NULL,
      until timestamptz NOT NULL)
    """,
    """
    CREATE TABLE IF NOT EXISTS purser_node (
      part int NOT NULL, name text NOT NULL, seq bigint NOT NULL, version text NOT NULL,
      seen timestamptz NOT NULL, PRIMARY KEY (part, name))
    """,
  ]

  /// What helps PostgreSQL and other engines refuse: room for the head's next versions in its page,
  /// and no vain attempts to compress.
  private static let tuning = [
    "ALTER TABLE purser_head SET (fillfactor = 10)",
    "ALTER TABLE purser_entry ALTER COLUMN body SET STORAGE EXTERNAL",
  ]

  /// Creates what is missing of the tables, and begins this part of the log, whose entries have this
  /// format. Creating it again changes nothing; it throws if the log began with something else.
  package func create(genesis: String, format: EntryFormat) throws(SharedLogError) {
    try perform { connection in
      do {
        _ = try readHead(on: connection, verifies: false)
      } catch let error as StatementError where error.isMissingTable {
        try createTables(on: connection)
      } catch SharedLogError.missingTables {
        try createTables(on: connection)
      }
      var parameters = Parameters()
      parameters.add(part)
      parameters.add(format.rawValue)
      parameters.add(genesis)
      _ = try connection.run(
        """
        INSERT INTO purser_head (part, seq, format, genesis) VALUES ($1, 0, $2, $3)
        ON CONFLICT (part) DO NOTHING
        """,
        parameters
      )
      self.genesis = genesis
      _ = try readHead(on: connection, verifies: true)
    }
  }

  /// Lets nodes append entries in this format. Asking for an older one changes nothing.
  package func upgrade(to format: EntryFormat) throws(SharedLogError) {
    var parameters = Parameters()
    parameters.add(part)
    parameters.add(format.rawValue)
    _ = try perform {
      try $0.run(
        "UPDATE purser_head SET format = $2 WHERE part = $1 AND format < $2",
        parameters
      )
    }
  }

  private func createTables(on connection: Connection) throws {
    for statement in Self.tables {
      do {
        _ = try connection.run(statement)
      } catch {
        // Another node created it at the same moment.
        guard error.isCreationConflict else { throw error }
        _ = try connection.run(statement)
      }
    }
    for statement in Self.tuning {
      do {
        _ = try connection.run(statement)
      } catch {
        guard error.isUnsupported else { throw error }
      }
    }
  }

  /// The rights of the roles, as SQL for the tables' owner: `serve` for nodes, `eraser` for a node
  /// that also erases, `owner` for the role that creates the tables.
  package static func grants(serve: String, eraser: String, owner: String) -> String {
    let (serve, eraser, owner) = (quoted(serve), quoted(eraser), quoted(owner))
    return """
      GRANT CREATE, USAGE ON SCHEMA public TO \(owner);
      ALTER TABLE purser_head OWNER TO \(owner);
      ALTER TABLE purser_entry OWNER TO \(owner);
      ALTER TABLE purser_lease OWNER TO \(owner);
      ALTER TABLE purser_node OWNER TO \(owner);
      GRANT SELECT, UPDATE (seq) ON purser_head TO \(serve), \(eraser);
      GRANT SELECT, INSERT ON purser_entry TO \(serve), \(eraser);
      GRANT SELECT, INSERT, UPDATE ON purser_lease, purser_node TO \(serve), \(eraser);
      GRANT UPDATE (body) ON purser_entry TO \(eraser);

      """
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}
