import Entitlements
import Foundation
internal import GRDB

/// Queries of sales.
enum OrderRows {
  /// The columns that `Order.init(_:)` reads, in order.
  static let columns: String = selection(owner: "owner.id", refundedAt: refundedAt)
  /// The same without the owner and the refund that others report.
  static let unownedColumns: String = selection(owner: "NULL", refundedAt: "NULL")

  private static func selection(owner: String, refundedAt: String) -> String {
    """
    \(beginning(effective)), \(owner), sale.statedAt, said.id, said.provenance, sale.price,
      sale.currency, sale.country, sale.ownership, sale.termsAt, terms.id, terms.provenance,
      sale.chain, sale.evidence, \(refundedAt)
    """
  }

  /// When Google returned the money of a sale that goes on. The first condition on the kind is that
  /// of the index.
  static let refundedAt = """
    iif(sale.cancelledAt IS NULL AND sale.shop IN (SELECT n FROM shop WHERE store = 'google'), (
      SELECT min(notice.statedAt) FROM notice CROSS JOIN document ON document.n = notice.document
      WHERE notice.chain = sale.chain AND notice.transactionID = sale.transactionID
        AND notice.kind IN ('refunded', 'refundedInPart') AND notice.kind = 'refunded'
        AND document.provenance NOT IN ('sharedSecret', 'none')), NULL)
    """

  private static func beginning(_ cancellation: String) -> String {
    """
    sale.n, shop.store, shop.environment, shop.app, sale.transactionID, chain.id,
      sale.webOrderLineItemID, product.id, sale.kind, sale.quantity, sale.purchasedAt,
      sale.originalPurchasedAt, sale.expiresAt, \(cancellation), sale.offer, sale.offerID
    """
  }

  /// The cancellation with the reversals and changes of plan that other documents report.
  private static let effective = "sale.cancelledAt, sale.cancellation"
  /// The cancellation as the sale's own documents state it (`Store.reportsReversals`); an end by a
  /// change of plan is derived from other sales.
  private static let stated = """
    iif(\(isDerived), sale.statedCancelledAt, sale.cancelledAt),
      iif(\(isDerived), sale.statedCancellation, sale.cancellation)
    """
  private static let isDerived = """
    shop.store IN ('google', 'microsoft')
      OR sale.cancellation IS \(Order.Cancellation.upgraded.code)
    """

  /// The number of columns.
  static let width = 31

  static let joins = "\(unownedJoins) LEFT JOIN user AS owner ON owner.n = sale.user"

  static let unownedJoins = "\(factJoins) LEFT JOIN document AS terms ON terms.n = sale.termsIn"

  /// Selects sales by row IDs in a JSON array.
  static let numbered = """
    SELECT \(columns) FROM json_each(?) AS asked
    CROSS JOIN "order" AS sale ON sale.n = asked.value \(joins)
    """

  private static let factJoins = """
    CROSS JOIN chain ON chain.n = sale.chain
    CROSS JOIN shop ON shop.n = sale.shop
    CROSS JOIN product ON product.n = sale.product
    CROSS JOIN document AS said ON said.n = sale.evidence
    """

  /// A condition on `sale` and the joined tables may follow.
  static let query = "SELECT \(columns) FROM \"order\" AS sale \(joins) "

  /// The same without the refund that others report, followed by the cancellation as stated and the
  /// row ID of the terms' document.
  static let queryWithStated = """
    SELECT \(selection(owner: "owner.id", refundedAt: "NULL")), \(stated), sale.termsIn
    FROM "order" AS sale \(joins)
    """

  /// With the cancellation as stated, followed by the effective one; without owner and terms, of
  /// which the rules use only whether Google's order states a price, not in which document.
  static let decisive = """
    SELECT \(beginning(stated)), NULL, sale.statedAt, said.id, said.provenance, sale.price,
      sale.currency, NULL, NULL,
      iif(shop.store = 'google' AND sale.price IS NOT NULL, sale.termsAt, NULL), said.id,
      said.provenance, sale.chain, sale.evidence, NULL, \(effective)
    FROM "order" AS sale \(factJoins)
    """
}

extension Database {
  /// Reads sales by row ID.
  func orders(numbered numbers: [Int64]) throws -> [Int64: Order] {
    if numbers.isEmpty { return [:] }
    let found = try map(OrderRows.numbered, [numbers.json]) { (try $0.number(0), try Order($0)) }
    return Dictionary(found) { first, _ in first }
  }

  /// Reads sales that match a condition on `sale`, `chain` and the other tables of
  /// `OrderRows.query`.
  func orders(_ tail: String, _ arguments: [Argument?]) throws -> [Order] {
    try map(OrderRows.query + tail, arguments, Order.init)
  }
}

extension Order {
  init(_ cells: RowReader) throws {
    let purchasedAt = try cells.instant(10)
    self.init(
      store: try cells.keyword(1),
      environment: try cells.keyword(2),
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
      refundedAt: try cells.optionalInstant(30),
      offer: Offer(try cells.optionalCoded(15), id: try cells.optionalText(16)),
      terms: try Terms(cells),
      user: try cells.optionalID(17),
      statementSource: try StatementSource(cells, at: 18, evidence: 19, provenance: 20)
    )
  }
}

extension RowReader {
  /// From the columns of a cancellation's date and reason.
  func cancellation(at column: Int) throws -> Order.CancellationState {
    Order.CancellationState(try optionalInstant(column), try optionalCoded(column + 1))
  }
}

extension Order {
  /// When the sale was cancelled, and why.
  struct CancellationState: Equatable {
    var at: Date?
    var cancellation: Cancellation?

    init(_ instant: Date?, _ cancellation: Cancellation?) {
      at = instant
      self.cancellation = cancellation
    }
  }

  var cancellationState: CancellationState { CancellationState(cancelledAt, cancellation) }

  func cancelled(_ state: CancellationState) -> Order {
    state == cancellationState
      ? self : changing { ($0.cancelledAt, $0.cancellation) = (state.at, state.cancellation) }
  }
}

extension Order.Terms {
  fileprivate init?(_ cells: RowReader) throws {
    guard try cells.optionalNumber(25) != nil else { return nil }
    self.init(
      price: try cells.optionalMoney(21, in: 22),
      country: try cells.optionalText(23),
      ownership: try cells.optionalCoded(24),
      statementSource: try StatementSource(cells, at: 25, evidence: 26, provenance: 27)
    )
  }
}

extension RowReader {
  /// From the columns of an amount in nanos and a currency.
  func optionalMoney(_ amount: Int, in currency: Int) throws -> Money? {
    guard let nanos = try optionalNumber(amount) else { return nil }
    guard let known = Currency(try text(currency)) else { throw RowDecodingError(column: currency) }
    return Money(nanos: nanos, known)
  }
}

extension StatementSource {
  /// From the columns of an instant, a document's ID and its provenance.
  init(_ cells: RowReader, at instant: Int, evidence: Int, provenance: Int) throws {
    self.init(
      try cells.id(evidence),
      at: try cells.instant(instant),
      (try cells.keyword(provenance) as TrustBasis).authority
    )
  }
}
