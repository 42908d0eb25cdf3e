package import Entitlements
import Foundation
internal import GRDB

/// A document as it is kept, with whom it named. What it states is read from its bytes, or stands
/// in its tombstone where they were erased.
package struct StoredDocument: Sendable {
  package var filing: Filing
  /// How many bytes it came with.
  package var byteCount: Int
  /// Whether its bytes were given up for somebody's privacy.
  package var isErased: Bool

  package var id: ID<Document> { filing.document.id }
}

extension Ledger {
  /// All documents, in the order of their arrival.
  package func storedDocuments() async throws(LedgerError) -> [StoredDocument] {
    try await read { db in
      try db.storedDocuments(try db.map("SELECT n FROM document ORDER BY n") { try $0.number(0) })
    }
  }

  /// In what this ledger believes otherwise than `other`: a plus before what only this one has.
  package func differences(from other: Ledger) async throws(LedgerError) -> [String] {
    let others = try await other.read(LedgerState.init)
    return try await read(LedgerState.init).differences(from: others)
  }

  /// A hash of everything the ledger believes, in 16 hexadecimal digits: two that hold the same
  /// documents have the same, in whatever order those came. All of it is read.
  package func stateHash() async throws(LedgerError) -> String {
    let hash = try await read { try LedgerState(of: $0).hash }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// A copy of the ledger as it is at this instant, in one file, while others go on writing. It is
  /// made under a name of its own and put there whole, its owner's alone; where anything is already,
  /// a symbolic link included, that stays as it is.
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
  /// Those of these numbers that there are, in the same order.
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

  private func stored(_ row: DocumentRow, _ number: Int64, _ cells: Cells) throws -> StoredDocument
  {
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
  fileprivate init(_ cells: Cells) throws {
    switch try cells.optionalWord(4) as Claim.Strength? {
    case .named: self = .user(try cells.id(3))
    case .assumed: self = .owner(orElse: try cells.id(3))
    case nil: self = .nobody
    }
  }
}
