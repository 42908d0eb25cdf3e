internal import Crypto
package import Entitlements
import Foundation
internal import GRDB

extension LedgerSearch {
  /// The diagnosis input about the entities that `identifiers` name (`nil`: the identifiers in
  /// `text`), or about the user whose ID, name or e-mail address is `text`. If nothing is found, the
  /// input says so and is otherwise empty.
  package func diagnosisInput(
    about text: String,
    _ identifiers: [Identifier]? = nil
  ) async throws(LedgerError) -> DiagnosisInput {
    try await ledger.read { [catalogCache = ledger.catalogCache] db in
      var search = CaseSearch(db: db)
      try search.find(for: text, identifiers ?? Identifier.all(in: text))
      return try CaseReader(db: db, catalog: try catalogCache.primary(in: db)).file(search)
    }
  }
}

/// Reads a diagnosis input from the tables.
private struct CaseReader {
  let db: Database
  let catalog: CatalogIndex?
  let names: NameCache

  init(db: Database, catalog: CatalogIndex?) {
    (self.db, self.catalog) = (db, catalog)
    names = NameCache(in: db)
  }

  func file(_ search: CaseSearch) throws -> DiagnosisInput {
    var file = DiagnosisInput(subject: search.subject)
    file.catalog = catalog
    guard search.subject.isFound else { return file }
    var chains = search.chains
    if let user = search.user {
      chains.formUnion(try db.numbers("SELECT n FROM chain WHERE user = ?", [user]))
      try fill(&file, about: user)
      file.formerID = search.former
    } else if let former = search.former {
      file.acts = try acts(of: [former])
      let since = file.acts.map(\.statementSource.statedAt).min() ?? .distantPast
      file.user = User(id: former, firstSeenAt: since)
    }
    if let id = file.user?.id {
      chains.formUnion(try self.chains(onceClaimedBy: [id] + file.aliases))
    }
    chains.formUnion(try successors(of: chains))
    var facts = CaseChains(chains.sorted(), names, in: db)
    try facts.read()
    file.documents = try facts.readDocuments(of: search.user)
    file.chains = facts.records
    if let user = search.user, let id = file.user?.id {
      file.inventory = try db.inventory(of: user, id)
        .sorted { ($0.from, $0.source, $0.item) < ($1.from, $1.source, $1.item) }
    }
    // A transfer of one of the chains to the user is an act of both.
    let known = Set(file.acts.map(\.statementSource.evidence))
    file.acts += try facts.acts().filter { !known.contains($0.statementSource.evidence) }
    file.otherUsers = try facts.owners(besides: search.user)
    file.policy = try OwnershipContext(in: db).policy
    file.lastReceived = try lastReceived()
    return file
  }

  /// The chains of the user's store accounts, whichever user owns them now: a ticket may be about a
  /// purchase that moved to another user.
  private func chains(onceClaimedBy names: [ID<User>]) throws -> [Int64] {
    let kin = try db.numbers(
      """
      SELECT DISTINCT chain.n FROM document JOIN chain ON chain.account = document.account
      WHERE document.claimant IN (SELECT value FROM json_each(?)) AND document.claim = 'named'
        AND document.account IS NOT NULL
      """,
      [names.json]
    )
    return kin + (try db.chains(concerning: names, try OwnershipContext(in: db).accountForms))
  }

  /// The chains that replaced these; another user may own them.
  private func successors(of chains: Set<Int64>) throws -> [Int64] {
    try db.numbers(
      """
      SELECT DISTINCT later.chain FROM json_each(?) AS asked
      CROSS JOIN link AS own ON own.chain = asked.value AND own.kind = 'purchaseToken'
      CROSS JOIN link AS later ON later.value = own.value AND later.kind = 'predecessor'
      CROSS JOIN chain ON chain.n = later.chain
        AND chain.shop = (SELECT shop FROM chain WHERE n = own.chain)
      """,
      [chains.json]
    )
  }

  private func fill(_ file: inout DiagnosisInput, about user: Int64) throws {
    file.user = try db.first("SELECT \(User.columns) FROM user WHERE n = ?", [user]) {
      try User($0, from: 0)
    }
    guard let id = file.user?.id else { return }
    file.entitlements = try db.entitlements(of: user)
    file.aliases = try OwnershipContext(in: db).identities.merged(into: id)
    file.acts = try acts(of: [id] + file.aliases)
  }

  private func acts(of names: [ID<User>]) throws -> [OperatorAction] {
    try db.acts(
      """
      WHERE act.user IN (SELECT value FROM json_each(?1))
        OR (act.deed = 'merge' AND act.other IN (SELECT value FROM json_each(?1)))
      """,
      [names.json]
    )
  }

  private func lastReceived() throws -> [Store: Date] {
    var received: [Store: Date] = [:]
    for store in Store.allCases {
      received[store] = try db.meta(LedgerWriter.received(from: store)).map(
        Date.init(milliseconds:)
      )
    }
    return received
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
}

/// Finds the users, chains and orders that a query names.
struct CaseSearch {
  let db: Database
  var subject = DiagnosisInput.Subject(text: "", isFound: false)
  /// The first user found, or the owner of the first chain found.
  var user: Int64?
  var chains: Set<Int64> = []
  var orders: Set<Int64> = []
  /// The ID of a user who was merged into `user`; into one of whom nothing is stored if that is `nil`.
  var former: ID<User>?

  init(db: Database) { self.db = db }

