import Entitlements
internal import GRDB

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
      erasedAt IS NOT NULL
      """

    init(_ cells: RowReader) throws {
      id = try cells.id(0)
      authority = (try cells.word(1) as TrustBasis).authority
      let statementSource = StatementSource(id, at: try cells.instant(4), authority)
      let otherwise: Claim.Basis = try cells.number(6) > 0 ? .forgotten : .trusted
      let basis = try cells.optionalText(5).map(Claim.Basis.init(ofTransferBy:)) ?? otherwise
      claims =
        try cells.optionalID(2).map {
          [Claim($0, try cells.word(3), statementSource, basis: basis)]
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
    try shops.name(of: number, in: db) {
      AppScope(store: try $0.word(0), environment: try $0.word(1), app: try $0.text(2))
    }
  }

  /// From the columns of `CaseRows.chains`.
  func chain(_ cells: RowReader) throws -> Chain {
    let (appScope, root) = (try appScope(cells.number(1)), try cells.text(2))
    let id = Subscription.id(
      store: appScope.store,
      environment: appScope.environment,
      app: appScope.app,
      originalTransactionID: root
    )
    return Chain(
      id: id,
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
