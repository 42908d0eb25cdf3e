internal import Crypto
package import Entitlements
package import Foundation
internal import GRDB

/// Chains and sales, with the claims on them.
package struct PurchaseRecords: Sendable {
  let ledger: Ledger

  /// The records of these chains, with the facts of each kind sorted by time and without
  /// repetitions; omits unknown chains. Sorted by chain ID.
  package func records(
    of chains: some Sequence<ID<Subscription>> & Sendable
  ) async throws(LedgerError) -> [ChainRecord] {
    try await ledger.read { db in
      let rowIDs = try db.rowIDs(of: chains)
      guard !rowIDs.isEmpty else { return [] }
      var facts = CaseChains(rowIDs.sorted(), NameCache(in: db), in: db)
      try facts.read()
      try facts.readOwners()
      return facts.records.stated()
    }
  }

  /// A page of a user's sales, newest first, after a position; `nil` for an unknown user. After a
  /// position that is not a sale of the user's any more, those before its instant.
  package func sales(
    of user: ID<User>,
    after position: SalePosition?,
    limit: Int
  ) async throws(LedgerError) -> SalePage? {
    let count = Keyset.bounded(limit)
    return try await ledger.read { db in
      guard let (n, user) = try db.known(user) else { return nil }
      let found = try db.sales(of: n, after: position, limit: count + 1)
      let last = found.count > count ? found.prefix(count).last : nil
      return SalePage(
        user: user.id,
        sales: found.prefix(count).map(\.order),
        next: last.map { SalePosition(of: $0.order) }
      )
    }
  }

  /// The current owner of a chain; `nil` if it has none, or is unknown.
  package func owner(of chain: ID<Subscription>) async throws(LedgerError) -> ID<User>? {
    try await ledger.read { db in
      guard let n = try db.rowIDs(of: [chain]).first else { return nil }
      let owner = "SELECT user.id FROM chain JOIN user ON user.n = chain.user WHERE chain.n = ?"
      return try db.first(owner, [n]) { try $0.id(0) }
    }
  }

  /// The sale with this ID, or `nil`.
  package func sale(_ id: ID<Order>) async throws(LedgerError) -> SaleRecord? {
    try await ledger.read { db in
      try db.rowID(of: id).flatMap { try db.records("WHERE sale.n = ?", [$0]).first }
    }
  }

  /// Up to `limit` sales with this transaction ID in any app scope; if there are none, those with
  /// this order number in the store's customer e-mails.
  package func sales(
    numbered number: String,
    limit: Int
  ) async throws(LedgerError) -> [SaleRecord] {
    try await ledger.read { db in
      guard ID<Order>(number).isUsable else { return [] }
      let exact = try db.records(
        "WHERE sale.transactionID = ? ORDER BY sale.n LIMIT ?",
        [number, limit]
      )
      guard exact.isEmpty else { return exact }
      return try db.records(
        """
        WHERE sale.chain IN (SELECT chain FROM link WHERE value = ? AND kind = 'storeOrder')
        ORDER BY sale.n LIMIT ?
        """,
        [number, limit]
      )
    }
  }

  /// The sales of an app scope at one instant.
  package func sales(
    at instant: Date,
    in appScope: Subscription.Name
  ) async throws(LedgerError) -> [SaleRecord] {
    try await ledger.read { db in
      try db.records(
        "WHERE sale.purchasedAt = ? AND shop.store = ? AND shop.environment = ? AND shop.app = ?",
        [
          instant.milliseconds, appScope.store.rawValue, appScope.environment.rawValue,
          appScope.app,
        ]
      )
    }
  }

  /// Purchases that moved to another user because a rule changed, in order.
  package func ownerMoves(
    since instant: Date = .distantPast
  ) async throws(LedgerError) -> [OwnerMove] {
    try await ledger.read { db in
      try db.map(
        """
        SELECT \(ChainRow.idColumns), former, owner
        FROM ownerMove JOIN chain ON chain.n = ownerMove.chain JOIN shop ON shop.n = chain.shop
        WHERE ownerMove.at >= ? ORDER BY ownerMove.n
        """,
        [instant.milliseconds]
      ) { try OwnerMove(chain: $0.chain(at: 0), former: $0.optionalID(4), owner: $0.optionalID(5)) }
    }
  }

  /// All claims made at endpoints, in order of arrival.
  package func claims() async throws(LedgerError) -> [PurchaseClaim] {
    try await ledger.read { try $0.purchaseClaims() }
  }

  /// The ownership rule apart from the claims on a purchase.
  package func ownershipRule() async throws(LedgerError) -> OwnershipRule {
    try await ledger.read { db in
      let context = try OwnershipContext(in: db)
      return OwnershipRule(policy: context.policy, identities: context.identities)
    }
  }
}

/// A purchase that moved to another user because the ownership rule changed.
package struct OwnerMove: Equatable, Sendable {
  package var chain: ID<Subscription>
  package var former: ID<User>?
  package var owner: ID<User>?
}

/// A sale with its chain's row ID.
private struct FoundSale {
  var chain: Int64
  var order: Order

  init(_ cells: RowReader) throws {
    chain = try cells.number(28)
    order = try Order(cells)
  }
}

extension SalePosition {
  fileprivate init(of sale: Order) {
    let hash = SHA256.hash(data: Data(sale.id.raw.utf8))
    self.init(purchasedAt: sale.purchasedAt, digits: hex(hash.prefix(8)))
  }
}

extension Database {
  fileprivate func sales(
    of user: Int64,
    after position: SalePosition?,
    limit: Int
  ) throws -> [FoundSale] {
    guard let position else { return try sales(of: user, where: .always, limit) }
    let instant = position.purchasedAt.milliseconds
    // Few sales share an instant.
    let simultaneous = try sales(of: user, where: "sale.purchasedAt = \(instant)", -1)
    let later = simultaneous.drop { SalePosition(of: $0.order) != position }
    let others = later.dropFirst().prefix(limit)
    let rest = limit - others.count
    return try others + sales(of: user, where: "sale.purchasedAt < \(instant)", rest)
  }

  /// -1 is no limit.
  private func sales(of user: Int64, where filter: Fragment, _ limit: Int) throws -> [FoundSale] {
    try fetch(
      """
      \(sql: OrderRows.query) WHERE sale.user = \(user) AND \(filter)
      ORDER BY sale.purchasedAt DESC, sale.transactionID DESC, sale.n DESC LIMIT \(limit)
      """,
      FoundSale.init
    )
  }

  fileprivate func records(_ tail: String, _ arguments: [Argument?]) throws -> [SaleRecord] {
    let found = try map("\(OrderRows.query) \(tail)", arguments, FoundSale.init)
    return try found.map { found in
      let phases = found.order.kind == .autoRenewable ? try phases(ofChain: found.chain) : []
      return SaleRecord(order: found.order, phases: phases)
    }
  }

  /// Claims made at endpoints, in order of arrival; a condition on `claim` may follow.
  func purchaseClaims(
    _ condition: String = "",
    _ arguments: [Argument?] = []
  ) throws -> [PurchaseClaim] {
    try map(
      """
      SELECT \(ChainRow.idColumns), claim.user, endpoint, basis, evidence, at
      FROM claim JOIN chain ON chain.n = claim.chain JOIN shop ON shop.n = chain.shop
      \(condition) ORDER BY claim.n
      """,
      arguments
    ) {
      PurchaseClaim(
        try $0.chain(at: 0),
        of: try $0.id(4),
        at: try $0.keyword(5),
        try $0.keyword(6),
        evidence: try $0.id(7),
        at: try $0.instant(8)
      )
    }
  }
}
