package import Foundation
internal import GRDB

/// The sizes of a ledger file's parts, in bytes.
package struct LedgerSizes: Equatable, Sendable {
  package var tables = 0
  /// Includes SQLite's automatic indices of unique constraints.
  package var indices = 0
  package var fullText = 0
}

extension Ledger {
  /// The exact number of orders of a product in all stores.
  package func orders(ofProduct id: String) async throws(LedgerError) -> Int {
    try await read { db in
      try db.count("SELECT sum(orders) FROM product WHERE id = ?", [id])
    }
  }

  /// The exact number of orders on the UTC day of `instant`.
  package func orders(onDayOf instant: Date) async throws(LedgerError) -> Int {
    try await read { db in
      try db.count("SELECT orders FROM dayCount WHERE day = ?", [instant.day])
    }
  }

  /// The sizes of the file's parts; reads every page.
  package func sizes() async throws(LedgerError) -> LedgerSizes {
    try await read { db in
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
}
