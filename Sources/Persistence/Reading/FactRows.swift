import Entitlements
import Foundation
internal import GRDB

extension Database {
  func rowID(of order: ID<Order>) throws -> Int64? {
    try rowID(
      """
      SELECT sale.n FROM "order" AS sale JOIN shop ON shop.n = sale.shop
      WHERE sale.transactionID
      """,
      named: order.raw
    )
  }

  func rowID(of chain: ID<Subscription>) throws -> Int64? {
    try rowID(
      "SELECT chain.n FROM chain JOIN shop ON shop.n = chain.shop WHERE chain.id",
      named: chain.raw
    )
  }

  /// Finds a row by an ID with its app scope; `nil` if the ID has another form.
  private func rowID(_ column: String, named id: String) throws -> Int64? {
    guard let name = Subscription.Name(ID(id)), !id.utf8.contains(0) else { return nil }
    return try number(
      "\(column) = ? AND shop.store = ? AND shop.environment = ? AND shop.app = ?",
      [name.originalTransactionID, name.store.rawValue, name.environment.rawValue, name.app]
    )
  }

  /// The row IDs of the stored ones of these chains.
  func rowIDs(of chains: some Sequence<ID<Subscription>>) throws -> Set<Int64> {
    Set(try chains.compactMap { try rowID(of: $0) })
  }

  func phases(of chain: ID<Subscription>) throws -> [Phase] {
    try rowID(of: chain).map(phases(ofChain:)) ?? []
  }

  func phases(ofChain number: Int64) throws -> [Phase] {
    try map(
      """
      SELECT phase."from", phase.until, phase.state, phase.reason, phase.renews, document.id
      FROM phase CROSS JOIN document ON document.n = phase.document
      WHERE phase.chain = ? ORDER BY phase."from"
      """,
      [number]
    ) { try Phase($0, from: 0) }
  }

  /// Refund and revocation events by chain. `sales` has a sale of each chain, by the chain's row ID.
  func reversals(of sales: [Int64: Order]) throws -> [Int64: [StoreEvent]] {
    var reversals: [Int64: [StoreEvent]] = [:]
    let items = sales.filter { $0.value.chain.raw.utf8.contains(UInt8(ascii: "/")) }
    try forEach(Self.reversals, [sales.keys.json, items.keys.json]) { cells in
      let chain = try cells.number(0)
      guard let sale = sales[chain] else { return }
      let event = StoreEvent(
        try cells.keyword(1),
        chain: sale.chain,
        order: sale.appScope.order(try cells.text(2)),
        statementSource: try StatementSource(cells, at: 3, evidence: 4, provenance: 5)
      )
      reversals[chain, default: []].append(event)
    }
    return reversals
  }

  // Several products that were bought together are reversed by the ID of the whole order.
  private static let reversals = """
    SELECT asked.n, notice.kind, notice.transactionID, notice.statedAt, document.id,
      document.provenance
    FROM (
      SELECT value AS n, value AS stated FROM json_each(?1)
      UNION ALL
      SELECT chain.n, whole.n FROM json_each(?2) AS item CROSS JOIN chain ON chain.n = item.value
      CROSS JOIN chain AS whole ON whole.id = substr(chain.id, 1, instr(chain.id, '/') - 1)
        AND whole.shop = chain.shop
    ) AS asked
    CROSS JOIN notice ON notice.chain = asked.stated
    CROSS JOIN document ON document.n = notice.document
    WHERE notice.kind IN ('refunded', 'revoked', 'refundReversed')
      AND notice.transactionID IS NOT NULL
    """

  /// Operator actions that match a condition on `act`.
  func acts(_ tail: String, _ arguments: [Argument?]) throws -> [OperatorAction] {
    try map(
      """
      SELECT act.deed, act.actor, act.user, act.other, act.transactionID, act.key,
        act.environment, act.count, act.until, act.note, act.statedAt, document.id,
        document.provenance, shop.store, shop.environment, shop.app, chain.id
      FROM act JOIN document ON document.n = act.document
      LEFT JOIN chain ON chain.n = act.chain LEFT JOIN shop ON shop.n = chain.shop \(tail)
      """,
      arguments
    ) { cells in
      OperatorAction(
        try Self.action(cells),
        by: try cells.text(1),
        statementSource: try StatementSource(cells, at: 10, evidence: 11, provenance: 12)
      )
    }
  }

  private static func action(_ cells: RowReader) throws -> OperatorAction.Kind {
    switch try cells.text(0) {
    case "consume":
      .consume(try cells.id(4), count: try cells.count(7), item: try cells.optionalText(5))
    case "grant":
      .grant(
        try cells.id(2),
        key: try cells.text(5),
        try cells.keyword(6),
        until: try cells.optionalInstant(8)
      )
    case "withdraw": .withdraw(try cells.id(2), key: try cells.text(5), try cells.keyword(6))
    case "merge": .merge(into: try cells.id(2), try cells.id(3))
    case "transfer": .transfer(try cells.chain(at: 13), to: try cells.id(2))
    case "note": .note(try cells.id(2), try cells.text(9))
    case "assign": .assign(try cells.id(2), to: try cells.optionalText(5))
    case "policy": .policy(try cells.keyword(5))
    case "account": .account(try cells.text(3), of: try cells.optionalID(2))
    case "accountForms": .accountForms(AccountForm.list(try cells.text(5)))
    default: throw RowDecodingError(column: 0)
    }
  }
}

