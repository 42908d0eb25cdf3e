internal import Crypto
package import Entitlements
package import Foundation
internal import GRDB
internal import GRDBSQLite

extension Ledger {
  /// Runs an operator's SQL on a separate read-only connection whose authorizer denies everything
  /// but reading.
  ///
  /// - Parameters:
  ///   - text: One statement.
  ///   - limit: The maximum number of rows.
  ///   - seconds: The timeout.
  ///   - instant: The time of the views and of `unixepoch()`; `nil` for the machine's clock.
  /// - Returns: The rows, in the statement's order.
  /// - Throws: `SQLError`, with the position if SQLite reports one.
  package func answer(
    sql text: String,
    limit: Int,
    seconds: Int,
    at instant: Date? = nil
  ) async throws(SQLError) -> SQLAnswer {
    guard !isInMemory else {
      throw .unavailable(reason: "An in-memory ledger does not support SQL.")
    }
    let location = LedgerFile(path: path).readingLocation
    return try await OwnThread.run { () throws(SQLError) in
      try ReadOnlyConnection(location, seconds: seconds, at: instant).answer(text, limit: limit)
    }
  }
}

extension Ledger {
  /// The answer with masked purchase tokens, and with the sizes of documents in place of their texts.
  package func masked(_ answer: SQLAnswer) async throws(LedgerError) -> SQLAnswer {
    let texts = answer.rows.joined().compactMap { value in
      if case .text(let text) = value { text } else { nil }
    }
    let secrets = try await secrets(among: Set(texts))
    var masked = answer
    masked.rows = answer.rows.map { row in
      row.map { value in
        guard case .text(let text) = value else { return value }
        if secrets.documents.contains(text) { return .bytes(text.utf8.count) }
        guard secrets.tokens.contains(text) else { return .text(Identifier.masking(text)) }
        return .text(Identifier(.purchaseToken, text, at: 0..<text.utf8.count).masked)
      }
    }
    return masked
  }

  /// The purchase tokens and the documents on file among these texts.
  private func secrets(
    among texts: Set<String>
  ) async throws(LedgerError) -> (tokens: Set<String>, documents: Set<String>) {
    try await read { db in
      let tokens = try texts.filter {
        try db.exists("SELECT 1 FROM link WHERE value = ? AND kind = 'purchaseToken'", [$0])
      }
      let documents = try texts.filter {
        let id = hex(SHA256.hash(data: Data($0.utf8)))
        return try db.exists("SELECT 1 FROM document WHERE id = ?", [id])
      }
      return (tokens, documents)
    }
  }
}

/// A read-only connection for one query.
final class ReadOnlyConnection {
  private var connection: OpaquePointer?
  private let deadline: ContinuousClock.Instant
  private let seconds: Int
  private let instant: Date?
  private var isRefused = false
  private var isLate = false

  /// The maximum size of a value; a row may contain a whole document, and nothing stored is larger.
  private static let maxBytes: Int32 = 16 << 20

  init(_ location: String, seconds: Int, at instant: Date? = nil) throws(SQLError) {
    deadline = .now + .seconds(seconds)
    (self.seconds, self.instant) = (seconds, instant)
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(location, &connection, flags, nil) == SQLITE_OK else {
      throw .unavailable(reason: "The ledger cannot be opened: \(reason).")
    }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.maxBytes)
    sqlite3_busy_timeout(connection, 2_000)
    if instant != nil { replaceClock() }
    for view in SQLView.allCases {
      guard sqlite3_exec(connection, view.definition, nil, nil, nil) == SQLITE_OK else {
        throw .unavailable(reason: "The view \(view.rawValue) cannot be created: \(reason).")
      }
    }
    let readOnly = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      connection,
      { readOnly, action, first, second, _, _ in
        guard !ReadOnlyConnection.allows(action, first, second) else { return SQLITE_OK }
        readOnly.map { Unmanaged<ReadOnlyConnection>.fromOpaque($0).takeUnretainedValue() }?
          .isRefused = true
        return SQLITE_DENY
      },
      readOnly
    )
    sqlite3_progress_handler(
      connection,
      10_000,
      { readOnly in
        guard let readOnly else { return 0 }
        return Unmanaged<ReadOnlyConnection>.fromOpaque(readOnly).takeUnretainedValue().checkTime()
      },
      readOnly
    )
  }

  deinit { sqlite3_close_v2(connection) }

  /// Lets `unixepoch()`, by which the views go, return the instant.
  private func replaceClock() {
    sqlite3_create_function_v2(
      connection,
      "unixepoch",
      0,
      SQLITE_UTF8,
      Unmanaged.passUnretained(self).toOpaque(),
      { context, _, _ in
        let readOnly = sqlite3_user_data(context).map {
          Unmanaged<ReadOnlyConnection>.fromOpaque($0).takeUnretainedValue()
        }
        let seconds = readOnly?.instant?.timeIntervalSince1970 ?? 0
        sqlite3_result_int64(context, Int64(seconds.rounded(.down)))
      },
      nil,
      nil,
      nil
    )
  }

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
    // The full-text index checks whether it was changed meanwhile.
    case SQLITE_PRAGMA: first.map { String(cString: $0) } == "data_version"
    default: false
    }
  }

  func answer(_ text: String, limit: Int) throws(SQLError) -> SQLAnswer {
    guard !text.utf8.contains(0) else {
      throw .mistaken(reason: "It contains a NUL character", offset: nil)
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

  /// Compiles the statement at a byte offset and returns the offset of the rest.
  private func prepare(
    _ text: String,
    from start: Int
  ) throws(SQLError) -> (statement: OpaquePointer?, rest: Int) {
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

  private func fault(in text: String) -> SQLError {
    if isRefused { return .refused }
    if isLate { return .tooSlow(seconds: seconds) }
    let byteOffset = Int(sqlite3_error_offset(connection))
    let offset =
      byteOffset < 0 ? nil : text.utf8.prefix(byteOffset).count { $0 & 0xC0 != 0x80 }
    return .mistaken(reason: reason + suggestion, offset: offset)
  }

  /// Suggests names for an unknown table.
  private var suggestion: String {
    let start = "no such table: "
    guard reason.hasPrefix(start) else { return "" }
    var names = SQLView.allCases.map(\.rawValue)
    // Internal tables of the full-text index have an underscore in their names.
    let stored = """
      SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND instr(name, '_') = 0
      """
    let name = String(reason.dropFirst(start.count))
    if let rows = try? answer(stored, limit: 100).rows {
      names += rows.compactMap { if case .text(let name)? = $0.first { name } else { nil } }
    }
    let near = SpellingSuggestions.of(name, in: names)
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
