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
    try await ledger.write { writer in
      let added = try drafts.reduce(0) { try $0 + (writer.add($1, at: now) ? 1 : 0) }
      if added > 0 || drafts.isEmpty { _ = try writer.file(further) }
      return added
    }
  }

  /// Claims up to `limit` due jobs; no other runner gets them before `lease`.
  package func claim(
    _ limit: Int,
    for runner: String,
    at now: Date,
    lease: Date
  ) async throws(LedgerError) -> [JobRow] {
    try await ledger.write {
      try $0.claim(limit, for: runner, at: now.milliseconds, lease.milliseconds)
    }
  }

  /// Extends the lease of jobs.
  package func renew(
    _ jobs: [Int64],
    of runner: String,
    lease: Date
  ) async throws(LedgerError) {
    guard !jobs.isEmpty else { return }
    try await ledger.write { writer in
      for job in jobs {
        try writer.db.run(
          "UPDATE job SET leasedUntil = ? WHERE n = ? AND runner = ?",
          [lease.milliseconds, job, runner]
        )
      }
      writer.hasWritten = true
    }
  }

  /// Cancels waiting jobs; running jobs continue. `further` is filed with it if any job was
  /// cancelled.
  ///
  /// - Returns: The number of cancelled jobs.
  package func cancel(
    jobs: [Int64]? = nil,
    batch: String? = nil,
    also further: FilingBatch = FilingBatch(),
    at now: Date
  ) async throws(LedgerError) -> Int {
    try await change(
      jobs,
      batch,
      among: .waiting,
      also: further,
      "state = \(JobState.cancelled.code), endedAt = ?",
      now
    )
  }

  /// Makes waiting jobs due now.
  package func makeDue(
    jobs: [Int64]? = nil,
    batch: String? = nil,
    at now: Date
  ) async throws(LedgerError) -> Int {
    try await change(jobs, batch, among: .waiting, "dueAt = ?", now)
  }

  /// Retries failed jobs without a newer job of the same key. `further` is filed with it if any job
  /// is retried.
  package func retry(
    jobs: [Int64]? = nil,
    batch: String? = nil,
    also further: FilingBatch = FilingBatch(),
    at now: Date
  ) async throws(LedgerError) -> Int {
    try await change(
      jobs,
      batch,
      among: .failed,
      also: further,
      where: "n = (SELECT max(same.n) FROM job AS same WHERE same.key = job.key)",
      "state = \(JobState.waiting.code), endedAt = NULL, attempts = 0, dueAt = ?",
      now
    )
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
      return try db.map(query.sql, query.arguments) { try JobRow($0) }
    }
  }

  package func counts(
    batch: String? = nil
  ) async throws(LedgerError) -> [JobState: Int] {
    try await ledger.read { db in
      let query: Fragment =
        "SELECT state, count(*) FROM job WHERE \(Self.isOf(batch)) GROUP BY state"
      let counts = try db.map(query.sql, query.arguments) { cells in
        (try cells.coded(0) as JobState, try cells.count(1))
      }
      return Dictionary(counts) { first, _ in first }
    }
  }

  /// Jobs that wait until after `instant` and whose last attempt ended with `outcome`.
  package func postponed(
    by outcome: String,
    beyond instant: Date
  ) async throws(LedgerError) -> [JobRow] {
    try await ledger.read { db in
      // The state is a literal: partial indices don't work with parameters.
      try db.map(
        """
        SELECT \(JobRow.columns.sql) FROM job
        WHERE state = \(JobState.waiting.code) AND dueAt > ? AND outcome = ? ORDER BY dueAt, n
        """,
        [instant.milliseconds, outcome]
      ) { try JobRow($0) }
    }
  }

  /// When the next job can be claimed; `nil` if none is open.
  package func nextDue() async throws(LedgerError) -> Date? {
    try await ledger.read { db in
      let due = try db.number("SELECT min(dueAt) FROM job WHERE state = \(JobState.waiting.code)")
      let left = try db.number(
        "SELECT min(leasedUntil) FROM job WHERE state = \(JobState.running.code)"
      )
      return [due, left].compactMap(\.self).min().map(Date.init(milliseconds:))
    }
  }

  private static func isOf(_ batch: String?) -> Fragment {
    batch.map { "batch = \($0)" } ?? .always
  }

  private func change(
    _ jobs: [Int64]?,
    _ batch: String?,
    among state: JobState,
    also further: FilingBatch = FilingBatch(),
    where filter: Fragment = .always,
    _ assignments: String,
    _ now: Date
  ) async throws(LedgerError) -> Int {
    try await ledger.write { writer in
      let chosen: Fragment = jobs.map { "n IN (\($0))" } ?? .always
      let condition: Fragment =
        "state = \(state.code) AND \(chosen) AND \(Self.isOf(batch)) AND \(filter)"
      try writer.db.run(
        "UPDATE job SET \(assignments) WHERE \(condition.sql)",
        [now.milliseconds] + condition.arguments
      )
      writer.hasWritten = true
      let count = writer.db.changesCount
      if count > 0 { _ = try writer.file(further) }
      return count
    }
  }
}

