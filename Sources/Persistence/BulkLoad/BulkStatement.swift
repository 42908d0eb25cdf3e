internal import GRDB
internal import GRDBSQLite

/// A prepared statement that passes values to SQLite's C interface unboxed, because boxing costs
/// more than storing. Bind all values from left to right before every `run()`.
final class BulkStatement {
  /// The buffer for values that SQLite needn't copy, in bytes per run.
  private static let capacity = 16_384

  private let connection: OpaquePointer
  private let handle: OpaquePointer
  private let bytes: UnsafeMutableRawBufferPointer
  private var used = 0
  private var column: Int32 = 0
  /// The status of the first failed binding.
  private var status = SQLITE_OK

  /// - Precondition: `db` outlives the statement.
  init(_ sql: String, on db: Database) throws {
    guard let connection = db.sqliteConnection else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE)
    }
    var handle: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let status = sqlite3_prepare_v3(connection, sql, -1, flags, &handle, nil)
    guard status == SQLITE_OK, let handle else {
      throw DatabaseError(of: connection)
    }
    self.connection = connection
    self.handle = handle
    bytes = .allocate(byteCount: Self.capacity, alignment: 1)
  }

  deinit {
    sqlite3_finalize(handle)
    bytes.deallocate()
  }

  func bind(_ number: Int64?) {
    column += 1
    record(
      number.map { sqlite3_bind_int64(handle, column, $0) } ?? sqlite3_bind_null(handle, column)
    )
  }

  func bind(_ number: Int?) { bind(number.map(Int64.init)) }

  /// Binds a text up to its first NUL, as everywhere in the ledger.
  func bind(_ text: String?) {
    guard var text else { return bind(nil as Int64?) }
    text.withUTF8 { text in
      let end = text.firstIndex(of: 0) ?? text.count
      bind(text: UnsafeRawBufferPointer(start: text.baseAddress, count: end))
    }
  }

  /// Binds an identifier.
  ///
  /// - Throws: `unusableText` if it contains a NUL.
  func bind(_ text: String, naming field: String) throws(LedgerError) {
    guard !text.utf8.contains(0) else { throw .unusableText(field: field) }
    var text = text
    text.withUTF8 { bind(text: UnsafeRawBufferPointer($0)) }
  }

  func bind(_ blob: [UInt8]) {
    column += 1
    blob.withUnsafeBytes { blob in
      let (address, lifetime) = buffered(blob)
      record(sqlite3_bind_blob64(handle, column, address, UInt64(blob.count), lifetime))
    }
  }

  /// Runs the statement, which returns no rows, with the bound values.
  func run() throws {
    let isDone = status == SQLITE_OK && sqlite3_step(handle) == SQLITE_DONE
    let failure = isDone ? nil : DatabaseError(of: connection)
    sqlite3_reset(handle)
    (used, column, status) = (0, 0, SQLITE_OK)
    if let failure { throw failure }
  }

  private func bind(text: UnsafeRawBufferPointer) {
    column += 1
    let (address, lifetime) = buffered(text)
    let start = address?.assumingMemoryBound(to: CChar.self)
    let encoding = UInt8(SQLITE_UTF8)
    record(sqlite3_bind_text64(handle, column, start, UInt64(text.count), lifetime, encoding))
  }

  /// The value's address until the statement has run; SQLite copies the value if the buffer is
  /// full.
  private func buffered(
    _ value: UnsafeRawBufferPointer
  ) -> (UnsafeRawPointer?, sqlite3_destructor_type?) {
    let end = used + value.count
    // SQLite takes an address of 0 for NULL, whatever the length.
    guard end <= bytes.count else {
      return (value.baseAddress, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
    let address = UnsafeMutableRawBufferPointer(rebasing: bytes[used..<end])
    address.copyMemory(from: value)
    used = end
    return (UnsafeRawPointer(bytes.baseAddress.map { $0 + (end - value.count) }), nil)
  }

  private func record(_ status: Int32) {
    if self.status == SQLITE_OK { self.status = status }
  }
}

extension DatabaseError {
  /// The connection's last error.
  fileprivate init(of connection: OpaquePointer) {
    self.init(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: String(cString: sqlite3_errmsg(connection))
    )
  }
}
