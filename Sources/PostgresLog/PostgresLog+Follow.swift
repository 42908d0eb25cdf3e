package import Persistence

extension PostgresLog {
  /// How long an acknowledgement may take to be announced. Later, it is taken for lost.
  static let announcementMilliseconds: Int32 = 25

  package func head() throws(SharedLogError) -> LogHead {
    try perform { try readHead(on: $0, verifies: false) }
  }

  package func entries(
    from position: Int64,
    limit: Int,
    known: [EntryID]
  ) throws(SharedLogError) -> [LoggedEntry] {
    try perform { connection in
      try verifyGenesis(on: connection)
      var reader = EntryReader(next: max(1, position))
      try read(limit, without: known, into: &reader, on: connection)
      // The limit may have cut a long entry. Without the rest, a follower might never get on.
      while reader.missing > 0 {
        let next = reader.next
        try read(reader.missing, without: known, into: &reader, on: connection)
        guard reader.next > next else { throw SharedLogError.gap(at: next) }
      }
      return try acknowledged(reader.entries, after: position, on: connection)
    }
  }

  /// Those of the entries that the server has acknowledged, by its own rules of durability.
  ///
  /// PostgreSQL shows a commit that no standby has: after a restart, or for the moment between the
  /// death of its main process and that of the others. If another server is promoted then, the entry
  /// is lost, and a ledger that applied it differs from the log. So an entry is acknowledged if its
  /// appender announced that, or if a later commit of this connection was acknowledged.
  private func acknowledged(
    _ entries: [LoggedEntry],
    after position: Int64,
    on connection: Connection
  ) throws -> [LoggedEntry] {
    if isListening { note(try connection.notifications(waiting: 0)) }
    guard let last = entries.last, last.position > position, last.next - 1 > acknowledged else {
      unacknowledgedSince = nil
      return entries
    }
    let now = ContinuousClock.now
    let since = unacknowledgedSince ?? now
    let patience = Duration.milliseconds(Int(Self.announcementMilliseconds))
    if isListening, now - since < patience {
      unacknowledgedSince = since
      return entries.filter { $0.position <= position || $0.next - 1 <= acknowledged }
    }
    do {
      let head = try confirm(on: connection)
      guard !connection.takeReplicationWarning() else { throw SharedLogError.notReplicated }
      acknowledged = max(acknowledged, head)
    } catch let error as StatementError where error.isForbidden {
      // A role that may append nothing follows nothing either.
    }
    unacknowledgedSince = nil
    return entries
  }

  private func read(
    _ limit: Int,
    without known: [EntryID],
    into reader: inout EntryReader,
    on connection: Connection
  ) throws {
    var parameters = Parameters()
    parameters.add(part)
    parameters.add(reader.next)
    parameters.add(Int64(max(0, limit)))
    parameters.add(known.map(\.value))
    let rows = try connection.run(
      """
      SELECT seq, piece, pieces, id, kind, format, node, at,
        CASE WHEN id = ANY($4) THEN ''::bytea ELSE body END
      FROM purser_entry
      WHERE part = $1 AND seq >= $2 ORDER BY seq LIMIT $3
      """,
      parameters
    )
    for row in 0..<rows.count { try reader.read(row, of: rows) }
  }
}

/// Makes entries of rows in order.
private struct EntryReader {
  private(set) var entries: [LoggedEntry] = []
  /// The position of the next row.
  private(set) var next: Int64
  /// How many rows the last entry lacks.
  private(set) var missing = 0

  init(next: Int64) { self.next = next }

  mutating func read(_ row: Int, of rows: borrowing QueryResult) throws(SharedLogError) {
    let (piece, pieces) = (try rows.int32(row, 1), try rows.int32(row, 2))
    let id = try rows.id(row, 3)
    let isExpected =
      missing == 0
      ? piece == 1 && pieces >= 1
      : id == entries.last?.entry.id && Int(piece) == Int(pieces) - missing + 1
    guard try rows.integer(row, 0) == next, isExpected else { throw .gap(at: next) }
    if missing == 0 {
      missing = Int(pieces)
      let entry = LogEntry(
        id: id,
        kind: try rows.int32(row, 4),
        format: try rows.int32(row, 5),
        node: try rows.text(row, 6),
        at: try rows.integer(row, 7),
        body: try rows.bytes(row, 8)
      )
      entries.append(LoggedEntry(position: next, next: next &+ 1, entry: entry))
    } else {
      try rows.append(row, 8, to: &entries[entries.count - 1].entry.body)
      entries[entries.count - 1].next = next &+ 1
    }
    next &+= 1
    missing -= 1
  }
}
