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
      try db.count(
        """
        SELECT sum(orders) FROM orderCount
        WHERE product IN (SELECT n FROM product WHERE id = ?)
        """,
        [id]
      )
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
      var sizes = LedgerSizes()
      try db.forEach(
        """
        SELECT part.pgsize, entry.type = 'index',
          EXISTS (
            SELECT 1 FROM sqlite_schema AS text
            WHERE text.sql LIKE 'CREATE VIRTUAL TABLE%' AND entry.tbl_name GLOB text.name || '_*')
        FROM dbstat AS part LEFT JOIN sqlite_schema AS entry ON entry.name = part.name
        WHERE part.aggregate = TRUE
        """
      ) { cells in
        let bytes = try cells.count(0)
        if try cells.optionalFlag(2) == true {
          sizes.fullText += bytes
        } else if try cells.optionalFlag(1) == true {
          sizes.indices += bytes
        } else {
          sizes.tables += bytes
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
        users: Int(try db.meta("users") ?? 0),
        orders: Int(try db.meta("orders") ?? 0),
        documents: try db.count("SELECT count(*) FROM document"),
        rejected: try db.count("SELECT count(*) FROM document WHERE rejectionCode IS NOT NULL"),
        isGenerated: try db.isGenerated(),
        fileBytes: fileBytes
      )
    }
  }

  /// The exact number of subscriptions in each state at `instant`, past or future; omits states
  /// without any.
  package func subscriptions(at instant: Date) async throws(LedgerError) -> [SubscriptionState: Int]
  {
    try await ledger.read { db in
      let chains = try ledger.countCache.counts(at: instant.milliseconds, in: db).chains
      return Dictionary(
        uniqueKeysWithValues: chains.filter { $0.value > 0 }
          .map { (SubscriptionState.codes[$0.key], $0.value) }
      )
    }
  }

  /// Stores the warning, replacing an earlier one of the same quota.
  package func save(_ warning: QuotaWarning) async throws(LedgerError) {
    try await ledger.writeLocally { writer in
      try writer.run(
        """
        INSERT INTO quotaNotice (endpoint, scope, percent, at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (endpoint, scope) DO UPDATE SET percent = excluded.percent, at = excluded.at
        """,
        [warning.endpoint, warning.scope, warning.percent, warning.at.milliseconds]
      )
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
        try QuotaWarning(
          endpoint: $0.text(0),
          scope: $0.text(1),
          percent: $0.count(2),
          at: $0.instant(3)
        )
      }
    }
  }
}
