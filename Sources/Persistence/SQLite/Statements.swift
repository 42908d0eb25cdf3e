import Entitlements
import Foundation
internal import GRDB
internal import GRDBSQLite

/// A value to bind to a statement.
typealias Argument = any Bindable

/// Runs statements, which are few and constant, so each is compiled once per connection. Values are
/// only ever passed as arguments.
///
/// GRDB opens, serialises and observes connections. Rows and values go directly from and to SQLite,
/// because boxing takes longer than most of these statements.
extension Database {
  func run(_ sql: String, _ arguments: [Argument?] = []) throws {
    try forEach(sql, arguments) { _ in }
  }

  /// Transforms each row before the next one is read.
  func map<Element>(
    _ sql: String,
    _ arguments: [Argument?] = [],
    _ transform: (RowReader) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try forEach(sql, arguments) { elements.append(try transform($0)) }
    return elements
  }

  /// Calls the closure with each row before the next one is read.
  func forEach(
    _ sql: String,
    _ arguments: [Argument?] = [],
    _ body: (RowReader) throws -> Void
  ) throws {
    let rows = try RowCursor(cachedStatement(sql: sql), arguments, in: self)
    defer { rows.close() }
    while let cells = try rows.next() { try body(cells) }
  }

  func first<Element>(
    _ sql: String,
    _ arguments: [Argument?] = [],
    _ transform: (RowReader) throws -> Element
  ) throws -> Element? {
    let rows = try RowCursor(cachedStatement(sql: sql), arguments, in: self)
    defer { rows.close() }
    return try rows.next().map(transform)
  }

  /// Reads rows until the closure returns false.
  func walk(
    _ query: Fragment,
    isCached: Bool = true,
    _ wantsMore: (RowReader) throws -> Bool
  ) throws {
    let rows = try RowCursor(query, isCached: isCached, in: self)
    defer { rows.close() }
    while let cells = try rows.next(), try wantsMore(cells) {}
  }

  /// The number in the first column of the first row; `nil` without a row or for NULL.
  func number(_ sql: String, _ arguments: [Argument?] = []) throws -> Int64? {
    try first(sql, arguments) { try $0.optionalNumber(0) } ?? nil
  }

  /// The result of a counting statement.
  func count(_ sql: String, _ arguments: [Argument?] = []) throws -> Int {
    Int(clamping: try number(sql, arguments) ?? 0)
  }

  /// Like `inTransaction(.immediate)`, but with cached statements. The body returns whether to
  /// commit.
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

  /// The numbers in the first column.
  func numbers(_ sql: String, _ arguments: [Argument?] = []) throws -> [Int64] {
    try map(sql, arguments) { try $0.number(0) }
  }

  /// The texts in the first column.
  func texts(_ sql: String, _ arguments: [Argument?] = []) throws -> [String] {
    try map(sql, arguments) { try $0.text(0) }
  }

  /// Whether the query has any row.
  func exists(_ sql: String, _ arguments: [Argument?] = []) throws -> Bool {
    try first(sql, arguments) { _ in true } ?? false
  }

  /// A number in `meta`; `nil` if there is none with this name.
  func meta(_ name: String) throws -> Int64? {
    try number("SELECT value FROM meta WHERE name = ?", [name])
  }

  func setMeta(_ name: String, to value: Int64) throws {
    try run(
      """
      INSERT INTO meta (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """,
      [name, value]
    )
  }

  /// Maps the rows of a query that contains its values. Its statement should be cached only if there
  /// are few of its kind.
  func fetch<Element>(
    _ query: Fragment,
    isCached: Bool = true,
    _ transform: (RowReader) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try walk(query, isCached: isCached) {
      elements.append(try transform($0))
      return true
    }
    return elements
  }

  /// The result of a counting query that contains its values.
  func count(of query: Fragment) throws -> Int { try count(query.sql, query.arguments) }

  /// The row ID of the row that `query` selects, or else of the one that `insertion` adds.
  func findOrAdd(_ query: String, _ insertion: String, _ arguments: [Argument?]) throws -> Int64 {
    try number(query, arguments) ?? add(insertion, arguments)
  }

