internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// The counts by state that were last told, so that the next instant's follow from them with less
/// work than from those that are kept: forgotten with every change of the ledger.
final class CountShelf: Sendable {
  /// What the connection's sight of the ledger was.
  private struct Version: Equatable {
    /// Moves with the commits of all other connections.
    var others: Int64
    /// Moves with the connection's own changes.
    var own: Int64
  }

  // By connection: their versions have nothing to do with each other.
  private let shelf = Mutex<[ObjectIdentifier: (version: Version, counts: StateCounts)]>([:])

  func counts(at instant: Int64, in db: Database) throws -> StateCounts {
    let version = Version(
      others: try db.number("PRAGMA data_version") ?? 0,
      own: sqlite3_total_changes64(db.sqliteConnection)
    )
    let connection = ObjectIdentifier(db)
    let known = shelf.withLock { $0[connection] }
    let isValid = known.map { $0.version == version } ?? false
    let nearest = isValid ? known?.counts : nil
    let counts = try db.counts(of: nearest ?? StateCounts(kept: db), at: instant)
    shelf.withLock { $0[connection] = (version, counts) }
    return counts
  }
}
