package import Foundation

/// The state of a job.
package enum JobState: String, CaseIterable, Codable, Sendable {
  /// Not started, or waiting for a retry.
  case waiting
  /// A runner is executing it.
  case running
  case done
  /// It ended without success and needs attention.
  case failed
  case cancelled

  package var isEnded: Bool { self == .done || self == .failed || self == .cancelled }
}

/// A unit of work that outlives the process that requested it.
package struct JobRow: Codable, Equatable, Sendable {
  /// A short name, the same in every ledger that follows one log.
  package var id: String
  /// While a job is open, no second one with its key is created.
  package var key: String
  /// The job's kind as a keyword.
  package var kind: String
  /// The task in JSON. It names records and never contains a secret.
  package var task: String
  /// Who requested it.
  package var actor: String
  /// The ID of the batch that it was requested in.
  package var batch: String?
  package var state: JobState
  /// The number of attempts.
  package var attempts: Int
  package var createdAt: Date
  /// The earliest time of the next attempt.
  package var dueAt: Date
  package var endedAt: Date?
  /// The outcome's keyword; before the job has ended, that of the last attempt.
  package var outcome: String?
  package var detail: String?

  package init(
    id: String,
    key: String,
    kind: String,
    task: String,
    actor: String,
    batch: String?,
    state: JobState,
    attempts: Int,
    createdAt: Date,
    dueAt: Date,
    endedAt: Date?,
    outcome: String?,
    detail: String?
  ) {
    self.id = id
    self.key = key
    self.kind = kind
    self.task = task
    self.actor = actor
    self.batch = batch
    self.state = state
    self.attempts = attempts
    self.createdAt = createdAt
    self.dueAt = dueAt
    self.endedAt = endedAt
    self.outcome = outcome
    self.detail = detail
  }
}

/// An entry of the audit log. It has only a hash of its subject, which an erasure need not change.
package struct AuditRow: Equatable, Sendable {
  /// Counted from 1 without gaps.
  package var number: Int64
  package var at: Date
  /// The name that the operator signed with.
  package var actor: String
  /// The action's keyword: `grant`, `erase`, `export`, `catalog`.
  package var action: String
  /// Lower-case hex of the SHA-256 of the subject: an action's document, an erased user's new name,
  /// an exported file, a catalog's content.
  package var subject: String
  /// Lower-case hex of the SHA-256 over the previous entry and this one.
  package var hash: String
  /// The user that the subject is about; `nil` if the ledger doesn't tell.
  package var user: ID<User>?

  package init(
    number: Int64,
    at: Date,
    actor: String,
    action: String,
    subject: String,
    hash: String
  ) {
    self.number = number
    self.at = at
    self.actor = actor
    self.action = action
    self.subject = subject
    self.hash = hash
  }
}

/// The number and hash of the newest entry of the audit log. A copy stored elsewhere can later
/// prove that the log still has every entry up to that one, unchanged.
package struct AuditHead: Equatable, Sendable, LosslessStringConvertible {
  /// 0 for a log without entries.
  package var number: Int64
  /// As in `AuditRow`.
  package var hash: String

  package static let empty = AuditHead(number: 0, hash: String(repeating: "0", count: 64))

  package init(number: Int64, hash: String) {
    self.number = number
    self.hash = hash
  }

  /// Parses the format of `description`.
  package init?(_ description: String) {
    let parts = description.split(whereSeparator: \.isWhitespace)
    guard parts.count == 2, let number = Int64(parts[0]), number >= 0, parts[1].utf8.count == 64,
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.init(number: number, hash: String(parts[1]))
  }

  package var description: String { "\(number) \(hash)" }
}

/// The sizes of a ledger.
package struct LedgerSummary: Equatable, Sendable {
  package var users: Int
  package var orders: Int
  /// All documents, including rejected ones.
  package var documents: Int
  package var rejected: Int
  /// Whether all of it was made by `purser generate`.
  package var isGenerated: Bool
  /// The size of the file and its write-ahead log; zero for an in-memory ledger.
  package var fileBytes: Int

  package init(
    users: Int,
    orders: Int,
    documents: Int,
    rejected: Int,
    isGenerated: Bool = false,
    fileBytes: Int
  ) {
    self.users = users
    self.orders = orders
    self.documents = documents
    self.rejected = rejected
    self.isGenerated = isGenerated
    self.fileBytes = fileBytes
  }
}

/// A warning that a quota for documents from clients is used up, or nearly.
package struct QuotaWarning: Equatable, Sendable {
  /// The endpoint that the quota is for: `validate`, `playfab`, `verify`, `upload`.
  package var endpoint: String
  /// The quota's scope: `purchase`, `peer` or `endpoint`.
  package var scope: String
  /// The used percentage.
  package var percent: Int
  package var at: Date

  package init(endpoint: String, scope: String, percent: Int, at instant: Date) {
    self.endpoint = endpoint
    self.scope = scope
    self.percent = percent
    at = instant
  }
}
