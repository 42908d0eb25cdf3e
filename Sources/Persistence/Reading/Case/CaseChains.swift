import Entitlements
internal import GRDB

/// What is on file about some chains. Each kind of fact is one statement for all of them: a user may
/// own a thousand, and what a statement costs by itself would be most of the answer's time.
struct CaseChains {
  private let db: Database
  private let names: RowNames
  /// Each run of neighbours among the chains' numbers by its first and its last, as a list in JSON.
  private let runs: String
  private let places: ChainPlaces
  private var chains: [RowNames.Chain] = []
  private(set) var records: [ChainRecord] = []
  private var sales: [Int64: ID<Order>] = [:]

  /// `numbers` are of chains, ascending and each once.
  init(_ numbers: [Int64], _ names: RowNames, in db: Database) {
    self.db = db
    self.names = names
    places = ChainPlaces(numbers)
    runs = Self.runs(of: numbers)
  }

  /// Reads everything but what documents say of owners.
  mutating func read() throws {
    chains = try db.map(CaseRows.chains, [runs], names.chain)
    guard chains.count == places.count else { throw UnreadableRow(column: 0) }
    records = chains.map {
      var record = ChainRecord(id: $0.id)
      // One without phases has no life; nothing is left to be derived.
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
    try forEach(CaseRows.standings) { $0.standings.append(try Standing($1, of: $2, names)) }
    try forEach(CaseRows.notices) { $0.notices.append(try Notice($1, of: $2, names)) }
    try forEach(CaseRows.links) { $0.links.append(try Link($1, of: $2, names)) }
    try forEach(CaseRows.phases) { record, cells, _ in
      record.life?.append(try Phase(cells, names))
    }
  }

  private mutating func forEach(
    _ query: String,
    _ add: (inout ChainRecord, Cells, RowNames.Chain) throws -> Void
  ) throws {
    try db.forEach(query, [runs]) {
      let place = try place(of: $0.number(0))
      try add(&records[place], $0, chains[place])
    }
  }

  private func place(of chain: Int64) throws -> Int {
    guard let place = places.place(of: chain) else { throw UnreadableRow(column: 0) }
    return place
  }

  /// Adds the claims of the documents that mention the chains.
  ///
  /// - Returns: Those documents, and those of the user.
  mutating func readDocuments(of user: Int64?) throws -> [DocumentRow] {
    var mentions: [(place: Int, document: Int64)] = []
    try db.forEach(CaseRows.mentions, [runs]) {
      mentions.append((try place(of: $0.number(0)), try $0.number(1)))
    }
    var documents = Set(mentions.map(\.document))
    try names.learn(documents: Self.list(documents))
    for (place, document) in mentions {
      let claims = try names.source(document).claims
      // Most chains have one claim, and share the list with the others of its document.
      if records[place].claims.isEmpty {
        records[place].claims = claims
      } else {
        records[place].claims += claims
      }
    }
    try db.forEach(CaseRows.claims, [runs]) {
      let (place, claim) = (try place(of: $0.number(0)), try Claim($0, from: 1))
      // Of a document that was claimed as it was filed, the claim tells when.
      records[place].claims.removeAll { other in
        other.strength == .named && other.user == claim.user
          && other.testimony.evidence == claim.testimony.evidence && other.basis == .trusted
          && other.testimony != claim.testimony
      }
      records[place].claims.append(claim)
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

  /// Adds the claims that decide about owners, without looking through all documents.
  mutating func readOwners() throws {
    try db.forEach(CaseRows.claimants, [runs]) { cells in
      let place = try place(of: cells.number(0))
      for column in 1...3 {
        guard let document = try cells.optionalNumber(column) else { continue }
        records[place].claims += try names.source(document).claims
      }
    }
    for account in Set(chains.map(\.account)) {
      for (chain, claims) in try db.claims(ofAccount: account, hasActs: true) {
        if let place = places.place(of: chain) { records[place].claims += claims }
      }
    }
    try readHolders()
  }

  private mutating func readHolders() throws {
    let forms = try Customs(in: db).accountForms
    for place in records.indices {
      let account = records[place].links.lazy.filter { $0.kind == .appAccount }.map(\.value).min()
      records[place].holder = try account.flatMap { try db.holder(ofAccount: $0, forms) }
    }
  }

  /// By the sales they came from, in time.
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
      let shop = try names.shop($0.number(0))
      return Order.id(
        store: shop.store,
        environment: shop.environment,
        app: shop.app,
        transactionID: try $0.text(1)
      )
    }
    guard let sale else { throw UnreadableRow(column: 0) }
    return sale
  }

  func acts() throws -> [Act] { try db.acts(CaseRows.acts, [runs]) }

  /// Who else owns anything that came from the same store accounts.
  func owners(besides user: Int64?) throws -> [ID<User>] {
    var owners = Set(chains.compactMap(\.user))
    let kin = try db.map(
      "SELECT n FROM chain WHERE account IN (SELECT value FROM json_each(?))",
      [Self.list(Set(chains.map(\.account)))]
    ) { try $0.number(0) }
    let others = kin.filter { places.place(of: $0) == nil }
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

/// Where the chain of a number stands.
private struct ChainPlaces {
  private let numbers: [Int64]

  /// Ascending.
  init(_ numbers: [Int64]) { self.numbers = numbers }

  var count: Int { numbers.count }

  func place(of number: Int64) -> Int? {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == number ? low : nil
  }
}