  /// Inserts a row and returns its row ID.
  func add(_ sql: String, _ arguments: [Argument?]) throws -> Int64 {
    try run(sql, arguments)
    return lastInsertedRowID
  }

  /// Updates only the changed columns of row `n`, and thereby only their indices. Table and column
  /// names are constants of this module.
  func update(
    _ table: StaticString,
    _ columns: [String],
    from known: [Argument?],
    to new: [Argument?],
    of n: Int64
  ) throws {
    let changed = columns.indices.filter { known[$0]?.stored != new[$0]?.stored }
    guard !changed.isEmpty else { return }
    var sql = "UPDATE \(table) SET "
    var values: [Argument?] = []
    for column in changed {
      if !values.isEmpty { sql += ", " }
      sql += columns[column]
      sql += " = ?"
      values.append(new[column])
    }
    try run(sql + " WHERE n = ?", values + [n])
  }
}

/// A cursor over the rows of one execution of a compiled statement. The caller must close it.
struct RowCursor {
  // Released with its last owner.
  private let statement: Statement
  private let connection: OpaquePointer?

  private var handle: OpaquePointer { statement.sqliteStatement }

  /// A cached statement must not be open twice.
  init(_ fragment: Fragment, isCached: Bool, in db: Database) throws {
    let statement =
      try isCached ? db.cachedStatement(sql: fragment.sql) : db.makeStatement(sql: fragment.sql)
    try self.init(statement, fragment.arguments, in: db)
  }

  fileprivate init(_ statement: Statement, _ arguments: [Argument?], in db: Database) throws {
    self.statement = statement
    connection = db.sqliteConnection
    guard sqlite3_bind_parameter_count(handle) == arguments.count else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of values")
    }
    var index: Int32 = 0
    for argument in arguments {
      index += 1
      let code = argument?.bind(to: handle, at: index) ?? sqlite3_bind_null(handle, index)
      guard code == SQLITE_OK else { throw failure(code) }
    }
  }

  /// The next row, valid until the one after it; `nil` at the end.
  func next() throws -> RowReader? {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return RowReader(reading: handle)
    case SQLITE_DONE: return nil
    case let code: throw failure(code)
    }
  }

  func close() { sqlite3_reset(handle) }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    )
  }
}

/// A value that can be bound to a statement.
protocol Bindable: Sendable {
  var stored: StoredValue { get }
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    stored.bind(to: statement, at: index)
  }
}

extension Int64: Bindable {
  var stored: StoredValue { .number(self) }

  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: Bindable {
  var stored: StoredValue { .number(Int64(self)) }
}

extension Bool: Bindable {
  var stored: StoredValue { .number(self ? 1 : 0) }
}

extension String {
  func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String: Bindable {
  var stored: StoredValue { .text(self) }

  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { characters in
      guard let start = characters.baseAddress else {
        return sqlite3_bind_text(statement, index, "", 0, StoredValue.transient)
      }
      return start.withMemoryRebound(to: CChar.self, capacity: characters.count) {
        sqlite3_bind_text(statement, index, $0, Int32(characters.count), StoredValue.transient)
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

/// A value as SQLite stores it.
enum StoredValue: Hashable {
  case number(Int64)
  case text(String)
  case bytes([UInt8])

  /// Texts are equal if their bytes are, as in SQLite: `String` also takes other spellings of the
  /// same characters for equal.
  static func == (one: StoredValue, other: StoredValue) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)): one == other
    case (.text(let one), .text(let other)): one.hasSameBytes(as: other)
    case (.bytes(let one), .bytes(let other)): one == other
    default: false
    }
  }

  // Makes SQLite copy the value before the call returns.
  fileprivate static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .number(let number): return sqlite3_bind_int64(statement, index, number)
    case .text(let text): return text.bind(to: statement, at: index)
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
          return sqlite3_bind_zeroblob(statement, index, 0)
        }
        return sqlite3_bind_blob(statement, index, start, Int32(bytes.count), Self.transient)
      }
    }
  }
}

extension [String] {
  /// The texts as a JSON array for statements.
  var json: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}

extension [ID<User>] {
  /// The IDs as a JSON array for statements.
  var json: String { get throws { try map(\.raw).json } }
}
