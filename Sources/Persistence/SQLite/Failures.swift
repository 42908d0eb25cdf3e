internal import GRDB

/// A stored row says something its columns cannot mean.
struct UnreadableRow: Error {
  var column: Int
}

extension LedgerError {
  /// What `error`, thrown while working on the ledger at `path`, means to its user.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as LedgerError: self = error
    case let error as DatabaseError: self = LedgerError(database: error, path: path)
    case is UnreadableRow: self = .damaged(path: path)
    case is CancellationError: self = .withdrawn
    default: self = .failed(path: path, code: -1, reason: "\(type(of: error))")
    }
  }

  // Only SQLite's own message is kept: it names tables and columns, while the statement and its
  // arguments, which GRDB would add, hold people's data.
  private init(database error: DatabaseError, path: String) {
    let reason = error.message ?? "unknown"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
    case .SQLITE_FULL: self = .full(path: path)
    case .SQLITE_READONLY: self = .unwritable(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .unreadable(path: path)
    case .SQLITE_NOTADB: self = .notALedger(path: path)
    case .SQLITE_CORRUPT: self = .damaged(path: path)
    case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG: self = .refused(rule: reason)
    case .SQLITE_INTERRUPT, .SQLITE_ABORT: self = .withdrawn
    default:
      self = .failed(
        path: path,
        code: Int(error.extendedResultCode.rawValue),
        reason: reason
      )
    }
  }
}