/// Queries of renewal statuses.
enum RenewalStatusRows {
  /// All columns but the chain and the evidence's row ID.
  static let columns = """
    standing.condition, standing.until, standing.reason, standing.renews, standing.nextProductID,
      standing.paidUntil, standing.statedAt, document.id, document.provenance, document.n
    """

  static let evidence = "CROSS JOIN document ON document.n = standing.document"
}

extension RenewalStatus {
  /// From `RenewalStatusRows.columns`.
  init(_ cells: RowReader, of chain: ID<Subscription>) throws {
    let source = try StatementSource(cells, at: 6, evidence: 7, provenance: 8)
    try self.init(cells, of: chain, from: 0, source)
  }

  /// From the columns of the condition, of the next renewal and of the paid period's end.
  init(
    _ cells: RowReader,
    of chain: ID<Subscription>,
    from start: Int,
    _ source: StatementSource
  ) throws {
    let condition = Condition(
      try cells.coded(start) as ConditionCode,
      until: try cells.optionalInstant(start + 1),
      reason: try cells.optionalCoded(start + 2)
    )
    guard let condition else { throw RowDecodingError(column: start + 1) }
    self.init(
      chain: chain,
      condition: condition,
      renews: try cells.optionalFlag(start + 3),
      nextProductID: try cells.optionalText(start + 4),
      paidUntil: try cells.optionalInstant(start + 5),
      statementSource: source
    )
  }
}

extension RowReader {
  /// From the columns of store, environment and app.
  func appScope(at start: Int) throws -> AppScope {
    try AppScope(store: keyword(start), environment: keyword(start + 1), app: text(start + 2))
  }

  /// From the columns of app scope and original transaction ID.
  func chain(at start: Int) throws -> ID<Subscription> {
    try appScope(at: start).chain(text(start + 3))
  }

  /// From the columns of app scope and transaction ID.
  func order(at start: Int) throws -> ID<Order> { try appScope(at: start).order(text(start + 3)) }
}

/// The store, environment and app of a sale.
struct AppScope: Hashable {
  var store: Store
  var environment: Environment
  var app: String

  func chain(_ originalTransactionID: String) -> ID<Subscription> {
    Subscription.id(
      store: store,
      environment: environment,
      app: app,
      originalTransactionID: originalTransactionID
    )
  }

  func order(_ transactionID: String) -> ID<Order> {
    Order.id(store: store, environment: environment, app: app, transactionID: transactionID)
  }
}

extension Order {
  var appScope: AppScope { AppScope(store: store, environment: environment, app: app) }
}

extension Subscription.Name {
  var appScope: AppScope { AppScope(store: store, environment: environment, app: app) }
}

extension Phase {
  /// From its columns and the ID of its evidence.
  init(_ cells: RowReader, from start: Int) throws {
    try self.init(cells, from: start, evidence: cells.id(start + 5))
  }

  init(_ cells: RowReader, from start: Int, evidence: ID<Document>) throws {
    self.init(
      from: try cells.instant(start),
      until: try cells.optionalInstant(start + 1),
      state: try cells.coded(start + 2),
      reason: try cells.optionalCoded(start + 3),
      renews: try cells.optionalFlag(start + 4),
      evidence: evidence
    )
  }
}

/// A stored phase. A phase that is empty, to the millisecond, isn't stored.
struct PhaseRow: Hashable {
  var from: Int64
  var until: Int64?
  var state: Int
  var reason: Int?
  var renews: Bool?
  var document: Int64

  static let query = """
    SELECT "from", until, state, reason, renews, document FROM phase
    WHERE chain = ? ORDER BY "from"
    """

  /// `document` is the row ID of the evidence.
  init?(_ phase: Phase, document: Int64) {
    from = phase.from.milliseconds
    until = phase.until?.milliseconds
    if let until, until <= from { return nil }
    state = phase.state.code
    reason = phase.reason?.code
    renews = phase.renews
    self.document = document
  }

  init(_ cells: RowReader) throws {
    from = try cells.number(0)
    until = try cells.optionalNumber(1)
    state = (try cells.coded(2) as SubscriptionState).code
    reason = (try cells.optionalCoded(3) as ExpiryReason?)?.code
    renews = try cells.optionalFlag(4)
    document = try cells.number(5)
  }

  func contains(_ instant: Int64) -> Bool {
    from <= instant && (until.map { instant < $0 } ?? true)
  }
}
