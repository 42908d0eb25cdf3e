import Entitlements
import Foundation
internal import GRDB

/// What follows from the facts: chains, rights and the line a user has in the list.
extension Clerk {
  func derive() throws {
    for chain in chains { try derive(chain) }
    for user in users { try derive(user: ID(user)) }
  }

  private func derive(_ chain: Chain) throws {
    let orders = try db.orders(
      "originalTransactionID = ? AND store = ? AND environment = ? AND app = ?",
      [chain.originalTransactionID, chain.store, chain.environment, chain.app]
    )
    guard let subscription = EntitlementRules.subscriptions(from: orders).first else {
      try db.run(
        """
        DELETE FROM subscription
        WHERE store = ? AND environment = ? AND app = ? AND originalTransactionID = ?
        """,
        [chain.store, chain.environment, chain.app, chain.originalTransactionID]
      )
      return
    }
    try db.run(
      """
      INSERT INTO subscription (
        id, store, environment, app, originalTransactionID, user, productID, startedAt,
        accessUntil)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET
        app = excluded.app, user = excluded.user, productID = excluded.productID,
        startedAt = excluded.startedAt, accessUntil = excluded.accessUntil
      """,
      [
        subscription.id.raw, subscription.store.rawValue, subscription.environment.rawValue,
        subscription.app, subscription.originalTransactionID, subscription.user?.raw,
        subscription.productID, subscription.startedAt.milliseconds,
        subscription.accessUntil.milliseconds,
      ]
    )
  }

  private func derive(user: ID<User>) throws {
    let orders = try db.orders("user = ?", [user.raw])
    let heardOf = try db.row(
      "SELECT min(receivedAt) AS receivedAt FROM document WHERE user = ?",
      [user.raw]
    )
    let firstSeenAt = try heardOf?.optionalNumber("receivedAt")
    try db.run("DELETE FROM entitlement WHERE user = ?", [user.raw])
    // Somebody who was only assumed, and whose purchases proved to be another's, is forgotten.
    if orders.isEmpty, firstSeenAt == nil {
      try db.run("DELETE FROM user WHERE id = ?", [user.raw])
      return
    }
    let firstStatedAt = orders.lazy.map(\.statedAt.milliseconds).min() ?? 0
    try write(user: user, orders: orders, firstSeenAt: firstSeenAt ?? firstStatedAt)
    for right in EntitlementRules.entitlements(for: user, from: orders) {
      try db.run(
        """
        INSERT INTO entitlement (user, key, environment, source, "from", until)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          user.raw, right.key, right.environment.rawValue, right.source.raw,
          right.from.milliseconds, right.until?.milliseconds,
        ]
      )
    }
  }

  private func write(user: ID<User>, orders: [Order], firstSeenAt: Int64) throws {
    let lastPurchasedAt = orders.lazy.map(\.purchasedAt).max() ?? .distantPast
    let stores = Set(orders.map { $0.store })
    let environments = Set(orders.map { $0.environment })
    try db.run(
      """
      INSERT INTO user (
        id, name, email, firstSeenAt, lastPurchasedAt, orders, stores, environments, leading)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET
        name = excluded.name, email = excluded.email, firstSeenAt = excluded.firstSeenAt,
        lastPurchasedAt = excluded.lastPurchasedAt, orders = excluded.orders,
        stores = excluded.stores, environments = excluded.environments,
        leading = excluded.leading
      """,
      [
        user.raw, try latest("userName", of: user), try latest("userEmail", of: user),
        firstSeenAt, lastPurchasedAt.milliseconds, orders.count,
        Store.allCases.filter(stores.contains).map(\.rawValue).joined(separator: " "),
        Environment.allCases.filter(environments.contains).map(\.rawValue)
          .joined(separator: " "),
        EntitlementRules.leading(of: orders)?.id.raw,
      ]
    )
  }

  /// What was last said of the user in `column` of their documents.
  private func latest(_ column: StaticString, of user: ID<User>) throws -> String? {
    try db.row(
      """
      SELECT \(column) AS said FROM document WHERE user = ? AND \(column) IS NOT NULL
      ORDER BY receivedAt DESC, id DESC LIMIT 1
      """,
      [user.raw]
    )?.text("said")
  }
}
