/// Compatibility views with the three tables of a common server flow, for users with their own SQL:
/// all receipts, the newest receipt of each original transaction, and orders. The column names are
/// that flow's, one misspelling included.
///
/// Columns that end in `_ms` are milliseconds since 1970, other instants seconds.
extension Schema {
  static let vouchers = receipts(receipt) + orders

  /// The two receipt views since version 3: a verifyReceipt response contributes its newest
  /// receipt.
  static let newerVouchers = """
    DROP VIEW voucher;
    DROP VIEW newestVoucher;
    \(receipts(newerReceipt))
    """

  private static func receipts(_ receipt: String) -> String {
    """
    CREATE VIEW voucher AS
    SELECT
      (SELECT transactionID FROM "order" AS sale WHERE sale.chain = mention.chain
        AND sale.purchasedAt <= coalesce(document.statedAt, document.receivedAt)
        ORDER BY sale.purchasedAt DESC, transactionID DESC LIMIT 1) AS transation_id,
      chain.id AS original_transaction_id,
      \(receipt) AS receipt_data,
      document.receivedAt / 1000 AS createtime,
      \(context("device")) AS uuid,
      user.id AS uid,
      CASE WHEN erasedAt IS NOT NULL THEN NULL WHEN \(isCallback) THEN CAST(document.bytes AS TEXT)
        ELSE (
          SELECT json_group_array(json_object(
            'transaction_id', transactionID, 'product_id', product.id, 'quantity', quantity,
            'purchase_date_ms', purchasedAt, 'expires_date_ms', expiresAt,
            'cancellation_date_ms', cancelledAt))
          FROM "order" AS sale JOIN product ON product.n = sale.product
          WHERE sale.chain = mention.chain
            AND sale.purchasedAt <= coalesce(document.statedAt, document.receivedAt))
        END AS data,
      CASE WHEN \(isCallback) THEN 3 WHEN origin = 'polled' THEN 2 ELSE 1 END AS create_type,
      CASE WHEN \(isCallback) THEN (
        SELECT detail FROM notice
        WHERE notice.document = document.n
          AND (notice.chain IS mention.chain OR notice.chain IS NULL)
        ORDER BY notice.chain IS NULL, notice.n LIMIT 1) END AS notify_type
    FROM (
      SELECT chain, document FROM mention
      UNION ALL
      SELECT NULL, n FROM document WHERE n NOT IN (SELECT document FROM mention)) AS mention
    JOIN document ON document.n = mention.document
    LEFT JOIN chain ON chain.n = mention.chain
    LEFT JOIN user ON user.n = document.user
    WHERE document.store IS NOT NULL;
    CREATE VIEW newestVoucher AS
    SELECT
      (SELECT transactionID FROM "order" AS sale WHERE sale.chain = chain.n
        AND sale.purchasedAt <= coalesce(document.statedAt, document.receivedAt)
        ORDER BY sale.purchasedAt DESC, transactionID DESC LIMIT 1) AS transation_id,
      chain.id AS original_transaction_id,
      \(receipt) AS receipt,
      (SELECT min(first.receivedAt) / 1000 FROM mention JOIN document AS first
        ON first.n = mention.document WHERE mention.chain = chain.n) AS createtime,
      document.receivedAt / 1000 AS updatetime
    FROM chain JOIN document ON document.n = (
      SELECT document.n FROM mention CROSS JOIN document ON document.n = mention.document
      WHERE mention.chain = chain.n AND document.store IS NOT NULL AND (\(receipt)) IS NOT NULL
      ORDER BY coalesce(document.statedAt, document.receivedAt) DESC, document.id DESC LIMIT 1);

    """
  }

