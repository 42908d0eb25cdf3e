package import Entitlements
package import Foundation
internal import GRDB

/// The queue of jobs. Jobs are not part of the derived state: a replay ignores them. A runner owns a
/// job until its lease ends; then another runner may take it, and the former one can no longer write
/// results.
package struct JobQueue: Sendable {
  let ledger: Ledger

  /// Adds all jobs in one transaction. Skips non-repeating jobs that were done before and jobs that
  /// are open; a waiting one of these joins the batch and becomes due no later than the draft.
  /// `also` is filed with them if any job was added.
  ///
  /// - Returns: The number of added jobs.
  package func enqueue(
    _ drafts: [JobDraft],
    also further: FilingBatch = FilingBatch(),
    at now: Date
  ) async throws(LedgerError) -> Int {
    try await ledger.submit(JobAddition(drafts: drafts, further: further), at: now)
  }

  /// Claims up to `limit` due jobs; no other runner gets them before `lease`.
  package func claim(
    _ limit: Int,
    in lane: JobLane = .queries,
    for runner: String,
    at now: Date,
    lease: Date
  ) async throws(LedgerError) -> [JobRow] {
    let due = try await due(limit, in: lane, at: now)
    guard !due.isEmpty else { return [] }
    let claim = JobClaim(jobs: due, runner: runner, leasedUntil: lease)
    return try await ledger.submit(claim, at: now)
  }

  /// Claims a due job.
  ///
  /// - Returns: Whether the runner has it now.
  package func claim(
    _ job: String,
    for runner: String,
    at now: Date,
    lease: Date
  ) async throws(LedgerError) -> Bool {
    let claim = JobClaim(jobs: [job], runner: runner, leasedUntil: lease)
    return try await !ledger.submit(claim, at: now).isEmpty
  }

  private func due(
    _ limit: Int,
    in lane: JobLane,
    at now: Date
  ) async throws(LedgerError) -> [String] {
    try await ledger.read { db in
      try db.map(
        """
        SELECT name FROM job
        WHERE state = \(JobState.running.code) AND leasedUntil <= ?1 AND \(lane.condition)
        UNION ALL
        SELECT name FROM (
          SELECT name FROM job
          WHERE state = \(JobState.waiting.code) AND dueAt <= ?1 AND \(lane.condition)
          ORDER BY dueAt, n LIMIT ?2)
        LIMIT ?2
        """,
        [now.milliseconds, limit]
      ) { try $0.text(0) }
    }
  }

  /// Extends the lease of jobs.
  package func renew(_ jobs: [String], of runner: String, lease: Date) async throws(LedgerError) {
    guard !jobs.isEmpty else { return }
    let renewal = JobRenewal(jobs: jobs, runner: runner, leasedUntil: lease)
    try await ledger.submit(renewal, at: lease)
  }

  /// Cancels waiting jobs; running jobs continue. `further` is filed with it if any job was
  /// cancelled.
  ///
  /// - Returns: The number of cancelled jobs.
  package func cancel(
    jobs: [String]? = nil,
    batch: String? = nil,
    also further: FilingBatch = FilingBatch(),
    at now: Date
  ) async throws(LedgerError) -> Int {
    let update = JobUpdate(kind: .cancel, jobs: jobs, batch: batch, further: further)
    return try await ledger.submit(update, at: now)
  }

  /// Ends a waiting job as approved, and files `further`, which holds the job that it waited for.
  ///
  /// - Returns: Whether it was waiting.
  package func approve(
    _ job: String,
    also further: FilingBatch,
    at now: Date
  ) async throws(LedgerError) -> Bool {
    let update = JobUpdate(kind: .approve, jobs: [job], further: further)
    return try await ledger.submit(update, at: now) > 0
  }

  /// Whether a job of that key is on file, or one whose key continues it after a space.
  package func holds(key: String) async throws(LedgerError) -> Bool {
    try await ledger.read { db in
      try db.exists(
        "SELECT 1 FROM job WHERE key = ?1 OR key >= ?1 || ' ' AND key < ?1 || '!'",
        [key]
      )
    }
  }

  /// The jobs of these kinds that wait or have failed.
  package func open(_ kinds: [String]) async throws(LedgerError) -> [JobRow] {
    try await ledger.read { db in
      let states = [JobState.waiting, .failed].map(\.code)
      let query: Fragment = """
        SELECT \(JobRow.columns) FROM job WHERE state IN (\(states)) AND kind IN (\(kinds))
        """
      return try db.fetch(query, JobRow.init)
    }
  }

  /// The job of that name.
  package func job(_ name: String) async throws(LedgerError) -> JobRow? {
    try await ledger.read { db in
      try db.first("SELECT \(JobRow.columns.sql) FROM job WHERE name = ?", [name], JobRow.init)
    }
  }

  /// Makes waiting jobs due now. `further` is filed with it if any job is.
  package func makeDue(
    jobs: [String]? = nil,
    batch: String? = nil,
    also further: FilingBatch = FilingBatch(),
    at now: Date
  ) async throws(LedgerError) -> Int {
    let update = JobUpdate(kind: .makeDue, jobs: jobs, batch: batch, further: further)
    return try await ledger.submit(update, at: now)
  }

  /// Retries failed jobs without a newer job of the same key. `further` is filed with it if any job
  /// is retried.
  package func retry(
    jobs: [String]? = nil,
    batch: String? = nil,
    also further: FilingBatch = FilingBatch(),
    at now: Date
  ) async throws(LedgerError) -> Int {
    let update = JobUpdate(kind: .retry, jobs: jobs, batch: batch, further: further)
    return try await ledger.submit(update, at: now)
  }

  /// The jobs, newest first.
  package func list(
    in states: [JobState] = JobState.allCases,
    batch: String? = nil,
    limit: Int
  ) async throws(LedgerError) -> [JobRow] {
    try await ledger.read { db in
      let query: Fragment = """
        SELECT \(JobRow.columns) FROM job
        WHERE state IN (\(states.map(\.code))) AND \(Self.isOf(batch)) ORDER BY n DESC LIMIT \(limit)
        """
      return try db.fetch(query, JobRow.init)
    }
  }

  package func counts(batch: String? = nil) async throws(LedgerError) -> [JobState: Int] {
    try await ledger.read { db in
      let counts = try db.fetch(
        "SELECT state, count(*) FROM job WHERE \(Self.isOf(batch)) GROUP BY state"
      ) { try ($0.coded(0) as JobState, $0.count(1)) }
      return Dictionary(counts) { first, _ in first }
    }
  }

  /// Jobs that wait until after `instant` and whose last attempt ended with `outcome`.
  package func postponed(
    by outcome: String,
    in lane: JobLane,
    beyond instant: Date
  ) async throws(LedgerError) -> [JobRow] {
    try await ledger.read { db in
      // The state is a literal: partial indices don't work with parameters.
      try db.map(
        """
        SELECT \(JobRow.columns.sql) FROM job
        WHERE state = \(JobState.waiting.code) AND \(lane.condition) AND dueAt > ? AND outcome = ?
        ORDER BY dueAt, n
        """,
        [instant.milliseconds, outcome],
        JobRow.init
      )
    }
  }

  /// When the next job of these lanes can be claimed; `nil` if none is open.
  package func nextDue(
    in lanes: [JobLane] = JobLane.allCases
  ) async throws(LedgerError) -> Date? {
    try await ledger.read { db in
      let instants = try lanes.flatMap { lane in
        try [("dueAt", JobState.waiting), ("leasedUntil", JobState.running)].compactMap {
          try db.number(
            "SELECT min(\($0.0)) FROM job WHERE state = \($0.1.code) AND \(lane.condition)"
          )
        }
      }
      return instants.min().map(Date.init(milliseconds:))
    }
  }

  static func isOf(_ batch: String?) -> Fragment {
    batch.map { "batch = \($0)" } ?? .always
  }
}

