package import Entitlements
internal import GRDB

extension Ledger {
  /// Whether the document is filed and not rejected.
  package func isOnFile(_ document: ID<Document>) async throws(LedgerError) -> Bool {
    try await read { db in
      guard document.isUsable else { return false }
      return try db.count(
        "SELECT EXISTS (SELECT 1 FROM document WHERE id = ? AND rejectionCode IS NULL)",
        [document.raw]
      ) == 1
    }
  }
}
