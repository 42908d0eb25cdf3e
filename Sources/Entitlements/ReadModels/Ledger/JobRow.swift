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
package struct JobRow: Equatable, Sendable {
  package var id: Int64
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
    id: Int64,
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
