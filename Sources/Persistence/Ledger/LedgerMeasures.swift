package import Foundation
internal import GRDB

/// What the parts of a ledger's file take, in bytes.
package struct LedgerSizes: Equatable, Sendable {
  package var tables = 0
  /// Those that SQLite makes for what must be unique among them.
  package var indices = 0
  package var fullText = 0
}

extension Ledger {
  /// How many orders of a product there are in all stores together, exactly.
  package func orders(ofProduct id: String) async throws(LedgerError) -> Int {
    try await read { db in
      try db.count("SELECT sum(orders) FROM product WHERE id = ?", [id])
    }
  }

  /// How many orders were purchased on the day in UTC that `instant` lies in, exactly.
  package func orders(onDayOf instant: Date) async throws(LedgerError) -> Int {
    try await read { db in
      try db.count("SELECT orders FROM dayCount WHERE day = ?", [instant.day])
    }
  }

  /// What the parts of the file take; looks at every page of it.
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
