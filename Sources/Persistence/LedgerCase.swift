package import Entitlements
import Foundation
internal import GRDB

extension Ledger {
  /// Everything on file about what `identifiers` name, or about the user whose ID, name or e-mail
  /// address `text` is, as a diagnosis or a timeline needs it. Where nothing goes by any of them,
  /// the file says so and holds nothing else.
  package func caseFile(
    about text: String,
    _ identifiers: [Identifier]
  ) async throws(LedgerError) -> CaseFile {
    try await read { [catalogs] db in
      var search = CaseSearch(db: db)
      try search.look(for: text, identifiers)
      return try CaseReader(db: db, catalog: try catalogs.primary(in: db)).file(search)
    }
  }
}

/// What a question names.
private struct CaseSearch {
  let db: Database
  var subject = CaseFile.Subject(text: "", isFound: false)
  /// The user first found, or the owner of the chain first found.
  var user: Int64?
  var chains: Set<Int64> = []
  var orders: Set<Int64> = []

  init(db: Database) { self.db = db }

  mutating func look(for text: String, _ identifiers: [Identifier]) throws {
    subject.text = text
    for identifier in identifiers {
      let isFound = try look(for: identifier)
      subject.identifiers.append(
        CaseFile.Subject.Identifier(
          kind: identifier.kind.title,
          text: identifier.masked,
          isFound: isFound
        )
      )
    }
    for chain in chains {
      try add(
        chains: """
          SELECT other.chain FROM link
          JOIN link AS other ON other.value = link.value AND other.kind = link.kind
          WHERE link.chain = ? AND link.kind = 'purchaseToken'
          """,
        chain
      )
    }
    let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if user == nil, chains.isEmpty, word.utf8.count <= 256, !word.utf8.contains(0) {
      user =
        try db.number("SELECT n FROM user WHERE id = ?", [word])
        ?? db.number("SELECT n FROM user WHERE name = ? COLLATE NOCASE", [word])
    }
    for chain in chains.sorted() where user == nil {
      user = try db.number("SELECT user FROM chain WHERE n = ?", [chain])
    }
    subject.isFound = user != nil || !chains.isEmpty
    for order in try orders.sorted().flatMap({ try db.orders("WHERE sale.n = ?", [$0]) }) {
      subject.orders.append(order.id)
    }
    subject.chains = try chains.sorted().compactMap { try db.chainID(of: $0) }
  }

  private mutating func look(for identifier: Identifier) throws -> Bool {
    let before = (chains.count, orders.count, user)
    for spelling in identifier.spellings where !spelling.utf8.contains(0) {
      try look(for: spelling, identifier.kind)
    }
    return before.0 != chains.count || before.1 != orders.count || before.2 != user
  }

  private mutating func look(for value: String, _ kind: Identifier.Kind) throws {
    switch kind {
    case .googleOrder, .transaction, .stripe:
      try add(sales: "SELECT n, chain FROM \"order\" WHERE transactionID = ?", value)
      try add(chains: "SELECT n FROM chain WHERE id = ?", value)
      try add(chains: "SELECT chain FROM link WHERE value = ?", value)
    case .appleOrder, .purchaseToken:
      try add(chains: "SELECT chain FROM link WHERE value = ?", value)
      try add(chains: "SELECT n FROM chain WHERE id = ?", value)
    case .appAccount:
      try add(chains: "SELECT n FROM chain WHERE appAccount = ?", value)
      try add(user: "SELECT n FROM user WHERE id = ?", value)
    case .email:
      try add(user: "SELECT n FROM user WHERE email = ? COLLATE NOCASE", value)
      try add(user: "SELECT n FROM user WHERE id = ?", value)
    case .document:
      try add(user: "SELECT user FROM document WHERE id = ?", value)
      try add(
        chains: """
          SELECT mention.chain FROM mention JOIN document ON document.n = mention.document
          WHERE document.id = ?
          """,
        value
      )
    case .record:
      guard let name = Subscription.Name(ID(value)) else { return }
      if let order = try db.number(of: ID<Order>(value)) {
        orders.insert(order)
        try add(chains: "SELECT chain FROM \"order\" WHERE n = ?", order)
      }
      if let chain = try db.number(of: name) { chains.insert(chain) }
    case .receipt, .signedPayload: break
    }
  }

  private mutating func add(sales sql: String, _ value: String) throws {
    for (order, chain) in try db.map(sql, [value], { (try $0.number(0), try $0.number(1)) }) {
      orders.insert(order)
      chains.insert(chain)
    }
  }

  private mutating func add(chains sql: String, _ value: Argument) throws {
    chains.formUnion(try db.map(sql, [value]) { try $0.number(0) })
  }

  private mutating func add(user sql: String, _ value: String) throws {
    user = try user ?? db.number(sql, [value])
  }
}

/// Fills a case file from the tables.
private struct CaseReader {
  let db: Database
  let catalog: CatalogIndex?

  func file(_ search: CaseSearch) throws -> CaseFile {
    var file = CaseFile(subject: search.subject, catalog: catalog)
    guard search.subject.isFound else { return file }
    var chains = search.chains
    if let user = search.user {
      chains.formUnion(try numbers("SELECT n FROM chain WHERE user = ?", user))
      try fill(&file, about: user)
    }
    let list = chains.sorted()
    file.orders = try list.flatMap { try db.orders("WHERE sale.chain = ?", [$0]) }
    for chain in list { try fill(&file, aboutChain: chain) }
    file.documents = try documents(of: list, search.user)
    file.policy = try Customs(in: db).policy
    file.otherUsers = try list.flatMap { chain in
      try db.map(
        """
        SELECT DISTINCT user.id FROM chain JOIN chain AS other ON other.account = chain.account
        JOIN user ON user.n = other.user WHERE chain.n = ? AND other.user IS NOT ?
        """,
        [chain, search.user]
      ) { try $0.id(0) as ID<User> }
    }
    file.otherUsers = Array(Set(file.otherUsers)).sorted()
    file.lastHeard = try lastHeard()
    file.firstHeard = [:]
    return file
  }

