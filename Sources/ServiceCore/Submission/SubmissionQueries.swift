package import Basics
package import Entitlements
import Foundation
import Persistence
package import Receipts

// Queries about a document before and after it is filed.
extension EntitlementService {
  /// The decoded fields of a document on file, and of the payloads signed inside it; empty for an
  /// app receipt. The document was verified when it was filed.
  package func decodedPayloads(
    of id: ID<Document>
  ) async throws(ServiceError) -> [JSONValue] {
    let known = try await asking { () throws(LedgerError) in try await ledger.document(id) }
    guard let known, known.kind != ReceiptKind.appReceipt.rawValue else { return [] }
    return DocumentReader.decodedPayloads(of: known.bytes)
  }

  /// The primary catalog, which decides what sales grant.
  package func primaryCatalog() async throws(ServiceError) -> Catalog? {
    try await asking { () throws(LedgerError) in try await ledger.catalogsOnFile().first }
  }

  /// All purchases on file of the store accounts that bought these.
  package func purchases(
    sharingAccountsOf records: [ChainRecord]
  ) async throws(ServiceError) -> [ChainRecord] {
    let chains = records.map(\.id)
    return try await asking { () throws(LedgerError) in
      try await ledger.records(of: try await ledger.chains(sharingAccountsOf: chains))
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
