import Entitlements
internal import GRDB

/// What is on file about some chains. Each kind of fact is one statement for all of them: a user may
/// own a thousand, and what a statement costs by itself would be most of the answer's time.
struct CaseChains {
  private let db: Database
  /// Their numbers, as a list in JSON.
  private let numbers: String
  private let ids: [Int64: ID<Subscription>]

  private static let among = "IN (SELECT value FROM json_each(?))"

  init(_ chains: some Collection<Int64>, in db: Database) throws {
    self.db = db
    numbers = Self.list(chains)
    ids = Dictionary(
      try db.map(
        """
        SELECT shop.store, shop.environment, shop.app, chain.id, chain.n
        FROM chain JOIN shop ON shop.n = chain.shop WHERE chain.n \(Self.among)
        """,
        [numbers]
      ) { (try $0.number(4), try $0.chain(at: 0)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Adds everything but the documents.
  func fill(_ file: inout CaseFile) throws {
    file.orders += try db.orders("WHERE sale.chain \(Self.among)", [numbers])
    file.standings += try db.standings("WHERE standing.chain \(Self.among)", [numbers])
    file.notices += try db.notices("WHERE notice.chain \(Self.among)", [numbers])
    file.acts += try db.acts("WHERE act.chain \(Self.among)", [numbers])
    file.links += try links()
    for id in ids.values { (file.lives[id], file.claims[id]) = ([], []) }
    for (id, phase) in try phases() { file.lives[id]?.append(phase) }
    for (id, claim) in try claims() { file.claims[id]?.append(claim) }
  }

  /// Those that mention the chains, and those of the user.
  func documents(of user: Int64?) throws -> [DocumentRow] {
    var documents = Set(
      try db.map("SELECT document FROM mention WHERE chain \(Self.among)", [numbers]) {
        try $0.number(0)
      }
    )
    if let user {
      documents.formUnion(
        try db.map("SELECT n FROM document WHERE user = ?", [user]) { try $0.number(0) }
      )
    }
    return try db.documents(
      "WHERE document.n \(Self.among) ORDER BY document.n",
      [Self.list(documents)]
    )
  }

  /// Who else owns anything that came from the same store accounts.
  func owners(besides user: Int64?) throws -> [ID<User>] {
    try db.map(
      """
      SELECT id FROM user WHERE n IN (
        SELECT user FROM chain WHERE account IN (SELECT account FROM chain WHERE n \(Self.among)))
        AND n IS NOT ?
      """,
      [numbers, user]
    ) { try $0.id(0) as ID<User> }.sorted()
  }

  private func phases() throws -> [(ID<Subscription>, Phase)] {
    try db.map(
      """
      SELECT phase.chain, phase."from", phase.until, phase.state, phase.reason, phase.renews,
        document.id
      FROM phase JOIN document ON document.n = phase.document
      WHERE phase.chain \(Self.among) ORDER BY phase.chain, phase."from"
      """,
      [numbers]
    ) { (try $0.number(0), try Phase($0, from: 1)) }.compactMap(named)
  }

  private func links() throws -> [Link] {
    try db.map(
      """
      SELECT link.chain, link.kind, link.value, document.id
      FROM link JOIN document ON document.n = link.document WHERE link.chain \(Self.among)
      """,
      [numbers]
    ) { cells in
      try ids[cells.number(0)].map {
        Link(try cells.word(1), try cells.text(2), of: $0, evidence: try cells.id(3))
      }
    }.compactMap(\.self)
  }

  private func claims() throws -> [(ID<Subscription>, Claim)] {
    try db.map(
      """
      SELECT mention.chain, document.claimant, document.claim,
        coalesce(document.statedAt, document.receivedAt), document.id, document.provenance
      FROM mention JOIN document ON document.n = mention.document
      WHERE mention.chain \(Self.among) AND document.claimant IS NOT NULL
      """,
      [numbers]
    ) {
      let testimony = try Testimony($0, at: 3, evidence: 4, provenance: 5)
      return (try $0.number(0), Claim(try $0.id(1), try $0.word(2), testimony))
    }.compactMap(named)
  }

  private func named<Fact>(_ number: Int64, _ fact: Fact) -> (ID<Subscription>, Fact)? {
    ids[number].map { ($0, fact) }
  }

  private static func list(_ numbers: some Collection<Int64>) -> String {
    "[\(numbers.map(String.init).joined(separator: ","))]"
  }
}
