import Entitlements
import Foundation
internal import GRDB
internal import Synchronization

/// Files what many hand in at once by few commits: whatever has gathered while the last one went
/// to the disk goes with the next. Nobody hears of a filing before it is durable, and one that is
/// refused costs only its own.
///
/// Who finds nobody before them files in their own thread: to wake another one, and to be woken by
/// it, takes as long as half of the statements. What has gathered meanwhile is the writer's, and all
/// of it where tasks have threads of their own: those are not to wait for the disk.
final class FilingQueue: Sendable {
  private struct Job: Sendable {
    var batch: FilingBatch
    var answer: CheckedContinuation<[Filing.Outcome], any Error>
  }

  private struct State {
    var jobs: [Job] = []
    var isServed = false

    /// Whether the caller is the first, who serves from now on.
    mutating func begin() -> Bool {
      defer { isServed = true }
      return !isServed
    }
  }

  /// Filings of one transaction at most: a long one keeps other processes from writing.
  private static let most = 256

  /// A single thread that waits for the disk would let nothing gather.
  private static let hasThreads = ProcessInfo.processInfo.activeProcessorCount > 1

  /// `nil` where there is no log, or nobody writes.
  let checkpointer: Checkpointer?
  private let state = Mutex(State())

  init(_ checkpointer: Checkpointer?) { self.checkpointer = checkpointer }

  /// All of the batch is written, or nothing.
  func file(
    _ batch: FilingBatch,
    by desk: FilingDesk
  ) async throws -> [Filing.Outcome] {
    let mayWait = Self.hasThreads && withUnsafeCurrentTask { $0?.unownedTaskExecutor == nil }
    if mayWait, state.withLock({ $0.begin() }) { return try here(batch, desk) }
    return try await withCheckedThrowingContinuation { answer in
      let isFirst = state.withLock { state in
        state.jobs.append(Job(batch: batch, answer: answer))
        return state.begin()
      }
      if isFirst { elsewhere(desk) }
    }
  }

  /// In the caller's thread.
  private func here(_ batch: FilingBatch, _ desk: FilingDesk) throws -> [Filing.Outcome] {
    defer {
      let hasMore = state.withLock { state in
        state.isServed = !state.jobs.isEmpty
        return state.isServed
      }
      if hasMore { elsewhere(desk) }
    }
    let outcomes = try desk.database.writeWithoutTransaction { db in
      try desk.file([batch], in: db).first ?? []
    }
    checkpointer?.note(filings: outcomes.count)
    return outcomes
  }

  /// In the thread of the connection that writes.
  private func elsewhere(_ desk: FilingDesk) {
    desk.database.asyncWriteWithoutTransaction { db in self.serve(desk, db) }
  }

  private func serve(_ desk: FilingDesk, _ db: Database) {
    while let jobs = next() {
      do {
        let outcomes = try desk.file(jobs.map(\.batch), in: db)
        for (job, outcomes) in zip(jobs, outcomes) { job.answer.resume(returning: outcomes) }
        checkpointer?.note(filings: outcomes.joined().count)
      } catch  where jobs.count == 1 {
        jobs[0].answer.resume(throwing: error)
      } catch {
        for job in jobs { alone(job, desk, db) }
      }
    }
  }

  private func alone(_ job: Job, _ desk: FilingDesk, _ db: Database) {
    job.answer.resume(
      with: Result { try desk.file([job.batch], in: db).first ?? [] }
    )
  }

  private func next() -> [Job]? {
    state.withLock { state in
      var count = 0
      let jobs = state.jobs.prefix { job in
        defer { count += job.batch.filings.count }
        return count == 0 || count + job.batch.filings.count <= Self.most
      }
      state.jobs.removeFirst(jobs.count)
      if jobs.isEmpty { state.isServed = false }
      return jobs.isEmpty ? nil : Array(jobs)
    }
  }
}

/// Writes in transactions on the connection that writes.
struct FilingDesk: Sendable {
  let database: any DatabaseWriter
  let memories: ClerkShelf

  /// All batches in one transaction; an outcome for each filing.
  func file(_ batches: [FilingBatch], in db: Database) throws -> [[Filing.Outcome]] {
    try write(in: db) { clerk in try batches.map { try clerk.file($0) } }
  }

  /// Runs `body` in one transaction and derives what follows. With nothing to write not even an
  /// empty commit is made, so nobody is woken.
  func write<Answer>(
    in db: Database,
    _ body: (inout Clerk) throws -> Answer
  ) throws -> Answer {
    var answer: Answer?
    var memory: ClerkMemory?
    try db.inOwnTransaction {
      var clerk = Clerk(db: db, memory: try memories.take(in: db))
      answer = try body(&clerk)
      try clerk.derive()
      memory = clerk.memory
      return clerk.hasWritten
    }
    if let memory { memories.put(memory) }
    guard let answer else { throw LedgerError.withdrawn }
    return answer
  }
}
