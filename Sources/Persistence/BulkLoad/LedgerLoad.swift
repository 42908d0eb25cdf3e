package import Entitlements
package import Foundation
internal import GRDB

extension Ledger {
  /// Prepares the writing connection for transactions that write all over the file.
  package func prepareForBulkFiling() async throws(LedgerError) {
    do {
      try await database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA cache_size = -262144")
      }
    } catch {
      throw LedgerError(error, path: path)
    }
  }
}

/// A ledger that is written beside its path and moved there once it is complete and synced: a
/// process that stops, even by a crash, leaves no partial ledger at the path.
package struct NewLedger: Sendable {
  private let file: LedgerFile
  private let draft: LedgerFile

  /// Creates an empty file beside `path`.
  ///
  /// - Throws: `occupied` if something exists at `path`.
  package init(path: String) throws(LedgerError) {
    file = LedgerFile(path: path)
    guard try !file.exists() || file.size == 0 else { throw .occupied(path: file.path) }
    draft = try file.draft()
  }

  /// Moves the closed ledger to its path.
  package func publish() throws(LedgerError) {
    guard try draft.publish(as: file) else { throw .occupied(path: file.path) }
  }

  /// Removes what is not published.
  package func remove() { draft.remove() }

  /// Opens the new ledger to file in it; close it before publishing.
  package func open() throws(LedgerError) -> Ledger {
    do {
      let queue = try DatabaseQueue(path: draft.path, configuration: Ledger.configuration())
      try Migrations.all.migrate(queue)
      try queue.close()
    } catch {
      throw LedgerError(error, path: file.path)
    }
    return try Ledger(path: draft.path)
  }

  /// Bulk-loads unrelated filings, much faster than filing them one by one, with the same result.
  ///
  /// `filings` returns the next filings, or none at the end. Each must be the only one of its user,
  /// chains, orders, tokens and app accounts, and be derived with `catalog`, which becomes the
  /// primary catalog. States are counted at `now`.
  ///
  /// - Returns: The number of users.
  /// - Throws: `refused` for a filing that depends on another.
  package func load(
    catalog: Catalog? = nil,
    at now: Date,
    filings: () throws -> [BulkFiling]
  ) throws(LedgerError) -> Int {
    do {
      return try Self.fill(draft, catalog, now, filings)
    } catch {
      throw LedgerError(error, path: file.path)
    }
  }

  private static func fill(
    _ draft: LedgerFile,
    _ catalog: Catalog?,
    _ now: Date,
    _ filings: () throws -> [BulkFiling]
  ) throws -> Int {
    var configuration = Ledger.configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: draft.path, configuration: configuration)
    try Migrations.all.migrate(queue)
    let users = try queue.writeWithoutTransaction { db in
      try db.execute(sql: Self.bulkLoadPragmas)
      var users = 0
      try db.inTransaction(.exclusive) {
        if let catalog { try catalog.keepAsFirst(in: db, at: now) }
        let indices = try BulkIndices(droppedFrom: db)
        users = try fill(db, now, filings)
        try indices.make(in: db)
        try expectNoSharedLinks(in: db)
        try BulkIndices.fillSearch(in: db)
        return .commit
      }
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL")
      return users
    }
    try queue.close()
    return users
  }

  /// No other process uses the unfinished file, so it needn't survive a power loss. Sorting should
  /// fit into memory: 256 MB each for pages and sorting. Index sources are read from the system's
  /// cache.
  private static let bulkLoadPragmas = """
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA secure_delete = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -262144;
    PRAGMA mmap_size = 68719476736;
    PRAGMA threads = 2;
    """

  private static func fill(
    _ db: Database,
    _ now: Date,
    _ filings: () throws -> [BulkFiling]
  ) throws -> Int {
    var writer = try BulkWriter(db, at: now)
    while case let batch = try filings(), !batch.isEmpty {
      for filing in batch { try writer.write(filing) }
    }
    try writer.counts.write(to: db)
    return Int(writer.counts.users)
  }

  /// Chains with a shared token belong to one account, so their filings depend on each other;
  /// chains with a shared app account may change owner.
  private static func expectNoSharedLinks(in db: Database) throws {
    let shared = try db.number(
      """
      SELECT 1 FROM link WHERE kind IN ('purchaseToken', 'appAccount')
      GROUP BY value, kind HAVING min(document) <> max(document) LIMIT 1
      """
    )
    guard shared == nil else {
      throw LedgerError.refused(rule: "two filings to load share a token or an app account")
    }
  }
}
