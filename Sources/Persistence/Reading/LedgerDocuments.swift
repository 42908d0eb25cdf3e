package import Entitlements
import Foundation
internal import GRDB

/// A stored document with its claim. Its facts are read from its bytes, or from its tombstone if it
/// was erased.
package struct StoredDocument: Sendable {
  package var filing: Filing
  /// The original number of bytes.
  package var byteCount: Int
  /// Whether it was erased for privacy.
  package var isErased: Bool

  package var id: ID<Document> { filing.document.id }
}

extension Ledger {
  /// All documents, in order of arrival.
  package func storedDocuments() async throws(LedgerError) -> [StoredDocument] {
    try await read { db in
      try db.storedDocuments(try db.map("SELECT n FROM document ORDER BY n") { try $0.number(0) })
    }
  }

  /// The differences of the derived states: `+` for what only this ledger has, `-` for the other's.
  package func differences(from other: Ledger) async throws(LedgerError) -> [String] {
    let others = try await other.read(LedgerState.init)
    return try await read(LedgerState.init).differences(from: others)
  }

  /// A hash of the derived state, in 16 hexadecimal digits; independent of the order of arrival.
  /// Reads everything.
  package func stateHash() async throws(LedgerError) -> String {
    let hash = try await read { try LedgerState(of: $0).hash }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Writes a consistent copy of the ledger to one file while other processes write. Uses a
  /// temporary private file and moves it into place; never overwrites anything, not even a symbolic
  /// link.
  package func backUp(to path: String) async throws(LedgerError) {
    let copy = LedgerFile(path: path)
    guard !copy.isOccupied else { throw .occupied(path: copy.path) }
    try copy.makeFolder()
    let draft = try copy.draft()
    do {
      let target = try DatabaseQueue(path: draft.path)
      try database.backup(to: target)
      try target.close()
      guard try draft.publish(asNew: copy) else { throw LedgerError.occupied(path: copy.path) }
    } catch {
      draft.remove()
      throw LedgerError(error, path: copy.path)
    }
  }
}

extension Database {
  /// The existing documents with these row IDs, in the same order.
  func storedDocuments(_ numbers: [Int64]) throws -> [StoredDocument] {
    try numbers.compactMap { number in
      guard let row = try documents("WHERE document.n = ?", [number]).first else { return nil }
      return try first(
        """
        SELECT n, id, key, claimant, claim, userName, userEmail, context,
          iif(erasedAt IS NULL, NULL, bytes), answer.confirmedAt, answer.restatedAt
        FROM document LEFT JOIN answer ON answer.document = document.n WHERE n = ?
        """,
        [number]
      ) { try stored(row, number, $0) }
    }
  }

  private func stored(
    _ row: DocumentRow,
    _ number: Int64,
    _ cells: RowReader
  ) throws -> StoredDocument {
    let tombstone = try cells.optionalBytes(8).map { try Tombstone(stored: $0) }
    var stored = StoredDocument(
      filing: Filing(
        key: try cells.optionalText(2),
        document: Document(
          id: row.id,
          store: row.store,
          kind: row.kind,
          environment: row.environment,
          app: row.app,
          bytes: try bytes(ofDocument: number),
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
        facts: tombstone?.facts ?? Facts(),
        isOneAccount: tombstone?.isOneAccount ?? true,
        userName: try cells.optionalText(5),
        userEmail: try cells.optionalText(6)
      ),
      byteCount: row.byteCount,
      isErased: tombstone != nil
    )
    if let confirmedAt = try cells.optionalInstant(9) {
      stored.filing.confirmation = Confirmation(
        at: confirmedAt,
        statedAt: try cells.optionalInstant(10)
      )
    }
    return stored
  }
}

extension Filing.Attribution {
  fileprivate init(_ cells: RowReader) throws {
    switch try cells.optionalWord(4) as Claim.Strength? {
    case .named: self = .user(try cells.id(3))
    case .assumed: self = .owner(orElse: try cells.id(3))
    case nil: self = .nobody
    }
  }
}
