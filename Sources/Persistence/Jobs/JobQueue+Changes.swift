internal import Crypto
import Entitlements
import Foundation
internal import GRDB

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
