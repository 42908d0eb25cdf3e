import Foundation
internal import GRDB
internal import GRDBSQLite

extension Ledger {
  /// Bytes that have to be free: room in the log may be left that lasts for a few filings only.
  private static let leastFree = 1 << 20

  /// Writes a page to the log, as a filing does, and takes it back.
  ///
  /// - Throws: Why nothing can be filed now: the disk is full, or another process keeps the ledger
  ///   locked.
  package func tryWriting() async throws(LedgerError) {
    if !isInMemory, let free = freeBytes, free < Self.leastFree { throw .full(path: path) }
    do {
      try await database.writeWithoutTransaction { db in
        try db.inOwnTransaction {
          try db.execute(
            sql: "INSERT INTO meta (name, value) VALUES ('tried', 1) ON CONFLICT DO NOTHING"
          )
          let code = sqlite3_db_cacheflush(db.sqliteConnection)
          if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
          // Nobody is to be woken by it.
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
