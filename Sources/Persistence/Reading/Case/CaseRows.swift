import Entitlements
internal import GRDB

/// Queries of chains' facts without joins: `NameCache` resolves row IDs. The first column is the
/// chain; the argument is `CaseChains.runs`.
enum CaseRows {
  static let chains = of("chain", "n, shop, id, user, account", by: "n")
  static let orders = of(
    "\"order\"",
    """
    chain, transactionID, webOrderLineItemID, product, kind, quantity, purchasedAt,
      originalPurchasedAt, expiresAt, statedCancelledAt, statedCancellation, offer, offerID, user,
      statedAt, evidence, price, currency, country, ownership, termsAt, termsIn, cancelledAt,
      cancellation
    """
  )
  static let renewalStatuses = of(
    "standing",
    "chain, condition, until, reason, renews, nextProductID, paidUntil, statedAt, document"
  )
  static let notices = of("notice", "chain, kind, transactionID, detail, statedAt, document")
  static let phases = of("phase", "chain, \"from\", until, state, reason, renews, document")
  static let links = of("link", "chain, kind, link.value, document")
  static let claims = of("claim", "chain, user, basis, evidence, at, endpoint")
  static let claimants = of("chain", "n, firstClaim, lastClaim, assumedClaim", by: "n")
  static let mentions = of("mention", "chain, document")
  static let acts = "WHERE act.document IN (\(of("act", "act.document")))"

  /// Rows of chains with consecutive row IDs are adjacent in each index, so each range needs only
  /// one index lookup.
  private static func of(_ table: String, _ columns: String, by column: String = "chain") -> String
  {
    """
    WITH run (first, last) AS (SELECT value ->> 0, value ->> 1 FROM json_each(?))
    SELECT \(columns) FROM run CROSS JOIN \(table) ON \(column) BETWEEN run.first AND run.last
    """
  }
}

extension Order {
  /// From the columns of `CaseRows.orders`.
  init(_ cells: RowReader, of chain: NameCache.Chain, _ names: NameCache) throws {
    let purchasedAt = try cells.instant(6)
    let cancellation = try cells.cancellation(at: chain.appScope.store.reportsReversals ? 9 : 22)
    self.init(
      store: chain.appScope.store,
      environment: chain.appScope.environment,
      app: chain.appScope.app,
      transactionID: try cells.text(1),
      originalTransactionID: chain.originalTransactionID,
      chain: chain.id,
      webOrderLineItemID: try cells.optionalText(2),
      productID: try names.product(cells.number(3)),
      kind: try cells.coded(4),
      quantity: try cells.count(5),
      purchasedAt: purchasedAt,
      originalPurchasedAt: try cells.optionalInstant(7) ?? purchasedAt,
      expiresAt: try cells.optionalInstant(8),
      cancelledAt: cancellation.at,
      cancellation: cancellation.cancellation,
      offer: Offer(try cells.optionalCoded(11), id: try cells.optionalText(12)),
      terms: try Terms(cells, names),
      user: try cells.optionalNumber(13).map(names.user),
      statementSource: try names.statementSource(cells, at: 14, in: 15)
    )
  }
}

extension Order.Terms {
  fileprivate init?(_ cells: RowReader, _ names: NameCache) throws {
    guard try cells.optionalNumber(20) != nil else { return nil }
    self.init(
      price: try cells.optionalMoney(16, in: 17),
      country: try cells.optionalText(18),
      ownership: try cells.optionalCoded(19),
      statementSource: try names.statementSource(cells, at: 20, in: 21)
    )
  }
}

extension RenewalStatus {
  /// From the columns of `CaseRows.renewalStatuses`.
  init(_ cells: RowReader, of chain: NameCache.Chain, _ names: NameCache) throws {
    let source = try names.statementSource(cells, at: 7, in: 8)
    try self.init(cells, of: chain.id, from: 1, source)
  }
}

extension StoreEvent {
  /// From the columns of `CaseRows.notices`, for an event of a chain.
  init(_ cells: RowReader, of chain: NameCache.Chain, _ names: NameCache) throws {
    self.init(
      try cells.keyword(1),
      chain: chain.id,
      order: try cells.optionalText(2).map(chain.appScope.order),
      detail: try cells.optionalText(3),
      statementSource: try names.statementSource(cells, at: 4, in: 5)
    )
  }
}

extension Phase {
  /// From the columns of `CaseRows.phases`.
  init(_ cells: RowReader, _ names: NameCache) throws {
    try self.init(cells, from: 1, evidence: names.source(cells.number(6)).id)
  }
}

