import Entitlements
import Foundation
internal import GRDB

/// Writes a user's rows; only changed ones.
extension LedgerWriter {
  mutating func forget(_ user: Int64, _ known: UserStateRow) throws {
    for table in ["entitlement", "inventory", "balance"] {
      try db.run("DELETE FROM \(table) WHERE user = ?", [user])
    }
    let handles = try db.handles(of: user)
    try index(user, from: SearchTexts(known.name, known.email, handles), SearchTexts())
    try db.run("DELETE FROM handle WHERE user = ?", [user])
    try db.run("DELETE FROM user WHERE n = ?", [user])
    counterChanges.count(users: -1)
    users[known.id] = nil
  }

  func write(
    user: Int64,
    _ known: UserStateRow,
    _ change: UserChange,
    _ input: DerivationInput
  ) throws {
    let orders = input.orders
    var new = known
    new.lastPurchasedAt = input.newest.milliseconds
    new.orders = orders.count
    new.stores = Store.joinedValues(input.stores)
    new.environments = Environment.joinedValues(input.environments)
    new.leading = EntitlementRules.leading(of: orders).flatMap { input.rowID(of: $0.id) }
    switch change {
    case .ordersOnly: break
    case .documentAdded(let statedAt): new.firstSeenAt = min(known.firstSeenAt, statedAt)
    case .documentsMoved:
      let receivedAt = try db.number(
        "SELECT min(coalesce(statedAt, receivedAt)) FROM document WHERE user = ?",
        [user]
      )
      new.firstSeenAt =
        try receivedAt ?? orders.lazy.map(\.statementSource.statedAt.milliseconds).min()
        ?? db.number("SELECT min(at) FROM claim WHERE user = ?", [known.id.raw]) ?? 0
      let profiles = try db.profiles(of: user, known.id)
      let documents = Set(profiles.map(\.document))
      let former = memory.ownershipContext.identities.merged(into: known.id)
      let names = try latest("userName", of: user, former, preferring: documents)
      let emails = try latest("userEmail", of: user, former, preferring: documents)
      (new.name, new.email) = (names.first, emails.first)
      let others =
        (former.map(\.raw) + names).map { UserHandle(kind: .name, value: $0) }
        + emails.map { UserHandle(kind: .email, value: $0) }
      let stated = profiles.map(\.stated.profile)
      let handles = try writeHandles(of: user, stated, former.isEmpty ? [] : others, shown: new)
      try index(
        user,
        from: SearchTexts(known.name, known.email, handles.known),
        SearchTexts(new.name, new.email, handles.new)
      )
    }
    try db.update("user", UserStateRow.columns, from: known.values, to: new.values, of: user)
  }

  /// Updates both full-text indices for the user's new values.
  private func index(_ user: Int64, from known: SearchTexts, _ new: SearchTexts) throws {
    guard known != new else { return }
    for table in ["userWord", "userPart"] {
      if !known.isEmpty {
        try db.run(
          "INSERT INTO \(table) (\(table), rowid, name, email) VALUES ('delete', ?, ?, ?)",
          [user, known.names, known.emails]
        )
      }
      if !new.isEmpty {
        try db.run(
          "INSERT INTO \(table) (rowid, name, email) VALUES (?, ?, ?)",
          [user, new.names, new.emails]
        )
      }
    }
  }

  /// The value of `column` in the user's latest profiles or, if they state none, the latest one in
  /// other documents. Earlier profiles no longer hold. Then those of the users who were merged into
  /// this one, in the order of `former`.
  private func latest(
    _ column: StaticString,
    of user: Int64,
    _ former: [ID<User>],
    preferring profiles: Set<Int64>
  ) throws -> [String] {
    let ofUser = """
      SELECT \(column) FROM document
      WHERE user = ?1 AND \(column) IS NOT NULL
        AND (kind <> 'profile' OR n IN (SELECT value FROM json_each(?2)))
      """
    let latest = """
      ORDER BY kind = 'profile' DESC, coalesce(statedAt, receivedAt) DESC, id DESC LIMIT 1
      """
    let own = try db.first(
      """
      \(ofUser)
        AND (claimant IS NULL OR claimant NOT IN (SELECT value FROM json_each(?3))) \(latest)
      """,
      [user, profiles.json, former.json]
    ) { try $0.text(0) }
    let others = try former.compactMap { name in
      try db.first("\(ofUser) AND claimant = ?3 \(latest)", [user, profiles.json, name.raw]) {
        try $0.text(0)
      }
    }
    return (own.map { [$0] } ?? []) + others
  }

  func hasRights(_ user: Int64) throws -> Bool {
    try db.exists("SELECT 1 FROM entitlement WHERE user = ?", [user])
  }

