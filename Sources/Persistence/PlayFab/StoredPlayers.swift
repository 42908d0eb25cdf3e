package import Entitlements
import Foundation
internal import GRDB

/// What the ledger knows of players and no document states: logins and redeemed sales, without
/// sessions.
package struct StoredPlayers: Sendable {
  struct Login: Codable, Sendable {
    var provider: String
    var name: String
    var user: ID<User>
    var createdAt: Date
    var lastAt: Date
    var isKeyed: Bool
  }

  struct RedeemedSale: Codable, Sendable {
    var sale: ID<Order>
    var at: Date
  }

  var logins: [Login]
  var redeemedSales: [RedeemedSale]
  /// The key of public player IDs; `nil` before the first login.
  var key: [UInt8]?
}

extension StoredPlayers {
  package var loginCount: Int { logins.count }
  package var redeemedSaleCount: Int { redeemedSales.count }
  package var isEmpty: Bool { logins.isEmpty && redeemedSales.isEmpty }

  /// Those that another ledger lacks.
  package func missing(in other: StoredPlayers) -> StoredPlayers {
    let names = Set(other.logins.map { "\($0.provider) \($0.name)" })
    let sales = Set(other.redeemedSales.map(\.sale))
    var missing = self
    missing.logins.removeAll { names.contains("\($0.provider) \($0.name)") }
    missing.redeemedSales.removeAll { sales.contains($0.sale) }
    return missing
  }

  /// The sales that were redeemed at different times in both ledgers.
  package func salesRedeemed(also other: StoredPlayers) -> [ID<Order>] {
    let times = Dictionary(other.redeemedSales.map { ($0.sale, $0.at) }) { first, _ in first }
    return redeemedSales.filter { times[$0.sale].map { [at = $0.at] in $0 != at } ?? false }
      .map(\.sale)
  }
}

extension PlayFabRecords {
  package func all() async throws(LedgerError) -> StoredPlayers {
    try await ledger.read { db in
      StoredPlayers(
        logins: try db.map(
          "SELECT provider, name, user, createdAt, lastAt, isKeyed FROM login ORDER BY n"
        ) {
          StoredPlayers.Login(
            provider: try $0.text(0),
            name: try $0.text(1),
            user: try $0.id(2),
            createdAt: try $0.instant(3),
            lastAt: try $0.instant(4),
            isKeyed: try $0.optionalFlag(5) ?? false
          )
        },
        redeemedSales: try db.map(
          """
          SELECT shop.store, shop.environment, shop.app, sale.transactionID, redeemedAt
          FROM redemption JOIN "order" AS sale ON sale.n = redemption.sale
          JOIN shop ON shop.n = sale.shop ORDER BY redeemedAt, sale.n
          """
        ) {
          StoredPlayers.RedeemedSale(sale: try $0.order(at: 0), at: try $0.instant(4))
        },
        key: try db.first("SELECT value FROM secret WHERE name = 'playerIDs'") {
          Array(try $0.bytes(0))
        }
      )
    }
  }

  /// Adds the players of another ledger to one with the same sales.
  package func restore(_ players: StoredPlayers) async throws(LedgerError) {
    try await ledger.submit(players, at: .distantPast)
  }
}

extension StoredPlayers: LedgerChange {
  static let kind = EntryKind.players

  private enum CodingKeys: String, CodingKey {
    case logins = "logins", redeemedSales = "redeemedSales", key = "key"
  }

  func apply(at _: Date, by writer: inout LedgerWriter) throws -> NoOutcome {
    let db = writer.db
    for login in logins {
      try db.run(
        """
        INSERT OR IGNORE INTO login (provider, name, user, createdAt, lastAt, isKeyed)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          login.provider, login.name, login.user.raw, login.createdAt.milliseconds,
          login.lastAt.milliseconds, login.isKeyed ? 1 : 0,
        ]
      )
    }
    for redeemed in redeemedSales {
      guard let sale = try db.rowID(of: redeemed.sale) else { continue }
      try db.run(
        "INSERT OR IGNORE INTO redemption (sale, redeemedAt) VALUES (?, ?)",
        [sale, redeemed.at.milliseconds]
      )
    }
    if let key {
      try db.run(
        "INSERT OR IGNORE INTO secret (name, value) VALUES ('playerIDs', ?)",
        [Data(key)]
      )
    }
    writer.hasWritten = true
    return NoOutcome()
  }
}
