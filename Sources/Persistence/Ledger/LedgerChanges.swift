import Foundation
internal import GRDB

extension Ledger {
  /// Emits an element after changes of the stored data, by this or another process.
  ///
  /// Elements carry no details, and rapid changes are merged into one. There may be one too many
  /// but never one too few, once this method has returned. Where the system can't watcher other
  /// processes' writes (anywhere but on Linux), only this process's changes are reported.
  package func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let observer = CommitObserver(continuation: continuation)
    database.add(transactionObserver: observer, extent: .databaseLifetime)
    let watcher = isInMemory ? nil : WALWatcher(ledger: path)
    watcher?.start { [database] in
      // On the writing connection this number changes with commits of other connections only; the
      // observer reports the own ones.
      try? database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    } onChange: {
      continuation.yield()
    }
    continuation.onTermination = { [database] _ in
      watcher?.stop()
      database.asyncWriteWithoutTransaction { $0.remove(transactionObserver: observer) }
    }
    return stream
  }
}

private final class CommitObserver: TransactionObserver, Sendable {
  private let continuation: AsyncStream<Void>.Continuation

  init(continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

  // Commits are reported anyway; observing rows would slow down every filing.
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { continuation.yield() }
  func databaseDidRollback(_ db: Database) {}
}
