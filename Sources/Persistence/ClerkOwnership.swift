import Entitlements
internal import GRDB

/// Whose the sales are.
///
/// Sales that one document lists, or that share a chain, were made by one account of the store.
/// A sale belongs to the user the latest document named for it; if none did, to the user named
/// latest for any sale of its account; if none was, to the user assumed earliest. Each of these
/// is a property of what was filed and not of when, so every order of filing ends the same.
extension Clerk {
  /// Joins all accounts that `orders` connect, and marks every chain that this may touch.
  ///
  /// - Returns: The joined account; `nil` without orders.
  mutating func joinAccounts(of orders: [Order]) throws -> String? {
    var joined: Set<String> = []
    for order in orders {
      let known = try db.row(
        """
        SELECT account, user, store, environment, app, originalTransactionID
        FROM "order" WHERE id = ?
        """,
        [order.id.raw]
      )
      if let known {
        joined.insert(try known.text("account"))
        touch(try known.optionalText("user"))
        chains.insert(try Chain(known))
      }
      let sibling = try db.row(
        """
        SELECT account FROM "order"
        WHERE originalTransactionID = ? AND store = ? AND environment = ? AND app = ?
        LIMIT 1
        """,
        [
          order.originalTransactionID, order.store.rawValue, order.environment.rawValue, order.app,
        ]
      )
      if let sibling { joined.insert(try sibling.text("account")) }
    }
    guard let account = joined.union(orders.map(\.id.raw)).min() else { return nil }
    for other in joined where other != account {
      try db.run("UPDATE \"order\" SET account = ? WHERE account = ?", [account, other])
      try db.run("UPDATE document SET account = ? WHERE account = ?", [account, other])
    }
    return account
  }

  /// Notes on the sale whom the filing names or assumes as its buyer.
  func claim(_ order: Order, for attribution: Filing.Attribution) throws {
    let (sql, user): (String, ID<User>)
    switch attribution {
    case .user(let named):
      sql = """
        UPDATE "order" SET namedUser = ?1, namedAt = ?2, namedIn = ?3
        WHERE id = ?4 AND (namedAt IS NULL OR (namedAt, namedIn) < (?2, ?3))
        """
      user = named
    case .owner(orElse: let assumed):
      sql = """
        UPDATE "order" SET assumedUser = ?1, assumedAt = ?2, assumedIn = ?3
        WHERE id = ?4 AND (assumedAt IS NULL OR (assumedAt, assumedIn) > (?2, ?3))
        """
      user = assumed
    case .nobody: return
    }
    try db.run(sql, [user.raw, order.statedAt.milliseconds, order.evidence.raw, order.id.raw])
  }

  /// Gives every sale and document of the account to whom it belongs by now.
  mutating func settleOwner(of account: String) throws {
    let owner = try owner(of: account)
    let moving = try db.rows(
      """
      SELECT store, environment, app, originalTransactionID, user FROM "order"
      WHERE account = ?1 AND user IS NOT coalesce(namedUser, ?2)
      """,
      [account, owner]
    )
    for sale in moving {
      chains.insert(try Chain(sale))
      touch(try sale.optionalText("user"))
    }
    let following = try db.rows(
      "SELECT user FROM document WHERE account = ?1 AND followsOwner AND user IS NOT ?2",
      [account, owner]
    )
    for document in following { touch(try document.optionalText("user")) }
    try db.run(
      """
      UPDATE "order" SET user = coalesce(namedUser, ?2)
      WHERE account = ?1 AND user IS NOT coalesce(namedUser, ?2)
      """,
      [account, owner]
    )
    try db.run(
      """
      UPDATE document SET user = ?2
      WHERE account = ?1 AND followsOwner AND user IS NOT ?2
      """,
      [account, owner]
    )
    let users = try db.rows("SELECT DISTINCT user FROM \"order\" WHERE account = ?", [account])
    for user in users { touch(try user.optionalText("user")) }
  }

  private func owner(of account: String) throws -> String? {
    let named = try db.row(
      """
      SELECT namedUser AS user FROM "order" WHERE account = ? AND namedUser IS NOT NULL
      ORDER BY namedAt DESC, namedIn DESC LIMIT 1
      """,
      [account]
    )
    if let named { return try named.text("user") }
    return try db.row(
      """
      SELECT assumedUser AS user FROM "order" WHERE account = ? AND assumedUser IS NOT NULL
      ORDER BY assumedAt, assumedIn LIMIT 1
      """,
      [account]
    )?.text("user")
  }
}
