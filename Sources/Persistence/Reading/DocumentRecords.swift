package import Entitlements
import Foundation
internal import GRDB

/// A stored document with its claim. Its facts are read from its bytes, or from its tombstone if it
/// was erased.
package struct StoredDocument: Codable, Sendable {
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
      try db.storedDocuments(try db.numbers("SELECT n FROM document ORDER BY n"))
    }
  }

  /// Some documents in order of arrival, after the one with this row ID; `nil` after the last one.
  package func page(
    after last: Int64,
    limit: Int
  ) async throws(LedgerError) -> (documents: [StoredDocument], last: Int64)? {
    try await ledger.read { db in
      let numbers = try db.numbers(
        "SELECT n FROM document WHERE n > ? ORDER BY n LIMIT ?",
        [last, limit]
      )
      guard let end = numbers.last else { return nil }
      var documents = try db.storedDocuments(numbers)
      for index in documents.indices {
        documents[index].filing.question = try db.first(
          """
          SELECT question FROM answer JOIN document ON document.n = answer.document
          WHERE document.id = ?
          """,
          [documents[index].id.raw]
        ) { try $0.text(0) }
      }
      return (documents, end)
    }
  }

  /// Those of these documents that are not on file.
  package func missing(
    among documents: [ID<Document>]
  ) async throws(LedgerError) -> Set<ID<Document>> {
    try await ledger.read { db in
      Set(
        try documents.filter { try !db.exists("SELECT 1 FROM document WHERE id = ?", [$0.raw]) }
      )
    }
  }

  /// A document with its bytes, or `nil`.
  package func find(_ id: ID<Document>) async throws(LedgerError) -> Document? {
    try await ledger.read { db in
      guard id.isUsable else { return nil }
      let found = try db.first("SELECT n, context FROM document WHERE id = ?", [id.raw]) {
        (rowID: try $0.number(0), context: try $0.optionalText(1))
      }
      guard let (rowID, context) = found,
        let row = try db.documents("WHERE document.n = ?", [rowID]).first
      else { return nil }
      var document = Document(row, bytes: try db.bytes(ofDocument: rowID), context: context)
      document.user = row.user
      return document
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
      return try db.exists(
        "SELECT 1 FROM document WHERE id = ? AND rejectionCode IS NULL",
        [document.raw]
      )
    }
  }

  /// Whether each of these documents is stored, byte for byte, and was not rejected.
  package func areGenuine(_ documents: [[UInt8]]) async throws(LedgerError) -> [Bool] {
    try await owners(ofGenuine: documents).map { $0 != nil }
  }

  /// The owners, if any, of the documents that are stored, byte for byte, and were not rejected;
  /// `nil` for others.
  package func owners(
    ofGenuine documents: [[UInt8]?]
  ) async throws(LedgerError) -> [ID<User>??] {
    try await ledger.read { db in
      try documents.map { bytes in
        guard let bytes else { return nil }
        let mark = DocumentFingerprint.mark(of: bytes)
        let whole = try db.first(Self.wholeGenuine, [mark, bytes]) {
          try $0.optionalID(0) as ID<User>?
        }
        if let whole { return whole }
        return try db.map(Self.cutGenuine, [mark, bytes.count]) {
          (n: try $0.number(1), owner: try $0.optionalID(0) as ID<User>?)
        }
        .first { try db.bytes(ofDocument: $0.n) == bytes }?.owner
      }
    }
  }

  private static let genuine = """
    SELECT user.id, document.n FROM document LEFT JOIN user ON user.n = document.user
    WHERE mark = ? AND rejectionCode IS NULL AND erasedAt IS NULL
    """
  // SQLite compares undivided documents in place.
  private static let wholeGenuine = "\(genuine) AND cuts IS NULL AND bytes = ?"
  private static let cutGenuine = "\(genuine) AND cuts IS NOT NULL AND byteCount = ?"
}

