import Entitlements
import Foundation
internal import GRDB
internal import GRDBSQLite

/// A value for a statement.
typealias Argument = any Bindable
/// One that may wait for its statement on another thread.
typealias KeptArgument = any Bindable

/// The statements of this module are few and constant, so each is compiled once a connection.
/// Values only ever reach them as arguments.
///
/// GRDB opens, serialises and observes connections; rows and values pass it by, straight from and
/// to SQLite, because boxing each of them takes longer than most of these statements do.
extension Database {
  func run(_ sql: String, _ arguments: [Argument?] = []) throws {
    let statement = try PreparedStatement(sql, arguments, in: self)
    defer { statement.finish() }
    while try statement.step() {}
  }

  /// Every row, turned into something before the next one is read.
  func map<Element>(
    _ sql: String,
    _ arguments: [Argument?] = [],
    _ transform: (Cells) throws -> Element
  ) throws -> [Element] {
    let statement = try PreparedStatement(sql, arguments, in: self)
    defer { statement.finish() }
    var elements: [Element] = []
    while try statement.step() { elements.append(try transform(statement.cells)) }
    return elements
  }

  /// Every row, as long as the closure wants another one.
  func walk(_ fragment: Fragment, _ wantsMore: (Cells) throws -> Bool) throws {
    let statement = try PreparedStatement(fragment.sql, fragment.arguments, in: self)
    defer { statement.finish() }
    while try statement.step(), try wantsMore(statement.cells) {}
  }

  /// Hands over every row before the next one is read.
  func forEach(
    _ sql: String,
    _ arguments: [Argument?] = [],
    _ body: (Cells) throws -> Void
  ) throws {
    let statement = try PreparedStatement(sql, arguments, in: self)
    defer { statement.finish() }
    while try statement.step() { try body(statement.cells) }
  }

  func first<Element>(
    _ sql: String,
    _ arguments: [Argument?] = [],
    _ transform: (Cells) throws -> Element
  ) throws -> Element? {
    let statement = try PreparedStatement(sql, arguments, in: self)
    defer { statement.finish() }
    guard try statement.step() else { return nil }
    return try transform(statement.cells)
  }

  /// The same of a statement that was made for one search, and is only kept for another where
  /// there are few of its kind.
  func search<Element>(
    _ fragment: Fragment,
    isKept: Bool = false,
    _ transform: (Cells) throws -> Element
  ) throws -> [Element] {
    let rows = try OpenSearch(fragment, isKept: isKept, in: self)
    defer { rows.close() }
    var elements: [Element] = []
    while let cells = try rows.next() { elements.append(try transform(cells)) }
    return elements
  }

  /// The number a statement answers in its first column; `nil` without a row, or where it is null.
  func number(_ sql: String, _ arguments: [Argument?] = []) throws -> Int64? {
    try first(sql, arguments) { try $0.optionalNumber(0) } ?? nil
  }

  /// The number a counting statement answers.
  func count(_ sql: String, _ arguments: [Argument?] = []) throws -> Int {
    Int(clamping: try number(sql, arguments) ?? 0)
  }

  /// What `inTransaction(.immediate)` does, which compiles both of its statements every time. The
  /// body answers whether to commit.
  func inOwnTransaction(_ body: () throws -> Bool) throws {
    try cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
    do {
      guard try body() else { return try rollback() }
      try cachedStatement(sql: "COMMIT TRANSACTION").execute()
    } catch {
      try? rollback()
      throw error
    }
  }

  /// Adds a row and gives its number.
  func add(_ sql: String, _ arguments: [Argument?]) throws -> Int64 {
    try run(sql, arguments)
    return lastInsertedRowID
  }

