package import Entitlements
package import Foundation
internal import GRDB

extension Ledger {
  /// At most so many of a user's sales, the newest first, from behind a place on; `nil` for a user
  /// nobody has heard of.
  package func sales(
    of user: ID<User>,
    after place: SalePlace?,
    limit: Int
  ) async throws(LedgerError) -> SalePage? {
    let count = Keyset.bounded(limit)
    return try await read { db in
      guard let (n, user) = try db.known(user) else { return nil }
      let found = try db.sales(of: n, after: place, limit: count + 1)
      let page = try db.settled(Array(found.prefix(count)))
      let last = found.count > count ? found.prefix(count).last : nil
      return SalePage(
        user: user.id,
        sales: page,
        next: last.map { SalePlace(purchasedAt: $0.order.purchasedAt, number: $0.n) }
      )
    }
  }

  /// The sale of that ID; `nil` where there is none.
  package func sale(_ id: ID<Order>) async throws(LedgerError) -> SaleRecord? {
    try await read { db in
      guard id.isUsable, let number = try db.number(of: id) else { return nil }
      return try db.records("WHERE sale.n = ?", [number]).first
    }
  }

  /// The sales that a store numbered so, in any shop; failing these, those of the purchases that it
  /// calls so in e-mails to its customers. At most so many.
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

  /// What was sold in a shop at one instant.
  package func sales(
    at instant: Date,
    in shop: Subscription.Name
  ) async throws(LedgerError) -> [SaleRecord] {
    try await read { db in
      try db.records(
        "WHERE sale.purchasedAt = ? AND shop.store = ? AND shop.environment = ? AND shop.app = ?",
        [instant.milliseconds, shop.store.rawValue, shop.environment.rawValue, shop.app]
      )
    }
  }

  /// The document that was filed under a key; `nil` where there is none.
  package func document(filedUnder key: String) async throws(LedgerError) -> Document? {
    let id = try await read { db in
      try db.first("SELECT id FROM document WHERE key = ?", [key]) { try $0.id(0) as ID<Document> }
    }
    guard let id else { return nil }
    return try await document(id)
  }
}

/// A sale with the numbers of its row and of its chain's.
private struct FoundSale {
  var n: Int64
  var chain: Int64
  var order: Order

  init(_ cells: Cells) throws {
    n = try cells.number(0)
    chain = try cells.number(28)
    order = try Order(cells)
  }
}

extension Database {
  fileprivate func sales(
    of user: Int64,
    after place: SalePlace?,
    limit: Int
  ) throws -> [FoundSale] {
    let order = "ORDER BY sale.purchasedAt DESC, sale.n DESC"
    guard let place else {
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
      [user, place.purchasedAt.milliseconds, place.number, limit],
      FoundSale.init
    )
  }

  fileprivate func records(_ tail: String, _ arguments: [Argument?]) throws -> [SaleRecord] {
    let found = try map("\(OrderRows.query) \(tail)", arguments, FoundSale.init)
    return try zip(found, settled(found)).map { found, order in
      let phases = order.kind == .autoRenewable ? try phases(ofChain: found.chain) : []
      return SaleRecord(order: order, phases: phases)
    }
  }

  /// The sales with what was told elsewhere of their being taken back.
  fileprivate func settled(_ found: [FoundSale]) throws -> [Order] {
    let tokens = found.filter { $0.order.store == .google }
    let shops = Dictionary(tokens.map { ($0.chain, $0.order) }) { first, _ in first }
    guard !shops.isEmpty else { return found.map(\.order) }
    let takings = try map(Self.takings, [Array(shops.keys).json]) { cells -> Notice? in
      guard let sale = shops[try cells.number(0)] else { return nil }
      return Notice(
        try cells.word(1),
        chain: sale.chain,
        order: Order.id(
          store: sale.store,
          environment: sale.environment,
          app: sale.app,
          transactionID: try cells.text(2)
        ),
        testimony: try Testimony(cells, at: 3, evidence: 4, provenance: 5)
      )
    }
    return found.map(\.order).takenBack(by: takings.compactMap(\.self))
  }

  private static var takings: String {
    """
    SELECT notice.chain, notice.kind, notice.transactionID, notice.statedAt, document.id,
      document.provenance
    FROM json_each(?) AS asked CROSS JOIN notice ON notice.chain = asked.value
    CROSS JOIN document ON document.n = notice.document
    WHERE notice.kind IN ('refunded', 'revoked') AND notice.transactionID IS NOT NULL
    """
  }
}
