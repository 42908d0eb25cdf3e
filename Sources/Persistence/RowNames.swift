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
  }

  /// Who says it, and how much that counts.
  struct Source {
    var id: ID<Document>
    var authority: Authority
  }

  private let db: Database
  private var shops = Shelf<Shop>("SELECT store, environment, app FROM shop WHERE n = ?")
  private var chains = Shelf<Chain>("SELECT shop, id FROM chain WHERE n = ?")
  private var products = Shelf<String>("SELECT id FROM product WHERE n = ?")
  private var documents = Shelf<Source>("SELECT id, provenance FROM document WHERE n = ?")
  private var users = Shelf<ID<User>>("SELECT id FROM user WHERE n = ?")

  init(in db: Database) { self.db = db }

  func shop(_ number: Int64) throws -> Shop {
    try shops.name(of: number, in: db) {
      Shop(store: try $0.word(0), environment: try $0.word(1), app: try $0.text(2))
    }
  }

  func chain(_ number: Int64) throws -> Chain {
    try chains.name(of: number, in: db) { try chain($0) }
  }

  /// Looks up many at once; `list` has their numbers in JSON.
  func learn(chains list: String) throws {
    let sql = "SELECT shop, id, n FROM chain WHERE n IN (SELECT value FROM json_each(?))"
    for (number, chain) in try db.map(sql, [list], { (try $0.number(2), try chain($0)) }) {
      chains.learn(chain, for: number)
    }
  }

  private func chain(_ cells: Cells) throws -> Chain {
    let (shop, root) = (try shop(cells.number(0)), try cells.text(1))
    let id = Subscription.id(
      store: shop.store,
      environment: shop.environment,
      app: shop.app,
      originalTransactionID: root
    )
    return Chain(id: id, shop: shop, originalTransactionID: root)
  }

  func product(_ number: Int64) throws -> String {
    try products.name(of: number, in: db) { try $0.text(0) }
  }

  func source(_ document: Int64) throws -> Source {
    try documents.name(of: document, in: db) {
      Source(id: try $0.id(0), authority: (try $0.word(1) as Provenance).authority)
    }
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

  /// `sql` asks for the row of a number.
  init(_ sql: String) { self.sql = sql }

  mutating func learn(_ name: Name, for number: Int64) { known[number] = name }

  mutating func name(
    of number: Int64,
    in db: Database,
    _ read: (Cells) throws -> Name
  ) throws -> Name {
    if let known = known[number] { return known }
    guard let name = try db.first(sql, [number], read) else { throw UnreadableRow(column: 0) }
    known[number] = name
    return name
  }
}
