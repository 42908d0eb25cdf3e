internal import Crypto
package import Entitlements
package import Foundation
internal import GRDB

extension Ledger {
  /// Files one document in one transaction. Concurrent filings share a commit; each call returns
  /// after its commit is durable.
  ///
  /// A document that was filed before changes nothing, except that a genuine document replaces an
  /// earlier rejection of the same bytes (once the app is known). The ledger's final state doesn't
  /// depend on the order of filing.
  package func file(_ filing: Filing) async throws(LedgerError) -> Filing.Outcome {
    try await file([filing]).first ?? .alreadyFiled(nil)
  }

  /// Files many documents in one transaction and returns an outcome for each.
  package func file(_ filings: [Filing]) async throws(LedgerError) -> [Filing.Outcome] {
    try await file(FilingBatch(filings))
  }

  /// Writes a batch in one transaction and returns an outcome for each filing.
  package func file(_ batch: FilingBatch) async throws(LedgerError) -> [Filing.Outcome] {
    try await submit(batch, at: batch.now)
  }

  /// Files claims in one transaction.
  package func file(_ claims: [PurchaseClaim]) async throws(LedgerError) {
    guard !claims.isEmpty else { return }
    var batch = FilingBatch()
    batch.claims = claims
    _ = try await file(batch)
  }
}

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
    (self.filings, self.jobs) = (filings, jobs)
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
package struct AuditDraft: Codable, Equatable, Sendable {
  package var actor: String
  package var action: String
  /// The SHA-256 of the subject, which is stored nowhere.
  package var subjectHash: Data

  package init(_ action: String, of subject: String, by actor: String) {
    (self.action, self.actor) = (action, actor)
    subjectHash = Data(SHA256.hash(data: Data(subject.utf8)))
  }
}

/// The position up to which a remote sequence was read and filed.
package struct ReadPosition: Codable, Equatable, Sendable {
  /// The name of the sequence and its owner.
  package var name: String
  /// A sequence number, or milliseconds since 1970.
  package var value: Int64

  package init(_ name: String, at value: Int64) {
    (self.name, self.value) = (name, value)
  }
}

extension Ledger {
  /// The stored read position with this name, or `nil`.
  package func readPosition(_ name: String) async throws(LedgerError) -> Int64? {
    try await read { try $0.meta(ReadPosition.row(name)) }
  }
}

extension FilingBatch: LedgerChange {
  static let kind = EntryKind.filings

  private enum CodingKeys: String, CodingKey {
    case filings = "filings", claims = "claims", jobs = "jobs", furtherJobs = "furtherJobs"
    case marks = "marks", audits = "audits", now = "now"
  }

  func apply(at _: Date, by writer: inout LedgerWriter) throws -> [Filing.Outcome] {
    try writer.file(self)
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
    for mark in batch.marks {
      let name = ReadPosition.row(mark.name)
      if mark.value == 0 {
        try db.run("DELETE FROM meta WHERE name = ?", [name])
      } else {
        try db.setMeta(name, to: mark.value)
      }
      hasWritten = true
    }
    for entry in batch.audits {
      try audit(entry.action, ofHash: entry.subjectHash, by: entry.actor, at: batch.now)
    }
    return outcomes
  }
}

extension ReadPosition {
  fileprivate static func row(_ name: String) -> String { "read \(name)" }
}
