package import Persistence

extension PostgresLog {
  /// The most entries of one transaction.
  private static let maxEntries = 256

  package func append(_ entries: [LogEntry]) throws(SharedLogError) {
    var rest = entries[...]
    while !rest.isEmpty {
      let group = rest.prefix(Self.maxEntries)
      // A lost connection is the caller's to know: it offers the entries again, perhaps elsewhere.
      try perform(isRepeatable: false) { connection in
        let position = try append(group, on: connection)
        guard !connection.takeReplicationWarning() else { throw SharedLogError.notReplicated }
        announce(position, on: connection)
      }
      rest = rest.dropFirst(group.count)
    }
  }

  /// Tells followers that the entries up to a position are acknowledged. It may get lost.
  ///
  /// By the connection that got the acknowledgement: the followers that hear of it have read the
  /// entries from the same server.
  private func announce(_ position: Int64, on connection: Connection) {
    // This needs no disk and no standby. An engine without notifications refuses the whole text.
    try? connection.runAll(
      "BEGIN; SET LOCAL synchronous_commit = off; NOTIFY \(channel), '\(position)'; COMMIT"
    )
  }

  /// - Returns: The position of the last piece.
  private func append(_ entries: ArraySlice<LogEntry>, on connection: Connection) throws -> Int64 {
    if genesis == nil { try verifyGenesis(on: connection) }
    var offered: Set<EntryID> = []
    var missing = entries.filter { offered.insert($0.id).inserted }
    while !missing.isEmpty {
      do {
        return try insert(missing, on: connection)
      } catch let error as StatementError where error.isUniqueViolation {
        let known = try identify(missing.map(\.id), on: connection)
        // Else the head is behind the entries, which no append can mend.
        guard !known.isEmpty else { throw error }
        missing.removeAll { known.contains($0.id) }
      }
    }
    return try confirm(on: connection)
  }

  /// Inserts new entries, in one transaction.
  ///
  /// - Returns: The position of the last piece.
  private func insert(_ entries: [LogEntry], on connection: Connection) throws -> Int64 {
    let pieces = entries.flatMap(Piece.pieces)
    let batches = Piece.batches(of: pieces) { $0.body.count }
    guard batches.count > 1 else { return try insert(pieces[...], on: connection) }
    var last: Int64 = 0
    try connection.transaction {
      for batch in batches { last = try insert(batch, on: connection) }
    }
    return last
  }

  /// Inserts rows by one statement.
  ///
  /// The head's row orders all writers: its update waits for the commit of the one before. So no
  /// position becomes visible before a smaller one, as those of a sequence do.
  private func insert(_ pieces: ArraySlice<Piece>, on connection: Connection) throws -> Int64 {
    let entries = pieces.map(\.entry)
    var parameters = Parameters(
      capacity: pieces.reduce(0) { $0 + $1.body.count + $1.entry.node.utf8.count + 80 } + 512
    )
    parameters.add(part)
    parameters.add(Int64(pieces.count))
    parameters.add(genesis ?? "")
    parameters.add(entries.map(\.id.value))
    parameters.add(pieces.map { Int32(clamping: $0.number) })
    parameters.add(pieces.map { Int32(clamping: $0.count) })
    parameters.add(entries.map(\.kind))
    parameters.add(entries.map(\.format))
    parameters.add(entries.map(\.node))
    parameters.add(entries.map(\.at))
    parameters.add(pieces.map(\.body))
    let inserted = try connection.run(
      """
      WITH h AS (
        UPDATE purser_head SET seq = seq + $2 WHERE part = $1 AND genesis = $3
        RETURNING seq - $2 AS base
      )
      INSERT INTO purser_entry
        (part, seq, id, piece, pieces, kind, format, node, at, body)
      SELECT $1, h.base + d.o, d.id, d.piece, d.pieces, d.kind, d.format, d.node, d.at, d.body
      FROM h, unnest($4, $5, $6, $7, $8, $9, $10, $11) WITH ORDINALITY
        d(id, piece, pieces, kind, format, node, at, body, o)
      RETURNING seq
      """,
      parameters
    )
    if inserted.count > 0 {
      return try (0..<inserted.count).reduce(0) { max($0, try inserted.integer($1, 0)) }
    }
    _ = try readHead(on: connection, verifies: true)
    throw SharedLogError.failed(reason: "the log's head changed during an append")
  }

  /// Those of the entries that the log has.
  private func identify(_ ids: [EntryID], on connection: Connection) throws -> Set<EntryID> {
    var parameters = Parameters()
    parameters.add(part)
    parameters.add(ids.map(\.value))
    let rows = try connection.run(
      "SELECT id FROM purser_entry WHERE part = $1 AND id = ANY($2) AND piece = 1",
      parameters
    )
    return Set(try (0..<rows.count).map { try rows.id($0, 0) })
  }

  /// Commits a change of nothing.
  ///
  /// Entries that are in already may lack a standby: their own commit's wait was cut short. Standbys
  /// get commits in order, so that one which has this commit has theirs.
  ///
  /// - Returns: The position of the newest entry, which is acknowledged now as those before it are,
  ///   unless the connection has a replication warning.
  func confirm(on connection: Connection) throws -> Int64 {
    var parameters = Parameters()
    parameters.add(part)
    parameters.add(genesis ?? "")
    let head = try connection.run(
      "UPDATE purser_head SET seq = seq WHERE part = $1 AND genesis = $2 RETURNING seq",
      parameters
    )
    guard head.count == 0 else { return try head.integer(0, 0) }
    return try readHead(on: connection, verifies: true).position
  }
}