  /// Writes those columns of the row `n` that are to change, and with them only the indices that
  /// hold them. Names of tables and columns are constants of this module.
  func update(
    _ table: StaticString,
    _ columns: [String],
    from known: [Argument?],
    to wanted: [Argument?],
    of n: Int64
  ) throws {
    let changed = columns.indices.filter { known[$0]?.stored != wanted[$0]?.stored }
    guard !changed.isEmpty else { return }
    var sql = "UPDATE \(table) SET "
    var values: [Argument?] = []
    for column in changed {
      if !values.isEmpty { sql += ", " }
      sql += columns[column]
      sql += " = ?"
      values.append(wanted[column])
    }
    try run(sql + " WHERE n = ?", values + [n])
  }
}

/// A search whose rows are read as they are wanted. It has to be closed.
struct OpenSearch {
  private let statement: PreparedStatement

  /// A statement that is kept must not be open twice.
  init(_ fragment: Fragment, isKept: Bool, in db: Database) throws {
    statement = try PreparedStatement(
      isKept ? db.cachedStatement(sql: fragment.sql) : db.makeStatement(sql: fragment.sql),
      fragment.arguments,
      in: db
    )
  }

  /// The next row, to be read before the one that follows; `nil` after the last.
  func next() throws -> Cells? { try statement.step() ? statement.cells : nil }

  func close() { statement.finish() }
}

/// One use of a compiled statement, from its values to its last row.
private struct PreparedStatement {
  // It goes with its last owner.
  private let statement: Statement
  private let connection: OpaquePointer?

  private var handle: OpaquePointer { statement.sqliteStatement }

  init(_ sql: String, _ arguments: [Argument?], in db: Database) throws {
    try self.init(db.cachedStatement(sql: sql), arguments, in: db)
  }

  init(_ statement: Statement, _ arguments: [Argument?], in db: Database) throws {
    self.statement = statement
    connection = db.sqliteConnection
    guard sqlite3_bind_parameter_count(handle) == arguments.count else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "a value too many or too few")
    }
    var place: Int32 = 0
    for argument in arguments {
      place += 1
      let code = argument?.bind(to: handle, at: place) ?? sqlite3_bind_null(handle, place)
      guard code == SQLITE_OK else { throw failure(code) }
    }
  }

  var cells: Cells { Cells(reading: handle) }

  /// Whether there is a row, or another one.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  func finish() { sqlite3_reset(handle) }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    )
  }
}

/// What a statement can be given.
protocol Bindable: Sendable {
  var stored: StoredValue { get }
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32
}

extension Bindable {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    stored.bind(to: statement, at: place)
  }
}

extension Int64: Bindable {
  var stored: StoredValue { .number(self) }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    sqlite3_bind_int64(statement, place, self)
  }
}

extension Int: Bindable {
  var stored: StoredValue { .number(Int64(self)) }
}

extension Bool: Bindable {
  var stored: StoredValue { .number(self ? 1 : 0) }
}

extension String: Bindable {
  var stored: StoredValue { .text(self) }

  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { letters in
      guard let start = letters.baseAddress else {
        return sqlite3_bind_text(statement, place, "", 0, StoredValue.transient)
      }
      return start.withMemoryRebound(to: CChar.self, capacity: letters.count) {
        sqlite3_bind_text(statement, place, $0, Int32(letters.count), StoredValue.transient)
      }
    }
  }
}

extension [UInt8]: Bindable {
  var stored: StoredValue { .bytes(self) }
}

extension Data: Bindable {
  var stored: StoredValue { .bytes([UInt8](self)) }
}

/// A value as SQLite keeps it.
enum StoredValue: Hashable {
  case number(Int64)
  case text(String)
  case bytes([UInt8])

  // SQLite copies the value before the call returns.
  fileprivate static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    switch self {
    case .number(let number): return sqlite3_bind_int64(statement, place, number)
    case .text(let text): return text.bind(to: statement, at: place)
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
          return sqlite3_bind_zeroblob(statement, place, 0)
        }
        return sqlite3_bind_blob(statement, place, start, Int32(bytes.count), Self.transient)
      }
    }
  }
}