  /// - Returns: Whether to send a webhook: the entitlements or their times changed, regardless of
  ///   their sources.
  func write(_ rights: [Entitlement], of user: Int64, _ input: DerivationInput) throws -> Bool {
    struct Row: Hashable {
      var key: String
      var environment: String
      var from: Int64
      var until: Int64?
      var source: Int64?
      var document: Int64

      /// The row without its sources.
      var right: [AnyHashable?] { [key, environment, from, until] }
    }
    let rows = try rights.map {
      Row(
        key: $0.key,
        environment: $0.environment.rawValue,
        from: $0.from.milliseconds,
        until: $0.until?.milliseconds,
        source: $0.source.flatMap { input.rowID(of: $0) },
        document: try input.rowID(of: $0.evidence.raw) ?? rowID(of: $0.evidence)
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
    guard known != rows else { return false }
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
    return memory.sendsWebhooks && Set(known.map(\.right)) != Set(rows.map(\.right))
  }

  func writeInventory(
    of user: Int64,
    _ id: ID<User>,
    from orders: [Order],
    _ input: DerivationInput
  ) throws {
    let items = try EntitlementRules.inventory(
      for: id,
      from: orders,
      used: used(orders),
      catalog: memory.catalog
    )
    .map { item -> [Argument?] in
      [
        user, input.rowID(of: item.source), item.item, item.environment.rawValue,
        item.granted,
        item.used, item.from.milliseconds, item.until?.milliseconds,
      ]
    }
    try replace(Self.inventory, of: user, by: items)
    let balances = EntitlementRules.balances(for: id, from: orders, catalog: memory.catalog)
    try replace(
      Self.balance,
      of: user,
      by: balances.map { [user, $0.environment.rawValue, $0.currency, $0.amount] }
    )
  }

  private static let inventory = OwnedRows(
    "inventory",
    ["user", "source", "item", "environment", "granted", "used", "\"from\"", "until"]
  )
  private static let balance = OwnedRows("balance", ["user", "environment", "currency", "amount"])

  private func used(_ orders: [Order]) throws -> [ID<Order>: ConsumptionCounts] {
    guard memory.hasActs else { return [:] }
    return try db.uses(of: orders.map(\.id))
  }

  /// Rewrites a user's few rows if any of them differs.
  private func replace(_ table: OwnedRows, of user: Int64, by rows: [[Argument?]]) throws {
    let known = try db.map(table.selection, [user], \.values)
    if known.isEmpty, rows.isEmpty { return }
    guard Set(known) != Set(rows.map { $0.map { $0?.stored } }) else { return }
    try db.run(table.deletion, [user])
    for row in rows { try db.run(table.insertion, row) }
  }
}

/// The statements for a table with a few rows per user.
private struct OwnedRows {
  let selection: String
  let deletion: String
  let insertion: String

  init(_ table: StaticString, _ columns: [String]) {
    let list = columns.joined(separator: ", ")
    let placeholders = columns.map { _ in "?" }.joined(separator: ", ")
    selection = "SELECT \(list) FROM \(table) WHERE user = ?"
    deletion = "DELETE FROM \(table) WHERE user = ?"
    insertion = "INSERT INTO \(table) (\(list)) VALUES (\(placeholders))"
  }
}

extension CaseIterable where Self: RawRepresentable<String> & Hashable {
  /// The raw values that occur, in order of the cases.
  fileprivate static func joinedValues(_ found: Set<Self>) -> String {
    if found.count == 1, let only = found.first { return only.rawValue }
    return allCases.filter(found.contains).map(\.rawValue).joined(separator: " ")
  }
}

/// A user's stored row.
struct UserStateRow {
  let id: ID<User>
  var name: String?
  var email: String?
  /// Milliseconds since 1970, both.
  var firstSeenAt: Int64
  var lastPurchasedAt: Int64
  var orders: Int
  /// Raw values, separated by spaces, both.
  var stores: String
  var environments: String
  var leading: Int64?

  init?(of user: Int64, in db: Database) throws {
    guard let found = try db.first(Self.query, [user], UserStateRow.init) else { return nil }
    self = found
  }

  private static let query =
    "SELECT id, \(columns.joined(separator: ", ")) FROM user WHERE n = ?"

  private init(_ cells: RowReader) throws {
    id = try cells.id(0)
    name = try cells.optionalText(1)
    email = try cells.optionalText(2)
    firstSeenAt = try cells.number(3)
    lastPurchasedAt = try cells.number(4)
    orders = try cells.count(5)
    stores = try cells.text(6)
    environments = try cells.text(7)
    leading = try cells.optionalNumber(8)
  }

  static let columns = [
    "name", "email", "firstSeenAt", "lastPurchasedAt", "orders", "stores", "environments",
    "leading",
  ]

  var values: [Argument?] {
    [name, email, firstSeenAt, lastPurchasedAt, orders, stores, environments, leading]
  }
}
