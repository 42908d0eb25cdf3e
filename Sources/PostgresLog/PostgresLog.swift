import Foundation
internal import NIOCore
internal import NIOPosix
package import Persistence

/// The shared log in a database that speaks PostgreSQL's protocol.
///
/// It has one connection and one thread, which waits for the database. Whoever follows the log while
/// appends wait makes a second one. A connection is made when it is needed, and again after it was
/// lost.
package actor PostgresLog: SharedLog {
  /// A conflict with another transaction ends soon or is no conflict.
  private static let maxAttempts = 10

  let part: Int32
  /// What the log began with, once known.
  var genesis: String?

  private let string: ConnectionString
  private let library: Libpq?
  private let backoff: @Sendable (Int) -> Duration
  private let group: MultiThreadedEventLoopGroup
  private let executor: any SerialExecutor

  private var connection: Connection?
  /// Whether this connection's log was seen to begin with `genesis`.
  private var isVerified = false
  /// Whether this connection gets notifications of new entries.
  var isListening = false
  /// The last position that this connection's server is known to have acknowledged.
  var acknowledged: Int64 = 0
  /// Since when entries are waited for that this connection has seen beyond `acknowledged`.
  var unacknowledgedSince: ContinuousClock.Instant?
  /// Attempts to connect that failed in a row, and the last one's error.
  private var failures = 0
  private var refusal: (error: SharedLogError, until: ContinuousClock.Instant)?

  /// A log that connects when it is first used.
  ///
  /// - Parameters:
  ///   - string: Where the database is, and who connects.
  ///   - genesis: What the ledger began with. Without it, the log is followed whatever it began with.
  ///   - part: The log's number among those that share the tables.
  ///   - backoff: How long calls fail at once after so many vain attempts to connect in a row.
  package init(
    _ string: ConnectionString,
    genesis: String? = nil,
    part: Int32 = 0,
    backoff: @escaping @Sendable (Int) -> Duration
  ) {
    self.init(string, genesis: genesis, part: part, library: Libpq.installed, backoff: backoff)
  }

  init(
    _ string: ConnectionString,
    genesis: String?,
    part: Int32,
    library: Libpq?,
    backoff: @escaping @Sendable (Int) -> Duration
  ) {
    self.string = string
    self.genesis = genesis
    self.part = part
    self.library = library
    self.backoff = backoff
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    executor = group.next().executor
  }

  deinit {
    // Nobody is left who could wait for the thread's end.
    group.shutdownGracefully { _ in }
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Does the work on the connection, again if it gave way to another transaction. Work that may be
  /// done twice is also done again if an older connection turns out to be lost.
  func perform<Value: ~Copyable>(
    isRepeatable: Bool = true,
    _ work: (Connection) throws -> Value
  ) throws(SharedLogError) -> Value {
    var mayReconnect = isRepeatable && connection != nil
    var attempt = 1
    while true {
      let connection = try connected()
      do {
        _ = connection.takeReplicationWarning()
        let value = try work(connection)
        guard !connection.takeReplicationWarning() else { throw SharedLogError.notReplicated }
        return value
      } catch let error as StatementError {
        if error.isConnectionSpent { disconnect() }
        if error.isConnectionSpent, mayReconnect {
          mayReconnect = false
        } else if error.isWorthRepeating, attempt < Self.maxAttempts {
          // Blocks the thread, so that no other call comes between the attempts.
          Thread.sleep(forTimeInterval: 0.002 * Double(attempt))
          attempt += 1
        } else {
          throw SharedLogError(error)
        }
      } catch {
        throw (error as? SharedLogError) ?? .failed(reason: "unexpected error")
      }
    }
  }

  /// Forgets what the log began with, which is about to begin with something else.
  func forgetGenesis() { (genesis, isVerified) = (nil, false) }

  /// Throws if the log began with something else than the ledger. Asks once a connection; within one
  /// nobody exchanges the tables.
  func verifyGenesis(on connection: Connection) throws {
    if !isVerified { _ = try readHead(on: connection, verifies: true) }
  }

  /// Reads the head and remembers what the log began with, if that was unknown.
  func readHead(on connection: Connection, verifies: Bool) throws -> LogHead {
    var parameters = Parameters()
    parameters.add(part)
    let rows = try connection.run(
      "SELECT seq, format, genesis FROM purser_head WHERE part = $1",
      parameters
    )
    guard rows.count == 1 else { throw SharedLogError.missingTables }
    let head = LogHead(
      position: try rows.integer(0, 0),
      format: try rows.int32(0, 1),
      genesis: try rows.text(0, 2)
    )
    if let genesis, genesis != head.genesis {
      guard !verifies else {
        throw SharedLogError.otherGenesis(expected: genesis, found: head.genesis)
      }
    } else {
      (genesis, isVerified) = (head.genesis, true)
    }
    return head
  }

  /// The channel on which appenders tell what is acknowledged.
  var channel: String { "purser_\(part)" }

  package func waitForEntries(upTo limit: Duration) throws(SharedLogError) {
    var milliseconds = Int32(clamping: Int(limit / .milliseconds(1)))
    if unacknowledgedSince != nil {
      milliseconds = min(milliseconds, Self.announcementMilliseconds)
    }
    try perform { connection in
      if !isListening {
        do {
          _ = try connection.run("LISTEN \(channel)")
        } catch let error as StatementError where error.isUnsupported {
          // An engine without notifications is asked more often.
          return Thread.sleep(forTimeInterval: Double(min(milliseconds, 250)) / 1000)
        }
        // An entry may have been announced before.
        isListening = true
        return
      }
      note(try connection.notifications(waiting: milliseconds))
    }
  }

  /// Notes the positions that appenders announced on this connection.
  func note(_ announcements: [String]) {
    acknowledged = max(acknowledged, announcements.compactMap { Int64($0) }.max() ?? 0)
  }

  private func connected() throws(SharedLogError) -> Connection {
    if let connection { return connection }
    guard let library else { throw .missingLibrary }
    if let refusal, ContinuousClock.now < refusal.until { throw refusal.error }
    do {
      let connection = try Connection(string, library: library)
      (self.connection, failures, refusal) = (connection, 0, nil)
      return connection
    } catch {
      failures += 1
      refusal = (error, ContinuousClock.now + backoff(failures))
      throw error
    }
  }

  /// Another connection may lead to another server, which has acknowledged other entries.
  private func disconnect() {
    (connection, isVerified, isListening) = (nil, false, false)
    (acknowledged, unacknowledgedSince) = (0, nil)
  }
}