  private static let orders = """
    CREATE VIEW voucherOrder AS
    SELECT
      user.id AS uid,
      (SELECT \(context("device")) FROM mention CROSS JOIN document ON document.n = mention.document
        WHERE mention.chain = sale.chain AND \(context("device")) IS NOT NULL
        ORDER BY coalesce(document.statedAt, document.receivedAt) DESC, document.id DESC LIMIT 1)
        AS uuid,
      sale.transactionID AS transaction_id,
      product.id AS product_id,
      chain.id AS original_transaction_id,
      sale.quantity AS quantity,
      sale.purchasedAt AS purchase_date_ms,
      coalesce(sale.originalPurchasedAt, sale.purchasedAt) AS original_purchase_date_ms,
      min(sale.expiresAt, coalesce(sale.cancelledAt, sale.expiresAt)) AS expires_date_ms,
      sale.cancelledAt AS cancellation_date_ms,
      sale.offer IS 0 AS is_trial_period,
      (SELECT renews FROM standing CROSS JOIN document ON document.n = standing.document
        WHERE standing.chain = sale.chain AND renews IS NOT NULL
          AND standing.statedAt >= sale.purchasedAt
          AND standing.statedAt < coalesce(
            (SELECT min(next.purchasedAt) FROM "order" AS next
              WHERE next.chain = sale.chain AND next.purchasedAt > sale.purchasedAt),
            9223372036854775807)
        ORDER BY provenance IN ('sharedSecret', 'none'), standing.statedAt DESC, document.id DESC
        LIMIT 1) AS auto_renew_status,
      sale.webOrderLineItemID AS web_order_line_item_id,
      sale.offer IS 1 AS is_in_intro_offer_period,
      sale.expiresAt IS NOT NULL AS is_subscription,
      (SELECT min(document.receivedAt) / 1000
        FROM mention CROSS JOIN document ON document.n = mention.document
        WHERE mention.chain = sale.chain
          AND coalesce(document.statedAt, document.receivedAt) >= sale.purchasedAt) AS createtime,
      (SELECT max(appliedAt) / 1000 FROM document WHERE n IN (sale.evidence, sale.termsIn))
        AS updatetime,
      CASE
        WHEN sale.cancelledAt IS NOT NULL THEN 2
        WHEN \(hasFailed) THEN 3
        WHEN sale.offer IS 0 THEN 0
        ELSE 1
      END AS subscription_fee_status
    FROM "order" AS sale
    JOIN chain ON chain.n = sale.chain
    JOIN product ON product.n = sale.product
    LEFT JOIN user ON user.n = sale.user;
    """

  /// Documents that the store sent on its own, however they arrived.
  private static let isCallback = """
    (origin = 'pushed' OR document.kind IN (
      'jws-notification', 'server-notification-v1', 'google-rtdn', 'amazon-notification'))
    """

  private static func context(_ name: String) -> String {
    "iif(json_valid(document.context), json_extract(document.context, '$.\(name)'), NULL)"
  }

  /// A version 1 notification includes the newest receipt.
  private static let receipt = """
    CASE WHEN erasedAt IS NOT NULL THEN NULL
        WHEN NOT \(isCallback) THEN \(whole)
        WHEN json_valid(CAST(document.bytes AS TEXT)) THEN
          json_extract(CAST(document.bytes AS TEXT), '$.unified_receipt.latest_receipt') END
    """

  private static let newerReceipt = """
    CASE WHEN erasedAt IS NOT NULL THEN NULL
        WHEN document.kind = 'verify-receipt-response' THEN
          iif(json_valid(CAST(document.bytes AS TEXT)),
            json_extract(CAST(document.bytes AS TEXT), '$.latest_receipt'), NULL)
        WHEN NOT \(isCallback) THEN \(whole)
        WHEN json_valid(CAST(document.bytes AS TEXT)) THEN
          json_extract(CAST(document.bytes AS TEXT), '$.unified_receipt.latest_receipt') END
    """

  /// The sale is its chain's newest, and the next charge failed: the chain is in grace period or
  /// billing retry now, or ended because of billing.
  private static let hasFailed = """
    NOT EXISTS (SELECT 1 FROM "order" AS next
          WHERE next.chain = sale.chain AND next.purchasedAt > sale.purchasedAt)
        AND EXISTS (SELECT 1 FROM phase
          WHERE phase.chain = sale.chain AND phase."from" <= unixepoch() * 1000
            AND (phase.until IS NULL OR phase.until > unixepoch() * 1000)
            AND (phase.state IN (3, 4) OR (phase.state = 7 AND phase.reason = 1)))
    """

  /// The document's bytes with its certificates restored (see `CertificateDedup`): each step adds
  /// the part before a certificate, and the certificate.
  private static let whole = """
    CASE WHEN document.cuts IS NULL THEN document.bytes ELSE (
          WITH RECURSIVE joined (cut, taken, whole) AS (
            SELECT 1, 0, x''
            UNION ALL
            SELECT cut + 16, taken + \(integer(at: 0)) - length(whole),
              CAST(whole || substr(document.bytes, taken + 1, \(integer(at: 0)) - length(whole))
                || (SELECT bytes FROM certificate WHERE n = \(integer(at: 8))) AS BLOB)
            FROM joined WHERE cut < length(document.cuts))
          SELECT CAST(whole || substr(document.bytes, taken + 1) AS BLOB) FROM joined
          ORDER BY cut DESC LIMIT 1) END
    """

  /// Decodes five of the eight bytes of a little-endian integer in the list: no document reaches 1
  /// TiB.
  private static func integer(at offset: Int) -> String {
    let digits = "'0123456789ABCDEF'"
    let bytes = (0..<5).map { byte in
      let hexByte = "hex(substr(document.cuts, cut + \(offset + byte), 1))"
      return
        "(instr(\(digits), substr(\(hexByte), 1, 1)) * 16 + instr(\(digits), substr(\(hexByte), 2))"
        + " - 17) * \(1 << (8 * byte))"
    }
    return "(\(bytes.joined(separator: " + ")))"
  }
}
