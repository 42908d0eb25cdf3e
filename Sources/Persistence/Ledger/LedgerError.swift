internal import GRDB

/// An error of the ledger. A path is that of the ledger's file.
package enum LedgerError: Error, Equatable, Sendable {
  /// There is no file, and it was opened for reading only.
  case missing(path: String)
  case isDirectory(path: String)
  /// The file or its folder may not be read.
  case unreadable(path: String)
  /// The file or its folder may not be written.
  case unwritable(path: String)
  /// A parent folder cannot be created; `reason` is the system's message.
  case folderNotMade(path: String, reason: String)
  /// Not a database, or another program's.
  case notALedger(path: String)
  case damaged(path: String)
  /// Something exists at the path and must not be overwritten.
  case occupied(path: String)
  /// A document of `purser generate` for a ledger with real data.
  case generatedAmongReal
  /// A newer purser wrote the file; `migration` is the first unknown one.
  case fromTheFuture(path: String, migration: String)
  /// An import that fills the ledger is running or was interrupted.
  case unfilled(path: String)
  /// An older purser wrote the file, and it was opened for reading only.
  case outdated(path: String, migration: String)
  /// Another process kept the file locked for more than ten seconds.
  case locked(path: String)
  /// The file was deleted, moved or replaced while it was open: what is written then would be lost.
  case moved(path: String)
  case full(path: String)
  /// A filing violates a rule of the ledger; `rule` names columns, never values.
  case refused(rule: String)
  /// An identifier contains a NUL character.
  case unusableText(field: String)
  /// A document states less than when it was filed; `document` is its ID.
  case unlikeFiled(document: String)
  /// The ledger follows a shared log, and changes bypass it, or lead to another one.
  case followsLog(path: String)
  /// The ledger follows no shared log although the settings name one.
  case followsNoLog(path: String)
  case sharedLog(SharedLogError)
  /// The ledger can't apply what its shared log holds, so that nothing may be appended here.
  case logStopped(reason: String)
  /// The shared log still serves nodes older than this version, which don't know such a change.
  case olderLog(version: String)
  /// Whether the change took place is not known yet: the log or the process that follows it is slow.
  case unansweredByLog
  /// The caller cancelled the query.
  case withdrawn
  /// Any other SQLite error.
  case failed(path: String, code: Int, reason: String)
}

extension LedgerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let path):
      "There is no ledger at \(path). Import a receipt to begin one, or pass another --ledger."
    case .isDirectory(let path):
      "\(path) is a folder, not a ledger. Name a file in it with --ledger."
    case .unreadable(let path):
      "You cannot read the ledger \(path). Correct its permissions, or pass another --ledger."
    case .unwritable(let path):
      "You cannot write to the ledger \(path): the file, its folder or the whole volume is "
        + "read-only. Correct the permissions, or pass another --ledger."
    case .folderNotMade(let path, let reason):
      "The folder of the ledger \(path) cannot be created: \(reason). Create it, or pass another --ledger."
    case .notALedger(let path):
      "\(path) is not a purser ledger. Nothing in it was changed; pass another --ledger."
    case .damaged(let path):
      "The ledger \(path) is damaged, or its disk returns wrong data. Check the disk first, and then "
        + "restore a copy of the ledger, or save what can be read with \"sqlite3 FILE .recover\"."
    case .occupied(let path):
      "\(path) is there already. Nothing was written; name another file, or remove it first."
    case .generatedAmongReal:
      "Generated documents can only be added to a ledger that \"purser generate\" created. "
        + "Nothing was written; generate another ledger."
    case .fromTheFuture(let path, let migration):
      "\(path) was written by a newer purser (migration \"\(migration)\"). "
        + "Upgrade purser, or pass another --ledger."
    case .unfilled(let path):
      "The import that fills the ledger \(path) was interrupted. Run the same import again; it "
        + "continues."
    case .outdated(let path, let migration):
      "\(path) was written by an older purser and lacks migration \"\(migration)\". "
        + "Open it once with write access, or pass another --ledger."
    case .locked(let path):
      "The ledger \(path) is locked by another process. Wait until it has finished, "
        + "and try again."
    case .moved(let path):
      "The ledger \(path) was deleted, moved or replaced while it was open. Nothing was written; end "
        + "all programs that use it, and start them again."
    case .full(let path):
      "There is no disk space left for the ledger \(path). Nothing was written; free some space and "
        + "try again."
    case .refused(let rule):
      "The filing breaks a rule of the ledger (\(rule)). Nothing of it was written; correct the "
        + "document's facts and file it again."
    case .unusableText(let field):
      "The \(field) holds a NUL character and cannot identify anything. Nothing was written; "
        + "file it without."
    case .unlikeFiled(let document):
      "Document \(document) states less than when it was filed, and the rest would be lost. Nothing "
        + "of it was written; pass the roots, keys, certificates and apps it was filed with."
    case .followsLog(let path):
      "The ledger \(path) follows a shared log. Set log in [ledger] of the settings to it, or end "
        + "that with \"purser log leave\"."
    case .followsNoLog(let path):
      "The ledger \(path) follows no shared log. Join the one of the settings with "
        + "\"purser log join\", or remove log from [ledger]."
    case .sharedLog(let error): error.description
    case .logStopped(let reason): reason
    case .olderLog(let version):
      "The shared log still serves nodes older than purser \(version), which would apply this change "
        + "differently. Nothing was written; upgrade them, and run \"purser log upgrade\"."
    case .unansweredByLog:
      "The shared log has not confirmed the change in time. It may still take place: look, and try "
        + "again."
    case .withdrawn:
      "The query was cancelled before it was answered. Try again."
    case .failed(let path, let code, let reason):
      "The ledger \(path) failed: \(reason) (SQLite code \(code)). Check its disk, and "
        + "try again."
    }
  }
}

/// A stored row has values that its columns can't mean.
struct RowDecodingError: Error {
  var column: Int
}

extension LedgerError {
  /// Converts an error thrown while working on the ledger at `path`.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as LedgerError: self = error
    case let error as SharedLogError: self = .sharedLog(error)
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
    // The memory that processes share is a file beside the ledger, which grew no further.
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self = .full(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
    case .SQLITE_FULL: self = .full(path: path)
    case .SQLITE_READONLY: self = .unwritable(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .unreadable(path: path)
    case .SQLITE_NOTADB: self = .notALedger(path: path)
    case .SQLITE_CORRUPT: self = .damaged(path: path)
    case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG: self = .refused(rule: reason)
    case .SQLITE_INTERRUPT, .SQLITE_ABORT: self = .withdrawn
    default:
      self = .failed(path: path, code: Int(error.extendedResultCode.rawValue), reason: reason)
    }
  }
}
