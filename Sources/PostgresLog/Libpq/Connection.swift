import Foundation
import Persistence

/// A connection to the database, which blocks the thread that uses it.
final class Connection {
  private let library: Libpq
  private let connection: Libpq.Connection
  private let redaction: Redaction
  private let notices: Notices
  /// The names of the statements that were run with parameters; empty before they are prepared.
  private var names: [String: String] = [:]
  private var mayPrepare = true

  /// Options that the connection string may change.
  private static let defaults = [
    ("application_name", "purser"), ("connect_timeout", "5"),
    // A silent server is noticed within about ten seconds, whether or not something is on its way.
    ("tcp_user_timeout", "10000"), ("keepalives", "1"), ("keepalives_idle", "4"),
    ("keepalives_interval", "2"), ("keepalives_count", "3"),
    // Kerberos is looked for only where the string asks for it.
    ("gssencmode", "disable"),
  ]

  /// Options that it may not change. A standby takes no entries, and follows behind.
  private static let fixed = [
    ("target_session_attrs", "read-write"), ("client_encoding", "UTF8"),
  ]

  /// Connects, to the first host of the string that accepts writes.
  init(_ string: ConnectionString, library: Libpq) throws(SharedLogError) {
    // libpq quotes a string that it can't parse, password and all.
    guard Self.isReadable(string, by: library) else {
      throw .unreachable(reason: "the connection string is malformed")
    }
    let options = Self.defaults + [("dbname", string.text)] + Self.fixed
    let names = CStringArray(options.map(\.0))
    let values = CStringArray(options.map(\.1))
    // The third argument has `dbname` read as a connection string.
    let connection = names.withPointers { names in
      values.withPointers { library.connectStartParams(names, $0, 1) }
    }
    guard let connection else { throw .unreachable(reason: "libpq has no memory") }
    let effective = library.conninfo(connection)
    redaction = Redaction(effective)
    library.conninfoFree(effective)
    (self.library, self.connection) = (library, connection)
    notices = Notices(library: library)
    _ = library.setNoticeReceiver(
      connection,
      { context, notice in
        guard let context else { return }
        Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().receive(notice)
      },
      Unmanaged.passUnretained(notices).toOpaque()
    )
    // Connects anew, and waits for it. A connection that is made in one step prints what the server
    // says meanwhile on standard error, where a dashboard may be.
    let firstMessage = lastMessage
    library.reset(connection)
    guard library.status(connection) == Libpq.connectionOK else {
      // Where an option is wrong, only the first attempt says so.
      let message = lastMessage.isEmpty ? firstMessage : lastMessage
      throw .unreachable(
        reason: "database \"\(redaction.database)\" at \(redaction.host): \(message)"
      )
    }
    do {
      // Warnings tell that a commit was not replicated; a role may have switched them off.
      _ = try run("SET client_min_messages = warning")
    } catch {
      throw .unreachable(reason: error.message)
    }
  }

  deinit { library.finish(connection) }

  /// Runs one statement. Outside of a transaction it commits by itself.
  ///
  /// One with parameters is prepared when it comes again: the server parses and plans it once.
  func run(
    _ sql: String,
    _ parameters: Parameters = Parameters()
  ) throws(StatementError) -> QueryResult {
    do throws(StatementError) {
      return QueryResult(try executed(sql, parameters), library: library)
    } catch {
      if error.isPreparedElsewhere { mayPrepare = false }
      throw error
    }
  }

  private func executed(
    _ sql: String,
    _ parameters: Parameters
  ) throws(StatementError) -> Libpq.Result {
    let name = try preparedName(of: sql, parameters)
    let result = parameters.bytes.withUnsafeBytes { bytes in
      // An empty buffer has no address, but a parameter without one is null.
      let base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
      let values = parameters.starts.map { start in
        base.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
      }
      let (count, lengths) = (Int32(values.count), parameters.lengths)
      let formats = [Int32](repeating: 1, count: values.count)
      return if let name {
        library.execPrepared(connection, name, count, values, lengths, formats, 1)
      } else {
        library.execParams(connection, sql, count, parameters.types, values, lengths, formats, 1)
      }
    }
    return try checked(result)
  }

  /// The name under which the server has the statement; `nil` if it should get its text.
  private func preparedName(
    of sql: String,
    _ parameters: Parameters
  ) throws(StatementError) -> String? {
    guard mayPrepare, !parameters.types.isEmpty else { return nil }
    guard let known = names[sql] else {
      names[sql] = ""
      return nil
    }
    guard known.isEmpty else { return known }
    let name = Self.name(of: sql)
    library.clear(
      try checked(
        library.prepare(connection, name, sql, Int32(parameters.types.count), parameters.types)
      )
    )
    names[sql] = name
    return name
  }

