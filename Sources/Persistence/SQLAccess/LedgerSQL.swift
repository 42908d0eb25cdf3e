package import Entitlements
import Foundation
internal import GRDBSQLite

extension Ledger {
  /// Answers an operator's own SQL on a connection of its own that can only read, of which an
  /// authorizer refuses everything but reading.
  ///
  /// - Parameters:
  ///   - text: One statement.
  ///   - limit: How many rows at most.
  ///   - seconds: After so long it is stopped.
  /// - Returns: The rows, in the statement's order.
  /// - Throws: `SQLFault`, with the place where SQLite tells of one.
  package func answer(
    sql text: String,
    limit: Int,
    seconds: Int
  ) async throws(SQLFault) -> SQLAnswer {
    guard !isInMemory else { throw .unavailable(reason: "A ledger in memory takes no SQL.") }
    let location = LedgerFile(path: path).readingLocation
    // It may keep a thread for seconds, and that must be none of the few that all tasks share.
    let answer = await withCheckedContinuation { done in
      Thread.detachNewThread {
        done.resume(
          returning: Result { () throws(SQLFault) in
            try SQLDesk(location, seconds: seconds).answer(text, limit: limit)
          }
        )
      }
    }
    return try answer.get()
  }
}

/// A connection for one question.
private final class SQLDesk {
  private var connection: OpaquePointer?
  private let deadline: ContinuousClock.Instant
  private let seconds: Int
  private var isRefused = false
  private var isLate = false

  /// A row holds documents whole; nothing that is stored is larger.
  private static let mostBytes: Int32 = 16 << 20

  init(_ location: String, seconds: Int) throws(SQLFault) {
    deadline = .now + .seconds(seconds)
    self.seconds = seconds
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(location, &connection, flags, nil) == SQLITE_OK else {
      throw .unavailable(reason: "The ledger cannot be opened: \(reason).")
    }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.mostBytes)
    sqlite3_busy_timeout(connection, 2_000)
    for view in SQLView.allCases {
      guard sqlite3_exec(connection, view.definition, nil, nil, nil) == SQLITE_OK else {
        throw .unavailable(reason: "The view \(view.rawValue) cannot be made: \(reason).")
      }
    }
    let desk = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      connection,
      { desk, action, first, second, _, _ in
        guard !SQLDesk.allows(action, first, second) else { return SQLITE_OK }
        desk.map { Unmanaged<SQLDesk>.fromOpaque($0).takeUnretainedValue() }?.isRefused = true
        return SQLITE_DENY
      },
      desk
    )
    sqlite3_progress_handler(
      connection,
      10_000,
      { desk in
        guard let desk else { return 0 }
        return Unmanaged<SQLDesk>.fromOpaque(desk).takeUnretainedValue().checkTime()
      },
      desk
    )
  }

  deinit { sqlite3_close_v2(connection) }

  private func checkTime() -> Int32 {
    if deadline < .now { isLate = true }
    return isLate ? 1 : 0
  }

  private static func allows(
    _ action: Int32,
    _ first: UnsafePointer<CChar>?,
    _ second: UnsafePointer<CChar>?
  ) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: true
    case SQLITE_FUNCTION: second.map { String(cString: $0) } != "load_extension"
    // The full-text index looks whether it was written meanwhile.
    case SQLITE_PRAGMA: first.map { String(cString: $0) } == "data_version"
    default: false
    }
  }

  func answer(_ text: String, limit: Int) throws(SQLFault) -> SQLAnswer {
    guard !text.utf8.contains(0) else {
      throw .mistaken(reason: "There is a NUL character in it", offset: nil)
    }
    let (statement, rest) = try prepare(text, from: 0)
    guard let statement else { throw .empty }
    defer { sqlite3_finalize(statement) }
    if let next = try prepare(text, from: rest).statement {
      sqlite3_finalize(next)
      throw .several
    }
    let columns = (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
    }
    var rows: [[SQLValue]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard rows.count < limit else {
          return SQLAnswer(columns: columns, rows: rows, isTruncated: true)
        }
        rows.append(columns.indices.map { Self.value(statement, Int32($0)) })
      case SQLITE_DONE: return SQLAnswer(columns: columns, rows: rows, isTruncated: false)
      default: throw fault(in: text)
      }
    }
  }

  /// The statement that begins at an octet, and where the rest begins.
  private func prepare(
    _ text: String,
    from start: Int
  ) throws(SQLFault) -> (statement: OpaquePointer?, rest: Int) {
    var statement: OpaquePointer?
    var rest = start
    let code = text.withCString { bytes in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection, bytes + start, -1, &statement, &tail)
      if let tail { rest = tail - bytes }
      return code
    }
    guard code == SQLITE_OK else { throw fault(in: text) }
    return (statement, rest)
  }

  private func fault(in text: String) -> SQLFault {
    if isRefused { return .refused }
    if isLate { return .tooSlow(seconds: seconds) }
    let place = Int(sqlite3_error_offset(connection))
    let offset =
      place < 0 ? nil : text.utf8.prefix(place).count { $0 & 0xC0 != 0x80 }
    return .mistaken(reason: reason + meant, offset: offset)
  }

  /// What may have been meant by the name of a table that there is not.
  private var meant: String {
    let start = "no such table: "
    guard reason.hasPrefix(start) else { return "" }
    var names = SQLView.allCases.map(\.rawValue)
    // The parts of the full-text index have a line in their names.
    let stored = """
      SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND instr(name, '_') = 0
      """
    let word = String(reason.dropFirst(start.count))
    if let rows = try? answer(stored, limit: 100).rows {
      names += rows.compactMap { if case .text(let name)? = $0.first { name } else { nil } }
    }
    let near = NearWords.of(word, in: names)
    return near.isEmpty
      ? ". There are \(SQLView.allCases.map(\.rawValue).joined(separator: ", "))"
      : ". Did you mean \(near.joined(separator: " or "))?"
  }

  private var reason: String {
    sqlite3_errmsg(connection).map { String(cString: $0) } ?? "SQLite gives no reason"
  }

  private static func value(_ statement: OpaquePointer, _ column: Int32) -> SQLValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
    case SQLITE_BLOB: .bytes(Int(sqlite3_column_bytes(statement, column)))
    default: .null
    }
  }
}
