extension Schema {
  // Counts for the overview. `delay` is the step of the time from the store's clock to ours, and -1
  // for documents that no store sent by itself. Money is in millionths of the currency's unit.
  static let overviewCounts = """
    CREATE TABLE arrivalCount (
      hour INTEGER NOT NULL,
      store TEXT NOT NULL,
      environment TEXT NOT NULL,
      kind TEXT NOT NULL,
      rejection TEXT NOT NULL,
      delay INTEGER NOT NULL CHECK (delay BETWEEN -1 AND 19),
      documents INTEGER NOT NULL CHECK (documents >= 0),
      PRIMARY KEY (hour, store, environment, kind, rejection, delay)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE saleCount (
      day INTEGER NOT NULL,
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
      currency TEXT NOT NULL,
      orders INTEGER NOT NULL CHECK (orders >= 0),
      revenue INTEGER NOT NULL,
      refunds INTEGER NOT NULL CHECK (refunds >= 0),
      refunded INTEGER NOT NULL,
      PRIMARY KEY (day, environment, currency)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE accessEndCount (
      day INTEGER NOT NULL,
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
      state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 11),
      renews INTEGER NOT NULL CHECK (renews IN (0, 1)),
      chains INTEGER NOT NULL CHECK (chains >= 0),
      PRIMARY KEY (day, environment, state, renews)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO meta (name, value)
    SELECT 'arrivals.from', max(receivedAt) / 3600000 - 336 FROM document HAVING count(*) > 0;
    INSERT INTO arrivalCount
    SELECT receivedAt / 3600000, coalesce(store, ''), coalesce(environment, ''), kind,
      coalesce(rejectionCode, ''), \(delayStep), count(*)
    FROM document
    WHERE receivedAt >= (SELECT value * 3600000 FROM meta WHERE name = 'arrivals.from')
    GROUP BY 1, 2, 3, 4, 5, 6;

    INSERT INTO saleCount
    SELECT day, environment, currency, sum(orders), sum(revenue), sum(refunds), sum(refunded)
    FROM (\(soldAndRefunded)) GROUP BY 1, 2, 3;
    DROP TABLE dayCount;
    CREATE VIEW dayCount AS SELECT day, sum(orders) AS orders FROM saleCount GROUP BY day;

    INSERT INTO accessEndCount
    SELECT \(day("phase.until")), shop.environment, phase.state, coalesce(phase.renews, 0), count(*)
    FROM phase CROSS JOIN chain ON chain.n = phase.chain CROSS JOIN shop ON shop.n = chain.shop
    WHERE phase.state IN (0, 1, 2, 3, 6) AND phase.until = chain.accessUntil
    GROUP BY 1, 2, 3, 4;
    """

  // The orders of each product, app and kind, and the money of each store. They are counted again,
  // since the old counts don't tell stores and environments.
  static let saleStores = """
    CREATE TABLE orderCount (
      product INTEGER NOT NULL,
      shop INTEGER NOT NULL,
      kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
      orders INTEGER NOT NULL CHECK (orders >= 0),
      PRIMARY KEY (product, shop, kind)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO orderCount
    SELECT product, shop, kind, count(*) FROM "order" NOT INDEXED GROUP BY 1, 2, 3;
    ALTER TABLE product DROP COLUMN orders;
    DROP VIEW dayCount;
    DROP TABLE saleCount;
    CREATE TABLE saleCount (
      day INTEGER NOT NULL,
      store TEXT NOT NULL,
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox', 'xcode')),
      currency TEXT NOT NULL,
      orders INTEGER NOT NULL CHECK (orders >= 0),
      revenue INTEGER NOT NULL,
      refunds INTEGER NOT NULL CHECK (refunds >= 0),
      refunded INTEGER NOT NULL,
      PRIMARY KEY (day, store, environment, currency)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO saleCount
    SELECT day, store, environment, currency, sum(orders), sum(revenue), sum(refunds),
      sum(refunded)
    FROM (
      SELECT \(day("purchasedAt")) AS day, shop, coalesce(currency, '') AS currency,
        count(*) AS orders, sum(\(amount)) AS revenue, 0 AS refunds, 0 AS refunded
      FROM "order" NOT INDEXED GROUP BY 1, 2, 3
      UNION ALL
      SELECT \(day("cancelledAt")), shop, coalesce(currency, ''), 0, 0, count(*), sum(\(amount))
      FROM "order" WHERE cancelledAt IS NOT NULL AND coalesce(cancellation, 0) = 0
      GROUP BY 1, 2, 3
    ) AS sold CROSS JOIN shop ON shop.n = sold.shop GROUP BY 1, 2, 3, 4;
    CREATE VIEW dayCount AS SELECT day, sum(orders) AS orders FROM saleCount GROUP BY day;
    """

  /// The step of a document's delay. The limits are those of `DelayHistogram`, in milliseconds.
  static let delayStep = """
    CASE WHEN origin <> 'pushed' OR statedAt IS NULL THEN -1
      WHEN receivedAt - statedAt <= 100 THEN 0 WHEN receivedAt - statedAt <= 200 THEN 1
      WHEN receivedAt - statedAt <= 500 THEN 2 WHEN receivedAt - statedAt <= 1000 THEN 3
      WHEN receivedAt - statedAt <= 2000 THEN 4 WHEN receivedAt - statedAt <= 5000 THEN 5
      WHEN receivedAt - statedAt <= 10000 THEN 6 WHEN receivedAt - statedAt <= 20000 THEN 7
      WHEN receivedAt - statedAt <= 30000 THEN 8 WHEN receivedAt - statedAt <= 60000 THEN 9
      WHEN receivedAt - statedAt <= 120000 THEN 10 WHEN receivedAt - statedAt <= 300000 THEN 11
      WHEN receivedAt - statedAt <= 600000 THEN 12 WHEN receivedAt - statedAt <= 1800000 THEN 13
      WHEN receivedAt - statedAt <= 3600000 THEN 14 WHEN receivedAt - statedAt <= 7200000 THEN 15
      WHEN receivedAt - statedAt <= 21600000 THEN 16 WHEN receivedAt - statedAt <= 86400000 THEN 17
      WHEN receivedAt - statedAt <= 259200000 THEN 18 ELSE 19 END
    """

  /// The day since 1970 of a column, before 1970 too.
  static func day(_ column: String) -> String {
    "(\(column) - ((\(column) % 86400000) + 86400000) % 86400000) / 86400000"
  }

  /// What a sale took, in millionths.
  static let amount = """
    iif(price IS NULL OR ownership IS 1 OR abs(price / 1000) > 1000000000000000, 0, price / 1000)
    """

  /// What each sale adds to its day, and to that of its refund.
  static let soldAndRefunded = """
    SELECT \(day("purchasedAt")) AS day, shop.store, shop.environment,
      coalesce(currency, '') AS currency, 1 AS orders, \(amount) AS revenue, 0 AS refunds,
      0 AS refunded
    FROM "order" AS sale CROSS JOIN shop ON shop.n = sale.shop
    UNION ALL
    SELECT \(day("cancelledAt")), shop.store, shop.environment, coalesce(currency, ''), 0, 0, 1,
      \(amount)
    FROM "order" AS sale CROSS JOIN shop ON shop.n = sale.shop
    WHERE cancelledAt IS NOT NULL AND coalesce(cancellation, 0) = 0
    """
}
