package import Entitlements
package import Foundation
internal import GRDB

/// A set of changes written in one transaction: filings with their follow-up jobs, further jobs,
/// read positions and audit entries.
package struct FilingBatch: Sendable {
  package var filings: [Filing]
  /// Claims on purchases, filed after the filings.
  package var claims: [PurchaseClaim] = []
  /// Jobs by the index of their filing; a filing that was stored already adds none.
  package var jobs: [Int: [JobDraft]]
  package var furtherJobs: [JobDraft] = []
  package var marks: [ReadPosition]
  package var audits: [AuditDraft] = []
  /// The time at which jobs are added.
  package var now: Date

  package init(
    _ filings: [Filing] = [],
    jobs: [Int: [JobDraft]] = [:],
    mark: ReadPosition? = nil,
    at now: Date = .distantPast
  ) {
    self.filings = filings
    self.jobs = jobs
    marks = mark.map { [$0] } ?? []
    self.now = now
  }

  /// Adds a filing and its follow-up jobs.
  package mutating func add(_ filing: Filing, jobs drafts: [JobDraft] = []) {
    if !drafts.isEmpty { jobs[filings.count] = drafts }
    filings.append(filing)
  }
}

/// An audit entry to add.
package struct AuditDraft: Equatable, Sendable {
  package var actor: String
  package var action: String
  /// The subject, of which only the hash is stored.
  package var subject: String

  package init(_ action: String, of subject: String, by actor: String) {
    self.action = action
    self.subject = subject
    self.actor = actor
  }
}

/// The position up to which a remote sequence was read and filed.
package struct ReadPosition: Equatable, Sendable {
  /// The name of the sequence and its owner.
  package var name: String
  /// A sequence number, or milliseconds since 1970.
  package var place: Int64

  package init(_ name: String, at place: Int64) {
    self.name = name
    self.place = place
  }
}

extension Ledger {
  /// The stored read position with this name, or `nil`.
  package func readPosition(_ name: String) async throws(LedgerError) -> Int64? {
    try await read { db in
      try db.first("SELECT value FROM meta WHERE name = ?", [ReadPosition.row(name)]) {
        try $0.number(0)
      }
    }
  }
}

extension LedgerWriter {
  mutating func file(_ batch: FilingBatch) throws -> [Filing.Outcome] {
    var outcomes: [Filing.Outcome] = []
    outcomes.reserveCapacity(batch.filings.count)
    for (index, filing) in batch.filings.enumerated() {
      let outcome = try file(filing)
      outcomes.append(outcome)
      guard case .filed = outcome else { continue }
      for draft in batch.jobs[index] ?? [] { _ = try add(draft, at: batch.now) }
    }
    for claim in batch.claims { try file(claim) }
    try resolveTouchedAccounts()
    for draft in batch.furtherJobs { _ = try add(draft, at: batch.now) }
    for mark in batch.marks { try move(mark) }
    for entry in batch.audits {
      try audit(entry.action, of: Data(entry.subject.utf8), by: entry.actor, at: batch.now)
    }
    return outcomes
  }

  /// At the position 0, nothing is stored.
  private mutating func move(_ mark: ReadPosition) throws {
    hasWritten = true
    guard mark.place != 0 else {
      return try db.run("DELETE FROM meta WHERE name = ?", [ReadPosition.row(mark.name)])
    }
    try db.run(
      """
      INSERT INTO meta (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """,
      [ReadPosition.row(mark.name), mark.place]
    )
  }
}

extension ReadPosition {
  fileprivate static func row(_ name: String) -> String { "read \(name)" }
}
