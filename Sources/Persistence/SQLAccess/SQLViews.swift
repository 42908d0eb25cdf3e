import Entitlements

extension SQLView {
  /// Creates the view for one connection; nothing is stored.
  var definition: String {
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    return "CREATE TEMP VIEW \"\(rawValue)\" (\(names)) AS \(selection)"
  }

  private var selection: String {
    switch self {
    case .users:
      """
      SELECT id, name, email, orders, stores, environments,
        CASE WHEN orders > 0 THEN \(Self.time("lastPurchasedAt")) END, \(Self.time("firstSeenAt"))
      FROM main.user
      """
    case .orders:
      """
      SELECT \(Self.time("sale.purchasedAt")), shop.store, shop.environment, shop.app,
        sale.transactionID, chain.id, product.id, \(Self.keyword("sale.kind", ProductKind.self)),
        sale.quantity, sale.price / 1e9, sale.currency, sale.country,
        CASE sale.offer WHEN 0 THEN 'trial' WHEN 1 THEN 'introductory' WHEN 2 THEN sale.offerID END,
        user.id, \(Self.time("sale.expiresAt")), \(Self.time("sale.cancelledAt")),
        \(Self.keyword("sale.cancellation", Order.Cancellation.self)),
        \(Self.time("(\(OrderRows.refundedAt))")), document.id
      FROM main."order" AS sale
      JOIN main.shop ON shop.n = sale.shop
      JOIN main.chain ON chain.n = sale.chain
      JOIN main.product ON product.n = sale.product
      JOIN main.document ON document.n = sale.evidence
      LEFT JOIN main.user ON user.n = sale.user
      """
    case .subs:
      """
      SELECT \(Self.time("chain.startedAt")), shop.store, shop.environment, shop.app, chain.id,
        product.id, \(Self.keyword("phase.state", SubscriptionState.self)), phase.renews,
        \(Self.time("chain.accessUntil")), user.id
      FROM main.chain
      JOIN main.shop ON shop.n = chain.shop
      LEFT JOIN main.user ON user.n = chain.user
      LEFT JOIN main.product ON product.n = chain.product
      LEFT JOIN main.phase ON phase.chain = chain.n AND phase."from" = (
        SELECT max(begun."from") FROM main.phase AS begun
        WHERE begun.chain = chain.n AND begun."from" <= \(Self.now))
      WHERE chain.startedAt IS NOT NULL
      """
    case .entitlements:
      """
      SELECT user.id, held.key, held.environment,
        held."from" <= \(Self.now) AND (held.until IS NULL OR held.until > \(Self.now)),
        \(Self.time("held.\"from\"")), \(Self.time("held.until")), sale.transactionID, document.id
      FROM main.entitlement AS held
      JOIN main.user ON user.n = held.user
      JOIN main.document ON document.n = held.document
      LEFT JOIN main."order" AS sale ON sale.n = held.source
      """
    case .receipts:
      """
      SELECT \(Self.time("document.receivedAt")), store, environment, app, kind,
        CASE WHEN rejectionCode IS NULL THEN 'genuine' ELSE 'rejected' END,
        coalesce(rejectionCode || ': ' || rejectionDetail, rejectionCode), origin, provenance,
        purchases, \(Self.time("statedAt")), user.id, byteCount, document.id
      FROM main.document LEFT JOIN main.user ON user.n = document.user
      """
    case .events:
      """
      SELECT \(Self.time("notice.statedAt")), notice.kind, shop.store, shop.environment, shop.app,
        chain.id, notice.transactionID, user.id, notice.detail,
        \(Self.time("document.receivedAt")), document.id
      FROM main.notice
      JOIN main.document ON document.n = notice.document
      LEFT JOIN main.chain ON chain.n = notice.chain
      LEFT JOIN main.shop ON shop.n = chain.shop
      LEFT JOIN main.user ON user.n = chain.user
      """
    case .jobs:
      """
      SELECT n, kind, key, \(Self.keyword("state", JobState.self)), attempts, actor, batch,
        \(Self.time("createdAt")), \(Self.time("dueAt")), \(Self.time("endedAt")), outcome, detail
      FROM main.job
      """
    case .audit:
      """
      SELECT n, \(Self.time("at")), actor, deed, lower(hex(subject)), lower(hex(hash))
      FROM main.audit
      """
    }
  }

  private static let now = "unixepoch() * 1000"

  /// Formats milliseconds since 1970.
  private static func time(_ column: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%SZ', \(column) / 1000, 'unixepoch')"
  }

  private static func keyword<Keyword: IntegerCoded & RawRepresentable<String>>(
    _ column: String,
    _ type: Keyword.Type
  ) -> String {
    let cases = type.codes.map { "WHEN \($0.code) THEN '\($0.rawValue)'" }
    return "CASE \(column) \(cases.joined(separator: " ")) END"
  }
}
