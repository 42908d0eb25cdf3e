import Entitlements
import Foundation
internal import GRDB
internal import Synchronization

/// Combines concurrent filings into few commits: filings that arrive during a commit share the next
/// one. Callers continue only once their filing is durable; a rejected filing affects only itself.
///
/// If the queue is idle, the caller commits inline, because waking another thread and being woken
/// takes as long as half of the statements. Filings that arrive meanwhile are committed on the
/// writer's thread, and all of them if the task has its own executor, whose threads must not block.
final class FilingQueue: Sendable {
  private struct Job: Sendable {
    var batch: FilingBatch
    var continuation: CheckedContinuation<[Filing.Outcome], any Error>
  }

  private struct State {
    var jobs: [Job] = []
    var isServed = false

    /// Whether the caller is the first and must serve the queue.
    mutating func begin() -> Bool {
      defer { isServed = true }
      return !isServed
    }
  }

  /// The maximum number of filings per transaction; a long one blocks other processes.
  private static let maxFilings = 256

  /// With a single thread that waits for the disk, no filings could gather.
  private static let hasThreads = ProcessInfo.processInfo.activeProcessorCount > 1

  /// `nil` without a write-ahead log or for reading only.
  let checkpointer: Checkpointer?
  private let state = Mutex(State())

  init(_ checkpointer: Checkpointer?) { self.checkpointer = checkpointer }

  /// Writes the whole batch or nothing.
  func file(
    _ batch: FilingBatch,
    by transactions: WriteTransactions
  ) async throws -> [Filing.Outcome] {
    let mayWait = Self.hasThreads && withUnsafeCurrentTask { $0?.unownedTaskExecutor == nil }
    if mayWait, state.withLock({ $0.begin() }) { return try fileInline(batch, transactions) }
    return try await withCheckedThrowingContinuation { continuation in
      let isFirst = state.withLock { state in
        state.jobs.append(Job(batch: batch, continuation: continuation))
        return state.begin()
      }
      if isFirst { serveAsynchronously(transactions) }
    }
  }

  /// Commits on the caller's thread.
  private func fileInline(
    _ batch: FilingBatch,
    _ transactions: WriteTransactions
  ) throws -> [Filing.Outcome] {
    defer {
      let hasMore = state.withLock { state in
        state.isServed = !state.jobs.isEmpty
        return state.isServed
      }
      if hasMore { serveAsynchronously(transactions) }
    }
    let outcomes = try transactions.database.writeWithoutTransaction { db in
      try transactions.file([batch], in: db).first ?? []
    }
    checkpointer?.note(filings: outcomes.count)
    return outcomes
  }

  /// Serves the queue on the writing connection's thread.
  private func serveAsynchronously(_ transactions: WriteTransactions) {
    transactions.database.asyncWriteWithoutTransaction { db in self.serve(transactions, db) }
  }

  private func serve(_ transactions: WriteTransactions, _ db: Database) {
    while let jobs = next() {
      do {
        let outcomes = try transactions.file(jobs.map(\.batch), in: db)
        for (job, outcomes) in zip(jobs, outcomes) { job.continuation.resume(returning: outcomes) }
        checkpointer?.note(filings: outcomes.joined().count)
      } catch  where jobs.count == 1 {
        jobs[0].continuation.resume(throwing: error)
      } catch {
        for job in jobs { fileSeparately(job, transactions, db) }
      }
    }
  }

  private func fileSeparately(_ job: Job, _ transactions: WriteTransactions, _ db: Database) {
    job.continuation.resume(with: Result { try transactions.file([job.batch], in: db).first ?? [] })
  }

  private func next() -> [Job]? {
    state.withLock { state in
      var count = 0
      let jobs = state.jobs.prefix { job in
        defer { count += job.batch.filings.count }
        return count == 0 || count + job.batch.filings.count <= Self.maxFilings
      }
      state.jobs.removeFirst(jobs.count)
      if jobs.isEmpty { state.isServed = false }
      return jobs.isEmpty ? nil : Array(jobs)
    }
  }
}

/// Runs transactions on the writing connection.
struct WriteTransactions: Sendable {
  let database: any DatabaseWriter
  let memories: WriteCacheStore

  /// Files all batches in one transaction and returns an outcome for each filing.
  func file(_ batches: [FilingBatch], in db: Database) throws -> [[Filing.Outcome]] {
    try write(in: db) { writer in try batches.map { try writer.file($0) } }
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
      var writer = LedgerWriter(db: db, memory: try memories.take(in: db))
      result = try body(&writer)
      try writer.derive()
      memory = writer.memory
      return writer.hasWritten
    }
    if let memory { memories.put(memory) }
    guard let result else { throw LedgerError.withdrawn }
    return result
  }
}
