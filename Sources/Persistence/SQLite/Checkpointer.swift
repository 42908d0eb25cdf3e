import Foundation
internal import GRDB
internal import Synchronization

/// Copies what the write-ahead log holds into the file, beside whoever writes: a filing that did so
/// for all before it would take ten times as long as the others. The log itself begins anew where the
/// writing connection finds all of it copied, which it sees to when the log has become long.
final class Checkpointer: Sendable {
  /// Pages in the log, of 4 KB, from which on the writing connection copies what is left.
  static let mostPages = 8_000
  /// So many filings change about five hundred pages: what is filed meanwhile waits for these to reach
  /// the disk. Fewer at a time are copied more often, hot pages among them, and all wait longer again.
  private static let filings = 25

  private struct State {
    var filings = 0
    var isBusy = false
    var isClosed = false
    /// Opened when it is needed: most commands file little.
    var database: DatabaseQueue?
  }

  private let path: String
  private let state = Mutex(State())

  /// `path` is the ledger's.
  init(path: String) { self.path = path }

  /// So many filings more are in the log.
  func note(filings count: Int) {
    let database = state.withLock { state -> DatabaseQueue? in
      state.filings += count
      guard state.filings >= Self.filings, !state.isBusy, !state.isClosed else { return nil }
      if state.database == nil { state.database = try? Self.open(path) }
      state.filings = 0
      state.isBusy = state.database != nil
      return state.database
    }
    database?.asyncWriteWithoutTransaction { [self] db in
      // What does not succeed now, the next one does.
      _ = try? db.checkpoint(.passive)
      state.withLock { $0.isBusy = false }
    }
  }

  /// Waits for the copy that is being made; there is none afterwards.
  func close() throws {
    let database = state.withLock { state in
      state.isClosed = true
      return state.database
    }
    try database?.close()
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "checkpoints"
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}
