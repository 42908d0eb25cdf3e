import Entitlements
internal import GRDB

/// Facts of chains as they are stored, without a join: whatever a row names by number is looked up
/// in `RowNames`. The first column is the chain; the argument is `CaseChains.runs`.
enum CaseRows {
  static let chains = of("chain", "n, shop, id, user, account", by: "n")
  static let orders = of(
    "\"order\"",
    """
    chain, transactionID, webOrderLineItemID, product, kind, quantity, purchasedAt,
      originalPurchasedAt, expiresAt, cancelledAt, cancellation, offer, offerID, user, statedAt,
      evidence, price, currency, country, ownership, termsAt, termsIn, n
    """
  )
  static let standings = of(
    "standing",
    "chain, condition, until, reason, renews, nextProductID, paidUntil, statedAt, document"
  )
  static let notices = of("notice", "chain, kind, transactionID, detail, statedAt, document")
  static let phases = of("phase", "chain, \"from\", until, state, reason, renews, document")
  static let links = of("link", "chain, kind, link.value, document")
  static let claims = of("claim", "chain, user, basis, evidence, at, endpoint")
  static let claimants = of("chain", "n, firstClaim, lastClaim, assumedClaim", by: "n")
  static let mentions = of("mention", "chain, document")
  static let acts = "WHERE act.document IN (\(of("act", "act.document")))"

  /// A chain's rows lie together in the index of each table, and so do those of chains with
  /// neighbouring numbers: for each run of them one place is looked up, not one for each.
  private static func of(_ table: String, _ columns: String, by column: String = "chain") -> String
  {
    """
    WITH run (first, last) AS (SELECT value ->> 0, value ->> 1 FROM json_each(?))
    SELECT \(columns) FROM run CROSS JOIN \(table) ON \(column) BETWEEN run.first AND run.last
    """
  }
}

extension Order {
  /// From the columns of `CaseRows.orders`.
  init(_ cells: Cells, of chain: RowNames.Chain, _ names: RowNames) throws {
    let purchasedAt = try cells.instant(6)
    self.init(
      store: chain.shop.store,
      environment: chain.shop.environment,
      app: chain.shop.app,
      transactionID: try cells.text(1),
      originalTransactionID: chain.originalTransactionID,
      chain: chain.id,
      webOrderLineItemID: try cells.optionalText(2),
      productID: try names.product(cells.number(3)),
      kind: try cells.coded(4),
      quantity: try cells.count(5),
      purchasedAt: purchasedAt,
      originalPurchasedAt: try cells.optionalInstant(7) ?? purchasedAt,
      expiresAt: try cells.optionalInstant(8),
      cancelledAt: try cells.optionalInstant(9),
      cancellation: try cells.optionalCoded(10),
      offer: Offer(try cells.optionalCoded(11), id: try cells.optionalText(12)),
      terms: try Terms(cells, names),
      user: try cells.optionalNumber(13).map(names.user),
      testimony: try names.testimony(cells, at: 14, in: 15)
    )
  }
}

extension Order.Terms {
  fileprivate init?(_ cells: Cells, _ names: RowNames) throws {
    guard try cells.optionalNumber(20) != nil else { return nil }
    self.init(
      price: try cells.optionalMoney(16, in: 17),
      country: try cells.optionalText(18),
      ownership: try cells.optionalCoded(19),
      testimony: try names.testimony(cells, at: 20, in: 21)
    )
  }
}

extension Standing {
  /// From the columns of `CaseRows.standings`.
  init(_ cells: Cells, of chain: RowNames.Chain, _ names: RowNames) throws {
    let condition = Condition(
      try cells.coded(1) as ConditionCode,
      until: try cells.optionalInstant(2),
      reason: try cells.optionalCoded(3)
    )
    guard let condition else { throw UnreadableRow(column: 2) }
    self.init(
      chain: chain.id,
      condition: condition,
      renews: try cells.optionalFlag(4),
      nextProductID: try cells.optionalText(5),
      paidUntil: try cells.optionalInstant(6),
      testimony: try names.testimony(cells, at: 7, in: 8)
    )
  }
}

extension Notice {
  /// From the columns of `CaseRows.notices`, of a notice about a chain.
  init(_ cells: Cells, of chain: RowNames.Chain, _ names: RowNames) throws {
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
  init(_ cells: Cells, of chain: RowNames.Chain, _ names: RowNames) throws {
    self.init(
      try cells.word(1),
      try cells.text(2),
      of: chain.id,
      evidence: try names.source(cells.number(3)).id
    )
  }
}
