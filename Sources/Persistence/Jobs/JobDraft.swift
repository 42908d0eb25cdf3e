package import Entitlements
package import Foundation

/// A job to be.
package struct JobDraft: Equatable, Sendable {
  package var key: String
  package var kind: String
  package var task: String
  package var actor: String
  package var batch: String?
  package var dueAt: Date
  /// Whether the same may be done again once it has ended.
  package var repeats: Bool
  /// Whether one of the same key that somebody is at already will not do: what is to be asked about
  /// may have happened since that was begun.
  package var beginsAnew: Bool

  /// `task` names records, as JSON, and never holds a secret.
  package init(
    key: String,
    kind: String,
    task: String,
    actor: String,
    batch: String? = nil,
    dueAt: Date,
    repeats: Bool = true,
    beginsAnew: Bool = false
  ) {
    self.key = key
    self.kind = kind
    self.task = task
    self.actor = actor
    self.batch = batch
    self.dueAt = dueAt
    self.repeats = repeats
    self.beginsAnew = beginsAnew
  }
}

/// How a try at a job ended.
package struct JobEnding: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case done
    case failed
    /// To be tried again, not before then.
    case postponed(until: Date)
  }

  package var state: State
  /// A word for programs, and a sentence for people. Neither holds a secret.
  package var outcome: String
  package var detail: String?
  /// The outcome instead, where all that it brought was on file already.
  package var otherwise: String?
  /// What its store was asked about: the detail tells how that stands since.
  package var chain: ID<Subscription>?

  package init(
    _ state: State,
    _ outcome: String,
    detail: String? = nil,
    otherwise: String? = nil
  ) {
    self.state = state
    self.outcome = outcome
    self.detail = detail
    self.otherwise = otherwise
  }
}
