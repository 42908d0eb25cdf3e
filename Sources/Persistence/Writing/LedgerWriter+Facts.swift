import Entitlements
import Foundation
internal import GRDB

/// Writes the facts that a document states.
extension LedgerWriter {
  /// The row IDs of the chains that the facts mention; inserts new ones.
  mutating func chains(mentionedIn facts: Facts) throws -> Set<Int64> {
    var mentioned: Set<Int64> = []
    for chain in facts.chains.sorted() {
      if let n = try rowID(of: chain) { mentioned.insert(n) }
    }
    return mentioned
  }

  mutating func write(_ facts: Facts, of document: Int64, _ mentioned: Set<Int64>) throws {
    for order in facts.orders {
      if let chain = try rowID(of: order.chain) { try write(order, in: chain) }
    }
    for renewalStatus in facts.renewalStatuses {
      if let chain = try rowID(of: renewalStatus.chain) {
        try write(renewalStatus, of: chain, document)
      }
    }
    for notice in facts.notices {
      try write(notice, of: try notice.chain.flatMap { try rowID(of: $0) }, document)
    }
    for link in facts.links {
      if let chain = try rowID(of: link.chain) { try write(link, of: chain, document) }
    }
    for act in facts.acts { try write(act, document) }
    for chain in mentioned.sorted() {
      try db.run(
        "INSERT OR IGNORE INTO mention (chain, document) VALUES (?, ?)",
        [chain, document]
      )
    }
    touchedChains.formUnion(mentioned)
    try touchPending(facts)
    try touchRelated(facts, mentioned)
    try touchItems(facts)
  }

  /// Marks the other products of orders that a store reversed as a whole.
  private mutating func touchItems(_ facts: Facts) throws {
    for chain in Set(facts.notices.lazy.filter(\.isReversal).compactMap(\.chain)).sorted() {
      guard let n = try rowID(of: chain) else { continue }
      let items = try db.map(Self.items, [n]) {
        (chain: try $0.number(0), user: try $0.optionalNumber(1))
      }
      for (chain, user) in items where touchedChains.insert(chain).inserted { touch(user: user) }
    }
  }

  // Their IDs begin with the order's and a slash, after which comes a zero.
  private static let items = """
    SELECT item.n, item.user FROM chain CROSS JOIN chain AS item
      ON item.id > chain.id || '/' AND item.id < chain.id || '0' AND item.shop = chain.shop
    WHERE chain.n = ?
    """

  /// Marks related chains: Google's statuses by token apply to the sale with that token, and a sale
  /// ends the purchase that it replaced.
  private mutating func touchRelated(_ facts: Facts, _ mentioned: Set<Int64>) throws {
    let isGoogles = facts.chains.contains { $0.raw.hasPrefix("\(Store.google.rawValue):") }
    guard isGoogles, !facts.renewalStatuses.isEmpty || !facts.orders.isEmpty else { return }
    let related = try db.map(Self.related, [Array(mentioned).json]) {
      (chain: try $0.number(0), user: try $0.optionalNumber(1))
    }
    for (chain, user) in related where touchedChains.insert(chain).inserted { touch(user: user) }
  }

  private static let related = """
    SELECT DISTINCT chain.n, chain.user FROM json_each(?) AS asked
    CROSS JOIN link AS own ON own.chain = asked.value
    CROSS JOIN link AS other ON other.value = own.value AND other.chain <> own.chain
    CROSS JOIN chain ON chain.n = other.chain
    WHERE own.kind IN ('purchaseToken', 'predecessor') AND other.kind = 'purchaseToken'
      AND EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = other.chain)
    """

  /// Marks chains known only by a token that may now have a sale.
  private mutating func touchPending(_ facts: Facts) throws {
    guard facts.orders.contains(where: { $0.store == .google }) else { return }
    for link in facts.links where link.kind == .purchaseToken {
      try db.forEach(
        """
        SELECT chain FROM link WHERE value = ? AND kind = 'purchaseToken'
          AND EXISTS (SELECT 1 FROM standing WHERE standing.chain = link.chain)
        """,
        [link.value]
      ) { touchedChains.insert(try $0.number(0)) }
    }
  }

