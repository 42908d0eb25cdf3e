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

/// Fills a case file from the tables.
private struct CaseReader {
  let db: Database
  let catalog: CatalogIndex?
  let names: RowNames

  init(db: Database, catalog: CatalogIndex?) {
    self.db = db
    self.catalog = catalog
    names = RowNames(in: db)
  }

  func file(_ search: CaseSearch) throws -> CaseFile {
    var file = CaseFile(subject: search.subject, catalog: catalog)
    guard search.subject.isFound else { return file }
    var chains = search.chains
    if let user = search.user {
      chains.formUnion(try numbers("SELECT n FROM chain WHERE user = ?", user))
      try fill(&file, about: user)
    } else if let former = search.former {
      file.acts = try acts(of: former)
      let since = file.acts.map(\.testimony.statedAt).min() ?? .distantPast
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
    file.policy = try Customs(in: db).policy
    file.lastHeard = try lastHeard()
    return file
  }

  /// What the user's store accounts hold, whoever has it now: what went to somebody else is what a
  /// ticket may be about.
  private func chains(onceClaimedBy user: ID<User>?) throws -> [Int64] {
    guard let user else { return [] }
    let kin = try db.map(
      """
      SELECT DISTINCT chain.n FROM document JOIN chain ON chain.account = document.account
      WHERE document.claimant = ? AND document.claim = 'named' AND document.account IS NOT NULL
      """,
      [user.raw]
    ) { try $0.number(0) }
    return kin + (try db.chains(concerning: user, try Customs(in: db).accountForms))
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
    let identities = try Customs(in: db).identities
    file.aliases = identities.merged.filter { identities.canonical($0) == id }
    file.acts = try acts(of: id)
  }

  private func acts(of user: ID<User>) throws -> [Act] {
    try db.acts("WHERE act.user = ?1 OR (act.deed = 'merge' AND act.other = ?1)", [user.raw])
  }

  private func lastHeard() throws -> [Store: Date] {
    var heard: [Store: Date] = [:]
    for store in Store.allCases {
      heard[store] = try db.number(
        "SELECT value FROM meta WHERE name = ?",
        [Clerk.heard(from: store)]
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
}