  mutating func find(for text: String, _ identifiers: [Identifier]) throws {
    subject.text = text
    for identifier in identifiers {
      let isFound = try find(for: identifier)
      note(identifier.kind.title, identifier.masked, isFound: isFound)
    }
    // Suggests the correction of a mistyped order number, but never treats it as found.
    for repair in Identifier.repairs(in: text) {
      let written = String(decoding: Array(text.utf8)[repair.range], as: UTF8.self)
      note(repair.kind.title, written, isFound: false)
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
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if user == nil, chains.isEmpty, name.utf8.count <= 256, !name.utf8.contains(0) {
      user =
        try db.number("SELECT n FROM user WHERE id = ?", [name])
        ?? db.number("SELECT n FROM user WHERE name = ? COLLATE NOCASE", [name])
      if user == nil { try addFormer(name) }
      // A store's purchase ID may have no recognisable format.
      if user == nil, former == nil { try add(chains: "SELECT n FROM chain WHERE id = ?", name) }
    }
    if user == nil, former == nil { try find(forUserIDsIn: text) }
    if user != nil { former = nil }
    if let former {
      let remaining = try OwnershipContext(in: db).identities.canonical(former)
      user = try db.number("SELECT n FROM user WHERE id = ?", [remaining.raw])
    }
    if user == nil, let owner = try owner() { (user, former) = (owner, nil) }
    subject.isFound = user != nil || former != nil || !chains.isEmpty
    let sales = try orders.sorted().flatMap { try db.orders("WHERE sale.n = ?", [$0]) }
    subject.orders += sales.map(\.id)
    subject.chains = try chains.sorted().compactMap { try db.chainID(of: $0) }
  }

  /// The owner of the first chain with an owner. Chains with sales come first: a chain known only
  /// by a token is older than its order, and does not follow a transfer.
  private func owner() throws -> Int64? {
    let sold = try chains.sorted().filter {
      try db.exists("SELECT 1 FROM \"order\" WHERE chain = ?", [$0])
    }
    for chain in sold + chains.sorted() {
      if let owner = try db.number("SELECT user FROM chain WHERE n = ?", [chain]) { return owner }
    }
    return nil
  }

  /// A text that looks like an app's user ID counts only if that user exists.
  private mutating func find(forUserIDsIn text: String) throws {
    for id in Identifier.userIDs(in: text) where user == nil && former == nil {
      try add(user: "SELECT n FROM user WHERE id = ?", id)
      try addFormer(id)
      if user != nil || former != nil {
        note(DiagnosisInput.Subject.userIDTitle, id, isFound: true)
      }
    }
  }

  private mutating func note(_ kind: String, _ text: String, isFound: Bool) {
    subject.identifiers.append(.init(kind: kind, text: text, isFound: isFound))
  }

  private mutating func find(for identifier: Identifier) throws -> Bool {
    let before = (chains.count, orders.count, user, former)
    if identifier.kind == .googleOrder, identifier.value != identifier.base {
      try find(for: identifier.value, identifier.kind)
      let isExact = orders.count > before.1
      // A charge that is not stored; its subscription may be.
      if !isExact {
        try add(chains: "SELECT n FROM chain WHERE id = ?", identifier.base)
        try add(chains: "SELECT chain FROM \"order\" WHERE transactionID = ?", identifier.base)
      }
      return isExact
    }
    for spelling in identifier.spellings where !spelling.utf8.contains(0) {
      try find(for: spelling, identifier.kind)
    }
    return before.0 != chains.count || before.1 != orders.count || before.2 != user
      || before.3 != former
  }

  private mutating func find(for value: String, _ kind: Identifier.Kind) throws {
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
      // Microsoft's order IDs have this form.
      try add(chains: "SELECT chain FROM link WHERE value = ? AND kind = 'storeOrder'", value)
      try add(user: "SELECT n FROM user WHERE id = ?", value)
      // Whoever owns the account's purchases is known by those.
      if chains.isEmpty { try add(user: Self.handle(.account), value) }
      try addFormer(value)
    case .email:
      try add(user: "SELECT n FROM user WHERE email = ? COLLATE NOCASE", value)
      try add(user: Self.handle(.email), value)
      try add(user: "SELECT n FROM user WHERE id = ?", value)
      try addFormer(value)
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
      if let order = try db.rowID(of: ID<Order>(value)) {
        orders.insert(order)
        try add(chains: "SELECT chain FROM \"order\" WHERE n = ?", order)
      }
      if let chain = try db.rowID(of: ID<Subscription>(value)) { chains.insert(chain) }
    case .receipt, .signedPayload:
      for bytes in [Data(value.utf8), Data(base64Encoded: value)].compactMap(\.self) {
        let digits = SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        try find(for: digits.joined(), .document)
      }
    }
  }

  /// Finds a user by what the team states.
  private static func handle(_ kind: UserHandle.Kind) -> String {
    "SELECT user FROM handle WHERE value = ? COLLATE NOCASE AND kind = '\(kind.rawValue)'"
  }

  private mutating func add(sales sql: String, _ value: String) throws {
    try db.forEach(sql, [value]) {
      orders.insert(try $0.number(0))
      chains.insert(try $0.number(1))
    }
  }

  private mutating func add(chains sql: String, _ value: Argument) throws {
    chains.formUnion(try db.numbers(sql, [value]))
  }

  private mutating func addFormer(_ name: String) throws {
    guard user == nil, former == nil else { return }
    former = try db.first("SELECT other FROM act WHERE deed = 'merge' AND other = ?", [name]) {
      try $0.id(0)
    }
  }

  private mutating func add(user sql: String, _ value: String) throws {
    user = try user ?? db.number(sql, [value])
  }
}
