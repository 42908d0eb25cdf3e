package import Entitlements
import Foundation
internal import GRDB

// These queries also find a merged user by the former ID.
extension Ledger {
  /// A user's entitlements; `nil` for an unknown user.
  package func heldRights(of user: ID<User>) async throws(LedgerError) -> UserEntitlements? {
    try await read { db in
      guard let (n, user) = try db.known(user) else { return nil }
      return UserEntitlements(user: user.id, rights: try db.rights(of: n))
    }
  }

  /// A user's account summary; `nil` for an unknown user.
  package func account(of user: ID<User>) async throws(LedgerError) -> Account? {
    try await read { db in
      guard let (n, user) = try db.known(user) else { return nil }
      return Account(
        user: user,
        rights: UserEntitlements(user: user.id, rights: try db.rights(of: n)),
        chains: try db.renewals(of: n),
        inventory: try db.inventory(of: n, user.id),
        orders: try db.count("SELECT orders FROM user WHERE n = ?", [n]),
        documents: try db.count("SELECT count(*) FROM document WHERE user = ?", [n])
      )
    }
  }
}

extension Database {
  /// The user with this ID, also a former ID of a merged user.
  func known(_ id: ID<User>) throws -> (n: Int64, user: User)? {
    guard id.isUsable else { return nil }
    func find(_ id: ID<User>) throws -> (n: Int64, user: User)? {
      try first("SELECT n, \(User.columns) FROM user WHERE id = ?", [id.raw]) {
        (n: try $0.number(0), user: try User($0, from: 1))
      }
    }
    if let found = try find(id) { return found }
    let canonical = try OwnershipContext(in: self).identities.canonical(id)
    return canonical == id ? nil : try find(canonical)
  }

  fileprivate func rights(of user: Int64) throws -> [UserEntitlement] {
    try map(
      """
      SELECT \(Entitlement.columns), sale.purchasedAt, product.id
      FROM entitlement \(Entitlement.joins) LEFT JOIN product ON product.n = sale.product
      WHERE entitlement.user = ?
      ORDER BY entitlement.key, entitlement.environment, entitlement."from"
      """,
      [user]
    ) { cells in
      var sale: UserEntitlement.Sale?
      if let purchasedAt = try cells.optionalInstant(10) {
        sale = UserEntitlement.Sale(
          product: Catalog.Product(try cells.word(6), try cells.text(11)),
          purchasedAt: purchasedAt
        )
      }
      return UserEntitlement(try Entitlement(cells), sale: sale)
    }
  }

  /// The user's chains with phases: renewing ones, and those known only from renewal statuses.
  fileprivate func renewals(of user: Int64) throws -> [AccountChain] {
    var phases: [Int64: [Phase]] = [:]
    try forEach(
      """
      SELECT chain.n, phase."from", phase.until, phase.state, phase.reason, phase.renews,
        document.id
      FROM chain CROSS JOIN phase ON phase.chain = chain.n
      CROSS JOIN document ON document.n = phase.document
      WHERE chain.user = ? ORDER BY phase.chain, phase."from"
      """,
      [user]
    ) { phases[try $0.number(0), default: []].append(try Phase($0, from: 1)) }
    let chains = try map(
      """
      SELECT chain.n, shop.store, shop.environment, shop.app, chain.id, product.id,
        chain.startedAt, chain.accessUntil
      FROM chain CROSS JOIN shop ON shop.n = chain.shop
      LEFT JOIN product ON product.n = chain.product
      WHERE chain.user = ?
      """,
      [user]
    ) { cells -> AccountChain? in
      guard let life = phases[try cells.number(0)] else { return nil }
      let id = try cells.chain(at: 1)
      guard let name = Subscription.Name(id) else { throw RowDecodingError(column: 1) }
      return AccountChain(
        id: id,
        name: name,
        productID: try cells.optionalText(5),
        startedAt: try cells.optionalInstant(6),
        accessUntil: try cells.optionalInstant(7),
        phases: life
      )
    }
    return chains.compactMap(\.self).sorted { left, right in
      let begun = (left.startedAt ?? .distantPast, right.startedAt ?? .distantPast)
      return begun.0 == begun.1 ? left.id < right.id : begun.0 > begun.1
    }
  }

  fileprivate func inventory(of user: Int64, _ id: ID<User>) throws -> [InventoryItem] {
    try map(
      """
      SELECT item, inventory.environment, granted, used, "from", until, shop.store,
        shop.environment, shop.app, sale.transactionID
      FROM inventory CROSS JOIN "order" AS sale ON sale.n = inventory.source
      CROSS JOIN shop ON shop.n = sale.shop
      WHERE inventory.user = ? ORDER BY "from" DESC, item, sale.n
      """,
      [user]
    ) { cells in
      InventoryItem(
        item: try cells.text(0),
        user: id,
        environment: try cells.word(1),
        source: Order.id(
          store: try cells.word(6),
          environment: try cells.word(7),
          app: try cells.text(8),
          transactionID: try cells.text(9)
        ),
        granted: try cells.count(2),
        used: try cells.count(3),
        from: try cells.instant(4),
        until: try cells.optionalInstant(5)
      )
    }
  }
}

extension Ledger {
  /// Entitlements granted to a user by hand, and their withdrawals.
  package func grants(of user: ID<User>) async throws(LedgerError) -> [OperatorAction] {
    try await read { db in
      guard user.isUsable else { return [] }
      return try db.acts("WHERE act.user = ? AND act.deed IN ('grant', 'withdraw')", [user.raw])
    }
  }
}
