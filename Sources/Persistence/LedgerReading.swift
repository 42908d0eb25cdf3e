package import Entitlements
import Foundation
internal import GRDB

extension Ledger {
  /// The documents, last received first. A page holds at most 1,000 rows.
  package func documents(
    at anchor: PageAnchor<DocumentRow.Key>,
    limit: Int
  ) async throws(LedgerError) -> Page<DocumentRow> {
    let list = Keyset(columns: DocumentRow.columns, table: "document", instant: "receivedAt")
    let place = anchor.map { Keyset.Key(instant: $0.receivedAt.milliseconds, id: $0.id.raw) }
    return try await read { db in
      try list.slice(at: place, limit: Keyset.bounded(limit), in: db).page(DocumentRow.init)
    }
  }

  /// All we know of one user; `nil` for a user nobody has heard of.
  package func dossier(of user: ID<User>) async throws(LedgerError) -> Dossier? {
    try await read { db in
      guard user.isUsable, let row = try db.row("SELECT * FROM user WHERE id = ?", [user.raw])
      else { return Dossier?.none }
      let chains = try db.rows(
        """
        SELECT sale.* FROM subscription CROSS JOIN "order" AS sale
          ON sale.originalTransactionID = subscription.originalTransactionID
          AND sale.store = subscription.store AND sale.environment = subscription.environment
        WHERE subscription.user = ?
        """,
        [user.raw]
      )
      return Dossier(
        user: try User(row),
        orders: try db.orders("user = ? ORDER BY purchasedAt DESC, id", [user.raw]),
        subscriptions: EntitlementRules.subscriptions(from: try chains.map(Order.init)),
        entitlements: try db.rows(
          """
          SELECT * FROM entitlement WHERE user = ?
          ORDER BY until IS NOT NULL, until DESC, key, environment
          """,
          [user.raw]
        ).map(Entitlement.init),
        documents: try db.rows(
          """
          SELECT \(DocumentRow.columns) FROM document WHERE user = ?
          ORDER BY receivedAt DESC, id
          """,
          [user.raw]
        ).map(DocumentRow.init)
      )
    }
  }

  /// Whether each of these documents is filed, byte for byte, and was believed.
  package func believes(_ documents: [[UInt8]]) async throws(LedgerError) -> [Bool] {
    try await read { db in
      let sql = """
        SELECT EXISTS (
          SELECT 1 FROM document WHERE mark = ? AND rejectionCode IS NULL AND bytes = ?)
        """
      return try documents.map {
        try db.count(sql, [DocumentMark.mark(of: $0), Data($0)]) > 0
      }
    }
  }

  /// A document with its bytes; `nil` if there is none of that ID.
  package func document(_ id: ID<Document>) async throws(LedgerError) -> Document? {
    try await read { db in
      guard id.isUsable else { return nil }
      let sql = "SELECT \(DocumentRow.columns), bytes FROM document WHERE id = ?"
      guard let cells = try db.row(sql, [id.raw]) else { return nil }
      let row = try DocumentRow(cells)
      return Document(
        id: row.id,
        store: row.store,
        kind: row.kind,
        environment: row.environment,
        app: row.app,
        bytes: try cells.bytes("bytes"),
        verdict: row.verdict,
        receivedAt: row.receivedAt,
        statedAt: row.statedAt,
        purchases: row.purchases,
        user: row.user
      )
    }
  }

  /// How much the ledger holds, counted exactly.
  package func summary() async throws(LedgerError) -> LedgerSummary {
    let fileBytes = isInMemory ? 0 : LedgerFile(path: path).size
    return try await read { db in
      LedgerSummary(
        users: try db.count("SELECT count(*) FROM user"),
        orders: try db.count("SELECT count(*) FROM \"order\""),
        documents: try db.count("SELECT count(*) FROM document"),
        rejected: try db.count("SELECT count(*) FROM document WHERE rejectionCode IS NOT NULL"),
        fileBytes: fileBytes
      )
    }
  }
}

extension ID {
  /// Whether SQLite would see the whole of it: a text ends at its first NUL there.
  var isUsable: Bool { !raw.utf8.contains(0) }
}

extension User {
  init(_ cells: Cells) throws {
    self.init(
      id: try cells.id("id"),
      name: try cells.optionalText("name"),
      email: try cells.optionalText("email"),
      firstSeenAt: try cells.instant("firstSeenAt")
    )
  }
}

extension PageAnchor {
  func map<Other>(_ transform: (Key) -> Other) -> PageAnchor<Other> {
    switch self {
    case .first: .first
    case .last: .last
    case .after(let key): .after(transform(key))
    case .before(let key): .before(transform(key))
    case .from(let key): .from(transform(key))
    }
  }
}
