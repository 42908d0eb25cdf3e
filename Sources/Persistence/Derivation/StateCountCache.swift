internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// Caches the last counts by state, so that the next instant's counts need less work than from the
/// stored ones. Every change of the ledger invalidates it.
final class StateCountCache: Sendable {
  /// The connection's view of the ledger.
  private struct Version: Equatable {
    /// Changes with commits of other connections.
    var others: Int64
    /// Changes with the connection's own writes.
    var own: Int64
  }

  // By connection, because versions of different connections aren't comparable.
  private let cache = Mutex<[ObjectIdentifier: (version: Version, counts: StateCounts)]>([:])

  func counts(at instant: Int64, in db: Database) throws -> StateCounts {
    let version = Version(
      others: try db.number("PRAGMA data_version") ?? 0,
      own: sqlite3_total_changes64(db.sqliteConnection)
    )
    let connection = ObjectIdentifier(db)
    let known = cache.withLock { $0[connection] }
    let isValid = known.map { $0.version == version } ?? false
    let nearest = isValid ? known?.counts : nil
    let counts = try db.counts(of: nearest ?? StateCounts(kept: db), at: instant)
    cache.withLock { $0[connection] = (version, counts) }
    return counts
  }
}
