package import Entitlements
package import Foundation
internal import GRDB

extension JobQueue {
  /// Ends an attempt at a job and files its results in one transaction.
  ///
  /// - Returns: The completion as written, with the changes; `nil` if the job has ended or belongs
  ///   to another runner, in which case nothing is written.
  package func end(
    _ job: Int64,
    of runner: String,
    _ ending: JobCompletion,
    filing batch: FilingBatch = FilingBatch(),
    at now: Date
  ) async throws(LedgerError) -> JobCompletion? {
    try await ledger.write { writer in
      guard try writer.hasJob(job, runner) else { return nil }
      var ending = ending
      let before = try writer.state(of: ending.chain, at: now)
      let outcomes = try writer.file(batch)
      let isNew = outcomes.contains { if case .filed = $0 { true } else { false } }
      if !isNew, let otherwise = ending.otherwise { ending.outcome = otherwise }
      if isNew, ending.chain != nil {
        try writer.derive()
        ending.record(before, try writer.state(of: ending.chain, at: now))
      }
      try writer.end(job, ending, at: now.milliseconds)
      return ending
    }
  }

  /// Records that a job has reached an irreversible step.
  ///
  /// - Returns: Whether the job still belongs to the runner; if not, it must stop.
  package func recordStep(
    _ job: Int64,
    of runner: String,
    _ outcome: String
  ) async throws(LedgerError) -> Bool {
    try await ledger.write { writer in
      guard try writer.hasJob(job, runner) else { return false }
      try writer.db.run("UPDATE job SET outcome = ? WHERE n = ?", [outcome, job])
      writer.hasWritten = true
      return true
    }
  }

  /// Deletes jobs that ended before `instant`, except open jobs and these kinds.
  ///
  /// - Returns: The number of deleted jobs.
  package func delete(
    endedBefore instant: Date,
    except kinds: [String]
  ) async throws(LedgerError) -> Int {
    var deletedCount = 0
    while true {
      // In batches, so that other writers get a turn.
      let count = try await ledger.write { writer in
        let old: Fragment = """
          DELETE FROM job WHERE n IN (SELECT n FROM job
            WHERE endedAt < \(instant.milliseconds) AND kind NOT IN (\(kinds))
            LIMIT \(Self.maxDeleted))
          """
        try writer.db.run(old.sql, old.arguments)
        writer.hasWritten = writer.db.changesCount > 0
        return writer.db.changesCount
      }
      deletedCount += count
      if count < Self.maxDeleted { return deletedCount }
    }
  }

  private static let maxDeleted = 5_000
}

extension JobCompletion {
  /// Describes the chain's state before and after in the detail.
  fileprivate mutating func record(_ before: SubscriptionState?, _ after: SubscriptionState?) {
    guard let after else { return }
    let now = Wording.phrase(for: after)
    let past = before.map { "was \(Wording.phrase(for: $0)), is \(now)" }
    let change = before == after ? "still \(now)" : past ?? now
    detail = detail.map { "\($0), \(change)" } ?? change
  }
}

extension LedgerWriter {
  /// `nil` if the chain does not renew or is not filed.
  fileprivate func state(
    of chain: ID<Subscription>?,
    at now: Date
  ) throws -> SubscriptionState? {
    guard let name = chain.flatMap(Subscription.Name.init) else { return nil }
    return try db.phases(of: name).last { $0.contains(now) }?.state
  }

  fileprivate func hasJob(_ job: Int64, _ runner: String) throws -> Bool {
    try db.count(
      "SELECT EXISTS (SELECT 1 FROM job WHERE n = ? AND runner = ? AND state = ?)",
      [job, runner, JobState.running.code]
    ) > 0
  }

  fileprivate mutating func end(_ job: Int64, _ ending: JobCompletion, at now: Int64) throws {
    var state = JobState.waiting
    var (endedAt, dueAt): (Int64?, Int64?) = (now, nil)
    switch ending.state {
    case .done: state = .done
    case .failed: state = .failed
    case .postponed(let until): (endedAt, dueAt) = (nil, until.milliseconds)
    }
    try db.run(
      """
      UPDATE job SET state = ?, endedAt = ?, dueAt = coalesce(?, dueAt), runner = NULL,
        leasedUntil = NULL, outcome = ?, detail = ? WHERE n = ?
      """,
      [state.code, endedAt, dueAt, ending.outcome, ending.detail, job]
    )
    hasWritten = true
  }
}

/// A job to enqueue.
package struct JobDraft: Equatable, Sendable {
  package var key: String
  package var kind: String
  package var task: String
  package var actor: String
  package var batch: String?
  package var dueAt: Date
  /// Whether the same job may run again after it has ended.
  package var repeats: Bool
  /// Whether to add a job even if one with the same key is running, because that one may have
  /// started before the event in question.
  package var beginsAnew: Bool

  /// `task` refers to records, as JSON, and never contains a secret.
  package init(
    key: String,
    kind: String,
    task: String,
    actor: String,
    batch: String? = nil,
    dueAt: Date,
    repeats: Bool = true,
    beginsAnew: Bool = false
  ) {
    self.key = key
    self.kind = kind
    self.task = task
    self.actor = actor
    self.batch = batch
    self.dueAt = dueAt
    self.repeats = repeats
    self.beginsAnew = beginsAnew
  }
}

/// The result of an attempt at a job.
package struct JobCompletion: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case done
    case failed
    /// To retry, not before then.
    case postponed(until: Date)
  }

  package var state: State
  /// A keyword for programs, and a sentence for people. Neither contains a secret.
  package var outcome: String
  package var detail: String?
  /// The outcome to use instead if everything was already filed.
  package var otherwise: String?
  /// The queried chain; the detail describes its change of state.
  package var chain: ID<Subscription>?

  package init(
    _ state: State,
    _ outcome: String,
    detail: String? = nil,
    otherwise: String? = nil
  ) {
    self.state = state
    self.outcome = outcome
    self.detail = detail
    self.otherwise = otherwise
  }
}
