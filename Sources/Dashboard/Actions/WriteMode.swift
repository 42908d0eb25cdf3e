package import Entitlements
package import Foundation

/// Whether the dashboard may change the ledger and the stores, or what prevents it.
package enum WriteMode: Equatable, Sendable {
  case allowed
  /// The ledger is open for reading only.
  case readOnly
  /// The settings configure no store.
  case noStores

  /// Why an action is refused, with the remedy; `nil` if it is allowed. Actions that query no store
  /// need no store settings.
  func refusal(queriesStores: Bool) -> String? {
    switch self {
    case .allowed: nil
    case .readOnly:
      "The ledger is read-only: :write on lets you act (so does purser --write)."
    case .noStores:
      queriesStores ? "The settings name no store: add [stores] to config.toml." : nil
    }
  }
}

/// What a restore would do, looked up beforehand.
package struct RestorePlan: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    /// A purchase on file, with its current owner.
    case purchase(Purchase)
    /// A receipt file of this size.
    case file(bytes: Int)
  }

  /// The typed text: an ID, or a file path.
  package var text: String
  package var source: Source

  package init(text: String, source: Source) {
    self.text = text
    self.source = source
  }
}

/// The result of an action.
package enum ActionResult: Equatable, Sendable {
  /// Enqueued jobs, with the number that were already open.
  case batch(name: String, count: Int, alreadyOpen: Int)
  case each([ActionResultItem])
  /// A message for the operator: there is nothing to query a store about.
  case nothing(String)
  /// The receipt was rejected, with the reason.
  case rejected(String)
}

/// The result for one target.
package struct ActionResultItem: Equatable, Sendable {
  package var subject: String
  /// Why the action failed for this target.
  package var failure: String?

  package init(subject: String, failure: String? = nil) {
    self.subject = subject
    self.failure = failure
  }
}

/// One job of a batch, as the ledger stores it.
package struct BatchJob: Equatable, Sendable {
  package var id: String
  /// The purchase it queries; `nil` for other kinds of jobs.
  package var chain: ID<Subscription>?
  package var state: JobState
  /// The earliest time of the next attempt.
  package var dueAt: Date
  /// The outcome of the last attempt, as a keyword; `detail` describes it.
  package var outcome: String?
  package var detail: String?
}

extension BatchJob {
  /// `chain` is the purchase that the job queries, if it is of that kind.
  package init(_ row: JobRow, chain: ID<Subscription>?) {
    (id, self.chain, state) = (row.id, chain, row.state)
    (dueAt, outcome, detail) = (row.dueAt, row.outcome, row.detail)
  }
}
