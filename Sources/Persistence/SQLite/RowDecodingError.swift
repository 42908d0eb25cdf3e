internal import GRDB

/// A stored row has values that its columns can't mean.
struct RowDecodingError: Error {
  var column: Int
}

extension LedgerError {
  /// Converts an error thrown while working on the ledger at `path`.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as LedgerError: self = error
    case let error as DatabaseError: self = LedgerError(database: error, path: path)
    case is RowDecodingError: self = .damaged(path: path)
    case is CancellationError: self = .withdrawn
    default: self = .failed(path: path, code: -1, reason: "\(type(of: error))")
    }
  }

  // Keeps only SQLite's message, which names tables and columns; GRDB would add the statement and
  // its arguments, which contain personal data.
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
