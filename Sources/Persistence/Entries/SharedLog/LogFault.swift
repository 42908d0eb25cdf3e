/// Why a ledger can't apply what the log holds. Following stops until it is mended.
enum LogFault: Error, Equatable, Sendable {
  /// The log holds another entry, or none, where the ledger's last one was: its database was restored,
  /// or a standby without it was promoted.
  case forked(position: Int64)
  /// A newer purser appended it.
  case unknownFormat(position: Int64, kind: Int32, format: Int32, node: String)
  /// The body is not of its kind.
  case unreadable(position: Int64)
  /// The ledger still knows a person whom the log no longer does.
  case erasedMeanwhile
  /// Another process applied the entries first.
  case overtaken
  /// The ledger's own disk or file.
  case ledger(LedgerError)
  case log(SharedLogError)
}

extension LogFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .forked(let position):
      "The shared log was forked: its entry \(position) is not the one that this ledger applied. "
        + "Restore the log's database with it, or begin this ledger again from a backup of one that "
        + "follows the log as it is now; \"purser log mend\" then offers what only this one holds."
    case .unknownFormat(let position, let kind, let format, let node):
      "Entry \(position) of the shared log has kind \(kind) in format \(format), which this purser "
        + "does not know. \(node) appended it: upgrade purser to that node's version."
    case .unreadable(let position):
      "Entry \(position) of the shared log cannot be read. Restore the log's database."
    case .erasedMeanwhile:
      "This ledger was away for too long: it holds a person who was erased meanwhile, and the shared "
        + "log no longer has what it needs to follow. Delete it, and begin again from a backup of a "
        + "ledger that follows the log."
    case .overtaken: "Another process applied the entries of the shared log first."
    case .ledger(let error): error.description
    case .log(let error): error.description
    }
  }

  /// Whether it may pass by itself.
  var isPassing: Bool {
    switch self {
    case .forked, .unknownFormat, .unreadable, .erasedMeanwhile: false
    case .overtaken, .ledger, .log: true
    }
  }
}