  /// The same name never means another text, also not in a session that a pooler lends to many: 64-bit
  /// FNV-1a of the text.
  private static func name(of sql: String) -> String {
    let hash = sql.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "purser_\(hash)"
  }

  /// - Throws: if the statement failed.
  private func checked(_ result: Libpq.Result?) throws(StatementError) -> Libpq.Result {
    guard let result else {
      throw StatementError(state: "", message: lastMessage, isConnectionLost: isLost)
    }
    let status = library.resultStatus(result)
    guard status == Libpq.commandOK || status == Libpq.tuplesOK else {
      let error = StatementError(
        state: library.field(Libpq.sqlStateField, of: result) ?? "",
        message: library.field(Libpq.messageField, of: result).map { redaction($0) } ?? lastMessage,
        isConnectionLost: isLost
      )
      library.clear(result)
      throw error
    }
    return result
  }

  /// Runs statements without parameters and results in one exchange.
  func runAll(_ sql: String) throws(StatementError) {
    library.clear(try checked(library.exec(connection, sql)))
  }

  /// The texts of the notifications that have come. Waits until the server has something to say if
  /// there are none.
  func notifications(waiting milliseconds: Int32) throws(StatementError) -> [String] {
    // Those that came with an earlier answer are in no socket.
    let earlier = takeNotifications()
    guard earlier.isEmpty else { return earlier }
    var socket = pollfd(fd: library.socket(connection), events: Int16(POLLIN), revents: 0)
    guard poll(&socket, 1, milliseconds) > 0 else { return [] }
    guard library.consumeInput(connection) == 1 else {
      throw StatementError(state: "", message: lastMessage, isConnectionLost: true)
    }
    return takeNotifications()
  }

  private func takeNotifications() -> [String] {
    var texts: [String] = []
    while let notification = library.notifies(connection) {
      // PGnotify: the channel, the process (an int) and the text.
      let text = notification.load(
        fromByteOffset: 2 * MemoryLayout<UnsafeRawPointer>.stride,
        as: UnsafePointer<CChar>?.self
      )
      texts.append(text.map { String(cString: $0) } ?? "")
      library.freemem(notification)
    }
    return texts
  }

  /// Runs statements that commit together or not at all.
  func transaction(_ work: () throws -> Void) throws {
    _ = try run("BEGIN")
    do {
      try work()
      _ = try run("COMMIT")
    } catch {
      // Where the connection is lost, the server rolls back by itself.
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  /// Whether the database has warned since the last call that a commit waited in vain for a standby.
  func takeReplicationWarning() -> Bool {
    defer { notices.warnsOfReplication = false }
    return notices.warnsOfReplication
  }

  private var isLost: Bool { library.status(connection) != Libpq.connectionOK }

  private var lastMessage: String {
    redaction(library.errorMessage(connection).map { String(cString: $0) } ?? "no message")
  }

  private static func isReadable(_ string: ConnectionString, by library: Libpq) -> Bool {
    // C ends the text at a NUL.
    guard !string.text.utf8.contains(0) else { return false }
    var message: Libpq.Text?
    let options = library.conninfoParse(string.text, &message)
    library.freemem(message)
    library.conninfoFree(options)
    return options != nil
  }
}

/// Reads the server's notices while statements run.
private final class Notices {
  private let library: Libpq
  var warnsOfReplication = false

  init(library: Libpq) { self.library = library }

  /// PostgreSQL commits locally and warns when a wait for a standby is cancelled, or when it shuts
  /// down meanwhile. The text may be translated, the source's name is not.
  func receive(_ notice: Libpq.Result?) {
    if library.field(Libpq.sourceFileField, of: notice) == "syncrep.c"
      || library.field(Libpq.messageField, of: notice)?.contains("synchronous replication") == true
    {
      warnsOfReplication = true
    }
  }
}

extension Libpq {
  fileprivate func field(_ field: Int32, of result: Result?) -> String? {
    resultErrorField(result, field).map { String(cString: $0) }
  }
}

/// An array of C strings that ends with a null.
private struct CStringArray {
  private var bytes: [CChar] = []
  private var starts: [Int] = []

  init(_ strings: [String]) {
    for string in strings {
      starts.append(bytes.count)
      bytes += string.utf8CString
    }
  }

  func withPointers<Value>(_ body: (Libpq.CStrings?) -> Value) -> Value {
    bytes.withUnsafeBufferPointer { bytes in
      let pointers = starts.map { start in bytes.baseAddress.map { $0 + start } } + [nil]
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }
}
