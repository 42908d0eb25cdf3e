import Foundation
internal import GRDB

/// The store of record: users, their orders and the documents that prove them, in one SQLite
/// file or in memory. A copy of this value is the same ledger.
package struct Ledger: Sendable {
  let database: any DatabaseWriter
  /// The absolute path of the file, or a stand-in for errors where there is none.
  package let path: String
  let isInMemory: Bool
  let catalogs: CatalogShelf
  let memories: ClerkShelf
  let countShelf = CountShelf()
  let filingQueue: FilingQueue
  var searchLimits = SearchPlan.Limits()

  /// Opens the ledger at `path` for reading and writing; makes it, and its folder, if need be.
  ///
  /// What is made can be read by its owner only. An older file is brought up to date.
  package init(path: String) throws(LedgerError) {
    let file = LedgerFile(path: path)
    if try !file.expectWritable() { try Self.begin(file) }
    do {
      let pool = try DatabasePool(path: file.path, configuration: Self.configuration())
      // The pool has just lowered this for speed; a filing that was acknowledged has to survive
      // the loss of power.
      try pool.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA synchronous = FULL")
        try $0.execute(sql: "PRAGMA wal_autocheckpoint = \(Checkpointer.mostPages)")
      }
      try Self.migrate(pool, path: file.path)
      database = pool
      filingQueue = FilingQueue(Checkpointer(path: file.path))
    } catch {
      throw LedgerError(error, path: file.path)
    }
    self.path = file.path
    isInMemory = false
    (catalogs, memories) = Self.shelves()
    try deriveStaleOwners()
  }

  /// After the rule of ownership changed, finds whose everything is by the new one.
  private func deriveStaleOwners() throws(LedgerError) {
    do {
      let desk = FilingDesk(database: database, memories: memories)
      try database.writeWithoutTransaction { db in
        let isStale = "SELECT value FROM meta WHERE name = 'ownersAreStale'"
        guard try db.number(isStale) != nil else { return }
        try desk.write(in: db) { clerk in
          guard try clerk.db.number(isStale) != nil else { return }
          try clerk.deriveOwnersAnew(at: Date())
        }
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  /// Opens the ledger at `path` without ever writing to it: neither makes nor migrates it.
  package init(readingOnly path: String) throws(LedgerError) {
    let file = LedgerFile(path: path)
    guard try file.exists() else { throw .missing(path: file.path) }
    _ = try file.expectDatabase()
    var configuration = Self.configuration()
    configuration.readonly = true
    // SQLite's default, 2 MB a connection, is soon full of pages that are not asked for again; the
    // system keeps them for all connections alike.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -512") }
    do {
      let pool = try DatabasePool(path: file.readingLocation, configuration: configuration)
      try pool.read { try Self.expectCurrent($0, path: file.path) }
      database = pool
    } catch {
      throw LedgerError(error, path: file.path)
    }
    self.path = file.path
    isInMemory = false
    filingQueue = FilingQueue(nil)
    (catalogs, memories) = Self.shelves()
  }

  /// An empty ledger that is gone with its last copy.
  package static func inMemory() throws(LedgerError) -> Ledger {
    do {
      let queue = try DatabaseQueue(configuration: configuration())
      try migrate(queue, path: "in memory")
      return Ledger(inMemory: queue)
    } catch {
      throw LedgerError(error, path: "in memory")
    }
  }

  /// Ends the work with the ledger: what was filed moves from the write-ahead log into the one
  /// file, unless another process still has it open. No copy of this value answers afterwards.
  package func close() throws(LedgerError) {
    do {
      try filingQueue.checkpointer?.close()
      // Whoever closes last tidies up, and a reader may not.
      (database as? DatabasePool)?.invalidateReadOnlyConnections()
      try database.close()
    } catch {
      throw LedgerError(error, path: path)
    }
  }

  private init(inMemory queue: DatabaseQueue) {
    database = queue
    path = "in memory"
    isInMemory = true
    filingQueue = FilingQueue(nil)
    (catalogs, memories) = Self.shelves()
  }

  private static func shelves() -> (CatalogShelf, ClerkShelf) {
    let catalogs = CatalogShelf()
    return (catalogs, ClerkShelf(catalogs: catalogs))
  }

  func read<Answer: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Answer
  ) async throws(LedgerError) -> Answer {
    do {
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

  /// Who waits for another's turn looks often: turns follow each other closely, and whoever looks
  /// seldom may find none free for seconds. After ten of them the lock is another's for good.
  private static func waitForTurn(tries: Int) -> Bool {
    Thread.sleep(forTimeInterval: 0.002)
    return tries < 5_000
  }

  /// Puts an empty ledger there; another process may be faster.
  private static func begin(_ file: LedgerFile) throws(LedgerError) {
    let draft = try file.draft()
    do {
      let pool = try DatabasePool(path: draft.path, configuration: configuration())
      try migrate(pool, path: file.path)
      // Whoever closes last moves all of it into the one file, and a reader may not.
      pool.invalidateReadOnlyConnections()
      try pool.close()
      _ = try draft.publish(as: file)
    } catch {
      draft.remove()
      throw LedgerError(error, path: file.path)
    }
  }

  private static func migrate(_ writer: any DatabaseWriter, path: String) throws {
    let migrator = Migrations.all
    try writer.read { try expectKnown($0, path: path) }
    do {
      try migrator.migrate(writer)
    } catch {
      // Two processes may bring one ledger up to date at once; the slower finds the work done.
      guard try writer.read(migrator.hasCompletedMigrations) else { throw error }
    }
  }

  private static func expectKnown(_ db: Database, path: String) throws {
    let migrator = Migrations.all
    try expectKnown(migrator.appliedIdentifiers(db), of: migrator, path: path)
  }

  private static func expectKnown(
    _ applied: Set<String>,
    of migrator: DatabaseMigrator,
    path: String
  ) throws {
    let unknown = applied.subtracting(migrator.migrations)
    guard let migration = unknown.min() else { return }
    throw LedgerError.fromTheFuture(path: path, migration: migration)
  }

  private static func expectCurrent(_ db: Database, path: String) throws {
    try LedgerFile.expectOurs(db, path: path)
    let migrator = Migrations.all
    let applied = try migrator.appliedIdentifiers(db)
    try expectKnown(applied, of: migrator, path: path)
    guard let lacking = migrator.migrations.first(where: { !applied.contains($0) }) else {
      return
    }
    throw LedgerError.outdated(path: path, migration: lacking)
  }
}
