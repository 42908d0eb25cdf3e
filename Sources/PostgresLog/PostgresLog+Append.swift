package import Persistence

extension PostgresLog {
  /// The most entries of one transaction.
  private static let maxEntries = 256

  package func append(_ entries: [LogEntry]) throws(SharedLogError) {
    var rest = entries[...]
    while !rest.isEmpty {
      let group = rest.prefix(Self.maxEntries)
      // A lost connection is the caller's to know: it offers the entries again, perhaps elsewhere.
      try perform(isRepeatable: false) { try append(group, on: $0) }
      rest = rest.dropFirst(group.count)
    }
  }

  private func append(_ entries: ArraySlice<LogEntry>, on connection: Connection) throws {
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
    try confirm(on: connection)
  }

  /// Inserts new entries, in one transaction.
  private func insert(_ entries: [LogEntry], on connection: Connection) throws {
    let pieces = entries.flatMap(Piece.pieces)
    let batches = Piece.batches(of: pieces) { $0.body.count }
    guard batches.count > 1 else { return try insert(pieces[...], on: connection) }
    try connection.transaction {
      for batch in batches { try insert(batch, on: connection) }
    }
  }

  /// Inserts rows by one statement.
  ///
  /// The head's row orders all writers: its update waits for the commit of the one before. So no
  /// position becomes visible before a smaller one, as those of a sequence do.
  private func insert(_ pieces: ArraySlice<Piece>, on connection: Connection) throws {
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
      """,
      parameters
    ).changed
    guard inserted == 0 else { return }
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
  private func confirm(on connection: Connection) throws {
    var parameters = Parameters()
    parameters.add(part)
    parameters.add(genesis ?? "")
    let changed = try connection.run(
      "UPDATE purser_head SET seq = seq WHERE part = $1 AND genesis = $2",
      parameters
    ).changed
    if changed == 0 { _ = try readHead(on: connection, verifies: true) }
  }
}
