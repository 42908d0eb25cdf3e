import Entitlements
internal import GRDB

/// Reads all stored facts about some chains, with one statement per kind of fact: a user may own a
/// thousand chains, and the overhead of statements would dominate.
struct CaseChains {
  private let db: Database
  private let names: NameCache
  /// Ranges of consecutive row IDs, each as first and last, as a JSON list.
  private let runs: String
  /// The chains' row IDs, ascending.
  private let numbers: [Int64]
  private var chains: [NameCache.Chain] = []
  private(set) var records: [ChainRecord] = []

  /// `numbers` are the chains' row IDs, ascending and unique.
  init(_ numbers: [Int64], _ names: NameCache, in db: Database) {
    (self.db, self.names, self.numbers) = (db, names, numbers)
    runs = Self.runs(of: numbers)
  }

  /// Reads everything except claims in documents.
  mutating func read() throws {
    chains = try db.map(CaseRows.chains, [runs], names.chain)
    guard chains.count == numbers.count else { throw RowDecodingError(column: 0) }
    records = chains.map {
      var record = ChainRecord(id: $0.id)
      // A chain without phases has no derived state, and nothing is left to derive.
      record.life = []
      return record
    }
    let names = names
    try forEach(CaseRows.orders) { $0.sales.append(try Order($1, of: $2, names)) }
    try forEach(CaseRows.renewalStatuses) {
      $0.renewalStatuses.append(try RenewalStatus($1, of: $2, names))
    }
    try forEach(CaseRows.notices) { $0.notices.append(try StoreEvent($1, of: $2, names)) }
    try forEach(CaseRows.links) { $0.links.append(try Link($1, of: $2, names)) }
    try forEach(CaseRows.phases) { record, cells, _ in
      record.life?.append(try Phase(cells, names))
    }
  }

  private mutating func forEach(
    _ query: String,
    _ add: (inout ChainRecord, RowReader, NameCache.Chain) throws -> Void
  ) throws {
    try db.forEach(query, [runs]) {
      let index = try index(of: $0.number(0))
      try add(&records[index], $0, chains[index])
    }
  }

  private func index(of chain: Int64) throws -> Int {
    guard let index = knownIndex(of: chain) else { throw RowDecodingError(column: 0) }
    return index
  }

  private func knownIndex(of chain: Int64) -> Int? {
    let index = numbers.firstIndex(fromWhich: { $0 >= chain })
    return index < numbers.count && numbers[index] == chain ? index : nil
  }

  /// Adds the claims in documents that mention the chains.
  ///
  /// - Returns: Those documents, and the user's.
  mutating func readDocuments(of user: Int64?) throws -> [DocumentRow] {
    let mentions = try db.map(CaseRows.mentions, [runs]) {
      (index: try index(of: $0.number(0)), document: try $0.number(1))
    }
    var documents = Set(mentions.map(\.document))
    try names.learn(documents: documents.json)
    for (index, document) in mentions {
      let claims = try names.source(document).claims
      // Most chains have one claim and share the list with the other chains of its document.
      if records[index].claims.isEmpty {
        records[index].claims = claims
      } else {
        records[index].claims += claims
      }
    }
    try db.forEach(CaseRows.claims, [runs]) {
      let (index, claim) = (try index(of: $0.number(0)), try Claim($0, from: 1))
      // For a document claimed as it was filed, the claim has the time.
      records[index].claims.removeAll { other in
        other.strength == .named && other.user == claim.user
          && other.statementSource.evidence == claim.statementSource.evidence
          && other.basis == .trusted
          && other.statementSource != claim.statementSource
      }
      records[index].claims.append(claim)
    }
    try readHolders()
    if let user {
      documents.formUnion(try db.numbers("SELECT n FROM document WHERE user = ?", [user]))
    }
    return try db.documents(
      "WHERE document.n IN (SELECT value FROM json_each(?)) ORDER BY document.n",
      [documents.json]
    )
  }

  /// Adds the claims that determine the owners, without reading all documents.
  mutating func readOwners() throws {
    try db.forEach(CaseRows.claimants, [runs]) { cells in
      let index = try index(of: cells.number(0))
      for column in 1...3 {
        guard let document = try cells.optionalNumber(column) else { continue }
        records[index].claims += try names.source(document).claims
      }
    }
    for account in Set(chains.map(\.account)) {
      for (chain, claims) in try db.claims(ofAccount: account, hasActs: true) {
        if let index = knownIndex(of: chain) { records[index].claims += claims }
      }
    }
    try readHolders()
  }

  private mutating func readHolders() throws {
    let forms = try OwnershipContext(in: db).accountForms
    for index in records.indices {
      let account = records[index].links.lazy.filter { $0.kind == .appAccount }.map(\.value).min()
      records[index].holder = try account.flatMap { try db.holder(ofAccount: $0, forms) }
    }
  }

  func acts() throws -> [OperatorAction] { try db.acts(CaseRows.acts, [runs]) }

  /// Other owners of purchases of the same store accounts.
  func owners(besides user: Int64?) throws -> [ID<User>] {
    var owners = Set(chains.compactMap(\.user))
    let kin = try db.numbers(
      "SELECT n FROM chain WHERE account IN (SELECT value FROM json_each(?))",
      [Set(chains.map(\.account)).json]
    )
    let others = kin.filter { knownIndex(of: $0) == nil }
    owners.formUnion(
      try db.numbers(
        "SELECT user FROM chain WHERE n IN (SELECT value FROM json_each(?)) AND user IS NOT NULL",
        [others.json]
      )
    )
    if let user { owners.remove(user) }
    return try owners.map(names.user).sorted()
  }

  private static func runs(of numbers: [Int64]) -> String {
    var runs: [ClosedRange<Int64>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return "[\(runs.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ","))]"
  }
}
