import Entitlements
import Foundation
internal import GRDB

/// The facts a document states, written as stated.
extension Clerk {
  /// - Returns: The chains the document mentions.
  mutating func write(_ facts: Facts, of document: Int64) throws -> Set<Int64> {
    var mentioned: Set<Int64> = []
    for order in facts.orders {
      guard let chain = try number(of: order.chain) else { continue }
      try write(order, in: chain)
      mentioned.insert(chain)
    }
    for standing in facts.standings {
      guard let chain = try number(of: standing.chain) else { continue }
      try write(standing, of: chain, document)
      mentioned.insert(chain)
    }
    for notice in facts.notices {
      let chain = try notice.chain.flatMap { try number(of: $0) }
      try write(notice, of: chain, document)
      if let chain { mentioned.insert(chain) }
    }
    for link in facts.links {
      guard let chain = try number(of: link.chain) else { continue }
      try write(link, of: chain, document)
      mentioned.insert(chain)
    }
    for act in facts.acts {
      if let chain = try write(act, document) { mentioned.insert(chain) }
    }
    for chain in mentioned.sorted() {
      try db.run(
        "INSERT OR IGNORE INTO mention (chain, document) VALUES (?, ?)",
        [chain, document]
      )
    }
    touchedChains.formUnion(mentioned)
    return mentioned
  }

  /// Merges the sale with what is known of it.
  private mutating func write(_ order: Order, in chain: Int64) throws {
    let found = try db.first(
      OrderRows.query + "WHERE sale.transactionID = ? AND sale.shop = ?",
      [
        order.transactionID,
        try number(of: Shop(store: order.store, environment: order.environment, app: order.app)),
      ]
    ) { (n: try $0.number(0), order: try Order($0)) }
    guard let found else { return try insert(order, in: chain) }
    var known = found.order
    let owner = known.user
    known.user = nil
    let merged = known.merged(with: order)
    guard merged != known else { return }
    if merged.chain != known.chain, let old = try number(of: known.chain) {
      touchedChains.insert(old)
    }
    if let owner { touch(user: try number(of: owner)) }
    try count(known, by: -1)
    try count(merged, by: 1)
    let merge = try number(of: merged.chain) ?? chain
    try db.run(Self.orderUpdate, try values(of: merged, in: merge) + [found.n])
  }

  private mutating func insert(_ order: Order, in chain: Int64) throws {
    try count(order, by: 1)
    try db.run("UPDATE meta SET value = value + 1 WHERE name = 'orders'")
    try db.run(Self.orderInsertion, try values(of: order, in: chain))
  }

  /// The exact counts by product and by day, in UTC.
  private mutating func count(_ order: Order, by difference: Int) throws {
    try db.run(
      "UPDATE product SET orders = orders + ? WHERE n = ?",
      [difference, try number(of: Catalog.Product(order.store, order.productID))]
    )
    try db.run(
      """
      INSERT INTO dayCount (day, orders) VALUES (?1, max(?2, 0))
      ON CONFLICT (day) DO UPDATE SET orders = orders + ?2
      """,
      [order.purchasedAt.day, difference]
    )
  }

  private mutating func values(of order: Order, in chain: Int64) throws -> [Argument?] {
    let offer = order.offer?.stored
    var terms: [Argument?] = [nil, nil, nil, nil, nil, nil]
    if let told = order.terms {
      terms = [
        told.price?.nanos, told.price?.currency.code, told.country, told.ownership?.code,
        told.testimony.statedAt.milliseconds, try number(of: told.testimony.evidence),
      ]
    }
    return [
      chain,
      try number(of: Shop(store: order.store, environment: order.environment, app: order.app)),
      order.transactionID, try number(of: Catalog.Product(order.store, order.productID)),
      order.kind.code, order.quantity, order.purchasedAt.milliseconds,
      order.originalPurchasedAt == order.purchasedAt
        ? nil : order.originalPurchasedAt.milliseconds,
      order.expiresAt?.milliseconds, order.cancelledAt?.milliseconds, order.cancellation?.code,
      offer?.code.code, offer?.id, order.webOrderLineItemID, order.testimony.statedAt.milliseconds,
      try number(of: order.testimony.evidence),
    ] + terms
  }

  /// Every fact names a document that is filed, or is being filed.
  private func number(of document: ID<Document>) throws -> Int64 {
    let found = try db.number("SELECT n FROM document WHERE id = ?", [document.raw])
    guard let found else { throw LedgerError.refused(rule: "a fact names a document not on file") }
    return found
  }

  private static let orderColumns = """
    chain, shop, transactionID, product, kind, quantity, purchasedAt, originalPurchasedAt, expiresAt,
    cancelledAt, cancellation, offer, offerID, webOrderLineItemID, statedAt, evidence, price,
    currency, country, ownership, termsAt, termsIn
    """
  private static let orderInsertion = """
    INSERT INTO "order" (\(orderColumns))
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  private static let orderUpdate = """
    UPDATE "order" SET (\(orderColumns)) =
      (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    WHERE n = ?
    """
}

extension Date {
  /// The number of the day in UTC, counted from 1970.
  var day: Int64 {
    let (day, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    return rest < 0 ? day - 1 : day
  }
}
