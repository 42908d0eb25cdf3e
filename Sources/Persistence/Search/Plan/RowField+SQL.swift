import Entitlements

extension RowField {
  /// The value of a row of the list; `nil` if its rows have no such field. Instants are
  /// milliseconds.
  func value(in list: RowList, at instant: Int64) -> Fragment? {
    switch list {
    case .users: valueOfUser(at: instant)
    case .orders: valueOfSale(at: instant)
    case .subs: valueOfChain(at: instant)
    case .ent: valueOfEntitlement(at: instant)
    case .receipts: valueOfDocument
    case .events: valueOfEvent
    }
  }

  /// Users count once: by their leading sale, as the list shows them.
  private func valueOfUser(at instant: Int64) -> Fragment? {
    func leading(_ value: Fragment, _ joins: Fragment = "") -> Fragment {
      "(SELECT \(value) FROM \"order\" AS sale \(joins) WHERE sale.n = user.leading)"
    }
    return switch self {
    case .id: "user.id"
    case .name: "user.name"
    case .email: "user.email"
    case .assignee: "\(sql: User.assigneeColumn)"
    case .state: leading(SalePredicates.state(at: instant))
    case .environment:
      """
      coalesce(\(leading("shop.environment", "CROSS JOIN shop ON shop.n = sale.shop")),
        user.environments)
      """
    case .product: leading("product.id", "CROSS JOIN product ON product.n = sale.product")
    case .until: leading(SalePredicates.accessUntil)
    case .orders: "user.orders"
    case .stores: "user.stores"
    case .flags:
      """
      (user.id GLOB 'anonymous-*') + 2 * (instr(user.environments, ' ') > 0)
        + coalesce(\(leading("4 * (sale.ownership IS 1) + 8 * (sale.cancelledAt IS NOT NULL)")), 0)
      """
    case .firstSeenAt: "user.firstSeenAt"
    // A user without purchases has none.
    case .lastPurchasedAt: "iif(user.orders = 0, NULL, user.lastPurchasedAt)"
    default: nil
    }
  }

  private func valueOfSale(at instant: Int64) -> Fragment? {
    switch self {
    case .purchasedAt: "sale.purchasedAt"
    case .state: SalePredicates.saleState(at: instant)
    case .environment: Self.shop("environment", of: "sale.shop")
    case .store: Self.shop("store", of: "sale.shop")
    case .product: Self.product("sale.product")
    case .price: "sale.currency || ' ' || sale.price"
    case .user: "sale.user"
    case .expiresAt: SalePredicates.accessUntil
    case .transaction: "sale.transactionID"
    case .offer: "sale.offer || ' ' || coalesce(sale.offerID, '')"
    case .quantity: "sale.quantity"
    case .kind: "sale.kind"
    default: nil
    }
  }

  private func valueOfChain(at instant: Int64) -> Fragment? {
    switch self {
    case .product: Self.product("chain.product")
    case .state: "(\(ChainPredicates.phase("state", at: instant)))"
    case .environment: Self.shop("environment", of: "chain.shop")
    case .store: Self.shop("store", of: "chain.shop")
    case .user: "chain.user"
    case .accessUntil: "chain.accessUntil"
    case .renews: "(\(ChainPredicates.phase("renews", at: instant)))"
    case .startedAt: "chain.startedAt"
    case .original: "chain.id"
    default: nil
    }
  }

  private func valueOfEntitlement(at instant: Int64) -> Fragment? {
    let state: Fragment = """
      CASE WHEN entitlement."from" > \(instant) THEN 0
        WHEN entitlement.until <= \(instant) THEN 1 ELSE 2 END
      """
    return switch self {
    case .user: "entitlement.user"
    case .key: "entitlement.key"
    case .active: state
    case .environment: "entitlement.environment"
    case .until: "entitlement.until"
    case .from: "entitlement.\"from\""
    case .order: "(SELECT sale.chain FROM \"order\" AS sale WHERE sale.n = entitlement.source)"
    case .reason: "2 * \(state) + (entitlement.source IS NULL)"
    default: nil
    }
  }

  private var valueOfDocument: Fragment? {
    switch self {
    case .receivedAt: "document.receivedAt"
    case .verdict: "document.rejectionCode IS NOT NULL"
    case .kind: "document.kind"
    case .environment: "document.environment"
    case .user: "document.user"
    case .app: "document.app"
    case .reason:
      """
      iif(document.rejectionCode IS NULL, document.purchases,
        coalesce(document.rejectionPlace || ': ', '') || document.rejectionDetail)
      """
    case .bytes:
      """
      CASE WHEN document.byteCount < 1024 THEN 0 WHEN document.byteCount < 3072 THEN 1024
        WHEN document.byteCount < 10240 THEN 3072 WHEN document.byteCount < 30720 THEN 10240
        WHEN document.byteCount < 102400 THEN 30720 WHEN document.byteCount < 1048576 THEN 102400
        ELSE 1048576 END
      """
    case .statedAt: "document.statedAt"
    default: nil
    }
  }

  private var valueOfEvent: Fragment? {
    func chain(_ value: Fragment) -> Fragment {
      "(SELECT \(value) FROM chain WHERE chain.n = notice.chain)"
    }
    func shop(_ column: Fragment) -> Fragment {
      """
      (SELECT shop.\(column) FROM chain CROSS JOIN shop ON shop.n = chain.shop
      WHERE chain.n = notice.chain)
      """
    }
    return switch self {
    case .happenedAt: "notice.statedAt"
    case .kind: "notice.kind"
    case .environment: shop("environment")
    case .store: shop("store")
    case .user: chain("chain.user")
    case .chain: chain("chain.id")
    case .result: "notice.chain IS NOT NULL AND \(chain("chain.user")) IS NULL"
    case .receivedAt:
      "(SELECT document.receivedAt FROM document WHERE document.n = notice.document)"
    case .detail: "notice.detail"
    default: nil
    }
  }

  private static func shop(_ column: Fragment, of shop: Fragment) -> Fragment {
    "(SELECT shop.\(column) FROM shop WHERE shop.n = \(shop))"
  }

  private static func product(_ product: Fragment) -> Fragment {
    "(SELECT product.id FROM product WHERE product.n = \(product))"
  }
}
