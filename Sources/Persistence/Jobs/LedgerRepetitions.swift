package import Entitlements
internal import GRDB

extension Ledger {
  /// Whether the document is on file and the same store has answered otherwise since, about the same
  /// purchase in the same form.
  package func isOvertaken(_ document: ID<Document>) async throws(LedgerError) -> Bool {
    try await read { db in
      guard document.isUsable else { return false }
      return try db.count(
        """
        SELECT EXISTS (
          SELECT 1 FROM document AS old
          JOIN mention ON mention.document = old.n
          JOIN mention AS other ON other.chain = mention.chain AND other.document > old.n
          JOIN document AS newer ON newer.n = other.document
          WHERE old.id = ? AND old.provenance = 'storeAnswer'
            AND newer.provenance = 'storeAnswer' AND newer.kind = old.kind)
        """,
        [document.raw]
      ) == 1
    }
  }
}
