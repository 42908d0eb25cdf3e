package import Entitlements
package import Foundation

/// A job to enqueue.
package struct JobDraft: Equatable, Sendable {
  package var key: String
  package var kind: String
  package var task: String
  package var actor: String
  package var batch: String?
  package var dueAt: Date
  /// Whether the same job may run again after it has ended.
  package var repeats: Bool
  /// Whether to add a job even if one with the same key is running, because that one may have
  /// started before the event in question.
  package var beginsAnew: Bool

  /// `task` refers to records, as JSON, and never contains a secret.
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

/// The result of an attempt at a job.
package struct JobCompletion: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case done
    case failed
    /// To retry, not before then.
    case postponed(until: Date)
  }

  package var state: State
  /// A keyword for programs, and a sentence for people. Neither contains a secret.
  package var outcome: String
  package var detail: String?
  /// The outcome to use instead if everything was already filed.
  package var otherwise: String?
  /// The queried chain; the detail describes its change of state.
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
