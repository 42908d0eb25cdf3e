import Entitlements
internal import GRDB

/// Finds or inserts rows and returns their row IDs.
extension LedgerWriter {
  mutating func rowID(of appScope: AppScope) throws -> Int64 {
    if let known = memory.shops[appScope] { return known }
    let rowID = try db.findOrAdd(
      "SELECT n FROM shop WHERE app = ? AND store = ? AND environment = ?",
      "INSERT INTO shop (app, store, environment) VALUES (?, ?, ?)",
      [appScope.app, appScope.store.rawValue, appScope.environment.rawValue]
    )
    memory.shops[appScope] = rowID
    return rowID
  }

  mutating func rowID(of product: Catalog.Product) throws -> Int64 {
    if let known = memory.products[product] { return known }
    let rowID = try db.findOrAdd(
      "SELECT n FROM product WHERE id = ? AND store = ?",
      "INSERT INTO product (id, store) VALUES (?, ?)",
      [product.id, product.store.rawValue]
    )
    memory.products[product] = rowID
    return rowID
  }

  /// A user's row ID; the other columns are derived at the end.
  mutating func rowID(of user: ID<User>) throws -> Int64 {
    if let known = users[user] { return known }
    if let found = try db.number("SELECT n FROM user WHERE id = ?", [user.raw]) {
      users[user] = found
      return found
    }
    counterChanges.count(users: 1)
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

  /// The row ID of the canonical user.
  mutating func rowID(ofCanonical user: ID<User>) throws -> Int64 {
    try rowID(of: memory.ownershipContext.identities.canonical(user))
  }

  /// The row ID of a document, which must be stored or being filed.
  func rowID(of document: ID<Document>) throws -> Int64 {
    if let known = documents[document] { return known }
    let found = try db.number("SELECT n FROM document WHERE id = ?", [document.raw])
    guard let found else { throw LedgerError.refused(rule: "a fact names a document not on file") }
    return found
  }

  /// A chain's row ID; inserts the chain if needed. `nil` if the ID has another form.
  mutating func rowID(of chain: ID<Subscription>) throws -> Int64? {
    if let known = chainNumbers[chain] { return known }
    guard let name = Subscription.Name(chain) else { return nil }
    let appScope = try rowID(of: name.appScope)
    let found = try db.first(
      Self.chainByName,
      [name.originalTransactionID, appScope],
      ChainRow.init
    )
    let row: ChainRow
    if let found {
      row = found
      storedChains[found.n] = found
    } else {
      let n = memory.nextChain()
      newChains.insert(n)
      row = ChainRow(n: n, chain: chain)
      storedChains[n] = row
      try db.run(
        "INSERT INTO chain (n, shop, id, account) VALUES (?1, ?2, ?3, ?1)",
        [n, appScope, name.originalTransactionID]
      )
    }
    chains[row.n] = chains[row.n] ?? row
    chainNumbers[chain] = row.n
    return row.n
  }

  private static let chainByName = "\(ChainRow.query) chain.id = ? AND chain.shop = ?"
  private static let chainByNumber = "\(ChainRow.query) chain.n = ?"

  /// The chain with this row ID, as changed by this transaction.
  mutating func chain(_ n: Int64) throws -> ChainRow? {
    if let known = chains[n] { return known }
    let found = try db.first(Self.chainByNumber, [n], ChainRow.init)
    chains[n] = found
    storedChains[n] = found
    return found
  }

  /// Writes pending changes of this transaction's chains: at its end of all, before that of those
  /// whose owners or phases changed.
  mutating func flushChains(isEnd: Bool = false) throws {
    let all = memory.filledRows == nil ? Array(chains.keys) : Array(touchedChains)
    for n in isEnd ? all + unwrittenChains : Array(unwrittenChains) {
      guard let row = chains[n], let stored = storedChains[n], stored != row else { continue }
      try db.update("chain", ChainRow.columns, from: stored.values, to: row.values, of: n)
      storedChains[n] = row
    }
    unwrittenChains = []
  }
}
