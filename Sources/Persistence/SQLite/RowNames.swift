import Entitlements
internal import GRDB

/// What the numbers in rows stand for, each looked up once: rows of one user name the same few
/// shops, products and documents again and again, and joins would read and build them every time.
final class RowNames {
  /// A chain's ID and its parts.
  struct Chain {
    var id: ID<Subscription>
    var shop: Shop
    var originalTransactionID: String
    /// The owner's number.
    var user: Int64?
    /// That of the store account.
    var account: Int64
  }

  /// Who says it, how much that counts, and to whom it says what it tells of belongs.
  struct Source {
    var id: ID<Document>
    var authority: Authority
    /// One claim, or none; the chains of a document share the list.
    var claims: [Claim]

    static let columns = """
      id, provenance, claimant, claim, coalesce(statedAt, receivedAt),
      iif(provenance = 'operatorAct',
        (SELECT actor FROM act WHERE act.document = document.n AND act.deed = 'transfer'), NULL),
      erasedAt IS NOT NULL
      """

    init(_ cells: Cells) throws {
      id = try cells.id(0)
      authority = (try cells.word(1) as Provenance).authority
      let testimony = Testimony(id, at: try cells.instant(4), authority)
      let otherwise: Claim.Basis = try cells.number(6) > 0 ? .forgotten : .trusted
      let basis = try cells.optionalText(5).map(Claim.Basis.init(ofTransferBy:)) ?? otherwise
      claims =
        try cells.optionalID(2).map {
          [Claim($0, try cells.word(3), testimony, basis: basis)]
        } ?? []
    }
  }

  private let db: Database
  private var shops = Shelf<Shop>("SELECT store, environment, app FROM shop WHERE n = ?")
  private var products = Shelf<String>("SELECT id FROM product WHERE n = ?")
  private var documents = Shelf<Source>("SELECT \(Source.columns) FROM document WHERE n = ?")
  private var users = Shelf<ID<User>>("SELECT id FROM user WHERE n = ?")

  init(in db: Database) { self.db = db }

  func shop(_ number: Int64) throws -> Shop {
    try shops.name(of: number, in: db) {
      Shop(store: try $0.word(0), environment: try $0.word(1), app: try $0.text(2))
    }
  }

  /// From the columns of `CaseRows.chains`.
  func chain(_ cells: Cells) throws -> Chain {
    let (shop, root) = (try shop(cells.number(1)), try cells.text(2))
    let id = Subscription.id(
      store: shop.store,
      environment: shop.environment,
      app: shop.app,
      originalTransactionID: root
    )
    return Chain(
      id: id,
      shop: shop,
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

  /// Looks up many at once; `list` has their numbers in JSON.
  func learn(documents list: String) throws {
    let sql = """
      SELECT \(Source.columns), n FROM document WHERE n IN (SELECT value FROM json_each(?))
      """
    try db.forEach(sql, [list]) { documents.learn(try Source($0), for: try $0.number(7)) }
  }

  func user(_ number: Int64) throws -> ID<User> {
    try users.name(of: number, in: db) { try $0.id(0) }
  }

  /// What the document in the one column states at the instant in the other.
  func testimony(_ cells: Cells, at instant: Int, in document: Int) throws -> Testimony {
    let source = try source(cells.number(document))
    return Testimony(source.id, at: try cells.instant(instant), source.authority)
  }
}

/// The names of one kind that were looked up.
private struct Shelf<Name> {
  private let sql: String
  private var known: [Int64: Name] = [:]
  /// What was asked for last is mostly asked for next.
  private var last: (number: Int64, name: Name)?

  /// `sql` asks for the row of a number.
  init(_ sql: String) { self.sql = sql }

  mutating func learn(_ name: Name, for number: Int64) { known[number] = name }

  mutating func name(
    of number: Int64,
    in db: Database,
    _ read: (Cells) throws -> Name
  ) throws -> Name {
    if let last, last.number == number { return last.name }
    guard let name = try known[number] ?? db.first(sql, [number], read) else {
      throw UnreadableRow(column: 0)
    }
    known[number] = name
    last = (number, name)
    return name
  }
}
