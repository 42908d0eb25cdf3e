import Entitlements
internal import GRDB

/// Queries of chains' facts without joins: `NameCache` resolves row IDs. The first column is the
/// chain; the argument is `CaseChains.runs`.
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
  static let renewalStatuses = of(
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

  /// Rows of chains with consecutive row IDs are adjacent in each index, so each range needs only
  /// one index lookup.
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
  init(_ cells: RowReader, of chain: NameCache.Chain, _ names: NameCache) throws {
    let purchasedAt = try cells.instant(6)
    self.init(
      store: chain.appScope.store,
      environment: chain.appScope.environment,
      app: chain.appScope.app,
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
      statementSource: try names.statementSource(cells, at: 14, in: 15)
    )
  }
}

extension Order.Terms {
  fileprivate init?(_ cells: RowReader, _ names: NameCache) throws {
    guard try cells.optionalNumber(20) != nil else { return nil }
    self.init(
      price: try cells.optionalMoney(16, in: 17),
      country: try cells.optionalText(18),
      ownership: try cells.optionalCoded(19),
      statementSource: try names.statementSource(cells, at: 20, in: 21)
    )
  }
}

extension RenewalStatus {
  /// From the columns of `CaseRows.renewalStatuses`.
  init(_ cells: RowReader, of chain: NameCache.Chain, _ names: NameCache) throws {
    let condition = Condition(
      try cells.coded(1) as ConditionCode,
      until: try cells.optionalInstant(2),
      reason: try cells.optionalCoded(3)
    )
    guard let condition else { throw RowDecodingError(column: 2) }
    self.init(
      chain: chain.id,
      condition: condition,
      renews: try cells.optionalFlag(4),
      nextProductID: try cells.optionalText(5),
      paidUntil: try cells.optionalInstant(6),
      statementSource: try names.statementSource(cells, at: 7, in: 8)
    )
  }
}

extension StoreEvent {
  /// From the columns of `CaseRows.notices`, for an event of a chain.
  init(_ cells: RowReader, of chain: NameCache.Chain, _ names: NameCache) throws {
    let order = try cells.optionalText(2).map {
      Order.id(
        store: chain.appScope.store,
        environment: chain.appScope.environment,
        app: chain.appScope.app,
        transactionID: $0
      )
    }
    self.init(
      try cells.word(1),
      chain: chain.id,
      order: order,
      detail: try cells.optionalText(3),
      statementSource: try names.statementSource(cells, at: 4, in: 5)
    )
  }
}

extension Phase {
  /// From the columns of `CaseRows.phases`.
  init(_ cells: RowReader, _ names: NameCache) throws {
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
  init(_ cells: RowReader, of chain: NameCache.Chain, _ names: NameCache) throws {
    self.init(
      try cells.word(1),
      try cells.text(2),
      of: chain.id,
      evidence: try names.source(cells.number(3)).id
    )
  }
}
