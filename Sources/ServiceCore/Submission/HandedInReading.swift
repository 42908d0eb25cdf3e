package import Entitlements
import Foundation
import Persistence
package import Receipts

// What doors have to know of a document before it is filed, and of what it was filed among.
extension EntitlementService {
  /// What a text is, of which app, and whether it is believed; nothing is filed.
  package func look(at bytes: [UInt8]) -> Submission { reader.examine(bytes, at: now()) }

  /// A document that is on file.
  package func documentOnFile(_ id: ID<Document>) async throws(ServiceError) -> Document? {
    try await asking { () throws(LedgerError) in try await ledger.document(id) }
  }

  /// The catalog that decides what sales give.
  package func primaryCatalog() async throws(ServiceError) -> Catalog? {
    try await asking { () throws(LedgerError) in try await ledger.catalogsOnFile().first }
  }

  /// All that is on file of the store accounts which bought these.
  package func purchases(
    sharingAccountsOf records: [ChainRecord]
  ) async throws(ServiceError) -> [ChainRecord] {
    let chains = records.map(\.id)
    return try await asking { () throws(LedgerError) in
      try await ledger.records(of: try await ledger.chains(sharingAccountsOf: chains))
    }
  }
}

extension Submission {
  /// The app that it says it is of; an app receipt's only where it is believed.
  package var app: String? {
    switch outcome {
    case .receipt(let examination):
      if case .genuine(let receipt) = examination.verdict { receipt.bundleID } else { nil }
    case .document(let document): document.app
    }
  }

  /// The environment that it states.
  package var environment: Entitlements.Environment? {
    let kind =
      switch outcome {
      case .receipt(let examination): examination.trail.receipt?.environmentKind
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

extension Settlement {
  /// The same without the purchases of other environments than these.
  package func within(_ environments: Set<Entitlements.Environment>) -> Settlement {
    var settlement = self
    settlement.purchases.removeAll { purchase in
      !(purchase.environment.map(environments.contains) ?? false)
    }
    return settlement
  }
}
