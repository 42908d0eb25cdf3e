import Foundation
internal import GRDB

extension Ledger {
  /// A note for every change of what is stored, by this process or by another.
  ///
  /// Notes say only that something changed, and changes that come faster than they are taken
  /// make one note. A note too many is possible, a missing one is not, from the moment this
  /// returns. Where the system offers no notice of another process's writing (anywhere but on
  /// Linux), only this process's changes are told.
  package func changes() -> AsyncStream<Void> {
    let (notes, sender) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let observer = CommitObserver(sender: sender)
    database.add(transactionObserver: observer, extent: .databaseLifetime)
    let watch = isInMemory ? nil : WriteWatch(ledger: path)
    watch?.start { [database] in
      // On the writing connection this number moves with the commits of all others, and only
      // with those: the own ones come by the observer.
      try? database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    } onChange: {
      sender.yield()
    }
    sender.onTermination = { [database] _ in
      watch?.stop()
      database.asyncWriteWithoutTransaction { $0.remove(transactionObserver: observer) }
    }
    return notes
  }
}

private final class CommitObserver: TransactionObserver, Sendable {
  private let sender: AsyncStream<Void>.Continuation

  init(sender: AsyncStream<Void>.Continuation) { self.sender = sender }

  // Rows are of no interest, and telling of each would cost every filing dear: commits are told of
  // anyway.
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { sender.yield() }
  func databaseDidRollback(_ db: Database) {}
}
