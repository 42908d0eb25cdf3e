package import Entitlements
import Foundation
import Persistence
import Receipts

/// The purchases to restore.
package enum RestoreSource: Equatable, Sendable {
  /// Anything that `validate` takes.
  case document([UInt8])
  /// A purchase on file, regardless of its owner.
  case purchase(ID<Subscription>)
}

/// The result of a restore before any store query.
package enum Restoration: Equatable, Sendable {
  /// The remaining store queries; none if a genuine document states no purchases.
  case restored([JobTask])
  case rejected(code: String, at: String?, detail: String)
}

/// Jobs enqueued together.
package struct JobBatch: Equatable, Sendable {
  package var name: String
  package var count: Int
  /// The number of these tasks that already had an open job.
  package var alreadyOpen: Int

  /// An empty batch whose name begins with the noun.
  package init(_ noun: String) {
    name = "\(noun)-\(UUID().uuidString.prefix(8).lowercased())"
    (count, alreadyOpen) = (0, 0)
  }
}

extension StoreQueries {
  /// Files what assigns the purchases to the user. The ownership policy decides between two
  /// claimants, and the tasks query the store for the current state. A Microsoft key is not trusted
  /// but used: what it returns is the user's. `hints` state what the document does not.
  package func restore(
    _ source: RestoreSource,
    to user: ID<User>,
    hints: DocumentHints = DocumentHints(),
    by actor: String
  ) async throws(ServiceError) -> Restoration {
    switch source {
    case .purchase(let chain):
      _ = try await service.actions.perform(.transfer(chain, to: user), by: actor)
      return .restored([.verify(chain)])
    case .document(let bytes):
      let validation = try await service.submissions.validate(
        SubmittedDocument(
          bytes: bytes,
          user: user,
          origin: .imported,
          hints: hints,
          endpoint: .restore
        )
      )
      if validation.isStoreIDKey { return .restored([.verifyKey(validation.document)]) }
      if case .rejected(let code, let location, let detail) = validation.verdict {
        return .rejected(code: code, at: location, detail: detail)
      }
      let chains = try await wrapping(
        try await ledger.storeQueries.chainsToQuery(
          about: try await ledger.storeQueries.chains(in: validation.document)
        )
      )
      return .restored(chains.map(JobTask.verify))
    }
  }
}

extension Validation {
  /// Whether it is a well-formed key; only the store can tell whether it is valid.
  package var isStoreIDKey: Bool {
    guard submission.kind == .microsoftStoreIDKey, case .rejected(let code, _, _) = verdict else {
      return false
    }
    return code == "untrusted-chain"
  }
}
