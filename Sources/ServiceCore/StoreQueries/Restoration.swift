package import Entitlements
import Foundation
import Persistence
import Receipts

/// What is named to be restored.
package enum RestoreSource: Equatable, Sendable {
  /// Anything that `validate` takes.
  case document([UInt8])
  /// A purchase on file, whoever has it now.
  case purchase(ID<Subscription>)
}

/// What came of a restore before any store was asked: an answer either way.
package enum Restoration: Equatable, Sendable {
  /// What is left to be asked of the stores; none where a genuine document tells of no purchase.
  case restored([JobTask])
  case rejected(code: String, at: String?, detail: String)
}

/// Jobs that were asked for at once.
package struct JobBatch: Equatable, Sendable {
  package var name: String
  package var count: Int
  /// How many of them somebody had asked for before, and had not been done yet.
  package var alreadyOpen: Int

  /// One without jobs yet, whose name begins with the noun.
  package init(_ noun: String) {
    name = "\(noun)-\(UUID().uuidString.prefix(8).lowercased())"
    (count, alreadyOpen) = (0, 0)
  }
}

extension EntitlementService {
  /// Files what gives the user the purchases. Who has one that two users claim is a matter of the
  /// policy; how it stands, the tasks ask its store. A key of Microsoft's is not believed, and used:
  /// what it opens is the user's. `hints` are of what the document does not say of itself.
  package func restore(
    _ source: RestoreSource,
    to user: ID<User>,
    hints: Hints = Hints(),
    by actor: String
  ) async throws(ServiceError) -> Restoration {
    switch source {
    case .purchase(let chain):
      _ = try await perform(.transfer(chain, to: user), by: actor)
      return .restored([.verify(chain)])
    case .document(let bytes):
      let validation = try await validate(
        PresentedDocument(
          bytes: bytes,
          user: user,
          origin: .imported,
          hints: hints,
          endpoint: .restore
        )
      )
      if validation.isStoreIDKey { return .restored([.verifyKey(validation.document)]) }
      if case .rejected(let code, let place, let detail) = validation.verdict {
        return .rejected(code: code, at: place, detail: detail)
      }
      let chains = try await asking { () throws(LedgerError) in
        try await ledger.asked(about: try await ledger.chains(in: validation.document))
      }
      return .restored(chains.map(JobTask.verify))
    }
  }

  /// Queues tasks as one batch, whose name begins with the noun.
  package func enqueue(
    _ tasks: [JobTask],
    _ noun: String,
    by actor: String
  ) async throws(ServiceError) -> JobBatch {
    var batch = JobBatch(noun)
    try await enqueue(tasks, into: &batch, by: actor)
    return batch
  }

  /// Adds to a batch: what is added is queued, whatever becomes of the rest.
  package func enqueue(
    _ tasks: [JobTask],
    into batch: inout JobBatch,
    by actor: String
  ) async throws(ServiceError) {
    let (now, name) = (now(), batch.name)
    let drafts = tasks.map { $0.draft(by: actor, batch: name, dueAt: now) }
    let added = try await asking { () throws(LedgerError) in
      try await ledger.enqueue(drafts, at: now)
    }
    batch.count += drafts.count
    batch.alreadyOpen += drafts.count - added
  }
}

extension Validation {
  /// Whether it is a key that reads as one; only the store can tell whether it opens anything.
  package var isStoreIDKey: Bool {
    guard submission.kind == .microsoftStoreIDKey, case .rejected(let code, _, _) = verdict else {
      return false
    }
    return code == "untrusted-chain"
  }
}
