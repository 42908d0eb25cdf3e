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

/// The stored documents.
package struct DocumentRecords: Sendable {
  let ledger: Ledger

  /// All documents, in order of arrival.
  package func all() async throws(LedgerError) -> [StoredDocument] {
    try await ledger.read { db in
      try db.storedDocuments(try db.map("SELECT n FROM document ORDER BY n") { try $0.number(0) })
    }
  }

  /// A document with its bytes, or `nil`.
  package func find(_ id: ID<Document>) async throws(LedgerError) -> Document? {
    try await ledger.read { db in
      guard id.isUsable else { return nil }
      let number = try db.number("SELECT n FROM document WHERE id = ?", [id.raw])
      guard let number, let row = try db.documents("WHERE document.n = ?", [number]).first else {
        return nil
      }
      return Document(
        id: row.id,
        store: row.store,
        kind: row.kind,
        environment: row.environment,
        app: row.app,
        bytes: try db.bytes(ofDocument: number),
        context: try db.first("SELECT context FROM document WHERE n = ?", [number]) {
          try $0.optionalText(0)
        } ?? nil,
        origin: row.origin,
        provenance: row.provenance,
        verdict: row.verdict,
        receivedAt: row.receivedAt,
        statedAt: row.statedAt,
        purchases: row.purchases,
        user: row.user
      )
    }
  }

  /// The document filed under a key, or `nil`.
  package func find(key: String) async throws(LedgerError) -> Document? {
    let id = try await ledger.read { db in
      try db.first("SELECT id FROM document WHERE key = ?", [key]) { try $0.id(0) as ID<Document> }
    }
    guard let id else { return nil }
    return try await find(id)
  }

  /// Whether the document is filed and not rejected.
  package func isGenuine(_ document: ID<Document>) async throws(LedgerError) -> Bool {
    try await ledger.read { db in
      guard document.isUsable else { return false }
      return try db.count(
        "SELECT EXISTS (SELECT 1 FROM document WHERE id = ? AND rejectionCode IS NULL)",
        [document.raw]
      ) == 1
    }
  }

  /// Whether each of these documents is stored, byte for byte, and was not rejected.
  package func areGenuine(_ documents: [[UInt8]]) async throws(LedgerError) -> [Bool] {
    try await owners(ofBelieved: documents).map { $0 != nil }
  }

  /// The owners, if any, of the documents that are stored, byte for byte, and were not rejected;
  /// `nil` for others.
  package func owners(
    ofBelieved documents: [[UInt8]?]
  ) async throws(LedgerError) -> [ID<User>??] {
    try await ledger.read { db in
      try documents.map { bytes in
        guard let bytes else { return nil }
        let mark = DocumentFingerprint.mark(of: bytes)
        let whole = try db.first(Self.wholeBelieved, [mark, bytes]) {
          try $0.optionalID(0) as ID<User>?
        }
        if let whole { return whole }
        return try db.map(Self.cutBelieved, [mark, bytes.count]) {
          (n: try $0.number(1), owner: try $0.optionalID(0) as ID<User>?)
        }
        .first { try db.bytes(ofDocument: $0.n) == bytes }?.owner
      }
    }
  }

  private static let believed = """
    SELECT user.id, document.n FROM document LEFT JOIN user ON user.n = document.user
    WHERE mark = ? AND rejectionCode IS NULL AND erasedAt IS NULL
    """
  // SQLite compares undivided documents in place.
  private static let wholeBelieved = "\(believed) AND cuts IS NULL AND bytes = ?"
  private static let cutBelieved = "\(believed) AND cuts IS NOT NULL AND byteCount = ?"
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

  func documents(_ tail: String, _ arguments: [Argument?]) throws -> [DocumentRow] {
    try map(
      "SELECT \(DocumentRow.columns) FROM document \(tail)",
      arguments,
      DocumentRow.init
    )
  }

  /// The document's original bytes; empty if it was erased.
  func bytes(ofDocument number: Int64) throws -> [UInt8] {
    let stored = try first(
      "SELECT cuts, bytes FROM document WHERE n = ? AND erasedAt IS NULL",
      [number]
    ) {
      (cuts: try $0.optionalBytes(0), rest: try $0.bytes(1))
    }
    guard let stored else { return [] }
    return try CertificateDedup.joined(stored.cuts, stored.rest, in: self)
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

extension DocumentRow {
  static let columns = """
    document.receivedAt, document.id, document.store, document.kind, document.environment,
    document.app, document.origin, document.provenance, document.rejectionCode,
    document.rejectionPlace, document.rejectionDetail, document.appliedAt, document.statedAt,
    document.purchases, (SELECT user.id FROM user WHERE user.n = document.user),
    document.byteCount,
    (SELECT confirmedAt FROM answer WHERE answer.document = document.n)
    """

  init(_ cells: RowReader) throws {
    let verdict: Document.Verdict =
      if let code = try cells.optionalText(8) {
        .rejected(code: code, at: try cells.optionalText(9), detail: try cells.text(10))
      } else {
        .genuine
      }
    self.init(
      id: try cells.id(1),
      store: try cells.optionalWord(2),
      kind: try cells.text(3),
      environment: try cells.optionalWord(4),
      app: try cells.optionalText(5),
      byteCount: try cells.count(15),
      origin: try cells.word(6),
      provenance: try cells.word(7),
      verdict: verdict,
      receivedAt: try cells.instant(0),
      appliedAt: try cells.instant(11),
      statedAt: try cells.optionalInstant(12),
      purchases: try cells.count(13),
      user: try cells.optionalID(14)
    )
    confirmedAt = try cells.optionalInstant(16)
  }
}
