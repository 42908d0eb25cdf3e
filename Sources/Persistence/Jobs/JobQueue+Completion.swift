package import Entitlements
package import Foundation
internal import GRDB

extension JobQueue {
  /// Ends an attempt at a job and files its results in one transaction.
  ///
  /// - Returns: The completion as written, with the changes; `nil` if the job has ended or belongs
  ///   to another runner, in which case nothing is written.
  package func end(
    _ job: String,
    of runner: String,
    _ ending: JobCompletion,
    filing batch: FilingBatch = FilingBatch(),
    at now: Date
  ) async throws(LedgerError) -> JobCompletion? {
    let end = JobEnd(job: job, runner: runner, ending: ending, batch: batch)
    return try await ledger.submit(end, at: now)
  }

  /// Records that a job has reached an irreversible step.
  ///
  /// - Returns: Whether the job still belongs to the runner; if not, it must stop.
  package func recordStep(
    _ job: String,
    of runner: String,
    _ outcome: String,
    at now: Date
  ) async throws(LedgerError) -> Bool {
    try await ledger.submit(JobStep(job: job, runner: runner, outcome: outcome), at: now)
  }

  /// Deletes jobs that ended before `instant`, except open jobs and these kinds.
  ///
  /// - Returns: The number of deleted jobs.
  package func delete(
    endedBefore instant: Date,
    except kinds: [String],
    at now: Date
  ) async throws(LedgerError) -> Int {
    var deletedCount = 0
    while true {
      let deletion = JobDeletion(endedBefore: instant, exceptKinds: kinds)
      let count = try await ledger.submit(deletion, at: now)
      deletedCount += count
      if count < JobDeletion.maxCount { return deletedCount }
    }
  }
}

/// Ends an attempt at a job. The outcome is the completion as written.
struct JobEnd: LedgerChange {
  static let kind = EntryKind.jobEnd

  var filings: [Filing] {
    get { batch.filings }
    set { batch.filings = newValue }
  }

  private enum CodingKeys: String, CodingKey {
    case job = "job", runner = "runner", ending = "ending", batch = "batch"
  }

  var job: String
  var runner: String
  var ending: JobCompletion
  var batch: FilingBatch

  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> JobCompletion? {
    guard try writer.hasJob(job, runner) else { return nil }
    try writer.deriveEarlierChanges()
    var ending = ending
    let before = try writer.state(of: ending.chain, at: instant)
    let outcomes = try writer.file(batch)
    let isNew = outcomes.contains { if case .filed = $0 { true } else { false } }
    if !isNew, let otherwise = ending.otherwise { ending.outcome = otherwise }
    if isNew, ending.chain != nil {
      try writer.derive()
      ending.record(before, try writer.state(of: ending.chain, at: instant))
    }
    try writer.end(job, ending, at: instant.milliseconds)
    return ending
  }
}

/// Records an irreversible step of a job. The outcome is whether the job belongs to the runner.
struct JobStep: LedgerChange {
  static let kind = EntryKind.jobStep

  private enum CodingKeys: String, CodingKey {
    case job = "job", runner = "runner", outcome = "outcome"
  }

  var job: String
  var runner: String
  var outcome: String

  func apply(at _: Date, by writer: inout LedgerWriter) throws -> Bool {
    guard try writer.hasJob(job, runner) else { return false }
    try writer.run("UPDATE job SET outcome = ? WHERE name = ?", [outcome, job])
    return true
  }
}

/// Deletes some ended jobs. The outcome is their number.
struct JobDeletion: LedgerChange {
  static let kind = EntryKind.jobDeletion

  private enum CodingKeys: String, CodingKey {
    case endedBefore = "endedBefore", exceptKinds = "exceptKinds"
  }

  /// So that other writers get a turn.
  static let maxCount = 5_000

  var endedBefore: Date
  var exceptKinds: [String]

  func apply(at _: Date, by writer: inout LedgerWriter) throws -> Int {
    let old: Fragment = """
      DELETE FROM job WHERE n IN (SELECT n FROM job
        WHERE endedAt < \(endedBefore.milliseconds) AND kind NOT IN (\(exceptKinds))
        ORDER BY endedAt, key LIMIT \(Self.maxCount))
      """
    try writer.db.run(old.sql, old.arguments)
    let count = writer.db.changesCount
    if count > 0 { writer.hasWritten = true }
    return count
  }
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
  fileprivate func state(of chain: ID<Subscription>?, at now: Date) throws -> SubscriptionState? {
    try chain.flatMap { try db.phases(of: $0).last { $0.contains(now) }?.state }
  }

  fileprivate func hasJob(_ job: String, _ runner: String) throws -> Bool {
    try db.exists(
      "SELECT 1 FROM job WHERE name = ? AND runner = ? AND state = ?",
      [job, runner, JobState.running.code]
    )
  }

  fileprivate mutating func end(_ job: String, _ ending: JobCompletion, at now: Int64) throws {
    var state = JobState.waiting
    var (endedAt, dueAt): (Int64?, Int64?) = (now, nil)
    switch ending.state {
    case .done: state = .done
    case .failed: state = .failed
    case .postponed(let until): (endedAt, dueAt) = (nil, until.milliseconds)
    }
    try run(
      """
      UPDATE job SET state = ?, endedAt = ?, dueAt = coalesce(?, dueAt), runner = NULL,
        leasedUntil = NULL, outcome = ?, detail = ? WHERE name = ?
      """,
      [state.code, endedAt, dueAt, ending.outcome, ending.detail, job]
    )
  }
}

/// A job to enqueue.
package struct JobDraft: Codable, Equatable, Sendable {
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
    (self.key, self.kind, self.task, self.actor, self.batch) = (key, kind, task, actor, batch)
    (self.dueAt, self.repeats, self.beginsAnew) = (dueAt, repeats, beginsAnew)
  }
}

/// The result of an attempt at a job.
package struct JobCompletion: Codable, Equatable, Sendable {
  package enum State: Codable, Equatable, Sendable {
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

  package init(_ state: State, _ outcome: String, detail: String? = nil, otherwise: String? = nil) {
    (self.state, self.outcome, self.detail, self.otherwise) = (state, outcome, detail, otherwise)
  }
}