extension Link {
  /// From the columns of `CaseRows.links`.
  init(_ cells: RowReader, of chain: NameCache.Chain, _ names: NameCache) throws {
    self.init(
      try cells.keyword(1),
      try cells.text(2),
      of: chain.id,
      evidence: try names.source(cells.number(3)).id
    )
  }
}

/// Resolves row IDs to names, each once: one user's rows repeat the same few app scopes, products
/// and documents, and joins would read and build them every time.
final class NameCache {
  /// A chain's ID and its parts.
  struct Chain {
    var id: ID<Subscription>
    var appScope: AppScope
    var originalTransactionID: String
    /// The owner's row ID.
    var user: Int64?
    /// The store account's row ID.
    var account: Int64
  }

  /// A document as source of statements: its ID, authority and claims.
  struct Source {
    var id: ID<Document>
    var authority: Authority
    /// At most one claim; the chains of a document share the list.
    var claims: [Claim]

    static let columns = """
      id, provenance, claimant, claim, coalesce(statedAt, receivedAt),
      iif(provenance = 'operatorAct',
        (SELECT actor FROM act WHERE act.document = document.n AND act.deed = 'transfer'), NULL),
      \(Erasure.isOfErasedUser(in: "document"))
      """

    init(_ cells: RowReader) throws {
      id = try cells.id(0)
      authority = (try cells.keyword(1) as TrustBasis).authority
      let statementSource = StatementSource(id, at: try cells.instant(4), authority)
      let otherwise: Claim.Basis = try cells.number(6) > 0 ? .forgotten : .trusted
      let basis = try cells.optionalText(5).map(Claim.Basis.init(ofTransferBy:)) ?? otherwise
      claims =
        try cells.optionalID(2).map {
          [Claim($0, try cells.keyword(3), statementSource, basis: basis)]
        } ?? []
    }
  }

  private let db: Database
  private var shops = CachedNames<AppScope>("SELECT store, environment, app FROM shop WHERE n = ?")
  private var products = CachedNames<String>("SELECT id FROM product WHERE n = ?")
  private var documents = CachedNames<Source>("SELECT \(Source.columns) FROM document WHERE n = ?")
  private var users = CachedNames<ID<User>>("SELECT id FROM user WHERE n = ?")

  init(in db: Database) { self.db = db }

  func appScope(_ number: Int64) throws -> AppScope {
    try shops.name(of: number, in: db) { try $0.appScope(at: 0) }
  }

  /// From the columns of `CaseRows.chains`.
  func chain(_ cells: RowReader) throws -> Chain {
    let (appScope, root) = (try appScope(cells.number(1)), try cells.text(2))
    return Chain(
      id: appScope.chain(root),
      appScope: appScope,
      originalTransactionID: root,
      user: try cells.optionalNumber(3),
      account: try cells.number(4)
    )
  }

  func product(_ number: Int64) throws -> String {
    try products.name(of: number, in: db) { try $0.text(0) }
  }

  func source(_ document: Int64) throws -> Source {
    try documents.name(of: document, in: db, Source.init)
  }

  /// Loads many documents; `list` has their row IDs as JSON.
  func learn(documents list: String) throws {
    let sql = """
      SELECT \(Source.columns), n FROM document WHERE n IN (SELECT value FROM json_each(?))
      """
    try db.forEach(sql, [list]) { documents.learn(try Source($0), for: try $0.number(7)) }
  }

  func user(_ number: Int64) throws -> ID<User> {
    try users.name(of: number, in: db) { try $0.id(0) }
  }

  /// The source of a statement from the columns of its document and its instant.
  func statementSource(
    _ cells: RowReader,
    at instant: Int,
    in document: Int
  ) throws -> StatementSource {
    let source = try source(cells.number(document))
    return StatementSource(source.id, at: try cells.instant(instant), source.authority)
  }
}

/// Cached names of one kind.
private struct CachedNames<Name> {
  private let sql: String
  private var known: [Int64: Name] = [:]
  /// The last lookup, which is usually repeated.
  private var last: (number: Int64, name: Name)?

  /// `sql` selects the row with a row ID.
  init(_ sql: String) { self.sql = sql }

  mutating func learn(_ name: Name, for number: Int64) { known[number] = name }

  mutating func name(
    of number: Int64,
    in db: Database,
    _ read: (RowReader) throws -> Name
  ) throws -> Name {
    if let last, last.number == number { return last.name }
    guard let name = try known[number] ?? db.first(sql, [number], read) else {
      throw RowDecodingError(column: 0)
    }
    known[number] = name
    last = (number, name)
    return name
  }
}
