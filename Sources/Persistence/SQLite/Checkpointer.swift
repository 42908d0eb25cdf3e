import Foundation
internal import GRDB
internal import Synchronization

/// Copies the write-ahead log into the file in the background: a single filing that copied
/// everything would take ten times as long as others. The log restarts once the writing connection
/// finds all of it copied, which that connection ensures if the log gets long.
final class Checkpointer: Sendable {
  /// The number of 4 KB log pages from which the writing connection copies the rest.
  static let maxPages = 8_000
  /// The number of filings between copies, about five hundred pages. Concurrent filings wait for
  /// their sync; smaller batches copy hot pages more often and slow down all filings.
  private static let filings = 25

  private struct State {
    var filings = 0
    var isBusy = false
    var isClosed = false
    /// Opened on demand: most commands file little.
    var database: DatabaseQueue?
  }

  private let path: String
  private let state = Mutex(State())

  /// Creates a checkpointer for the ledger at `path`.
  init(path: String) { self.path = path }

  /// Adds to the number of filings in the log, and starts a copy if it is due.
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
      // A failed checkpoint is made up for by the next one.
      _ = try? db.checkpoint(.passive)
      state.withLock { $0.isBusy = false }
    }
  }

  /// Waits for a running copy and prevents further ones.
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