  /// Merges the sale with the stored one.
  mutating func write(_ order: Order, in chain: Int64) throws {
    let found = try db.first(
      "\(OrderRows.queryWithStated) WHERE sale.transactionID = ? AND sale.shop = ?",
      [order.transactionID, try rowID(of: order.appScope)],
      StoredSale.init
    )
    guard let found else { return try insert(order, in: chain) }
    try replace(found, by: found.stated.merged(with: order), in: chain)
  }

  /// Replaces what is stored of the sales of chains by what these documents state. What another
  /// document states of a sale stays, and so does a sale that none states.
  mutating func replace(
    ordersOf chains: [Int64],
    with orders: [ID<Order>: Order],
    from documents: Set<Int64>
  ) throws {
    var others = orders
    let known = try db.map(
      "\(OrderRows.queryWithStated) WHERE sale.chain IN (SELECT value FROM json_each(?))",
      [chains.json],
      StoredSale.init
    )
    for sale in known {
      guard let order = others.removeValue(forKey: sale.stated.id) else { continue }
      let isAllKnown = sale.sources.allSatisfy(documents.contains)
      try replace(sale, by: isAllKnown ? order : sale.stated.merged(with: order), in: sale.chain)
    }
    for order in others.values.sorted(by: { $0.id < $1.id }) {
      if let chain = try rowID(of: order.chain) { try write(order, in: chain) }
    }
  }

  /// Replaces the documents' statement of a sale. Reversals that other documents report stay as they
  /// were derived last.
  private mutating func replace(
    _ found: StoredSale,
    by stated: Order,
    in chain: Int64
  ) throws {
    guard stated != found.stated else { return }
    let isReversed = found.stated.cancellationState != found.effective
    let known = found.stated.cancelled(found.effective)
    let merged = isReversed ? stated.cancelled(found.effective) : stated
    if merged.chain != known.chain { touchedChains.insert(found.chain) }
    if let owner = found.owner { touch(user: try rowID(of: owner)) }
    try count(known, by: -1)
    try count(merged, by: 1)
    let newChain = try rowID(of: merged.chain) ?? chain
    try db.update(
      "\"order\"",
      Self.orderColumns,
      from: try values(of: known, found.stated.cancellationState, in: found.chain),
      to: try values(of: merged, stated.cancellationState, in: newChain),
      of: found.n
    )
  }

  /// Derives again those of the chains with these row IDs whose phases and sales migrations v18 and
  /// v20 change: with reversals that Google reported, also of several products at once, an end that
  /// may be a replaced token or a revocation, a pause, or a gap of seconds.
  mutating func deriveGoogleAnew(after last: Int64, upTo end: Int64) throws {
    let found = try db.map(
      """
      SELECT chain.n, chain.user FROM chain CROSS JOIN shop ON shop.n = chain.shop
      WHERE chain.n > ? AND chain.n <= ? AND shop.store = 'google' AND (
        EXISTS (SELECT 1 FROM notice WHERE notice.chain = chain.n
          AND notice.kind IN ('refunded', 'revoked') AND notice.transactionID IS NOT NULL)
        OR EXISTS (SELECT 1 FROM standing WHERE standing.chain = chain.n
          AND (condition = \(ConditionCode.paused.code) OR condition = \(ConditionCode.ended.code)
            AND reason IN (\(ExpiryReason.replaced.code), \(ExpiryReason.developer.code),
              \(ExpiryReason.unknown.code))))
        OR instr(chain.id, '/') > 0
        OR EXISTS (SELECT 1 FROM phase WHERE phase.chain = chain.n
          AND state = \(SubscriptionState.expired.code) AND until - "from" <= 60000))
      """,
      [last, end]
    ) { (chain: try $0.number(0), user: try $0.optionalNumber(1)) }
    for (chain, user) in found {
      touchedChains.insert(chain)
      touch(user: user)
      if memory.ownershipContext.policy == .share { try touchClaimants(of: chain) }
    }
    if !found.isEmpty { hasWritten = true }
  }

