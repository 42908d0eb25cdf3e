import Entitlements
import Foundation
internal import GRDB

/// Sales as they are stored.
enum OrderRows {
  /// What `init(_:)` reads, in its order.
  static let columns = """
    sale.n, shop.store, shop.environment, shop.app, sale.transactionID, chain.id,
      sale.webOrderLineItemID, product.id, sale.kind, sale.quantity, sale.purchasedAt,
      sale.originalPurchasedAt, sale.expiresAt, sale.cancelledAt, sale.cancellation, sale.offer,
      sale.offerID, owner.id, sale.statedAt, said.id, said.provenance, sale.price, sale.currency,
      sale.country, sale.ownership, sale.termsAt, terms.id, terms.provenance, sale.chain,
      sale.evidence
    """

  /// How many columns that are.
  static let width = 30

  static let joins = """
    CROSS JOIN chain ON chain.n = sale.chain
    CROSS JOIN shop ON shop.n = sale.shop
    CROSS JOIN product ON product.n = sale.product
    CROSS JOIN document AS said ON said.n = sale.evidence
    LEFT JOIN document AS terms ON terms.n = sale.termsIn
    LEFT JOIN user AS owner ON owner.n = sale.user
    """

  /// A condition may follow, on `sale` and what it is joined to.
  static let query = "SELECT \(columns) FROM \"order\" AS sale \(joins) "
}

extension Database {
  /// Sales under a condition on `sale`, `chain` and the others of `OrderRows.query`.
  func orders(_ tail: String, _ arguments: [Argument?]) throws -> [Order] {
    try map(OrderRows.query + tail, arguments, Order.init)
  }
}

extension Order {
  init(_ cells: Cells) throws {
    let purchasedAt = try cells.instant(10)
    self.init(
      store: try cells.word(1),
      environment: try cells.word(2),
      app: try cells.text(3),
      transactionID: try cells.text(4),
      originalTransactionID: try cells.text(5),
      webOrderLineItemID: try cells.optionalText(6),
      productID: try cells.text(7),
      kind: try cells.coded(8),
      quantity: try cells.count(9),
      purchasedAt: purchasedAt,
      originalPurchasedAt: try cells.optionalInstant(11) ?? purchasedAt,
      expiresAt: try cells.optionalInstant(12),
      cancelledAt: try cells.optionalInstant(13),
      cancellation: try cells.optionalCoded(14),
      offer: Offer(try cells.optionalCoded(15), id: try cells.optionalText(16)),
      terms: try Terms(cells),
      user: try cells.optionalID(17),
      testimony: try Testimony(cells, at: 18, evidence: 19, provenance: 20)
    )
  }
}

extension Order.Terms {
  fileprivate init?(_ cells: Cells) throws {
    guard try cells.optionalNumber(25) != nil else { return nil }
    var price: Money?
    if let nanos = try cells.optionalNumber(21) {
      guard let currency = Currency(try cells.text(22)) else { throw UnreadableRow(column: 22) }
      price = Money(nanos: nanos, currency)
    }
    self.init(
      price: price,
      country: try cells.optionalText(23),
      ownership: try cells.optionalCoded(24),
      testimony: try Testimony(cells, at: 25, evidence: 26, provenance: 27)
    )
  }
}

extension Testimony {
  /// From the columns of an instant, a document's ID and its provenance.
  init(_ cells: Cells, at instant: Int, evidence: Int, provenance: Int) throws {
    self.init(
      try cells.id(evidence),
      at: try cells.instant(instant),
      (try cells.word(provenance) as Provenance).authority
    )
  }
}
