import Entitlements
internal import GRDB

/// Writes chains with their mentions, renewal statuses and phases.
struct BulkChainWriter {
  private let chains: BulkStatement
  private let mentions: BulkStatement
  private let renewalStatuses: BulkStatement
  private let phases: BulkStatement

  init(_ db: Database) throws {
    chains = try BulkStatement(
      """
      INSERT INTO chain (
        n, shop, id, account, user, appAccount, lastClaim, product, startedAt, accessUntil)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      on: db
    )
    mentions = try BulkStatement("INSERT INTO mention (chain, document) VALUES (?, ?)", on: db)
    renewalStatuses = try BulkStatement(
      """
      INSERT INTO standing (
        chain, statedAt, document, condition, until, reason, renews, nextProductID, paidUntil)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      on: db
    )
    phases = try BulkStatement(
      """
      INSERT INTO phase (chain, "from", until, state, reason, renews, document)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      on: db
    )
  }

  func write(_ chain: BulkChain, _ rowIDs: BulkRowIDs, _ counts: inout BulkCounts) throws {
    let number = counts.addChain()
    chains.bind(number)
    chains.bind(counts.number(of: chain.appScope))
    try chains.bind(chain.originalTransactionID, naming: "original transaction ID")
    chains.bind(rowIDs.number(ofChain: chain.account))
    chains.bind(rowIDs.user)
    chains.bind(chain.appAccount)
    chains.bind(rowIDs.document)
    chains.bind(chain.newest.map { counts.number(of: $0) })
    chains.bind(chain.startedAt)
    chains.bind(chain.accessUntil)
    try chains.run()
    mentions.bind(number)
    mentions.bind(rowIDs.document)
    try mentions.run()
    for renewalStatus in chain.renewalStatuses { try write(renewalStatus, of: number, rowIDs) }
    for phase in chain.phases { try write(phase, of: number, rowIDs, &counts) }
    counts.count(endOf: chain)
  }

  private func write(
    _ renewalStatus: RenewalStatus,
    of chain: Int64,
    _ rowIDs: BulkRowIDs
  ) throws {
    let (code, until, reason) = renewalStatus.condition.stored
    renewalStatuses.bind(chain)
    renewalStatuses.bind(renewalStatus.statedAt.milliseconds)
    renewalStatuses.bind(rowIDs.document)
    renewalStatuses.bind(code.code)
    renewalStatuses.bind(until?.milliseconds)
    renewalStatuses.bind(reason?.code)
    renewalStatuses.bind(renewalStatus.renews.map { $0 ? 1 : 0 })
    renewalStatuses.bind(renewalStatus.nextProductID)
    renewalStatuses.bind(renewalStatus.paidUntil?.milliseconds)
    try renewalStatuses.run()
  }

  private func write(
    _ phase: Phase,
    of chain: Int64,
    _ rowIDs: BulkRowIDs,
    _ counts: inout BulkCounts
  ) throws {
    counts.count(phase)
    phases.bind(chain)
    phases.bind(phase.from.milliseconds)
    phases.bind(phase.until?.milliseconds)
    phases.bind(phase.state.code)
    phases.bind(phase.reason?.code)
    phases.bind(phase.renews.map { $0 ? 1 : 0 })
    phases.bind(rowIDs.document)
    try phases.run()
  }
}

struct BulkOrderWriter {
  private let orders: BulkStatement

  init(_ db: Database) throws {
    orders = try BulkStatement(
      """
      INSERT INTO "order" (
        n, chain, shop, transactionID, product, user, kind, quantity, purchasedAt,
        originalPurchasedAt, expiresAt, cancelledAt, cancellation, offer, offerID,
        webOrderLineItemID, statedAt, evidence, price, currency, country, ownership, termsAt, termsIn,
        statedCancelledAt, statedCancellation)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      on: db
    )
  }

  func write(
    _ order: Order,
    stating stated: Order,
    of chain: Int,
    _ rowIDs: BulkRowIDs,
    _ counts: inout BulkCounts
  ) throws {
    let appScope = AppScope(store: order.store, environment: order.environment, app: order.app)
    let offer = order.offer?.stored
    orders.bind(counts.addOrder())
    orders.bind(rowIDs.number(ofChain: chain))
    orders.bind(counts.number(of: appScope))
    try orders.bind(order.transactionID, naming: "transaction ID")
    orders.bind(counts.count(order))
    orders.bind(rowIDs.user)
    orders.bind(order.kind.code)
    orders.bind(order.quantity)
    orders.bind(order.purchasedAt.milliseconds)
    orders.bind(
      order.originalPurchasedAt == order.purchasedAt
        ? nil : order.originalPurchasedAt.milliseconds
    )
    orders.bind(order.expiresAt?.milliseconds)
    orders.bind(order.cancelledAt?.milliseconds)
    orders.bind(order.cancellation?.code)
    orders.bind(offer?.code.code)
    orders.bind(offer?.id)
    orders.bind(order.webOrderLineItemID)
    orders.bind(order.statementSource.statedAt.milliseconds)
    orders.bind(rowIDs.document)
    bind(order.terms, rowIDs)
    orders.bind(stated.cancelledAt?.milliseconds)
    orders.bind(stated.cancellation?.code)
    try orders.run()
  }

  private func bind(_ terms: Order.Terms?, _ rowIDs: BulkRowIDs) {
    orders.bind(terms?.price?.nanos)
    orders.bind(terms?.price?.currency.code)
    orders.bind(terms?.country)
    orders.bind(terms?.ownership?.code)
    orders.bind(terms?.statementSource.statedAt.milliseconds)
    orders.bind(terms == nil ? nil : rowIDs.document)
  }
}
