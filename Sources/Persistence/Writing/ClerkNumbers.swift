import Entitlements
internal import GRDB

/// The numbers by which rows refer to each other.
extension Clerk {
  mutating func number(of shop: Shop) throws -> Int64 {
    if let known = memory.shops[shop] { return known }
    let found = try db.number(
      "SELECT n FROM shop WHERE app = ? AND store = ? AND environment = ?",
      [shop.app, shop.store.rawValue, shop.environment.rawValue]
    )
    let number =
      try found
      ?? db.add(
        "INSERT INTO shop (store, environment, app) VALUES (?, ?, ?)",
        [shop.store.rawValue, shop.environment.rawValue, shop.app]
      )
    memory.shops[shop] = number
    return number
  }

  mutating func number(of product: Catalog.Product) throws -> Int64 {
    if let known = memory.products[product] { return known }
    let found = try db.number(
      "SELECT n FROM product WHERE id = ? AND store = ?",
      [product.id, product.store.rawValue]
    )
    let number =
      try found
      ?? db.add(
        "INSERT INTO product (store, id) VALUES (?, ?)",
        [product.store.rawValue, product.id]
      )
    memory.products[product] = number
    return number
  }

  /// A user's number; what else is known of them is derived in the end.
  mutating func number(of user: ID<User>) throws -> Int64 {
    if let known = users[user] { return known }
    if let found = try db.number("SELECT n FROM user WHERE id = ?", [user.raw]) {
      users[user] = found
      return found
    }
    tally.count(users: 1)
    let number = try db.add(
      """
      INSERT INTO user (id, firstSeenAt, lastPurchasedAt, orders, stores, environments)
      VALUES (?, 0, 0, 0, '', '')
      """,
      [user.raw]
    )
    users[user] = number
    touch(user: number, .documentsMoved)
    return number
  }

  /// The number under which everything of the user is kept.
  mutating func number(ofCanonical user: ID<User>) throws -> Int64 {
    try number(of: memory.customs.identities.canonical(user))
  }

  /// Every fact names a document that is filed, or is being filed.
  func number(of document: ID<Document>) throws -> Int64 {
    if let known = documents[document] { return known }
    let found = try db.number("SELECT n FROM document WHERE id = ?", [document.raw])
    guard let found else { throw LedgerError.refused(rule: "a fact names a document not on file") }
    return found
  }

  /// A chain's number, of one that is made where there is none; `nil` for an ID of another form than
  /// ours.
  mutating func number(of chain: ID<Subscription>) throws -> Int64? {
    if let known = chainNumbers[chain] { return known }
    guard let name = Subscription.Name(chain) else { return nil }
    let shop = try number(
      of: Shop(store: name.store, environment: name.environment, app: name.app)
    )
    let found = try db.first(Self.chainByName, [name.originalTransactionID, shop], ChainRow.init)
    let row: ChainRow
    if let found {
      row = found
      storedChains[found.n] = found
    } else {
      let n = memory.nextChain()
      row = ChainRow(n: n, chain: chain)
      storedChains[n] = row
      try db.run(
        "INSERT INTO chain (n, shop, id, account) VALUES (?1, ?2, ?3, ?1)",
        [n, shop, name.originalTransactionID]
      )
    }
    chains[row.n] = chains[row.n] ?? row
    chainNumbers[chain] = row.n
    return row.n
  }

  private static let chainByName = "\(ChainRow.query) chain.id = ? AND chain.shop = ?"
  private static let chainByNumber = "\(ChainRow.query) chain.n = ?"

  /// The chain of that number, as this transaction has left it.
  mutating func chain(_ n: Int64) throws -> ChainRow? {
    if let known = chains[n] { return known }
    let found = try db.first(Self.chainByNumber, [n], ChainRow.init)
    chains[n] = found
    storedChains[n] = found
    return found
  }

  /// Writes what has changed in the chains of this transaction and was not written at once.
  mutating func flushChains() throws {
    for (n, row) in chains {
      guard let stored = storedChains[n], stored != row else { continue }
      try db.update("chain", ChainRow.columns, from: stored.values, to: row.values, of: n)
      storedChains[n] = row
    }
  }
}

/// Where something was sold.
struct Shop: Hashable {
  var store: Store
  var environment: Environment
  var app: String
}
