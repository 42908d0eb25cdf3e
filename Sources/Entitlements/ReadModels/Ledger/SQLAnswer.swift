/// One value of what an operator's own SQL answers.
package enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// How many bytes there are; nobody reads them in a table.
  case bytes(Int)
}

/// What an operator's own SQL answers.
package struct SQLAnswer: Equatable, Sendable {
  package var columns: [String]
  /// Each has as many values as there are columns.
  package var rows: [[SQLValue]]
  /// Whether there are more rows than were asked for.
  package var isTruncated: Bool

  package init(columns: [String], rows: [[SQLValue]], isTruncated: Bool) {
    self.columns = columns
    self.rows = rows
    self.isTruncated = isTruncated
  }
}

/// Why an operator's own SQL has no answer.
package enum SQLFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// SQLite does not understand it; `offset` counts characters from the beginning.
  case mistaken(reason: String, offset: Int?)
  /// It would do more than read.
  case refused
  /// More than one statement.
  case several
  case empty
  /// It took longer than so many seconds.
  case tooSlow(seconds: Int)
  /// The ledger could not be read at all.
  case unavailable(reason: String)

  package var description: String {
    switch self {
    case .mistaken(let reason, _): reason.hasSuffix("?") ? reason : "\(reason)."
    case .refused:
      "Only reading is allowed: SELECT, WITH and VALUES. ATTACH, PRAGMA and whatever writes "
        + "are refused."
    case .several: "One statement at a time. Leave out what follows the first semicolon."
    case .empty: "There is no statement in it. Begin with SELECT."
    case .tooSlow(let seconds):
      "It took longer than \(seconds) seconds and was stopped. Narrow it, or ask for fewer rows."
    case .unavailable(let reason): reason
    }
  }
}
