package import Entitlements
package import Foundation
internal import GRDB

extension Ledger {
  /// A page of a user's sales, newest first, after a position; `nil` for an unknown user.
  package func sales(
    of user: ID<User>,
    after position: SalePosition?,
    limit: Int
  ) async throws(LedgerError) -> SalePage? {
    let count = Keyset.bounded(limit)
    return try await read { db in
      guard let (n, user) = try db.known(user) else { return nil }
      let found = try db.sales(of: n, after: position, limit: count + 1)
      let page = try db.resolved(Array(found.prefix(count)))
      let last = found.count > count ? found.prefix(count).last : nil
      return SalePage(
        user: user.id,
        sales: page,
        next: last.map { SalePosition(purchasedAt: $0.order.purchasedAt, number: $0.n) }
      )
    }
  }

  /// The sale with this ID, or `nil`.
  package func sale(_ id: ID<Order>) async throws(LedgerError) -> SaleRecord? {
    try await read { db in
      guard id.isUsable, let number = try db.number(of: id) else { return nil }
      return try db.records("WHERE sale.n = ?", [number]).first
    }
  }

  /// Up to `limit` sales with this transaction ID in any app scope; if there are none, those with
  /// this order number in the store's customer e-mails.
  package func sales(
    numbered number: String,
    limit: Int
  ) async throws(LedgerError) -> [SaleRecord] {
    try await read { db in
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
    try await read { db in
      try db.records(
        "WHERE sale.purchasedAt = ? AND shop.store = ? AND shop.environment = ? AND shop.app = ?",
        [
          instant.milliseconds, appScope.store.rawValue, appScope.environment.rawValue,
          appScope.app,
        ]
      )
    }
  }

  /// The document filed under a key, or `nil`.
  package func document(filedUnder key: String) async throws(LedgerError) -> Document? {
    let id = try await read { db in
      try db.first("SELECT id FROM document WHERE key = ?", [key]) { try $0.id(0) as ID<Document> }
    }
    guard let id else { return nil }
    return try await document(id)
  }
}

/// A sale with its row ID and its chain's.
private struct FoundSale {
  var n: Int64
  var chain: Int64
  var order: Order

  init(_ cells: RowReader) throws {
    n = try cells.number(0)
    chain = try cells.number(28)
    order = try Order(cells)
  }
}

extension Database {
  fileprivate func sales(
    of user: Int64,
    after position: SalePosition?,
    limit: Int
  ) throws -> [FoundSale] {
    let order = "ORDER BY sale.purchasedAt DESC, sale.n DESC"
    guard let position else {
      return try map(
        "\(OrderRows.query) WHERE sale.user = ? \(order) LIMIT ?",
        [user, limit],
        FoundSale.init
      )
    }
    return try map(
      """
      \(OrderRows.query) WHERE sale.user = ?1 AND sale.purchasedAt <= ?2
        AND (sale.purchasedAt < ?2 OR sale.n < ?3) \(order) LIMIT ?4
      """,
      [user, position.purchasedAt.milliseconds, position.number, limit],
      FoundSale.init
    )
  }

  fileprivate func records(_ tail: String, _ arguments: [Argument?]) throws -> [SaleRecord] {
    let found = try map("\(OrderRows.query) \(tail)", arguments, FoundSale.init)
    return try zip(found, resolved(found)).map { found, order in
      let phases = order.kind == .autoRenewable ? try phases(ofChain: found.chain) : []
      return SaleRecord(order: order, phases: phases)
    }
  }

  /// The sales after applying refund and revocation events.
  fileprivate func resolved(_ found: [FoundSale]) throws -> [Order] {
    let tokens = found.filter { $0.order.store == .google }
    let shops = Dictionary(tokens.map { ($0.chain, $0.order) }) { first, _ in first }
    guard !shops.isEmpty else { return found.map(\.order) }
    let reversals = try map(Self.reversals, [Array(shops.keys).json]) { cells -> StoreEvent? in
      guard let sale = shops[try cells.number(0)] else { return nil }
      return StoreEvent(
        try cells.word(1),
        chain: sale.chain,
        order: Order.id(
          store: sale.store,
          environment: sale.environment,
          app: sale.app,
          transactionID: try cells.text(2)
        ),
        statementSource: try StatementSource(cells, at: 3, evidence: 4, provenance: 5)
      )
    }
    return found.map(\.order).takenBack(by: reversals.compactMap(\.self))
  }

  private static var reversals: String {
    """
    SELECT notice.chain, notice.kind, notice.transactionID, notice.statedAt, document.id,
      document.provenance
    FROM json_each(?) AS asked CROSS JOIN notice ON notice.chain = asked.value
    CROSS JOIN document ON document.n = notice.document
    WHERE notice.kind IN ('refunded', 'revoked') AND notice.transactionID IS NOT NULL
    """
  }
}