  private func numbers(_ sql: String, _ value: Int64) throws -> [Int64] {
    try db.map(sql, [value]) { try $0.number(0) }
  }

  private func fill(_ file: inout CaseFile, about user: Int64) throws {
    file.user = try db.first("SELECT \(User.columns) FROM user WHERE n = ?", [user]) {
      try User($0, from: 0)
    }
    guard let id = file.user?.id else { return }
    file.entitlements = try db.entitlements(of: user)
    file.inventory = try db.inventory(of: user)
    let identities = try Customs(in: db).identities
    file.aliases = identities.merged.filter { identities.canonical($0) == id }
    file.acts = try db.acts("WHERE act.user = ?", [id.raw])
  }

  private func fill(_ file: inout CaseFile, aboutChain chain: Int64) throws {
    guard let id = try db.chainID(of: chain), let name = Subscription.Name(id) else { return }
    file.lives[id] = try db.phases(of: name)
    file.standings += try db.standings("WHERE standing.chain = ?", [chain])
    file.notices += try db.notices("WHERE notice.chain = ?", [chain])
    file.links += try db.map(
      """
      SELECT link.kind, link.value, document.id FROM link
      JOIN document ON document.n = link.document WHERE link.chain = ?
      """,
      [chain]
    ) { Link(try $0.word(0), try $0.text(1), of: id, evidence: try $0.id(2)) }
    file.acts += try db.acts("WHERE act.chain = ?", [chain])
    file.claims[id] = try db.map(
      """
      SELECT document.claimant, document.claim, coalesce(document.statedAt, document.receivedAt),
        document.id, document.provenance
      FROM mention JOIN document ON document.n = mention.document
      WHERE mention.chain = ? AND document.claimant IS NOT NULL
      """,
      [chain]
    ) {
      Claim(try $0.id(0), try $0.word(1), try Testimony($0, at: 2, evidence: 3, provenance: 4))
    }
  }

  private func documents(of chains: [Int64], _ user: Int64?) throws -> [DocumentRow] {
    var numbers = Set(
      try chains.flatMap { try self.numbers("SELECT document FROM mention WHERE chain = ?", $0) }
    )
    if let user {
      numbers.formUnion(try self.numbers("SELECT n FROM document WHERE user = ?", user))
    }
    return try numbers.sorted().flatMap { try db.documents("WHERE document.n = ?", [$0]) }
  }

  private func lastHeard() throws -> [Store: Date] {
    var heard: [Store: Date] = [:]
    for store in Store.allCases {
      heard[store] = try db.number(
        "SELECT receivedAt FROM document WHERE store = ? ORDER BY receivedAt DESC LIMIT 1",
        [store.rawValue]
      ).map(Date.init(milliseconds:))
    }
    return heard
  }
}

extension Database {
  func chainID(of number: Int64) throws -> ID<Subscription>? {
    try first(
      """
      SELECT shop.store, shop.environment, shop.app, chain.id FROM chain
      JOIN shop ON shop.n = chain.shop WHERE chain.n = ?
      """,
      [number]
    ) { try $0.chain(at: 0) }
  }

  fileprivate func inventory(of user: Int64) throws -> [InventoryItem] {
    try map(
      """
      SELECT inventory.item, user.id, inventory.environment, inventory.granted, inventory.used,
        inventory."from", inventory.until, shop.store, shop.environment, shop.app,
        sale.transactionID
      FROM inventory JOIN user ON user.n = inventory.user
      JOIN "order" AS sale ON sale.n = inventory.source JOIN shop ON shop.n = sale.shop
      WHERE inventory.user = ? ORDER BY inventory."from", sale.transactionID, inventory.item
      """,
      [user]
    ) {
      InventoryItem(
        item: try $0.text(0),
        user: try $0.id(1),
        environment: try $0.word(2),
        source: ID(try $0.chain(at: 7).raw),
        granted: try $0.count(3),
        used: try $0.count(4),
        from: try $0.instant(5),
        until: try $0.optionalInstant(6)
      )
    }
  }

  fileprivate func notices(_ tail: String, _ arguments: [Argument?]) throws -> [Notice] {
    try map(
      """
      SELECT notice.kind, shop.store, shop.environment, shop.app, chain.id, notice.transactionID,
        notice.detail, notice.statedAt, document.id, document.provenance
      FROM notice JOIN document ON document.n = notice.document
      JOIN chain ON chain.n = notice.chain JOIN shop ON shop.n = chain.shop \(tail)
      """,
      arguments
    ) { cells in
      let order = try cells.optionalText(5)
      return Notice(
        try cells.word(0),
        chain: try cells.chain(at: 1),
        order: try order.map {
          Order.id(
            store: try cells.word(1),
            environment: try cells.word(2),
            app: try cells.text(3),
            transactionID: $0
          )
        },
        detail: try cells.optionalText(6),
        testimony: try Testimony(cells, at: 7, evidence: 8, provenance: 9)
      )
    }
  }
}
