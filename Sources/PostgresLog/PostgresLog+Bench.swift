package import Persistence

// What appending is measured against.

extension PostgresLog {
  /// Begins a log of its own, and a plain table.
  package func beginBench(genesis: String) throws(SharedLogError) {
    try endBench()
    try create(genesis: genesis, format: .newest)
    try perform { connection in
      _ = try connection.run(
        "CREATE TABLE purser_plain (n bigserial PRIMARY KEY, id uuid NOT NULL, body bytea NOT NULL)"
      )
      _ = try connection.run("ALTER TABLE purser_plain ALTER COLUMN body SET STORAGE EXTERNAL")
    }
  }

  /// Removes what `beginBench` made.
  package func endBench() throws(SharedLogError) {
    try perform { connection in
      _ = try connection.run("DROP TABLE IF EXISTS purser_plain")
      for table in ["purser_entry", "purser_head"] {
        do {
          var parameters = Parameters()
          parameters.add(part)
          _ = try connection.run("DELETE FROM \(table) WHERE part = $1", parameters)
        } catch let error as StatementError where error.isMissingTable {
          continue
        }
      }
    }
    forgetGenesis()
  }

  /// Inserts the entries' IDs and bodies in one statement, in no order.
  package func insertPlainly(_ entries: [LogEntry]) throws(SharedLogError) {
    var parameters = Parameters(capacity: entries.reduce(0) { $0 + $1.body.count + 40 } + 64)
    parameters.add(entries.map(\.id.value))
    parameters.add(entries.map { $0.body[...] })
    _ = try perform { connection in
      try connection.run(
        "INSERT INTO purser_plain (id, body) SELECT * FROM unnest($1, $2)",
        parameters
      )
    }
  }
}
