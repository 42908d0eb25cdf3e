import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

extension Ledger {
  /// The minimum free disk space in bytes; the log alone may have room for only a few filings.
  private static let minFree = 1 << 20

  /// Writes a page to the log and rolls it back.
  ///
  /// - Throws: The reason why nothing can be filed: the disk is full, or the ledger is locked.
  package func tryWriting() async throws(LedgerError) {
    if !isInMemory, let free = freeBytes, free < Self.minFree { throw .full(path: path) }
    do {
      try await database.writeWithoutTransaction { db in
        try db.inOwnTransaction {
          try db.execute(
            sql: "INSERT INTO meta (name, value) VALUES ('tried', 1) ON CONFLICT DO NOTHING"
          )
          let code = sqlite3_db_cacheflush(db.sqliteConnection)
          if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
          try db.expectInPlace(path: path)
          // Rolls back, so that observers aren't notified.
          return false
        }
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  private var freeBytes: Int? {
    let folder = (path as NSString).deletingLastPathComponent
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
  }

  /// The size of the file and its write-ahead log in bytes.
  package var fileBytes: Int? { isInMemory ? nil : LedgerFile(path: path).size }

  /// Writes a consistent copy of the ledger to one file while other processes write. Uses a
  /// temporary private file and moves it into place; never overwrites anything, not even a symbolic
  /// link. A cancelled task leaves nothing.
  package func backUp(to path: String) async throws(LedgerError) {
    let copy = LedgerFile(path: path)
    guard !copy.isOccupied else { throw .occupied(path: copy.path) }
    try copy.makeFolder()
    let draft = try copy.draft()
    let flag = CancellationFlag()
    do {
      try await withTaskCancellationHandler {
        try await OwnThread.run { [database] () throws(any Error) in
          let target = try DatabaseQueue(path: draft.path)
          try database.read { db in
            // Holds the state that is copied: otherwise each write meanwhile would begin it again.
            _ = try db.number("SELECT count(*) FROM sqlite_master")
            try target.writeWithoutTransaction { copied in
              try db.backup(to: copied, pagesPerStep: 4_096) { _ in
                if flag.isSet { throw CancellationError() }
              }
            }
          }
          try target.close()
          if flag.isSet { throw CancellationError() }
        }
      } onCancel: {
        flag.set()
      }
      guard try draft.publish(asNew: copy) else { throw LedgerError.occupied(path: copy.path) }
    } catch {
      draft.remove()
      throw LedgerError(error, path: copy.path)
    }
  }

  /// Emits an element after changes of the stored data, by this or another process.
  ///
  /// Elements carry no details, and rapid changes are merged into one. There may be one too many
  /// but never one too few, once this method has returned. Where the system can't watch other
  /// processes' writes (anywhere but on Linux), only this process's changes are reported.
  package func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let observer = CommitObserver(continuation: continuation)
    database.add(transactionObserver: observer, extent: .databaseLifetime)
    let watcher = isInMemory ? nil : WALWatcher(ledger: path)
    watcher?.start { [database] in
      // On the writing connection this number changes with commits of other connections only; the
      // observer reports the own ones.
      try? database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    } onChange: {
      continuation.yield()
    }
    continuation.onTermination = { [database] _ in
      watcher?.stop()
      database.asyncWriteWithoutTransaction { $0.remove(transactionObserver: observer) }
    }
    return stream
  }
}

/// Whether a task was cancelled, for a thread of its own.
private final class CancellationFlag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}

private final class CommitObserver: TransactionObserver, Sendable {
  private let continuation: AsyncStream<Void>.Continuation

  init(continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

  // Commits are reported anyway; observing rows would slow down every filing.
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { continuation.yield() }
  func databaseDidRollback(_ db: Database) {}
}

extension Ledger {
  /// Whether `purser generate` created the contents.
  package func isGenerated() async throws(LedgerError) -> Bool {
    try await read { try $0.isGenerated() }
  }

  /// Permanently marks an empty ledger as generated.
  ///
  /// - Throws: `occupied` if anything was filed before.
  package func becomeGenerated() async throws(LedgerError) {
    try await submit(GeneratedMark(path: path), at: .distantPast)
  }

  /// Runs `body` in one transaction. It changes what concerns only this file and its processes, and
  /// nothing that other machines' ledgers repeat.
  func writeLocally<Answer: Sendable>(
    _ body: @escaping @Sendable (inout LedgerWriter) throws -> Answer
  ) async throws(LedgerError) -> Answer {
    do {
      return try await database.writeWithoutTransaction { [transactions] db in
        try transactions.write(in: db, body)
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }
}

struct GeneratedMark: LedgerChange {
  static let kind = EntryKind.generated

  private enum CodingKeys: String, CodingKey {
    case path = "path"
  }

  var path: String

  func apply(at _: Date, by writer: inout LedgerWriter) throws -> NoOutcome {
    if try writer.db.exists("SELECT 1 FROM document") { throw LedgerError.occupied(path: path) }
    try writer.db.setMeta("generated", to: 1)
    writer.hasWritten = true
    return NoOutcome()
  }
}

extension LedgerWriter {
  /// Rejects a generated document in a ledger with real ones.
  func expectGeneratedLedger() throws {
    guard try db.isGenerated() else { throw LedgerError.generatedAmongReal }
  }
}

extension Database {
  /// Whether the ledger holds generated users. Set before the first filing and never cleared, so
  /// that generated and real data never mix.
  func isGenerated() throws -> Bool { try meta("generated") != nil }
}

extension Database {
  /// Checks that the file still has the name by which it was opened.
  ///
  /// - Throws: `LedgerError.moved`. A file without that name takes writes, and nobody finds them.
  func expectInPlace(path: String) throws {
    var hasMoved: Int32 = 0
    sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    if hasMoved != 0 { throw LedgerError.moved(path: path) }
  }
}
