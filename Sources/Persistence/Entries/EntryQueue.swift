import Foundation
internal import GRDB
internal import Synchronization

/// Combines entries into few commits: those that arrive during a commit share the next one. Callers
/// continue only once their entry is durable; a rejected entry affects only itself.
///
/// If the queue is idle, the caller commits documents inline, because waking another thread and
/// being woken takes as long as half of the statements. Entries that arrive meanwhile, and those
/// without documents, which may take long, are committed on the writer's thread; so are all of them
/// if the task has its own executor, whose threads must not block.
final class EntryQueue: Sendable {
  /// An entry that waits for a commit.
  private struct Submission: Sendable {
    var documentCount: Int
    /// Applies the entry and returns how to continue its submitter after the commit.
    var apply: @Sendable (inout LedgerWriter) throws -> @Sendable () -> Void
    var fail: @Sendable (any Error) -> Void
  }

  private struct State {
    var submissions: [Submission] = []
    var isServed = false

    /// Whether the caller is the first and must serve the queue.
    mutating func begin() -> Bool {
      defer { isServed = true }
      return !isServed
    }
  }

  /// The maximum number of documents in a transaction, with other entries counted as one; a long one
  /// blocks other processes.
  private static let maxWeight = 256

  /// With a single thread that waits for the disk, no entries could gather.
  private static let hasThreads = ProcessInfo.processInfo.activeProcessorCount > 1

  /// `nil` without a write-ahead log or for reading only.
  let checkpointer: Checkpointer?
  private let state = Mutex(State())

  init(_ checkpointer: Checkpointer?) { self.checkpointer = checkpointer }

  /// Applies the whole entry or nothing.
  func submit<Change: LedgerChange>(
    _ entry: Entry<Change>,
    by transactions: WriteTransactions
  ) async throws -> Change.Outcome {
    let mayWait =
      Self.hasThreads && entry.change.documentCount > 0
      && withUnsafeCurrentTask { $0?.unownedTaskExecutor == nil }
    if mayWait, state.withLock({ $0.begin() }) { return try applyInline(entry, transactions) }
    return try await withCheckedThrowingContinuation { continuation in
      let submission = Submission(
        documentCount: entry.change.documentCount,
        apply: { writer in
          let outcome = try writer.apply(entry)
          return { continuation.resume(returning: outcome) }
        },
        fail: { continuation.resume(throwing: $0) }
      )
      let isFirst = state.withLock { state in
        state.submissions.append(submission)
        return state.begin()
      }
      if isFirst { serveAsynchronously(transactions) }
    }
  }

  /// Commits on the caller's thread.
  private func applyInline<Change: LedgerChange>(
    _ entry: Entry<Change>,
    _ transactions: WriteTransactions
  ) throws -> Change.Outcome {
    defer {
      let hasMore = state.withLock { state in
        state.isServed = !state.submissions.isEmpty
        return state.isServed
      }
      if hasMore { serveAsynchronously(transactions) }
    }
    let outcome = try transactions.database.writeWithoutTransaction { db in
      try transactions.apply(in: db) { writer in
        try writer.expectNoLog(path: transactions.path)
        return try writer.apply(entry)
      }
    }
    checkpointer?.note(filings: entry.change.documentCount)
    return outcome
  }

  /// Serves the queue on the writing connection's thread.
  private func serveAsynchronously(_ transactions: WriteTransactions) {
    transactions.database.asyncWriteWithoutTransaction { db in self.serve(transactions, db) }
  }

  private func serve(_ transactions: WriteTransactions, _ db: Database) {
    while let submissions = next() {
      do {
        try apply(submissions, transactions, db)
      } catch  where submissions.count == 1 {
        submissions[0].fail(error)
      } catch {
        for submission in submissions {
          do {
            try apply([submission], transactions, db)
          } catch {
            submission.fail(error)
          }
        }
      }
    }
  }

  /// Applies all in one transaction and continues their submitters.
  private func apply(
    _ submissions: [Submission],
    _ transactions: WriteTransactions,
    _ db: Database
  ) throws {
    let continuations = try transactions.apply(in: db) { writer in
      try writer.expectNoLog(path: transactions.path)
      return try submissions.map { try $0.apply(&writer) }
    }
    for resume in continuations { resume() }
    checkpointer?.note(filings: submissions.reduce(0) { $0 + $1.documentCount })
  }

  private func next() -> [Submission]? {
    state.withLock { state in
      var weight = 0
      let submissions = state.submissions.prefix { submission in
        let own = max(submission.documentCount, 1)
        defer { weight += own }
        return weight == 0 || weight + own <= Self.maxWeight
      }
      state.submissions.removeFirst(submissions.count)
      if submissions.isEmpty { state.isServed = false }
      return submissions.isEmpty ? nil : Array(submissions)
    }
  }
}

/// Runs transactions on the writing connection.
struct WriteTransactions: Sendable {
  let path: String
  let database: any DatabaseWriter
  let memories: WriteCacheStore
  /// Whether `WriteGuard` is installed.
  var isGuarded = false

  /// Applies entries in one transaction.
  func apply<Answer>(
    in db: Database,
    _ body: (inout LedgerWriter) throws -> Answer
  ) throws -> Answer {
    guard isGuarded else { return try write(in: db, body) }
    return try write(in: db) { writer in
      try WriteGuard.begin(in: db)
      let answer = try body(&writer)
      try writer.derive()
      try WriteGuard.end(in: db)
      return answer
    }
  }

  /// Runs `body` in one transaction and derives the state. Without changes it doesn't commit, so
  /// that observers aren't notified.
  func write<Answer>(
    in db: Database,
    _ body: (inout LedgerWriter) throws -> Answer
  ) throws -> Answer {
    var result: Answer?
    var memory: WriteCache?
    try db.inOwnTransaction {
      var writer = LedgerWriter(db: db, memory: try memories.take(in: db, path: path))
      result = try body(&writer)
      try writer.derive()
      memory = writer.memory
      if writer.hasWritten { try db.expectInPlace(path: path) }
      return writer.hasWritten
    }
    if let memory { memories.put(memory) }
    guard let result else { throw LedgerError.withdrawn }
    return result
  }
}
