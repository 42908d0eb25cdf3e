import Persistence

/// A statement that failed, as PostgreSQL and those who speak its protocol say it.
struct StatementError: Error {
  /// The SQLSTATE, empty if the text is libpq's own.
  let state: String
  /// The primary message, without the detail line, which would quote values.
  let message: String
  let isConnectionLost: Bool

  /// The statement changed nothing: it gave way to another transaction, or was prepared elsewhere.
  var isWorthRepeating: Bool { state == "40001" || state == "40P01" || isPreparedElsewhere }

  /// A pooler hands this connection to a session that doesn't have the statement, or has another of
  /// its name.
  var isPreparedElsewhere: Bool { state == "26000" || state == "42P05" }

  var isUniqueViolation: Bool { state == "23505" }

  var isMissingTable: Bool { state == "42P01" || state == "3F000" }

  /// The role lacks the right.
  var isForbidden: Bool { state == "42501" }

  /// Something that this engine doesn't have.
  var isUnsupported: Bool { state == "0A000" || state == "42601" || state == "22023" }

  /// Two sessions created the same table at once.
  var isCreationConflict: Bool { isUniqueViolation || state == "42P07" || state == "42710" }

  /// Whether another connection may do better: this one is gone, or leads to a server that was a
  /// primary when the connection was made.
  var isConnectionSpent: Bool {
    isConnectionLost || isInterruption || state == "25006"
  }

  /// The outcome is unknown: a connection exception, a shutdown, or the engine says so.
  fileprivate var isInterruption: Bool {
    state.hasPrefix("08") || state.hasPrefix("57P") || state == "40003"
  }
}

extension SharedLogError {
  init(_ error: StatementError) {
    self =
      switch error.state {
      case _ where error.isConnectionLost || error.isInterruption:
        .interrupted(reason: error.message)
      case "25006": .unreachable(reason: "the server has become a standby (\(error.message))")
      case _ where error.isMissingTable: .missingTables
      case "42501": .missingRights(reason: error.message)
      case _ where error.state.hasPrefix("28"): .unreachable(reason: error.message)
      default:
        .failed(reason: error.state.isEmpty ? error.message : "\(error.message) (\(error.state))")
      }
  }
}
