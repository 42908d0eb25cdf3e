package import Foundation

/// How a job stands.
package enum JobState: String, CaseIterable, Codable, Sendable {
  /// Not begun, or to be tried again.
  case waiting
  /// Some runner has it.
  case running
  case done
  /// It ended without what was asked for; somebody has to look at it.
  case failed
  case cancelled

  package var isEnded: Bool { self == .done || self == .failed || self == .cancelled }
}

/// A piece of work that outlives the process that was asked to do it.
package struct JobRow: Equatable, Sendable {
  package var id: Int64
  /// Of two open jobs of one key the second is not begun: the first will do.
  package var key: String
  /// What is to be done, in a word.
  package var kind: String
  /// The same for whoever does it, as JSON. It names records and never holds a secret.
  package var task: String
  /// Who asked for it.
  package var actor: String
  /// What was asked for at once.
  package var batch: String?
  package var state: JobState
  /// How often it was tried.
  package var attempts: Int
  package var createdAt: Date
  /// Not to be tried before.
  package var dueAt: Date
  package var endedAt: Date?
  /// What came of it, in a word, and of the last try before that.
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
