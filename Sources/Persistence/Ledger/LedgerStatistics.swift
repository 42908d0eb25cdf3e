package import Entitlements
package import Foundation
internal import GRDB

/// The sizes of a ledger file's parts, in bytes.
package struct LedgerSizes: Equatable, Sendable {
  package var tables = 0
  /// Includes SQLite's automatic indices of unique constraints.
  package var indices = 0
  package var fullText = 0
}

/// Counts, sizes and the use of quotas.
package struct LedgerStatistics: Sendable {
  let ledger: Ledger

  /// The exact number of orders of a product in all stores.
  package func orders(ofProduct id: String) async throws(LedgerError) -> Int {
    try await ledger.read { db in
      try db.count("SELECT sum(orders) FROM product WHERE id = ?", [id])
    }
  }

  /// The exact number of orders on the UTC day of `instant`.
  package func orders(onDayOf instant: Date) async throws(LedgerError) -> Int {
    try await ledger.read { db in
      try db.count("SELECT orders FROM dayCount WHERE day = ?", [instant.day])
    }
  }

  /// The sizes of the file's parts; reads every page.
  package func sizes() async throws(LedgerError) -> LedgerSizes {
    try await ledger.read { db in
      let parts = try db.map(
        """
        SELECT part.pgsize, entry.type = 'index',
          EXISTS (
            SELECT 1 FROM sqlite_schema AS text
            WHERE text.sql LIKE 'CREATE VIRTUAL TABLE%' AND entry.tbl_name GLOB text.name || '_*')
        FROM dbstat AS part LEFT JOIN sqlite_schema AS entry ON entry.name = part.name
        WHERE part.aggregate = TRUE
        """
      ) {
        (bytes: try $0.count(0), isIndex: try $0.optionalFlag(1), isText: try $0.optionalFlag(2))
      }
      var sizes = LedgerSizes()
      for part in parts {
        if part.isText == true {
          sizes.fullText += part.bytes
        } else if part.isIndex == true {
          sizes.indices += part.bytes
        } else {
          sizes.tables += part.bytes
        }
      }
      return sizes
    }
  }

  /// The exact size of the ledger's contents.
  package func summary() async throws(LedgerError) -> LedgerSummary {
    let fileBytes = ledger.fileBytes ?? 0
    return try await ledger.read { db in
      LedgerSummary(
        users: try db.count("SELECT value FROM meta WHERE name = 'users'"),
        orders: try db.count("SELECT value FROM meta WHERE name = 'orders'"),
        documents: try db.count("SELECT count(*) FROM document"),
        rejected: try db.count("SELECT count(*) FROM document WHERE rejectionCode IS NOT NULL"),
        isGenerated: try GeneratedFlag.isSet(in: db),
        fileBytes: fileBytes
      )
    }
  }

  /// The exact number of subscriptions in each state at `instant`, past or future; omits states
  /// without any.
  package func subscriptions(at instant: Date) async throws(LedgerError) -> [SubscriptionState: Int]
  {
    try await ledger.read { db in
      var counts: [SubscriptionState: Int] = [:]
      let known = try ledger.countCache.counts(at: instant.milliseconds, in: db)
      for (code, chains) in known.chains where chains > 0 {
        counts[SubscriptionState.codes[code]] = chains
      }
      return counts
    }
  }

  /// Stores the warning, replacing an earlier one of the same quota.
  package func save(_ warning: QuotaWarning) async throws(LedgerError) {
    try await ledger.write { writer in
      try writer.db.run(
        """
        INSERT INTO quotaNotice (endpoint, scope, percent, at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (endpoint, scope) DO UPDATE SET percent = excluded.percent, at = excluded.at
        """,
        [warning.endpoint, warning.scope, warning.percent, warning.at.milliseconds]
      )
      writer.hasWritten = true
    }
  }

  /// The warnings since `instant`, the most used quota first.
  package func quotaWarnings(since instant: Date) async throws(LedgerError) -> [QuotaWarning] {
    try await ledger.read { db in
      try db.map(
        """
        SELECT endpoint, scope, percent, at FROM quotaNotice
        WHERE at >= ? ORDER BY percent DESC, endpoint, scope
        """,
        [instant.milliseconds]
      ) {
        QuotaWarning(
          endpoint: try $0.text(0),
          scope: try $0.text(1),
          percent: try $0.count(2),
          at: try $0.instant(3)
        )
      }
    }
  }
}
