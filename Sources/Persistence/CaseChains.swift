import Entitlements
internal import GRDB

/// What is on file about some chains. Each kind of fact is one statement for all of them: a user may
/// own a thousand, and what a statement costs by itself would be most of the answer's time.
struct CaseChains {
  private let db: Database
  private let names: RowNames
  private let chains: [Int64]
  /// Their numbers, as a list in JSON.
  private let numbers: String

  private static let among = "IN (SELECT value FROM json_each(?))"

  /// `chains` are numbers of chains, each once.
  init(_ chains: [Int64], _ names: RowNames, in db: Database) {
    self.db = db
    self.names = names
    self.chains = chains
    numbers = Self.list(chains)
  }

  /// Adds everything but the documents.
  func fill(_ file: inout CaseFile) throws {
    try names.learn(chains: numbers)
    file.orders += try all(CaseRows.orders, Order.init)
    file.standings += try all(CaseRows.standings, Standing.init)
    file.notices += try all(CaseRows.notices, Notice.init)
    file.links += try all(CaseRows.links, Link.init)
    file.acts += try db.acts("WHERE act.chain \(Self.among)", [numbers])
    let lives = try grouped(
      db.map("\(CaseRows.phases) WHERE chain \(Self.among) ORDER BY chain, \"from\"", [numbers]) {
        (try $0.number(0), try Phase($0, names))
      }
    )
    let claims = try grouped(claims())
    for chain in chains {
      let id = try names.chain(chain).id
      file.lives[id] = lives[chain] ?? []
      file.claims[id] = claims[chain] ?? []
    }
  }

  /// The facts of the chains by one statement for all of them, in the order of their rows.
  private func all<Fact>(
    _ query: String,
    _ read: (Cells, RowNames) throws -> Fact
  ) throws -> [Fact] {
    try db.map("\(query) WHERE chain \(Self.among)", [numbers]) { try read($0, names) }
  }

  private func grouped<Fact>(_ facts: [(chain: Int64, fact: Fact)]) -> [Int64: [Fact]] {
    Dictionary(grouping: facts, by: \.chain).mapValues { $0.map(\.fact) }
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

  private func claims() throws -> [(chain: Int64, fact: Claim)] {
    try db.map(
      """
      SELECT mention.chain, document.claimant, document.claim,
        coalesce(document.statedAt, document.receivedAt), document.n
      FROM mention JOIN document ON document.n = mention.document
      WHERE mention.chain \(Self.among) AND document.claimant IS NOT NULL
      """,
      [numbers]
    ) {
      let testimony = try names.testimony($0, at: 3, in: 4)
      return (try $0.number(0), Claim(try $0.id(1), try $0.word(2), testimony))
    }
  }

  private static func list(_ numbers: some Collection<Int64>) -> String {
    "[\(numbers.map(String.init).joined(separator: ","))]"
  }
}
