import Entitlements
import Foundation
import Persistence
import Receipts

/// The amount of newly filed data.
package struct FiledAmount: Equatable, Sendable {
  package var documents = 0
  package var bytes = 0

  package init(documents: Int = 0, bytes: Int = 0) {
    self.documents = documents
    self.bytes = bytes
  }

  mutating func add(_ filing: Filing, _ outcome: Filing.Outcome?) {
    guard case .filed = outcome else { return }
    documents += 1
    bytes += filing.document.bytes.count
  }

  mutating func add(_ other: FiledAmount) {
    documents += other.documents
    bytes += other.bytes
  }
}

extension EntitlementService {
  /// Checks a document and files it if it is genuine; the user claims purchases that are not on
  /// file yet.
  ///
  /// - Throws: `overQuota` if the document is new and `fullUntil` is set.
  func validateBelieved(
    _ presented: SubmittedDocument,
    claimedBy user: ID<User>?,
    at endpoint: ClaimEndpoint,
    fullUntil: Date?
  ) async throws(ServiceError) -> Validation {
    var validation = examine(presented)
    validation.filing = claimed(validation.filing, by: user, at: endpoint)
    let filing = validation.filing
    guard validation.verdict == .genuine, validation.submission.kind != .unknown else {
      return validation
    }
    if let fullUntil {
      let isOnFile = try await asking { () throws(LedgerError) in
        try await ledger.documents.isGenuine(filing.document.id)
      }
      guard isOnFile else { throw .overQuota(until: fullUntil) }
    }
    validation.outcome = try await asking { () throws(LedgerError) in
      try await ledger.file(filing)
    }
    return validation
  }
}
