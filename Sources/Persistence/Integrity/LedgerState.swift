internal import GRDB

/// A part of what a ledger holds.
package enum StateExtent: Sendable {
  /// What follows from the documents, claims and players' records.
  case derived
  /// Also the catalogs, the audit log, the jobs and the sessions.
  case whole
}

/// What a ledger holds, independent of the order of arrival: rows refer to each other by identity,
/// not by row ID. Arrival times of documents are left out.
struct LedgerState: Equatable, Sendable {
  /// The sorted rows of each table.
  var tables: [String: [String]]

  static func derived(from db: Database) throws -> LedgerState {
    try LedgerState(of: db, .derived)
  }

  init(of db: Database, _ extent: StateExtent) throws {
    tables = [:]
    let queries = Self.queries.merging(extent == .whole ? Self.furtherQueries : [:]) { own, _ in own
    }
    for (name, sql) in queries {
      tables[name] = try db.map(sql, [], \.description).sorted()
    }
  }

  /// 64-bit FNV-1a of the whole state. It distinguishes two states, but doesn't resist forgery.
  var hash: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for name in tables.keys.sorted() {
      for row in [name] + (tables[name] ?? []) {
        for byte in row.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0x0A) &* 0x100_0000_01B3
      }
    }
    return hash
  }

  /// The rows that differ, prefixed with their table: `+` if only here, `-` if only in `other`.
  func differences(from other: LedgerState) -> [String] {
    tables.keys.sorted().flatMap { name in
      let (mine, others) = (Set(tables[name] ?? []), Set(other.tables[name] ?? []))
      return mine.subtracting(others).sorted().map { "+ \(name): \($0)" }
        + others.subtracting(mine).sorted().map { "- \(name): \($0)" }
    }
  }

  private static let chain = """
    shop.store || ':' || shop.environment || ':' || shop.app || ':' || chain.id
    """
  private static let sale = """
    shop.store || ':' || shop.environment || ':' || shop.app || ':' || sale.transactionID
    """

  private static let handles = """
    coalesce((SELECT coalesce(user.email, '') || group_concat(' ' || kind || ' ' || value, '')
      FROM (SELECT kind, value FROM handle WHERE handle.user = user.n ORDER BY kind, value)),
      user.email)
    """

  private static let queries = [
    "document": """
    SELECT document.id, document.key, store, kind, environment, app, provenance, rejectionCode,
      rejectionPlace, rejectionDetail, statedAt, purchases, claimant, claim, user.id, userName,
      userEmail, byteCount, erasedAt IS NOT NULL
    FROM document LEFT JOIN user ON user.n = document.user
    """,
    "shop": "SELECT store, environment, app FROM shop",
    "product": """
    SELECT store, id, sum(orders) AS sold FROM product JOIN orderCount ON product = product.n
    GROUP BY store, id HAVING sold > 0
    """,
    "day": "SELECT day, orders FROM dayCount WHERE orders > 0",
    "chain": """
    SELECT \(chain), user.id, chain.appAccount, first.id, last.id, assumed.id, product.id,
      chain.startedAt, chain.accessUntil,
      (SELECT min(other.id) FROM chain AS other WHERE other.account = chain.account)
    FROM chain JOIN shop ON shop.n = chain.shop
    LEFT JOIN user ON user.n = chain.user
    LEFT JOIN document AS first ON first.n = coalesce(chain.firstClaim, chain.lastClaim)
    LEFT JOIN document AS last ON last.n = chain.lastClaim
    LEFT JOIN document AS assumed ON assumed.n = chain.assumedClaim
    LEFT JOIN product ON product.n = chain.product
    """,
    "mention": """
    SELECT \(chain), document.id FROM mention JOIN chain ON chain.n = mention.chain
    JOIN shop ON shop.n = chain.shop LEFT JOIN document ON document.n = mention.document
    """,
    "order": """
    SELECT \(sale), chain.id, product.id, user.id, sale.kind, quantity, purchasedAt,
      originalPurchasedAt, expiresAt, cancelledAt, cancellation, offer, offerID,
      webOrderLineItemID, sale.statedAt, said.id, price, currency, country, ownership, termsAt,
      terms.id, statedCancelledAt, statedCancellation
    FROM "order" AS sale JOIN shop ON shop.n = sale.shop JOIN chain ON chain.n = sale.chain
    JOIN product ON product.n = sale.product LEFT JOIN document AS said ON said.n = sale.evidence
    LEFT JOIN document AS terms ON terms.n = sale.termsIn
    LEFT JOIN user ON user.n = sale.user
    """,
    // Without `paidUntil`, which ledgers before its migration lack.
    "standing": """
    SELECT \(chain), standing.statedAt, document.id, condition, until, reason, renews,
      nextProductID
    FROM standing JOIN chain ON chain.n = standing.chain JOIN shop ON shop.n = chain.shop
    LEFT JOIN document ON document.n = standing.document
    """,
    "notice": """
    SELECT document.id, notice.kind, \(chain), transactionID, detail, notice.statedAt
    FROM notice LEFT JOIN document ON document.n = notice.document
    LEFT JOIN chain ON chain.n = notice.chain LEFT JOIN shop ON shop.n = chain.shop
    """,
    "link": """
    SELECT value, link.kind, \(chain), document.id FROM link JOIN chain ON chain.n = link.chain
    JOIN shop ON shop.n = chain.shop LEFT JOIN document ON document.n = link.document
    """,
    "act": """
    SELECT document.id, deed, actor, act.statedAt, act.user, other, \(chain), transactionID,
      act.key, act.environment, count, until, note
    FROM act LEFT JOIN document ON document.n = act.document
    LEFT JOIN chain ON chain.n = act.chain LEFT JOIN shop ON shop.n = chain.shop
    """,
    "claim": """
    SELECT \(chain), claim.user, endpoint, basis, evidence, claim.at
    FROM claim JOIN chain ON chain.n = claim.chain JOIN shop ON shop.n = chain.shop
    """,
    // Handles stand behind the address, so that a ledger without any has the hash that it had before.
    "user": """
    SELECT user.id, name, \(handles), lastPurchasedAt, orders, stores, environments, \(sale)
    FROM user LEFT JOIN "order" AS sale ON sale.n = user.leading
    LEFT JOIN shop ON shop.n = sale.shop
    """,
    "phase": """
    SELECT \(chain), "from", until, state, reason, renews, document.id
    FROM phase JOIN chain ON chain.n = phase.chain JOIN shop ON shop.n = chain.shop
    LEFT JOIN document ON document.n = phase.document
    """,
    "entitlement": """
    SELECT user.id, entitlement.key, entitlement.environment, "from", until, \(sale), document.id
    FROM entitlement JOIN user ON user.n = entitlement.user
    LEFT JOIN document ON document.n = entitlement.document
    LEFT JOIN "order" AS sale ON sale.n = entitlement.source
    LEFT JOIN shop ON shop.n = sale.shop
    """,
    "inventory": """
    SELECT user.id, \(sale), item, inventory.environment, granted, used, "from", until
    FROM inventory JOIN user ON user.n = inventory.user
    JOIN "order" AS sale ON sale.n = inventory.source JOIN shop ON shop.n = sale.shop
    """,
    "balance": """
    SELECT user.id, environment, currency, amount FROM balance
    JOIN user ON user.n = balance.user
    """,
    "login": "SELECT provider, name, user, createdAt, lastAt, isKeyed FROM login",
    "redemption": """
    SELECT \(sale), redeemedAt FROM redemption JOIN "order" AS sale ON sale.n = redemption.sale
    JOIN shop ON shop.n = sale.shop
    """,
    "secret": "SELECT name, hex(value) FROM secret",
  ]

  // A job that is leased is one that waits.
  private static let furtherQueries = [
    "catalog": "SELECT version, isPrimary, importedAt, content FROM catalog",
    "audit": "SELECT n, at, actor, deed, hex(subject), hex(hash) FROM audit",
    "job": """
    SELECT key, kind, task, actor, batch, iif(endedAt IS NULL, 0, state), createdAt, dueAt, endedAt,
      outcome, detail
    FROM job
    """,
    "session": """
    SELECT hex(ticket), provider, name, endsAt FROM session JOIN login ON login.n = session.login
    """,
  ]
}
