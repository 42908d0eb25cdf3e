package import Entitlements
package import Foundation
internal import GRDB

/// What is written at once, all of it or nothing: filings, the jobs that follow from each, further
/// ones, how far somebody has read, and what the audit log has to say of it.
package struct FilingBatch: Sendable {
  package var filings: [Filing]
  /// Claims on what is on file by then.
  package var claims: [PurchaseClaim] = []
  /// Jobs by the place of the filing that they follow from; one that was on file already brings none.
  package var jobs: [Int: [JobDraft]]
  package var furtherJobs: [JobDraft] = []
  package var marks: [ReadingMark]
  package var audits: [AuditDraft] = []
  /// When the jobs are added.
  package var now: Date

  package init(
    _ filings: [Filing] = [],
    jobs: [Int: [JobDraft]] = [:],
    mark: ReadingMark? = nil,
    at now: Date = .distantPast
  ) {
    self.filings = filings
    self.jobs = jobs
    marks = mark.map { [$0] } ?? []
    self.now = now
  }

  /// Adds a filing, and the jobs that follow from it.
  package mutating func add(_ filing: Filing, jobs drafts: [JobDraft] = []) {
    if !drafts.isEmpty { jobs[filings.count] = drafts }
    filings.append(filing)
  }
}

/// An entry of the audit log to be.
package struct AuditDraft: Equatable, Sendable {
  package var actor: String
  package var deed: String
  /// What was dealt with; its hash alone is kept.
  package var subject: String

  package init(_ deed: String, of subject: String, by actor: String) {
    self.deed = deed
    self.subject = subject
    self.actor = actor
  }
}

/// How far something was read that goes on elsewhere: what lies before is filed.
package struct ReadingMark: Equatable, Sendable {
  /// What is read, and whose.
  package var name: String
  /// A sequence number, or milliseconds since 1970.
  package var place: Int64

  package init(_ name: String, at place: Int64) {
    self.name = name
    self.place = place
  }
}

extension Ledger {
  /// Where the mark of that name stands; `nil` before the first.
  package func mark(_ name: String) async throws(LedgerError) -> Int64? {
    try await read { db in
      try db.first("SELECT value FROM meta WHERE name = ?", [ReadingMark.row(name)]) {
        try $0.number(0)
      }
    }
  }
}

extension Clerk {
  mutating func file(_ batch: FilingBatch) throws -> [Filing.Outcome] {
    var outcomes: [Filing.Outcome] = []
    outcomes.reserveCapacity(batch.filings.count)
    for (place, filing) in batch.filings.enumerated() {
      let outcome = try file(filing)
      outcomes.append(outcome)
      guard case .filed = outcome else { continue }
      for draft in batch.jobs[place] ?? [] { _ = try add(draft, at: batch.now) }
    }
    for claim in batch.claims { try file(claim) }
    try settleTouchedAccounts()
    for draft in batch.furtherJobs { _ = try add(draft, at: batch.now) }
    for mark in batch.marks { try move(mark) }
    for entry in batch.audits {
      try audit(entry.deed, of: Data(entry.subject.utf8), by: entry.actor, at: batch.now)
    }
    return outcomes
  }

  private mutating func move(_ mark: ReadingMark) throws {
    try db.run(
      """
      INSERT INTO meta (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """,
      [ReadingMark.row(mark.name), mark.place]
    )
    hasWritten = true
  }
}

extension ReadingMark {
  fileprivate static func row(_ name: String) -> String { "read \(name)" }
}
