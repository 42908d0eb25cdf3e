package import Entitlements
import Foundation
internal import GRDB

extension LedgerSearch {
  /// The diagnosis input about the entities that `identifiers` name, or about the user whose ID,
  /// name or e-mail address is `text`. If nothing is found, the input says so and is otherwise
  /// empty.
  package func diagnosisInput(
    about text: String,
    _ identifiers: [Identifier]
  ) async throws(LedgerError) -> DiagnosisInput {
    try await ledger.read { [catalogCache = ledger.catalogCache] db in
      var search = CaseSearch(db: db)
      try search.find(for: text, identifiers)
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
    self.db = db
    self.catalog = catalog
    names = NameCache(in: db)
  }

  func file(_ search: CaseSearch) throws -> DiagnosisInput {
    var file = DiagnosisInput(subject: search.subject, catalog: catalog)
    guard search.subject.isFound else { return file }
    var chains = search.chains
    if let user = search.user {
      chains.formUnion(try numbers("SELECT n FROM chain WHERE user = ?", user))
      try fill(&file, about: user)
    } else if let former = search.former {
      file.acts = try acts(of: former)
      let since = file.acts.map(\.statementSource.statedAt).min() ?? .distantPast
      file.user = User(id: former, firstSeenAt: since)
    }
    chains.formUnion(try self.chains(onceClaimedBy: file.user?.id))
    var facts = CaseChains(chains.sorted(), names, in: db)
    try facts.read()
    file.documents = try facts.readDocuments(of: search.user)
    file.chains = facts.records
    if let user = search.user { file.inventory = try facts.inventory(of: user) }
    file.acts += try facts.acts()
    file.otherUsers = try facts.owners(besides: search.user)
    file.policy = try OwnershipContext(in: db).policy
    file.lastReceived = try lastReceived()
    return file
  }

  /// The chains of the user's store accounts, whichever user owns them now: a ticket may be about a
  /// purchase that moved to another user.
  private func chains(onceClaimedBy user: ID<User>?) throws -> [Int64] {
    guard let user else { return [] }
    let kin = try db.map(
      """
      SELECT DISTINCT chain.n FROM document JOIN chain ON chain.account = document.account
      WHERE document.claimant = ? AND document.claim = 'named' AND document.account IS NOT NULL
      """,
      [user.raw]
    ) { try $0.number(0) }
    return kin + (try db.chains(concerning: user, try OwnershipContext(in: db).accountForms))
  }

  private func numbers(_ sql: String, _ value: Int64) throws -> [Int64] {
    try db.map(sql, [value]) { try $0.number(0) }
  }

  private func fill(_ file: inout DiagnosisInput, about user: Int64) throws {
    file.user = try db.first("SELECT \(User.columns) FROM user WHERE n = ?", [user]) {
      try User($0, from: 0)
    }
    guard let id = file.user?.id else { return }
    file.entitlements = try db.entitlements(of: user)
    let identities = try OwnershipContext(in: db).identities
    file.aliases = identities.merged.filter { identities.canonical($0) == id }
    file.acts = try acts(of: id)
  }

  private func acts(of user: ID<User>) throws -> [OperatorAction] {
    try db.acts("WHERE act.user = ?1 OR (act.deed = 'merge' AND act.other = ?1)", [user.raw])
  }

  private func lastReceived() throws -> [Store: Date] {
    var received: [Store: Date] = [:]
    for store in Store.allCases {
      received[store] = try db.number(
        "SELECT value FROM meta WHERE name = ?",
        [LedgerWriter.received(from: store)]
      ).map(Date.init(milliseconds:))
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