extension Database {
  /// The existing documents with these row IDs, in the same order.
  func storedDocuments(_ rowIDs: [Int64]) throws -> [StoredDocument] {
    try rowIDs.compactMap { rowID in
      try first(
        """
        SELECT \(DocumentRow.columns), key, claimant, claim, userName, userEmail, context,
          iif(erasedAt IS NULL, NULL, bytes), answer.confirmedAt, answer.restatedAt
        FROM document LEFT JOIN answer ON answer.document = document.n WHERE n = ?
        """,
        [rowID]
      ) { try stored($0, bytes(ofDocument: rowID)) }
    }
  }

  private func stored(_ cells: RowReader, _ bytes: [UInt8]) throws -> StoredDocument {
    let row = try DocumentRow(cells)
    let tombstone = try cells.optionalBytes(23).map { try Tombstone(stored: $0) }
    var stored = StoredDocument(
      filing: Filing(
        key: try cells.optionalText(17),
        document: Document(row, bytes: bytes, context: try cells.optionalText(22)),
        attribution: try Filing.Attribution(cells),
        facts: tombstone?.facts ?? Facts(),
        isOneAccount: tombstone?.isOneAccount ?? true,
        userName: try cells.optionalText(20),
        userEmail: try cells.optionalText(21)
      ),
      byteCount: row.byteCount,
      isErased: tombstone != nil
    )
    stored.filing.confirmation = try cells.optionalInstant(24).map {
      Confirmation(at: $0, statedAt: try cells.optionalInstant(25))
    }
    return stored
  }

  func documents(_ tail: String, _ arguments: [Argument?]) throws -> [DocumentRow] {
    try map(
      "SELECT \(DocumentRow.listColumns) FROM document \(tail)",
      arguments,
      DocumentRow.init(listed:)
    )
  }

  /// The document's original bytes; empty if it was erased.
  func bytes(ofDocument number: Int64) throws -> [UInt8] {
    try first("SELECT cuts, bytes FROM document WHERE n = ? AND erasedAt IS NULL", [number]) {
      try CertificateDedup.joined($0.optionalBytes(0), $0.bytes(1), in: self)
    } ?? []
  }
}

extension Filing.Attribution {
  fileprivate init(_ cells: RowReader) throws {
    switch try cells.optionalKeyword(19) as Claim.Strength? {
    case .named: self = .user(try cells.id(18))
    case .assumed: self = .owner(orElse: try cells.id(18))
    case nil: self = .nobody
    }
  }
}

extension Document {
  /// A stored document without its user.
  fileprivate init(_ row: DocumentRow, bytes: [UInt8], context: String?) {
    self.init(
      id: row.id,
      store: row.store,
      kind: row.kind,
      environment: row.environment,
      app: row.app,
      bytes: bytes,
      context: context,
      origin: row.origin,
      provenance: row.provenance,
      verdict: row.verdict,
      receivedAt: row.receivedAt,
      statedAt: row.statedAt,
      purchases: row.purchases,
      user: nil
    )
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

  /// The columns, the event that a notification reports, and the product of a single purchase.
  static let listColumns = """
    \(columns),
    iif(document.purchases = 1 AND document.kind IN ('jws-notification', 'server-notification-v1',
        'google-rtdn', 'amazon-notification', 'microsoft-response'),
      (SELECT notice.kind FROM mention CROSS JOIN notice ON notice.chain = mention.chain
       WHERE mention.document = document.n AND notice.document = document.n LIMIT 1), NULL),
    iif(document.purchases = 1,
      (SELECT product.id FROM mention CROSS JOIN chain ON chain.n = mention.chain
       JOIN product ON product.n = chain.product WHERE mention.document = document.n LIMIT 1), NULL)
    """

  init(listed cells: RowReader) throws {
    self = try DocumentRow(cells)
    event = try cells.optionalKeyword(17)
    productID = try cells.optionalText(18)
  }

  init(_ cells: RowReader) throws {
    let verdict: Document.Verdict =
      if let code = try cells.optionalText(8) {
        .rejected(code: code, at: try cells.optionalText(9), detail: try cells.text(10))
      } else {
        .genuine
      }
    self.init(
      id: try cells.id(1),
      store: try cells.optionalKeyword(2),
      kind: try cells.text(3),
      environment: try cells.optionalKeyword(4),
      app: try cells.optionalText(5),
      byteCount: try cells.count(15),
      origin: try cells.keyword(6),
      provenance: try cells.keyword(7),
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