extension LedgerWriter {
  mutating func add(_ draft: JobDraft, at now: Date) throws -> Bool {
    var draft = draft
    if draft.beginsAnew { draft.key = try key(begunAfter: draft) }
    let known = try db.count(
      "SELECT EXISTS (SELECT 1 FROM job WHERE key = ?1 AND (?2 OR endedAt IS NULL))",
      [draft.key, !draft.repeats]
    )
    guard known == 0 else {
      try db.run(
        """
        UPDATE job SET dueAt = min(dueAt, ?), batch = coalesce(?, batch)
        WHERE key = ? AND state = \(JobState.waiting.code)
        """,
        [draft.dueAt.milliseconds, draft.batch, draft.key]
      )
      hasWritten = true
      return false
    }
    try db.run(
      """
      INSERT INTO job (key, kind, task, actor, batch, state, attempts, createdAt, dueAt)
      VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)
      """,
      [
        draft.key, draft.kind, draft.task, draft.actor, draft.batch, JobState.waiting.code,
        now.milliseconds, draft.dueAt.milliseconds,
      ]
    )
    hasWritten = true
    return true
  }

  /// A second key if a job with the draft's key is running and may have started before the event.
  private func key(begunAfter draft: JobDraft) throws -> String {
    let isBegun = try db.count(
      "SELECT EXISTS (SELECT 1 FROM job WHERE key = ? AND state = \(JobState.running.code))",
      [draft.key]
    )
    return isBegun > 0 ? "\(draft.key) again" : draft.key
  }

  fileprivate mutating func claim(
    _ limit: Int,
    for runner: String,
    at now: Int64,
    _ lease: Int64
  ) throws -> [JobRow] {
    let due = try db.map(
      """
      SELECT n FROM job WHERE state = \(JobState.running.code) AND leasedUntil <= ?1
      UNION ALL
      SELECT n FROM (
        SELECT n FROM job WHERE state = \(JobState.waiting.code) AND dueAt <= ?1
        ORDER BY dueAt, n LIMIT ?2)
      LIMIT ?2
      """,
      [now, limit]
    ) { try $0.number(0) }
    for job in due {
      try db.run(
        "UPDATE job SET state = ?, runner = ?, leasedUntil = ?, attempts = attempts + 1 WHERE n = ?",
        [JobState.running.code, runner, lease, job]
      )
      hasWritten = true
    }
    return try due.compactMap { job in
      try db.first("SELECT \(JobRow.columns.sql) FROM job WHERE n = ?", [job]) { try JobRow($0) }
    }
  }
}

extension JobState: IntegerCoded {
  static let codes: [JobState] = [.waiting, .running, .done, .failed, .cancelled]
}

extension JobRow {
  fileprivate static let columns: Fragment = """
    n, key, kind, task, actor, batch, state, attempts, createdAt, dueAt, endedAt, outcome, detail
    """

  fileprivate init(_ cells: RowReader) throws {
    self.init(
      id: try cells.number(0),
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
