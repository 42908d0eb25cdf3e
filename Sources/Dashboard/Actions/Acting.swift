package import Entitlements
package import Foundation

/// Whether the dashboard may act on ledger and stores, and what keeps it from that.
package enum Acting: Equatable, Sendable {
  case allowed
  /// The ledger is open for reading only.
  case readOnly
  /// The settings do not say how to ask any store.
  case noStores

  /// One line for the operator, with the way out; `nil` where the act may be done. Acts that ask no
  /// store need none.
  func refusal(ofAsking asksStores: Bool) -> String? {
    switch self {
    case .allowed: nil
    case .readOnly:
      "The ledger is only read: :write on lets you act (so does purser --write)."
    case .noStores:
      asksStores ? "The settings name no store: add [stores] to config.toml (README)." : nil
    }
  }
}

/// What a restore would do, looked up before anything is done.
package struct RestorePlan: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    /// A purchase on file, and who has it now.
    case purchase(Purchase)
    /// A file of so many bytes.
    case file(bytes: Int)
  }

  /// What was typed: an ID, or the file's path.
  package var text: String
  package var source: Source

  package init(text: String, source: Source) {
    self.text = text
    self.source = source
  }
}

/// What came of a deed: an answer either way.
package enum Done: Equatable, Sendable {
  /// So many jobs, and how many of them were under way already.
  case batch(name: String, count: Int, alreadyOpen: Int)
  /// It is done, or not, to each.
  case each([DoneItem])
  /// Nothing is left to be asked of a store, in words for the operator.
  case nothing(String)
  /// The receipt was rejected, with the reason.
  case rejected(String)
}

/// One of several that something was done to.
package struct DoneItem: Equatable, Sendable {
  package var subject: String
  /// Why it was not done to this one.
  package var failure: String?

  package init(subject: String, failure: String? = nil) {
    self.subject = subject
    self.failure = failure
  }
}

/// One job of a batch, as the ledger has it.
package struct BatchJob: Equatable, Sendable {
  package var id: Int64
  /// The purchase it asks about; `nil` for a job of another kind.
  package var chain: ID<Subscription>?
  package var state: JobState
  /// Not to be tried before.
  package var dueAt: Date
  /// What came of the last try, in a word, and for people.
  package var outcome: String?
  package var detail: String?

  package init(
    id: Int64,
    chain: ID<Subscription>?,
    state: JobState,
    dueAt: Date,
    outcome: String? = nil,
    detail: String? = nil
  ) {
    self.id = id
    self.chain = chain
    self.state = state
    self.dueAt = dueAt
    self.outcome = outcome
    self.detail = detail
  }
}
