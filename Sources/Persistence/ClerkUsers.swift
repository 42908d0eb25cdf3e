import Entitlements
import Foundation
internal import GRDB

/// The rows a user has: only what changed is written.
extension Clerk {
  func forget(_ user: Int64) throws {
    for table in ["entitlement", "inventory", "balance"] {
      try db.run("DELETE FROM \(table) WHERE user = ?", [user])
    }
    try index(user, nil, nil)
    try db.run("DELETE FROM user WHERE n = ?", [user])
    try db.run("UPDATE meta SET value = value - 1 WHERE name = 'users'")
  }

  func write(user: Int64, _ id: ID<User>, _ orders: [Order]) throws {
    let heardAt = try db.number(
      "SELECT min(coalesce(statedAt, receivedAt)) FROM document WHERE user = ?",
      [user]
    )
    let firstSeenAt = heardAt ?? orders.lazy.map(\.testimony.statedAt.milliseconds).min() ?? 0
    let stores = Set(orders.map(\.store))
    let environments = Set(orders.map(\.environment))
    let leading = try EntitlementRules.leading(of: orders).flatMap { try db.number(of: $0.id) }
    let name = try latest("userName", of: user)
    let email = try latest("userEmail", of: user)
    try index(user, name, email)
    try db.run(
      """
      UPDATE user SET name = ?, email = ?, firstSeenAt = ?, lastPurchasedAt = ?, orders = ?,
        stores = ?, environments = ?, leading = ?
      WHERE n = ?
      """,
      [
        name, email, firstSeenAt,
        (orders.lazy.map(\.purchasedAt).max() ?? .distantPast).milliseconds, orders.count,
        Store.allCases.filter(stores.contains).map(\.rawValue).joined(separator: " "),
        Environment.allCases.filter(environments.contains).map(\.rawValue)
          .joined(separator: " "),
        leading, user,
      ]
    )
  }

  /// Keeps both full-text indices in step with what the users table is about to hold.
  private func index(_ user: Int64, _ name: String?, _ email: String?) throws {
    let known = try db.first("SELECT name, email FROM user WHERE n = ?", [user]) {
      (name: try $0.optionalText(0), email: try $0.optionalText(1))
    }
    guard let known, known.name != name || known.email != email else { return }
    for table in ["userWord", "userPart"] {
      if known.name != nil || known.email != nil {
        try db.run(
          "INSERT INTO \(table) (\(table), rowid, name, email) VALUES ('delete', ?, ?, ?)",
          [user, known.name, known.email]
        )
      }
      if name != nil || email != nil {
        try db.run(
          "INSERT INTO \(table) (rowid, name, email) VALUES (?, ?, ?)",
          [user, name, email]
        )
      }
    }
  }

  /// What was last said of the user in `column` of their documents.
  private func latest(_ column: StaticString, of user: Int64) throws -> String? {
    try db.first(
      """
      SELECT \(column) FROM document WHERE user = ? AND \(column) IS NOT NULL
      ORDER BY coalesce(statedAt, receivedAt) DESC, id DESC LIMIT 1
      """,
      [user]
    ) { try $0.text(0) }
  }

  func write(_ rights: [Entitlement], of user: Int64) throws {
    struct Row: Hashable {
      var key: String
      var environment: String
      var from: Int64
      var until: Int64?
      var source: Int64?
      var document: Int64
    }
    let rows = try rights.map {
      Row(
        key: $0.key,
        environment: $0.environment.rawValue,
        from: $0.from.milliseconds,
        until: $0.until?.milliseconds,
        source: try $0.source.flatMap { try db.number(of: $0) },
        document: try db.number("SELECT n FROM document WHERE id = ?", [$0.evidence.raw]) ?? 0
      )
    }
    let known = try db.map(
      """
      SELECT key, environment, "from", until, source, document FROM entitlement WHERE user = ?
      """,
      [user]
    ) {
      Row(
        key: try $0.text(0),
        environment: try $0.text(1),
        from: try $0.number(2),
        until: try $0.optionalNumber(3),
        source: try $0.optionalNumber(4),
        document: try $0.number(5)
      )
    }
    for row in Set(known).subtracting(rows) {
      try db.run(
        "DELETE FROM entitlement WHERE user = ? AND key = ? AND environment = ? AND \"from\" = ?",
        [user, row.key, row.environment, row.from]
      )
    }
    for row in Set(rows).subtracting(known) {
      try db.run(
        """
        INSERT INTO entitlement (user, key, environment, "from", until, source, document)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [user, row.key, row.environment, row.from, row.until, row.source, row.document]
      )
    }
  }

  func writeInventory(of user: Int64, _ id: ID<User>, _ orders: [Order]) throws {
    var used: [ID<Order>: Int] = [:]
    let isAnyUsed = try db.count("SELECT EXISTS (SELECT 1 FROM act WHERE deed = 'consume')") > 0
    for order in orders where isAnyUsed {
      used[order.id] = try db.number(
        "SELECT sum(count) FROM act WHERE transactionID = ?",
        [order.id.raw]
      ).map { Int(clamping: $0) }
    }
    let items = EntitlementRules.inventory(
      for: id,
      from: orders,
      used: used,
      catalog: catalog
    )
    try db.run("DELETE FROM inventory WHERE user = ?", [user])
    for item in items {
      try db.run(
        """
        INSERT INTO inventory (user, source, item, environment, granted, used, "from", until)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          user, try db.number(of: item.source), item.item, item.environment.rawValue, item.granted,
          item.used, item.from.milliseconds, item.until?.milliseconds,
        ]
      )
    }
    try db.run("DELETE FROM balance WHERE user = ?", [user])
    for balance in EntitlementRules.balances(for: id, from: orders, catalog: catalog) {
      try db.run(
        "INSERT INTO balance (user, environment, currency, amount) VALUES (?, ?, ?, ?)",
        [user, balance.environment.rawValue, balance.currency, balance.amount]
      )
    }
  }
}
