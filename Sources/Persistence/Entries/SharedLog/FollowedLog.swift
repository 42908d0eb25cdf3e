import Foundation
internal import GRDB

/// A ledger's place in the shared log that it follows.
package struct FollowedLog: Equatable, Sendable {
  /// What the log began with.
  package var genesis: String
  /// The log's number among those that share a database.
  package var part: Int32
  /// The ledger's name among those that follow the log.
  package var node: String
  /// The first and the last position of the entry that was applied last, and its ID; 0 and `nil` before
  /// the first entry.
  package var position: Int64 = 0
  package var lastPosition: Int64 = 0
  package var entry: EntryID?

  package init(genesis: String, part: Int32, node: String) {
    (self.genesis, self.part, self.node) = (genesis, part, node)
  }

  /// The place after this entry.
  func advanced(to entry: LoggedEntry) -> FollowedLog {
    var place = self
    (place.position, place.entry) = (entry.position, entry.entry.id)
    place.lastPosition = entry.next - 1
    return place
  }
}

extension Ledger {
  /// The log that the ledger follows; `nil` if it follows none.
  package func followedLog() throws(LedgerError) -> FollowedLog? {
    do {
      return try database.read { try $0.followedLog() }
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  /// Throws if the log lacks the entry that the ledger applied last, or has next to it one that the
  /// ledger can't apply.
  package func expectFollowable(_ log: any SharedLog) async throws {
    guard let place = try followedLog() else { return }
    let entries = try await log.entries(from: place.position, limit: 2)
    for logged in try LogConnection.new(entries, after: place) {
      _ = try LogConnection.change(in: logged)
    }
  }

  /// Makes the ledger follow a log, from the log's beginning. A copy of a ledger that follows it
  /// already stays where it is and only gets another name. From now on changes go through the log.
  ///
  /// - Throws: `followsLog` if the ledger follows another log.
  package func join(_ log: FollowedLog) async throws(LedgerError) {
    try await writeLocally { [path] writer in
      if let known = try writer.db.followedLog() {
        guard (known.genesis, known.part) == (log.genesis, log.part) else {
          throw LedgerError.followsLog(path: path)
        }
        try writer.run("UPDATE followedLog SET node = ?", [log.node])
      } else {
        try writer.run(
          """
          INSERT INTO followedLog (only, genesis, part, node, position, lastPosition)
          VALUES (1, ?, ?, ?, 0, 0)
          """,
          [log.genesis, Int64(log.part), log.node]
        )
      }
      writer.memory.followsLog = true
    }
  }

  /// Makes the ledger stand alone again. It keeps what it has applied, and forgets which erased persons
  /// the log still has.
  package func leaveLog() async throws(LedgerError) {
    try await writeLocally { writer in
      try writer.run("DELETE FROM followedLog")
      try writer.run("DELETE FROM outcome")
      try writer.run("DELETE FROM erasure")
      if writer.db.changesCount > 0 { try writer.db.setMeta(DataSubjectRequests.traces, to: 1) }
      writer.memory.followsLog = false
    }
  }

  /// The number of persons whom this ledger has erased and the log hasn't yet.
  package func pendingErasures() async throws(LedgerError) -> Int {
    try await read { try $0.count("SELECT count(*) FROM erasure") }
  }

  /// Whether nothing has been filed and nobody has logged in, so that the ledger equals a new one.
  package func isEmpty() async throws(LedgerError) -> Bool {
    try await read { db in
      try ["document", "login", "job", "audit", "catalog"].allSatisfy { table in
        try !db.exists("SELECT 1 FROM \(table)")
      }
    }
  }
}

extension Database {
  func followedLog() throws -> FollowedLog? {
    try first("SELECT genesis, part, node, position, lastPosition, entry FROM followedLog") {
      cells in
      guard let part = Int32(exactly: try cells.number(1)) else {
        throw RowDecodingError(column: 1)
      }
      var log = FollowedLog(genesis: try cells.text(0), part: part, node: try cells.text(2))
      (log.position, log.lastPosition) = (try cells.number(3), try cells.number(4))
      log.entry = try cells.optionalBytes(5).flatMap(EntryID.init(bytes:))
      return log
    }
  }
}

extension LedgerWriter {
  /// Rejects a change that the log would not know of.
  func expectNoLog(path: String) throws(LedgerError) {
    if memory.followsLog { throw .followsLog(path: path) }
  }

  /// Records that all entries up to this one are applied.
  mutating func advance(to entry: LoggedEntry, from position: Int64) throws {
    try run(
      "UPDATE followedLog SET position = ?, lastPosition = ?, entry = ? WHERE position = ?",
      [entry.position, entry.next - 1, entry.entry.id.bytes, position]
    )
    guard db.changesCount == 1 else { throw LogFault.overtaken }
    try run(
      "UPDATE erasure SET position = ? WHERE entry = ?",
      [entry.next - 1, entry.entry.id.bytes]
    )
  }

  /// The most outcomes that are kept; more than processes that share a ledger wait for.
  private static let maxOutcomes = 10_000

  /// Keeps an outcome for another process.
  mutating func keep(_ outcome: Data?, rejection: String? = nil, of entry: EntryID) throws {
    try run(
      "INSERT OR REPLACE INTO outcome (entry, body, rejection) VALUES (?, ?, ?)",
      [entry.bytes, outcome, rejection]
    )
    try run("DELETE FROM outcome WHERE n <= last_insert_rowid() - \(Self.maxOutcomes)")
  }
}

extension EntryID {
  init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == 16 else { return nil }
    self.init(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
  }

  var bytes: Data { withUnsafeBytes(of: value.uuid) { Data($0) } }
}

extension Ledger {
  /// The same ledger with its changes going through the log that it follows, from `place` on.
  /// `patience` is how long a submitter waits.
  package func connected(
    to connections: LogConnection.Connections,
    at place: FollowedLog,
    version: String,
    patience: Duration
  ) -> Ledger {
    var ledger = self
    // What a power loss takes is in the log. Applying touches more pages than filing does.
    try? database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768")
    }
    ledger.log = LogConnection(
      connections,
      LogConnection.LedgerFiles(
        path: path,
        transactions: transactions,
        checkpointer: entryQueue.checkpointer
      ),
      at: place,
      version: version,
      patience: patience
    )
    return ledger
  }
}
