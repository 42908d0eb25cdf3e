package import Entitlements
import Foundation
import Persistence
package import Receipts

// Queries about a document before and after it is filed.
extension EntitlementService {
  /// Examines a document without filing it.
  package func look(at bytes: [UInt8]) -> ExaminedDocument { reader.examine(bytes, at: now()) }

  package func documentOnFile(_ id: ID<Document>) async throws(ServiceError) -> Document? {
    try await asking { () throws(LedgerError) in try await ledger.documents.find(id) }
  }

  /// The primary catalog, which decides what sales grant.
  package func primaryCatalog() async throws(ServiceError) -> Catalog? {
    try await asking { () throws(LedgerError) in try await ledger.catalogs.all().first }
  }

  /// All purchases on file of the store accounts that bought these.
  package func purchases(
    sharingAccountsOf records: [ChainRecord]
  ) async throws(ServiceError) -> [ChainRecord] {
    let chains = records.map(\.id)
    return try await asking { () throws(LedgerError) in
      try await ledger.purchases.records(
        of: try await ledger.storeQueries.chains(sharingAccountsOf: chains)
      )
    }
  }
}

extension ExaminedDocument {
  /// The app that the document states; an app receipt's only if it is genuine.
  package var app: String? {
    switch outcome {
    case .receipt(let examination):
      if case .genuine(let receipt) = examination.verdict { receipt.bundleID } else { nil }
    case .document(let document): document.app
    }
  }

  /// The environment that the document states.
  package var environment: Entitlements.Environment? {
    let kind =
      switch outcome {
      case .receipt(let examination): examination.trace.receipt?.environmentKind
      case .document(let document): document.environmentKind
      }
    return kind.map { Entitlements.Environment($0) }
  }

  /// The version of the app (`CFBundleVersion`) that a genuine app receipt states.
  package var appVersion: String? {
    guard case .receipt(let examination) = outcome, case .genuine(let receipt) = examination.verdict
    else { return nil }
    return receipt.appVersion
  }
}

extension SubmissionResult {
  /// The result restricted to purchases of these environments.
  package func within(_ environments: Set<Entitlements.Environment>) -> SubmissionResult {
    var submissionResult = self
    submissionResult.purchases.removeAll { purchase in
      !(purchase.environment.map(environments.contains) ?? false)
    }
    return submissionResult
  }
}