  /// Stores what reversals, changes of plan and earlier answers change in the sales.
  mutating func write(_ changedEnds: [DerivationInput.ChangedEnd]) throws {
    guard !changedEnds.isEmpty else { return }
    let orders = try db.orders(numbered: changedEnds.map(\.n))
    for (n, state, expiresAt) in changedEnds {
      guard let known = orders[n] else { continue }
      let changed = known.cancelled(state).changing { $0.expiresAt = expiresAt }
      try count(known, by: -1)
      try count(changed, by: 1)
      try db.run(
        "UPDATE \"order\" SET cancelledAt = ?, cancellation = ?, expiresAt = ? WHERE n = ?",
        [state.at?.milliseconds, state.cancellation?.code, expiresAt?.milliseconds, n]
      )
    }
  }

  private mutating func insert(_ order: Order, in chain: Int64) throws {
    try count(order, by: 1)
    counterChanges.count(orders: 1)
    try db.run(Self.orderInsertion, try values(of: order, order.cancellationState, in: chain))
  }

  private mutating func count(_ order: Order, by difference: Int) throws {
    let group = OrderGroup(
      product: try rowID(of: Catalog.Product(order.store, order.productID)),
      shop: try rowID(of: order.appScope),
      kind: order.kind.code
    )
    counterChanges.count(order, in: group, by: difference)
  }

  private mutating func values(
    of order: Order,
    _ stated: Order.CancellationState,
    in chain: Int64
  ) throws -> [Argument?] {
    let offer = order.offer?.stored
    var terms: [Argument?] = [nil, nil, nil, nil, nil, nil]
    if let stated = order.terms {
      terms = [
        stated.price?.nanos, stated.price?.currency.code, stated.country, stated.ownership?.code,
        stated.statementSource.statedAt.milliseconds,
        try rowID(of: stated.statementSource.evidence),
      ]
    }
    return [
      chain, chains[chain]?.user,
      try rowID(of: order.appScope),
      order.transactionID, try rowID(of: Catalog.Product(order.store, order.productID)),
      order.kind.code, order.quantity, order.purchasedAt.milliseconds,
      order.originalPurchasedAt == order.purchasedAt
        ? nil : order.originalPurchasedAt.milliseconds,
      order.expiresAt?.milliseconds, order.cancelledAt?.milliseconds, order.cancellation?.code,
      offer?.code.code, offer?.id, order.webOrderLineItemID,
      order.statementSource.statedAt.milliseconds,
      try rowID(of: order.statementSource.evidence),
    ] + terms + [stated.at?.milliseconds, stated.cancellation?.code]
  }

  private static let orderColumns = [
    "chain", "user", "shop", "transactionID", "product", "kind", "quantity", "purchasedAt",
    "originalPurchasedAt", "expiresAt", "cancelledAt", "cancellation", "offer", "offerID",
    "webOrderLineItemID", "statedAt", "evidence", "price", "currency", "country", "ownership",
    "termsAt", "termsIn", "statedCancelledAt", "statedCancellation",
  ]
  private static let orderInsertion = """
    INSERT INTO "order" (\(orderColumns.joined(separator: ", ")))
    VALUES (\(orderColumns.map { _ in "?" }.joined(separator: ", ")))
    """
}

/// A stored sale, of `OrderRows.queryWithStated`.
private struct StoredSale {
  let n: Int64
  let chain: Int64
  let owner: ID<User>?
  /// What the sale's own documents state.
  let stated: Order
  /// The cancellation with the reversals and changes of plan that other documents report.
  let effective: Order.CancellationState
  /// The documents that `stated` comes from.
  let sources: [Int64]

  init(_ cells: RowReader) throws {
    let order = try Order(cells)
    n = try cells.number(0)
    chain = try cells.number(28)
    owner = order.user
    effective = order.cancellationState
    stated = (owner == nil ? order : order.changing { $0.user = nil }).cancelled(
      try cells.cancellation(at: OrderRows.width)
    )
    sources = [try cells.number(29), try cells.optionalNumber(OrderRows.width + 2)].compactMap {
      $0
    }
  }
}
