internal import Crypto
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
    for runner: String,
    at now: Date,
    lease: Date
  ) async throws(LedgerError) -> [JobRow] {
    let due = try await due(limit, at: now)
    guard !due.isEmpty else { return [] }
    let claim = JobClaim(jobs: due, runner: runner, leasedUntil: lease)
    return try await ledger.submit(claim, at: now)
  }

  private func due(_ limit: Int, at now: Date) async throws(LedgerError) -> [String] {
    try await ledger.read { db in
      try db.map(
        """
        SELECT name FROM job WHERE state = \(JobState.running.code) AND leasedUntil <= ?1
        UNION ALL
        SELECT name FROM (
          SELECT name FROM job WHERE state = \(JobState.waiting.code) AND dueAt <= ?1
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

  /// The job of that name.
  package func job(_ name: String) async throws(LedgerError) -> JobRow? {
    try await ledger.read { db in
      try db.first("SELECT \(JobRow.columns.sql) FROM job WHERE name = ?", [name], JobRow.init)
    }
  }

  /// Makes waiting jobs due now.
  package func makeDue(
    jobs: [String]? = nil,
    batch: String? = nil,
    at now: Date
  ) async throws(LedgerError) -> Int {
    let update = JobUpdate(kind: .makeDue, jobs: jobs, batch: batch)
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
    beyond instant: Date
  ) async throws(LedgerError) -> [JobRow] {
    try await ledger.read { db in
      // The state is a literal: partial indices don't work with parameters.
      try db.map(
        """
        SELECT \(JobRow.columns.sql) FROM job
        WHERE state = \(JobState.waiting.code) AND dueAt > ? AND outcome = ? ORDER BY dueAt, n
        """,
        [instant.milliseconds, outcome],
        JobRow.init
      )
    }
  }

  /// When the next job can be claimed; `nil` if none is open.
  package func nextDue() async throws(LedgerError) -> Date? {
    try await ledger.read { db in
      let instants = try [("dueAt", JobState.waiting), ("leasedUntil", JobState.running)]
        .compactMap { try db.number("SELECT min(\($0.0)) FROM job WHERE state = \($0.1.code)") }
      return instants.min().map(Date.init(milliseconds:))
    }
  }

  fileprivate static func isOf(_ batch: String?) -> Fragment {
    batch.map { "batch = \($0)" } ?? .always
  }
}

/// Leases jobs to a runner. The outcome is those that it got.
struct JobClaim: LedgerChange {
  static let kind = EntryKind.jobClaim

  private enum CodingKeys: String, CodingKey {
    case jobs = "jobs", runner = "runner", leasedUntil = "leasedUntil"
  }

  var jobs: [String]
  var runner: String
  var leasedUntil: Date

  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> [JobRow] {
    try jobs.compactMap { job in
      try writer.run(
        """
        UPDATE job SET state = ?1, runner = ?2, leasedUntil = ?3, attempts = attempts + 1
        WHERE name = ?4 AND (state = \(JobState.waiting.code) AND dueAt <= ?5
          OR state = ?1 AND leasedUntil <= ?5)
        """,
        [
          JobState.running.code, runner, leasedUntil.milliseconds, job, instant.milliseconds,
        ]
      )
      guard writer.db.changesCount > 0 else { return nil }
      return try writer.db.first(
        "SELECT \(JobRow.columns.sql) FROM job WHERE name = ?",
        [job],
        JobRow.init
      )
    }
  }
}

/// Extends the leases of a runner's jobs.
struct JobRenewal: LedgerChange {
  static let kind = EntryKind.jobRenewal

  private enum CodingKeys: String, CodingKey {
    case jobs = "jobs", runner = "runner", leasedUntil = "leasedUntil"
  }

  var jobs: [String]
  var runner: String
  var leasedUntil: Date

  func apply(at _: Date, by writer: inout LedgerWriter) throws -> NoOutcome {
    for job in jobs {
      try writer.run(
        "UPDATE job SET leasedUntil = ? WHERE name = ? AND runner = ? AND state = ?",
        [leasedUntil.milliseconds, job, runner, JobState.running.code]
      )
    }
    return NoOutcome()
  }
}

/// Adds jobs. The outcome is their number.
struct JobAddition: LedgerChange {
  static let kind = EntryKind.jobAddition

  var filings: [Filing] {
    get { further.filings }
    set { further.filings = newValue }
  }

  private enum CodingKeys: String, CodingKey {
    case drafts = "drafts", further = "further"
  }

  var drafts: [JobDraft]
  var further: FilingBatch

  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> Int {
    let added = try drafts.reduce(0) { try $0 + (writer.add($1, at: instant) ? 1 : 0) }
    if added > 0 || drafts.isEmpty { _ = try writer.file(further) }
    return added
  }
}

/// Changes jobs that don't run. The outcome is their number.
struct JobUpdate: LedgerChange {
  static let kind = EntryKind.jobUpdate

  var filings: [Filing] {
    get { further.filings }
    set { further.filings = newValue }
  }

  private enum CodingKeys: String, CodingKey {
    case kind = "kind", jobs = "jobs", batch = "batch", further = "further"
  }

  enum Kind: String, Codable { case cancel, makeDue, retry, approve }

  var kind: Kind
  /// `nil` for all jobs.
  var jobs: [String]?
  var batch: String?
  /// Filed if any job is changed.
  var further = FilingBatch()

  private var assignments: String {
    switch kind {
    case .cancel: "state = \(JobState.cancelled.code), endedAt = ?"
    case .makeDue: "dueAt = ?"
    case .approve:
      "state = \(JobState.done.code), outcome = 'approved', endedAt = ?"
    case .retry: "state = \(JobState.waiting.code), endedAt = NULL, attempts = 0, dueAt = ?"
    }
  }

  private var condition: Fragment {
    guard kind == .retry else { return "state = \(JobState.waiting.code)" }
    return """
      state = \(JobState.failed.code)
        AND n = (SELECT max(same.n) FROM job AS same WHERE same.key = job.key)
      """
  }

  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> Int {
    let chosen: Fragment = jobs.map { "name IN (\($0))" } ?? .always
    let condition: Fragment = "\(condition) AND \(chosen) AND \(JobQueue.isOf(batch))"
    try writer.run(
      "UPDATE job SET \(assignments) WHERE \(condition.sql)",
      [instant.milliseconds] + condition.arguments
    )
    let count = writer.db.changesCount
    if count > 0 { _ = try writer.file(further) }
    return count
  }
}

extension LedgerWriter {
  mutating func add(_ draft: JobDraft, at now: Date) throws -> Bool {
    var draft = draft
    if draft.beginsAnew { draft.key = try key(begunAfter: draft) }
    let isKnown = try db.exists(
      "SELECT 1 FROM job WHERE key = ?1 AND (?2 OR endedAt IS NULL)",
      [draft.key, !draft.repeats]
    )
    if isKnown {
      try run(
        """
        UPDATE job SET dueAt = min(dueAt, ?), batch = coalesce(?, batch)
        WHERE key = ? AND state = \(JobState.waiting.code)
        """,
        [draft.dueAt.milliseconds, draft.batch, draft.key]
      )
      return false
    }
    try run(
      """
      INSERT INTO job (name, key, kind, task, actor, batch, state, attempts, createdAt, dueAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
      """,
      [
        try name(of: draft, at: now), draft.key, draft.kind, draft.task, draft.actor, draft.batch,
        JobState.waiting.code,
        now.milliseconds, draft.dueAt.milliseconds,
      ]
    )
    return true
  }

  private func name(of draft: JobDraft, at now: Date) throws -> String {
    for attempt in 0..<1_000 {
      let name = JobName.make(of: draft, at: now, attempt: attempt)
      if try !db.exists("SELECT 1 FROM job WHERE name = ?", [name]) { return name }
    }
    throw LedgerError.refused(rule: "too many jobs of one key at one instant")
  }

  /// A second key if a job with the draft's key is running and may have started before the event.
  private func key(begunAfter draft: JobDraft) throws -> String {
    let running = "SELECT 1 FROM job WHERE key = ? AND state = \(JobState.running.code)"
    return try db.exists(running, [draft.key]) ? "\(draft.key) again" : draft.key
  }
}

/// The names of jobs: short, and the same wherever the entry that adds the job is applied.
enum JobName {
  /// Without letters that look alike; the first is no digit, because older jobs have numbers.
  private static let characters = Array("abcdefghjkmnpqrstvxyz0123456789w")
  private static let firstCount = 20
  private static let length = 7

  static func make(of draft: JobDraft, at now: Date, attempt: Int) -> String {
    let content = "\(draft.key)\u{0}\(now.milliseconds)\u{0}\(attempt)"
    let bytes = Array(SHA256.hash(data: Data(content.utf8)).prefix(length))
    let first = characters[Int(bytes[0]) % firstCount]
    return String([first] + bytes.dropFirst().map { characters[Int($0 & 31)] })
  }
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
