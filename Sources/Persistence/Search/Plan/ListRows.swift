import Entitlements
internal import GRDB

extension Keyset {
  /// The list in the requested order, or in its default order if it doesn't support that.
  static func list(of list: RowList, by sort: RowSort, at instant: Int64) -> Keyset {
    switch list {
    case .users: users(by: sort)
    case .orders:
      Keyset(
        table: "\"order\" AS sale",
        joins: "\(sql: OrderRows.joins)",
        columns:
          "\(sql: OrderRows.columns), (\(ChainPredicates.phase("state", at: instant)))",
        width: OrderRows.width + 1,
        number: "sale.n",
        order: sort == .id
          ? [.ascending("sale.transactionID"), .ascending("sale.shop")]
          : [.descending("sale.purchasedAt"), .descending("sale.n")]
      )
    case .subs: chains(by: sort, at: instant)
    case .ent:
      Keyset(
        table: "entitlement",
        joins: "\(sql: Entitlement.joins)",
        columns: "\(sql: Entitlement.columns)",
        width: 10,
        number: "entitlement.user",
        order: [
          .ascending("entitlement.user"), .ascending("entitlement.key"),
          .ascending("entitlement.environment"), .ascending("entitlement.\"from\""),
        ]
      )
    case .receipts:
      Keyset(
        table: "document",
        columns: "\(sql: DocumentRow.listColumns)",
        width: 19,
        number: "document.n",
        order: sort == .id
          ? [.ascending("document.id")]
          : [.descending("document.receivedAt"), .ascending("document.id")]
      )
    case .events:
      Keyset(
        table: "notice",
        joins: """
          CROSS JOIN document ON document.n = notice.document
          LEFT JOIN chain ON chain.n = notice.chain
          LEFT JOIN shop ON shop.n = chain.shop
          LEFT JOIN user ON user.n = chain.user
          """,
        columns: "\(sql: StoreEvent.columns), user.id, document.receivedAt",
        width: 12,
        number: "notice.n",
        order: [.descending("notice.statedAt"), .descending("notice.n")]
      )
    }
  }

  /// Sorted by name or e-mail address, the list contains only users who have one.
  private static func users(by sort: RowSort) -> Keyset {
    var users = Keyset(
      table: "user",
      columns: UserRow.columns,
      width: 10,
      number: "user.n",
      order: [.descending("user.lastPurchasedAt"), .ascending("user.id")]
    )
    switch sort {
    case .id: users.order = [.ascending("user.id")]
    case .name:
      users.order = [.caseless("user.name"), .ascending("user.n")]
      users.base = "user.name IS NOT NULL"
    case .email:
      users.order = [.caseless("user.email"), .ascending("user.n")]
      users.base = "user.email IS NOT NULL"
    default: break
    }
    return users
  }

  private static func chains(by sort: RowSort, at instant: Int64) -> Keyset {
    let instantColumn: Fragment = sort == .expires ? "chain.accessUntil" : "chain.startedAt"
    return Keyset(
      table: "chain",
      joins: """
        CROSS JOIN shop ON shop.n = chain.shop
        LEFT JOIN user ON user.n = chain.user
        LEFT JOIN product ON product.n = chain.product
        LEFT JOIN phase ON phase.chain = chain.n AND phase."from" = (
          SELECT max(begun."from") FROM phase AS begun
          WHERE begun.chain = chain.n AND begun."from" <= \(instant))
        LEFT JOIN document ON document.n = phase.document
        """,
      columns: """
        shop.store, shop.environment, shop.app, chain.id, user.id, product.id, chain.startedAt,
        chain.accessUntil, phase."from", phase.until, phase.state, phase.reason, phase.renews,
        document.id
        """,
      width: 14,
      number: "chain.n",
      order: sort == .id
        ? [.ascending("chain.id"), .ascending("chain.shop")]
        : [.descending(instantColumn), .descending("chain.n")],
      base: "\(instantColumn) IS NOT NULL AND chain.startedAt IS NOT NULL"
    )
  }
}

extension SubscriptionRow {
  init(_ cells: RowReader) throws {
    let (startedAt, accessUntil) = (try cells.instant(6), try cells.optionalInstant(7))
    self.init(
      id: try cells.chain(at: 0),
      user: try cells.optionalID(4),
      productID: try cells.optionalText(5),
      startedAt: startedAt,
      // What ends as it begins, such as a purchase that nobody paid for, gave no access.
      accessUntil: accessUntil == startedAt ? nil : accessUntil,
      phase: try cells.optionalNumber(8) == nil ? nil : Phase(cells, from: 8)
    )
  }
}

extension StoreEvent {
  static let columns = """
    notice.kind, shop.store, shop.environment, shop.app, chain.id, notice.transactionID,
    notice.detail, notice.statedAt, document.id, document.provenance
    """

  init(_ cells: RowReader) throws {
    let chain = try cells.optionalText(4) == nil ? nil : cells.chain(at: 1)
    self.init(
      try cells.keyword(0),
      chain: chain,
      order: try chain == nil ? nil : cells.optionalText(5).map(cells.appScope(at: 1).order),
      detail: try cells.optionalText(6),
      statementSource: try StatementSource(cells, at: 7, evidence: 8, provenance: 9)
    )
  }
}

extension UserRow {
  static let columns: Fragment = """
    user.lastPurchasedAt, user.id, user.name, user.email, user.orders, user.stores,
    user.environments, user.leading, user.firstSeenAt,
    \(sql: User.assigneeColumn)
    """

  /// Decodes the rows with their leading orders, which are read together.
  static func rows(_ page: [RowReader], at instant: Int64, in db: Database) throws -> [UserRow] {
    let numbers = try page.compactMap { try $0.optionalNumber(7) }
    let leading = try db.leadingSales(numbers, at: instant)
    return try page.map { cells in
      var row = try UserRow(cells)
      let sale = try cells.optionalNumber(7).flatMap { leading[$0] }
      if let sale { row.setLeading(sale, showsState: false) }
      return row
    }
  }

  private init(_ cells: RowReader) throws {
    self.init(
      id: try cells.id(1),
      name: try cells.optionalText(2),
      email: try cells.optionalText(3),
      firstSeenAt: try cells.instant(8),
      lastPurchasedAt: try cells.instant(0),
      orders: try cells.count(4),
      stores: try cells.keywords(5),
      environments: try cells.keywords(6),
      leading: nil
    )
    assignee = try cells.optionalText(9)
  }
}
