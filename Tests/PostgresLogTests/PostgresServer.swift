import Foundation
import Persistence
import TestSupport
import Testing

@testable import PostgresLog

/// A PostgreSQL server of its own in a temporary folder, reached through a socket in that folder.
///
/// The role `postgres` needs no password, all others do.
final class PostgresServer {
  /// The folder of the running suite's server.
  @TaskLocal static var folder: String?

  /// The folder of Debian's newest server.
  static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(root)/\($0)/bin" }
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  let folder: String
  private let programs: String
  private var server: ChildProcess?

  init() throws {
    programs = try #require(Self.programs)
    // A socket's path may have 107 bytes, which the folder for temporary files may use up.
    folder = "/tmp/purser-postgres-\(UUID().uuidString.prefix(8))"
    let data = folder + "/data"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    if geteuid() == 0 { try Self.start("/bin/chown", ["postgres", folder]).waitUntilExit() }
    try run("initdb", ["-D", data, "-U", "postgres", "--encoding=UTF8", "--locale=C", "--no-sync"])
    try "local all postgres trust\nlocal all all scram-sha-256\n"
      .write(toFile: data + "/pg_hba.conf", atomically: false, encoding: .utf8)
    // Commits wait for a standby that doesn't exist, in databases that ask for it.
    let settings = """
      listen_addresses = ''
      unix_socket_directories = '\(folder)'
      fsync = \(ProcessInfo.processInfo.environment["POSTGRES_FSYNC"] ?? "off")
      max_connections = 200
      synchronous_standby_names = 'nobody'
      synchronous_commit = local

      """
    let file = try #require(FileHandle(forWritingAtPath: data + "/postgresql.conf"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(settings.utf8))
    try file.close()
    server = try start("postgres", ["-D", data])
    for _ in 0..<200 {
      if (try? run("pg_isready", ["-q", "-h", folder])) != nil { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    stop()
    throw POSIXError(.ETIMEDOUT)
  }

  func stop() {
    try? run("pg_ctl", ["-D", folder + "/data", "-m", "immediate", "-w", "stop"])
    server?.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private struct Failed: Error { let program: String }

  private func run(_ program: String, _ arguments: [String]) throws {
    let process = try start(program, arguments)
    guard process.waitUntilExit() == 0 else { throw Failed(program: program) }
  }

  /// Starts a program of PostgreSQL, which refuses to be root.
  private func start(_ program: String, _ arguments: [String]) throws -> ChildProcess {
    let command = ["\(programs)/\(program)"] + arguments
    return geteuid() == 0
      ? try Self.start("/sbin/runuser", ["-u", "postgres", "--"] + command)
      : try Self.start(command[0], arguments)
  }

  private static func start(_ path: String, _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess([path] + arguments, in: "/", limit: 1800)
  }
}

/// Gives the suite one server.
struct PostgresServerTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let server = try PostgresServer()
    defer { server.stop() }
    try await PostgresServer.$folder.withValue(server.folder) { try await function() }
  }
}

/// All tests that need a server.
@Suite(
  .enabled(
    if: PostgresServer.programs != nil,
    "There is no /usr/lib/postgresql/VERSION/bin/initdb: install Debian's package postgresql."
  ),
  PostgresServerTrait(),
  .timeLimit(.minutes(5))
)
struct WithPostgresServer {}

/// A database for one test.
struct TestDatabase {
  let name: String
  private let folder: String

  init() throws {
    folder = try #require(PostgresServer.folder)
    name = "t" + UUID().uuidString.lowercased().replacing("-", with: "")
    _ = try connect(to: "postgres").run("CREATE DATABASE \(name)")
  }

  /// A database with an empty log.
  static func withLog(genesis: String = "beginning") async throws -> TestDatabase {
    let database = try TestDatabase()
    try await database.log(genesis: genesis).create(genesis: genesis, format: .json)
    return database
  }

  func string(user: String = "postgres", password: String? = nil) -> ConnectionString {
    ConnectionString(
      "host=\(folder) dbname=\(name) user=\(user)"
        + (password.map { " password='\($0)'" } ?? "")
    )
  }

  func log(
    genesis: String? = "beginning",
    part: Int32 = 0,
    user: String = "postgres",
    password: String? = nil
  ) -> PostgresLog {
    PostgresLog(string(user: user, password: password), genesis: genesis, part: part) { _ in .zero }
  }

  /// Runs a statement as the superuser, without parameters.
  @discardableResult
  func run(_ sql: String) throws -> Int64? {
    let rows = try connect(to: name).run(sql)
    return rows.count > 0 ? try? rows.integer(0, 0) : nil
  }

  /// Ends the sessions of logs in this database.
  @discardableResult
  func endSessions(by function: String = "pg_terminate_backend") throws -> Int {
    let count = try run(
      """
      SELECT count(*) FROM (SELECT \(function)(pid) FROM pg_stat_activity
        WHERE datname = '\(name)' AND application_name = 'purser') sessions
      """
    )
    return Int(count ?? 0)
  }

  /// Adds an entry as if its appender had died before it was acknowledged.
  func insertUnannounced(_ entry: LogEntry) throws {
    try run(
      """
      WITH h AS (UPDATE purser_head SET seq = seq + 1 WHERE part = 0 RETURNING seq)
      INSERT INTO purser_entry (part, seq, id, piece, pieces, kind, format, node, at, body)
      SELECT 0, seq, '\(entry.id.value.uuidString)', 1, 1, \(entry.kind), \(entry.format), 'n', 0, '' FROM h
      """
    )
  }

  /// Cuts short the wait of a commit for a standby, which purser never does.
  func cancelWait() async throws {
    var cancelled: Int64? = 0
    for _ in 0..<2_000 where cancelled == 0 {
      try await Task.sleep(for: .milliseconds(5))
      cancelled = try run(
        """
        SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
        WHERE datname = '\(name)' AND wait_event = 'SyncRep'
        """
      )
    }
    try #require(cancelled == 1, "No commit waits for a standby.")
  }

  private func connect(to database: String) throws -> Connection {
    try Connection(
      ConnectionString(
        // Whatever a test sets for its database, the superuser goes on.
        """
        host=\(folder) dbname=\(database) user=postgres application_name=test \
        options='-c synchronous_commit=local -c default_transaction_read_only=off'
        """
      ),
      library: #require(Libpq.installed)
    )
  }
}

/// An entry with a recognizable body.
func entry(_ text: String = "", id: EntryID = EntryID(), body: [UInt8]? = nil) -> LogEntry {
  LogEntry(
    id: id,
    kind: 3,
    format: 1,
    node: "node ä",
    at: 1_767_225_600_123,
    body: body ?? Array(text.utf8)
  )
}

/// The log's error that the work throws.
func error<Value>(of work: () async throws -> Value) async -> SharedLogError? {
  do {
    _ = try await work()
    return nil
  } catch {
    return error as? SharedLogError
  }
}
