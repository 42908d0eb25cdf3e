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
    guard search.subject.isFound, search.subject.people.isEmpty else { return file }
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
