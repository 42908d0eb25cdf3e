import Entitlements
import Foundation
internal import GRDB

extension Database {
  func number(of order: ID<Order>) throws -> Int64? {
    guard let name = Subscription.Name(ID(order.raw)) else { return nil }
    return try number(
      """
      SELECT sale.n FROM "order" AS sale JOIN shop ON shop.n = sale.shop
      WHERE sale.transactionID = ? AND shop.store = ? AND shop.environment = ? AND shop.app = ?
      """,
      [
        name.originalTransactionID, name.store.rawValue, name.environment.rawValue, name.app,
      ]
    )
  }

  func number(of chain: Subscription.Name) throws -> Int64? {
    try number(
      """
      SELECT chain.n FROM chain JOIN shop ON shop.n = chain.shop
      WHERE chain.id = ? AND shop.store = ? AND shop.environment = ? AND shop.app = ?
      """,
      [
        chain.originalTransactionID, chain.store.rawValue, chain.environment.rawValue, chain.app,
      ]
    )
  }

  func phases(of chain: Subscription.Name) throws -> [Phase] {
    guard let number = try number(of: chain) else { return [] }
    return try phases(ofChain: number)
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
        try cells.word(6),
        until: try cells.optionalInstant(8)
      )
    case "withdraw": .withdraw(try cells.id(2), key: try cells.text(5), try cells.word(6))
    case "merge": .merge(into: try cells.id(2), try cells.id(3))
    case "transfer": .transfer(try cells.chain(at: 13), to: try cells.id(2))
    case "note": .note(try cells.id(2), try cells.text(9))
    case "policy": .policy(try cells.word(5))
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
  init(_ cells: RowReader, of chain: ID<Subscription>, from start: Int) throws {
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
      statementSource: try StatementSource(
        cells,
        at: start + 6,
        evidence: start + 7,
        provenance: start + 8
      )
    )
  }
}

extension RowReader {
  /// From the columns of store, environment, app and original transaction ID.
  func chain(at start: Int) throws -> ID<Subscription> {
    Subscription.id(
      store: try word(start),
      environment: try word(start + 1),
      app: try text(start + 2),
      originalTransactionID: try text(start + 3)
    )
  }
}

extension Phase {
  /// From its columns and the ID of its evidence.
  init(_ cells: RowReader, from start: Int) throws {
    self.init(
      from: try cells.instant(start),
      until: try cells.optionalInstant(start + 1),
      state: try cells.coded(start + 2),
      reason: try cells.optionalCoded(start + 3),
      renews: try cells.optionalFlag(start + 4),
      evidence: try cells.id(start + 5)
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
