internal import CSQLite
import Foundation
internal import GRDB

/// The system of record: users, their orders and the documents that prove them, in one SQLite file
/// or in memory. Copies of this value share the ledger.
///
/// Reading and special operations are grouped by use: `jobs`, `search`, `users` and so on.
package struct Ledger: Sendable {
  let database: any DatabaseWriter
  /// The file's absolute path, or a placeholder for error messages.
  package let path: String
  let isInMemory: Bool
  /// Whether writes outside of entries fail.
  let isGuarded: Bool
  let catalogCache: CatalogCache
  let memories: WriteCacheStore
  let countCache = StateCountCache()
  let entryQueue: EntryQueue
  var searchLimits = SearchPlan.Limits()
  /// The connection to the shared log; `nil` for a ledger that stands alone.
  package internal(set) var log: LogConnection?
  /// What reads are answered from, instead of the newest state.
  private var frozen: DatabaseSnapshot?
  /// The opening of the first connection that reads. Two reads that begin meanwhile would each open one.
  private var opening: Task<Void, Never>?

  /// Opens the ledger at `path` for reading and writing; creates it and its folder if needed.
  ///
  /// New files are readable by their owner only. Older files are migrated.
  package init(path: String) throws(LedgerError) {
    let file = LedgerFile(path: path)
    if try !file.expectWritable() { try Self.begin(file) }
    do {
      let pool = try DatabasePool(path: file.path, configuration: Self.configuration())
      // The pool lowers this for speed, but an acknowledged filing must survive a power loss.
      try pool.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA synchronous = FULL")
        try $0.execute(sql: "PRAGMA wal_autocheckpoint = \(Checkpointer.maxPages)")
      }
      try Self.migrate(pool, path: file.path)
      try pool.read { try Self.expectFilled($0, path: file.path) }
      let isGuarded = WriteGuard.isDefault
      if isGuarded { try pool.writeWithoutTransaction(WriteGuard.install) }
      self.init(pool, path: file.path, Checkpointer(path: file.path), isGuarded: isGuarded)
    } catch {
      throw LedgerError(error, path: file.path)
    }
    try deriveStale()
  }

  /// Derives again what a migration marked. After an interruption, the next opening goes on.
  private func deriveStale() throws(LedgerError) {
    do {
      try database.writeWithoutTransaction { db in
        if try db.meta("ownersAreStale") != nil {
          try transactions.apply(in: db) { ledgerWriter in
            guard try ledgerWriter.db.meta("ownersAreStale") != nil else { return }
            try ledgerWriter.deriveOwnersAnew(at: Date())
          }
        }
        if try db.meta("reversalsAreStale") != nil {
          var last: Int64 = 0
          while let end = try FillingMark.end(ofSliceAfter: last, in: "chain", db) {
            try transactions.apply(in: db) { try $0.deriveGoogleAnew(after: last, upTo: end) }
            last = end
          }
          try transactions.apply(in: db) { ledgerWriter in
            try ledgerWriter.db.run("DELETE FROM meta WHERE name = 'reversalsAreStale'")
            ledgerWriter.hasWritten = true
          }
        }
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  /// Opens the ledger at `path` read-only: neither creates nor migrates it. With one connection reads
  /// wait for each other, and opening takes half the time: for a command that asks a few things.
  package init(
    readingOnly path: String,
    withOneConnection isSingle: Bool = false
  ) throws(LedgerError) {
    let file = LedgerFile(path: path)
    guard try file.exists() else { throw .missing(path: file.path) }
    _ = try file.expectDatabase()
    var configuration = Self.configuration()
    configuration.readonly = true
    // SQLite's default of 2 MB a connection soon fills with pages that aren't read again; the
    // system caches pages for all connections.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -512") }
    do {
      let location = file.readingLocation
      let reader: any DatabaseWriter =
        isSingle
        ? try DatabaseQueue(path: location, configuration: configuration)
        : try DatabasePool(path: location, configuration: configuration)
      // Not by a reading connection, of which a pool has none yet: each reads the whole schema.
      try reader.writeWithoutTransaction { db in
        try db.inTransaction(.deferred) {
          try Self.expectCurrent(db, path: file.path)
          return .commit
        }
      }
      self.init(reader, path: file.path)
      if !isSingle { opening = Task { try? await reader.read { _ in } } }
    } catch {
      throw LedgerError(error, path: file.path)
    }
  }

  /// Creates an empty ledger that exists as long as a copy of this value.
  package static func inMemory() throws(LedgerError) -> Ledger {
    try inMemory(isGuarded: WriteGuard.isDefault)
  }

  static func inMemory(isGuarded: Bool) throws(LedgerError) -> Ledger {
    do {
      let queue = try DatabaseQueue(configuration: configuration())
      try emptyInMemory.get().backup(to: queue)
      if isGuarded { try queue.writeWithoutTransaction(WriteGuard.install) }
      return Ledger(queue, path: "in memory", isInMemory: true, isGuarded: isGuarded)
    } catch {
      throw LedgerError(error, path: "in memory")
    }
  }

  /// Copying an empty ledger takes a small part of the time of all migrations.
  private static let emptyInMemory = Result {
    let queue = try DatabaseQueue(configuration: configuration())
    try migrate(queue, path: "in memory")
    return queue
  }

  /// Closes the ledger: moves the write-ahead log into the file unless another process has it open.
  /// Waits for reads that have begun. No copy of this value is usable afterwards.
  package func close() async throws(LedgerError) {
    log?.cancel()
    try await OwnThread.run { () throws(LedgerError) in
      do {
        try entryQueue.checkpointer?.close()
        // The last connection to close cleans up, which a reader may not.
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        try database.close()
      } catch {
        throw LedgerError(error, path: path)
      }
    }
  }

  /// Without a write-ahead log or for reading only, there is nothing to checkpoint.
  init(
    _ database: any DatabaseWriter,
    path: String,
    _ checkpointer: Checkpointer? = nil,
    isInMemory: Bool = false,
    isGuarded: Bool = false
  ) {
    (self.database, self.path, self.isInMemory) = (database, path, isInMemory)
    self.isGuarded = isGuarded
    catalogCache = CatalogCache()
    memories = WriteCacheStore(catalogs: catalogCache)
    entryQueue = EntryQueue(checkpointer)
  }

  /// This ledger, with all reads answered from its present state, whatever is filed meanwhile. As
  /// long as a copy of the value exists, the write-ahead log grows. A ledger in memory, which no
  /// other process has open, is returned unchanged.
  package func snapshot() throws(LedgerError) -> Ledger {
    guard !isInMemory else { return self }
    guard let pool = database as? DatabasePool else {
      return try Ledger(readingOnly: path).snapshot()
    }
    do {
      var copy = self
      copy.frozen = try pool.makeSnapshot()
      return copy
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  func read<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws(LedgerError) -> Answer {
    await opening?.value
    do {
      if let frozen { return try await frozen.read(body) }
      return try await database.read(body)
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "ledger"
    configuration.busyMode = .callback(waitForTurn)
    configuration.maximumReaderCount = 3
    configuration.prepareDatabase { try WordMatch.install(in: $0) }
    return configuration
  }

  /// Polls for the write lock often: turns follow closely, and a slow poller may miss them for
  /// seconds. Gives up after ten seconds.
  private static func waitForTurn(tries: Int) -> Bool {
    Thread.sleep(forTimeInterval: 0.002)
    return tries < 5_000
  }

  /// Creates an empty ledger; another process may be faster.
  static func begin(_ file: LedgerFile) throws(LedgerError) {
    let draft = try file.draft()
    do {
      let pool = try DatabasePool(path: draft.path, configuration: configuration())
      try migrate(pool, path: file.path)
      // Closing does this as well, but says nothing if it can't.
      try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      pool.invalidateReadOnlyConnections()
      try pool.close()
      _ = try draft.publish(as: file)
    } catch {
      draft.remove()
      throw LedgerError(error, path: file.path)
    }
  }

  static func migrate(_ writer: any DatabaseWriter, path: String) throws {
    let migrator = Migrations.all
    try writer.read { try expectKnown(migrator.appliedIdentifiers($0), path: path) }
    do {
      try migrator.migrate(writer)
    } catch {
      // If two processes migrate at once, the slower one finds the work done.
      guard try writer.read(migrator.hasCompletedMigrations) else { throw error }
    }
  }

  static func expectKnown(_ applied: Set<String>, path: String) throws {
    let unknown = applied.subtracting(Migrations.all.migrations)
    guard let migration = unknown.min() else { return }
    throw LedgerError.fromTheFuture(path: path, migration: migration)
  }

  private static func expectCurrent(_ db: Database, path: String) throws {
    try LedgerFile.expectOurs(db, path: path)
    let migrator = Migrations.all
    let applied = try migrator.appliedIdentifiers(db)
    try expectKnown(applied, path: path)
    guard let missing = migrator.migrations.first(where: { !applied.contains($0) }) else {
      return try expectFilled(db, path: path)
    }
    throw LedgerError.outdated(path: path, migration: missing)
  }
}

extension Ledger {
  /// Grows with each change of the file's form, and of the rules by which rights are derived.
  package static var revision: Int { Migrations.all.migrations.count }

  /// The queue of jobs.
  package var jobs: JobQueue { JobQueue(ledger: self) }
  /// Lists, counts and searches.
  package var search: LedgerSearch { LedgerSearch(ledger: self) }
  /// What is known about single users.
  package var users: UserRecords { UserRecords(ledger: self) }
  /// Chains, sales and claims.
  package var purchases: PurchaseRecords { PurchaseRecords(ledger: self) }
  package var documents: DocumentRecords { DocumentRecords(ledger: self) }
  package var catalogs: CatalogRecords { CatalogRecords(ledger: self) }
  /// The IDs, tokens and times for querying the stores.
  package var storeQueries: StoreQueryData { StoreQueryData(ledger: self) }
  /// The PlayFab-compatible endpoints' data.
  package var playFab: PlayFabRecords { PlayFabRecords(ledger: self) }
  /// Export and erasure of a person's data.
  package var privacy: DataSubjectRequests { DataSubjectRequests(ledger: self) }
  package var integrity: IntegrityChecks { IntegrityChecks(ledger: self) }
  package var audit: AuditLog { AuditLog(ledger: self) }
  package var statistics: LedgerStatistics { LedgerStatistics(ledger: self) }
}
