package import Entitlements
import Foundation
internal import GRDB

/// A document as it is kept, with whom it named, but without what it states.
package struct StoredDocument: Sendable {
  package var filing: Filing
  /// Whether its bytes were given up for somebody's privacy.
  package var isErased: Bool

  package var id: ID<Document> { filing.document.id }
}

extension Ledger {
  /// All documents, in the order of their arrival.
  package func storedDocuments() async throws(LedgerError) -> [StoredDocument] {
    try await read { db in
      let rows = try db.map(
        """
        SELECT n, id, key, claimant, claim, userName, userEmail, context, erasedAt IS NOT NULL
        FROM document ORDER BY n
        """
      ) { $0.kept }
      return try rows.compactMap { cells in
        let number = try cells.number(0)
        guard let row = try db.documents("WHERE document.n = ?", [number]).first else { return nil }
        return StoredDocument(
          filing: Filing(
            key: try cells.optionalText(2),
            document: Document(
              id: row.id,
              store: row.store,
              kind: row.kind,
              environment: row.environment,
              app: row.app,
              bytes: try db.bytes(ofDocument: number),
              context: try cells.optionalText(7),
              origin: row.origin,
              provenance: row.provenance,
              verdict: row.verdict,
              receivedAt: row.receivedAt,
              statedAt: row.statedAt,
              purchases: row.purchases,
              user: nil
            ),
            attribution: try Filing.Attribution(cells),
            facts: Facts(),
            userName: try cells.optionalText(5),
            userEmail: try cells.optionalText(6)
          ),
          isErased: try cells.number(8) != 0
        )
      }
    }
  }

  /// In what this ledger believes otherwise than `other`: a plus before what only this one has.
  package func differences(from other: Ledger) async throws(LedgerError) -> [String] {
    let others = try await other.read(LedgerState.init)
    return try await read(LedgerState.init).differences(from: others)
  }

  /// A copy of the ledger as it is at this instant, in one file, while others go on writing.
  package func backUp(to path: String) async throws(LedgerError) {
    let copy = LedgerFile(path: path)
    guard try !copy.exists() else { throw .occupied(path: copy.path) }
    try copy.prepare()
    do {
      let target = try DatabaseQueue(path: copy.path)
      try database.backup(to: target)
      try target.close()
    } catch {
      throw LedgerError(error, path: copy.path)
    }
  }
}

extension Filing.Attribution {
  fileprivate init(_ cells: Cells) throws {
    switch try cells.optionalWord(4) as Claim.Strength? {
    case .named: self = .user(try cells.id(3))
    case .assumed: self = .owner(orElse: try cells.id(3))
    case nil: self = .nobody
    }
  }
}
