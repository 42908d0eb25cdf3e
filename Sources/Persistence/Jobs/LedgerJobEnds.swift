import Entitlements
package import Foundation
internal import GRDB

// How jobs end, and what is left of them.
extension Ledger {
  /// Ends a try at a job, and files what came of it, both or neither.
  ///
  /// - Returns: The ending as it was written, with what it changed; `nil` where the job was another
  ///   runner's by then, or had ended: nothing is written.
  package func end(
    _ job: Int64,
    of runner: String,
    _ ending: JobEnding,
    filing batch: FilingBatch = FilingBatch(),
    at now: Date
  ) async throws(LedgerError) -> JobEnding? {
    try await write { clerk in
      guard try clerk.hasJob(job, runner) else { return nil }
      var ending = ending
      let before = try clerk.state(of: ending.chain, at: now)
      let outcomes = try clerk.file(batch)
      let isNews = outcomes.contains { if case .filed = $0 { true } else { false } }
      if !isNews, let otherwise = ending.otherwise { ending.outcome = otherwise }
      if isNews, ending.chain != nil {
        try clerk.derive()
        ending.tell(before, try clerk.state(of: ending.chain, at: now))
      }
      try clerk.end(job, ending, at: now.milliseconds)
      return ending
    }
  }

  /// Writes down that a job has come to what cannot be taken back.
  ///
  /// - Returns: Whether the job is still the runner's: if not, nothing may be done.
  package func note(
    _ job: Int64,
    of runner: String,
    _ outcome: String
  ) async throws(LedgerError) -> Bool {
    try await write { clerk in
      guard try clerk.hasJob(job, runner) else { return false }
      try clerk.db.run("UPDATE job SET outcome = ? WHERE n = ?", [outcome, job])
      clerk.hasWritten = true
      return true
    }
  }

  /// Forgets jobs that ended before then, but for those of the kinds that are to stay; what is open
  /// stays.
  ///
  /// - Returns: How many were forgotten.
  package func forgetJobs(
    endedBefore instant: Date,
    but kinds: [String]
  ) async throws(LedgerError) -> Int {
    var forgotten = 0
    while true {
      // In pieces, so that others get their turn to write.
      let count = try await write { clerk in
        let old: Fragment = """
          DELETE FROM job WHERE n IN (SELECT n FROM job
            WHERE endedAt < \(instant.milliseconds) AND kind NOT IN (\(kinds))
            LIMIT \(Self.mostForgotten))
          """
        try clerk.db.run(old.sql, old.arguments)
        clerk.hasWritten = clerk.db.changesCount > 0
        return clerk.db.changesCount
      }
      forgotten += count
      if count < Self.mostForgotten { return forgotten }
    }
  }

  private static let mostForgotten = 5_000
}

extension JobEnding {
  /// Says how what was asked about stands, and stood before.
  fileprivate mutating func tell(_ before: SubscriptionState?, _ after: SubscriptionState?) {
    guard let after else { return }
    let now = Wording.phrase(for: after)
    let past = before.map { "was \(Wording.phrase(for: $0)), is \(now)" }
    let words = before == after ? "still \(now)" : past ?? now
    detail = detail.map { "\($0), \(words)" } ?? words
  }
}

extension Clerk {
  /// `nil` for what does not renew, or is not on file.
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

  fileprivate mutating func end(_ job: Int64, _ ending: JobEnding, at now: Int64) throws {
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
