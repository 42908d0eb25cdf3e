import Entitlements
internal import GRDB

/// Facts as they are stored, without a join: whatever a row names by number is looked up in
/// `RowNames`. A condition may follow each `query`.
enum CaseRows {
  static let orders = """
    SELECT shop, chain, transactionID, webOrderLineItemID, product, kind, quantity, purchasedAt,
      originalPurchasedAt, expiresAt, cancelledAt, cancellation, offer, offerID, user, statedAt,
      evidence, price, currency, country, ownership, termsAt, termsIn, n
    FROM "order"

    """
  static let standings = """
    SELECT chain, condition, until, reason, renews, nextProductID, statedAt, document FROM standing

    """
  static let notices = """
    SELECT chain, kind, transactionID, detail, statedAt, document FROM notice

    """
  static let phases = """
    SELECT chain, "from", until, state, reason, renews, document FROM phase

    """
  static let links = """
    SELECT chain, kind, value, document FROM link

    """
}

extension Order {
  /// From the columns of `CaseRows.orders`.
  init(_ cells: Cells, _ names: RowNames) throws {
    let shop = try names.shop(cells.number(0))
    let chain = try names.chain(cells.number(1))
    let purchasedAt = try cells.instant(7)
    self.init(
      store: shop.store,
      environment: shop.environment,
      app: shop.app,
      transactionID: try cells.text(2),
      originalTransactionID: chain.originalTransactionID,
      chain: chain.id,
      webOrderLineItemID: try cells.optionalText(3),
      productID: try names.product(cells.number(4)),
      kind: try cells.coded(5),
      quantity: try cells.count(6),
      purchasedAt: purchasedAt,
      originalPurchasedAt: try cells.optionalInstant(8) ?? purchasedAt,
      expiresAt: try cells.optionalInstant(9),
      cancelledAt: try cells.optionalInstant(10),
      cancellation: try cells.optionalCoded(11),
      offer: Offer(try cells.optionalCoded(12), id: try cells.optionalText(13)),
      terms: try Terms(cells, names),
      user: try cells.optionalNumber(14).map(names.user),
      testimony: try names.testimony(cells, at: 15, in: 16)
    )
  }
}

extension Order.Terms {
  fileprivate init?(_ cells: Cells, _ names: RowNames) throws {
    guard try cells.optionalNumber(21) != nil else { return nil }
    self.init(
      price: try cells.optionalMoney(17, in: 18),
      country: try cells.optionalText(19),
      ownership: try cells.optionalCoded(20),
      testimony: try names.testimony(cells, at: 21, in: 22)
    )
  }
}

extension Standing {
  /// From the columns of `CaseRows.standings`.
  init(_ cells: Cells, _ names: RowNames) throws {
    let condition = Condition(
      try cells.coded(1) as ConditionCode,
      until: try cells.optionalInstant(2),
      reason: try cells.optionalCoded(3)
    )
    guard let condition else { throw UnreadableRow(column: 2) }
    self.init(
      chain: try names.chain(cells.number(0)).id,
      condition: condition,
      renews: try cells.optionalFlag(4),
      nextProductID: try cells.optionalText(5),
      testimony: try names.testimony(cells, at: 6, in: 7)
    )
  }
}

extension Notice {
  /// From the columns of `CaseRows.notices`, of a notice about a chain.
  init(_ cells: Cells, _ names: RowNames) throws {
    let chain = try names.chain(cells.number(0))
    let order = try cells.optionalText(2).map {
      Order.id(
        store: chain.shop.store,
        environment: chain.shop.environment,
        app: chain.shop.app,
        transactionID: $0
      )
    }
    self.init(
      try cells.word(1),
      chain: chain.id,
      order: order,
      detail: try cells.optionalText(3),
      testimony: try names.testimony(cells, at: 4, in: 5)
    )
  }
}

extension Phase {
  /// From the columns of `CaseRows.phases`.
  init(_ cells: Cells, _ names: RowNames) throws {
    self.init(
      from: try cells.instant(1),
      until: try cells.optionalInstant(2),
      state: try cells.coded(3),
      reason: try cells.optionalCoded(4),
      renews: try cells.optionalFlag(5),
      evidence: try names.source(cells.number(6)).id
    )
  }
}

extension Link {
  /// From the columns of `CaseRows.links`.
  init(_ cells: Cells, _ names: RowNames) throws {
    self.init(
      try cells.word(1),
      try cells.text(2),
      of: try names.chain(cells.number(0)).id,
      evidence: try names.source(cells.number(3)).id
    )
  }
}