/// A part of the queue that a runner works off beside the others, so that a webhook's receiver that
/// does not answer holds back no query.
package enum JobLane: CaseIterable, Sendable {
  /// Store queries, store actions and approvals.
  case queries
  /// Webhook messages.
  case messages

  package init(kind: String) { self = kind == WebhookJob.kind ? .messages : .queries }

  /// As the indices state it.
  var condition: String { "kind \(self == .messages ? "=" : "<>") '\(WebhookJob.kind)'" }
}

extension JobState: IntegerCoded {
  static let codes: [JobState] = [.waiting, .running, .done, .failed, .cancelled]
}

extension JobRow {
  static let columns: Fragment = """
    name, key, kind, task, actor, batch, state, attempts, createdAt, dueAt, endedAt, outcome, detail
    """

  init(_ cells: RowReader) throws {
    self.init(
      id: try cells.text(0),
      key: try cells.text(1),
      kind: try cells.text(2),
      task: try cells.text(3),
      actor: try cells.text(4),
      batch: try cells.optionalText(5),
      state: try cells.coded(6),
      attempts: try cells.count(7),
      createdAt: try cells.instant(8),
      dueAt: try cells.instant(9),
      endedAt: try cells.optionalInstant(10),
      outcome: try cells.optionalText(11),
      detail: try cells.optionalText(12)
    )
  }
}
