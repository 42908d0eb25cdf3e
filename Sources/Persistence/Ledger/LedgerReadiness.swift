import Foundation
internal import GRDB
internal import GRDBSQLite

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
}
