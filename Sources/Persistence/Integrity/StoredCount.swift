internal import GRDB

/// A stored count, and the query that recounts it; both return rows of a key and a number.
struct StoredCount {
  var name: String
  var stored: String
  var counted: String

  init(_ name: String, _ stored: String, _ counted: String) {
    (self.name, self.stored, self.counted) = (name, stored, counted)
  }

  func faults(in db: Database) throws -> [String] {
    func numbers(_ sql: String) throws -> [String: Int64] {
      Dictionary(
        try db.map(sql) { (try Self.key($0.value(0)), try $0.number(1)) },
        uniquingKeysWith: +
      ).filter { $0.value != 0 }
    }
    let (stored, counted) = (try numbers(stored), try numbers(counted))
    return Set(stored.keys).union(counted.keys).sorted().compactMap { key in
      let (stated, found) = (stored[key] ?? 0, counted[key] ?? 0)
      return stated == found ? nil : "\(name) \(key): stored \(stated), counted \(found)"
    }
  }

  private static func key(_ value: StoredValue?) throws -> String {
    switch value {
    case .number(let number): "\(number)"
    case .text(let text): text
    case .bytes, nil: throw RowDecodingError(column: 0)
    }
  }

  static let all = [
    StoredCount(
      "users",
      "SELECT 0, value FROM meta WHERE name = 'users'",
      "SELECT 0, count(*) FROM user"
    ),
    StoredCount(
      "orders",
      "SELECT 0, value FROM meta WHERE name = 'orders'",
      "SELECT 0, count(*) FROM \"order\""
    ),
    StoredCount(
      "orders of product, shop and kind",
      "\(orderKey), orders FROM orderCount",
      "\(orderKey), count(*) FROM \"order\" GROUP BY product, shop, kind"
    ),
    StoredCount(
      "orders of day, store and currency",
      "\(saleKey), orders FROM saleCount",
      "\(saleKey), sum(orders) FROM (\(Schema.soldAndRefunded)) GROUP BY 1"
    ),
    StoredCount(
      "revenue of day, store and currency",
      "\(saleKey), revenue FROM saleCount",
      "\(saleKey), sum(revenue) FROM (\(Schema.soldAndRefunded)) GROUP BY 1"
    ),
    StoredCount(
      "refunds of day, store and currency",
      "\(saleKey), refunds FROM saleCount",
      "\(saleKey), sum(refunds) FROM (\(Schema.soldAndRefunded)) GROUP BY 1"
    ),
    StoredCount(
      "money refunded of day, store and currency",
      "\(saleKey), refunded FROM saleCount",
      "\(saleKey), sum(refunded) FROM (\(Schema.soldAndRefunded)) GROUP BY 1"
    ),
    StoredCount(
      "arrivals of hour",
      "\(arrivalKey), documents FROM arrivalCount",
      """
      \(arrivalKey), count(*) FROM (
        SELECT receivedAt / 3600000 AS hour, coalesce(store, '') AS store,
          coalesce(environment, '') AS environment, kind, coalesce(rejectionCode, '') AS rejection,
          \(Schema.delayStep) AS delay
        FROM document
        WHERE receivedAt >= coalesce(
          (SELECT value * 3600000 FROM meta WHERE name = 'arrivals.from'), receivedAt))
      GROUP BY 1
      """
    ),
    StoredCount(
      "ends of access of day",
      "\(endKey), chains FROM accessEndCount",
      """
      \(endKey), count(*) FROM (
        SELECT \(Schema.day("phase.until")) AS day, shop.environment, phase.state,
          coalesce(phase.renews, 0) AS renews
        FROM phase CROSS JOIN chain ON chain.n = phase.chain
        CROSS JOIN shop ON shop.n = chain.shop
        WHERE phase.state IN (0, 1, 2, 3, 6) AND phase.until = chain.accessUntil)
      GROUP BY 1
      """
    ),
    StoredCount(
      "subscriptions in state",
      "SELECT state, chains FROM stateCount",
      """
      SELECT state, count(*) FROM phase, (SELECT value FROM meta WHERE name = 'countedAt')
      WHERE "from" <= value AND (until IS NULL OR until > value) GROUP BY state
      """
    ),
    StoredCount(
      "users in the name index",
      "SELECT 0, count(*) FROM userWord_docsize",
      """
      SELECT 0, count(*) FROM user WHERE name IS NOT NULL OR email IS NOT NULL
        OR n IN (SELECT user FROM handle WHERE kind IN ('name', 'email'))
      """
    ),
  ]

  private static let orderKey = "SELECT product || ' ' || shop || ' ' || kind"
  private static let saleKey = "SELECT day || ' ' || store || ' ' || environment || ' ' || currency"
  private static let arrivalKey = """
    SELECT hour || ' ' || store || ' ' || environment || ' ' || kind || ' ' || rejection || ' '
      || delay
    """
  private static let endKey = "SELECT day || ' ' || environment || ' ' || state || ' ' || renews"
}
