import Entitlements
internal import GRDB

/// Reads all stored facts about some chains, with one statement per kind of fact: a user may own a
/// thousand chains, and the overhead of statements would dominate.
struct CaseChains {
  private let db: Database
  private let names: NameCache
  /// Ranges of consecutive row IDs, each as first and last, as a JSON list.
  private let runs: String
  private let chainIndices: ChainIndices
  private var chains: [NameCache.Chain] = []
  private(set) var records: [ChainRecord] = []
  private var sales: [Int64: ID<Order>] = [:]

  /// `numbers` are the chains' row IDs, ascending and unique.
  init(_ numbers: [Int64], _ names: NameCache, in db: Database) {
    self.db = db
    self.names = names
    chainIndices = ChainIndices(numbers)
    runs = Self.runs(of: numbers)
  }

  /// Reads everything except claims in documents.
  mutating func read() throws {
    chains = try db.map(CaseRows.chains, [runs], names.chain)
    guard chains.count == chainIndices.count else { throw RowDecodingError(column: 0) }
    records = chains.map {
      var record = ChainRecord(id: $0.id)
      // A chain without phases has no derived state, and nothing is left to derive.
      record.life = []
      return record
    }
    let names = names
    var sales: [Int64: ID<Order>] = [:]
    try forEach(CaseRows.orders) { record, cells, chain in
      let sale = try Order(cells, of: chain, names)
      record.sales.append(sale)
      sales[try cells.number(22)] = sale.id
    }
    self.sales = sales
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
    guard let index = chainIndices.index(of: chain) else { throw RowDecodingError(column: 0) }
    return index
  }

  /// Adds the claims in documents that mention the chains.
  ///
  /// - Returns: Those documents, and the user's.
  mutating func readDocuments(of user: Int64?) throws -> [DocumentRow] {
    var mentions: [(index: Int, document: Int64)] = []
    try db.forEach(CaseRows.mentions, [runs]) {
      mentions.append((try index(of: $0.number(0)), try $0.number(1)))
    }
    var documents = Set(mentions.map(\.document))
    try names.learn(documents: Self.list(documents))
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
      try db.forEach("SELECT n FROM document WHERE user = ?", [user]) {
        documents.insert(try $0.number(0))
      }
    }
    return try db.documents(
      "WHERE document.n IN (SELECT value FROM json_each(?)) ORDER BY document.n",
      [Self.list(documents)]
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
        if let index = chainIndices.index(of: chain) { records[index].claims += claims }
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

  /// The inventory by time of the sales.
  func inventory(of user: Int64) throws -> [InventoryItem] {
    let items = try db.map(
      """
      SELECT item, user, environment, granted, used, "from", until, source FROM inventory
      WHERE user = ? ORDER BY "from"
      """,
      [user]
    ) { cells in
      InventoryItem(
        item: try cells.text(0),
        user: try names.user(cells.number(1)),
        environment: try cells.word(2),
        source: try sale(cells.number(7)),
        granted: try cells.count(3),
        used: try cells.count(4),
        from: try cells.instant(5),
        until: try cells.optionalInstant(6)
      )
    }
    return items.sorted { ($0.from, $0.source, $0.item) < ($1.from, $1.source, $1.item) }
  }

  private func sale(_ number: Int64) throws -> ID<Order> {
    if let sale = sales[number] { return sale }
    let sale = try db.first("SELECT shop, transactionID FROM \"order\" WHERE n = ?", [number]) {
      let appScope = try names.appScope($0.number(0))
      return Order.id(
        store: appScope.store,
        environment: appScope.environment,
        app: appScope.app,
        transactionID: try $0.text(1)
      )
    }
    guard let sale else { throw RowDecodingError(column: 0) }
    return sale
  }

  func acts() throws -> [OperatorAction] { try db.acts(CaseRows.acts, [runs]) }

  /// Other owners of purchases of the same store accounts.
  func owners(besides user: Int64?) throws -> [ID<User>] {
    var owners = Set(chains.compactMap(\.user))
    let kin = try db.map(
      "SELECT n FROM chain WHERE account IN (SELECT value FROM json_each(?))",
      [Self.list(Set(chains.map(\.account)))]
    ) { try $0.number(0) }
    let others = kin.filter { chainIndices.index(of: $0) == nil }
    try db.forEach(
      "SELECT user FROM chain WHERE n IN (SELECT value FROM json_each(?)) AND user IS NOT NULL",
      [Self.list(others)]
    ) { owners.insert(try $0.number(0)) }
    if let user { owners.remove(user) }
    return try owners.map(names.user).sorted()
  }

  private static func list(_ numbers: some Collection<Int64>) -> String {
    "[\(numbers.map(String.init).joined(separator: ","))]"
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

/// Finds the index of a chain by its row ID.
private struct ChainIndices {
  private let numbers: [Int64]

  /// Ascending.
  init(_ numbers: [Int64]) { self.numbers = numbers }

  var count: Int { numbers.count }

  func index(of number: Int64) -> Int? {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == number ? low : nil
  }
}
