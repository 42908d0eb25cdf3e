package import Entitlements
internal import GRDB

/// What goes by a name in the ledger, and can be drawn from it at random.
package enum NamedThing: CaseIterable, Sendable {
  case transaction, chain, storeOrder, purchaseToken, appAccount, user, email, document, product
  case userName
}

extension Ledger {
  /// Names of one sort from these places: 0 is where its table begins, and just below 1 where it
  /// ends. Nothing is walked, so a place near which there is none gives none.
  package func names(
    of thing: NamedThing,
    at places: [Double]
  ) async throws(LedgerError) -> [String] {
    let draw = Draw(of: thing)
    return try await read { db in try draw.rows(at: places, in: db) { try $0.text(0) } }
  }

  /// Where pages of the users' list can begin.
  package func userKeys(at places: [Double]) async throws(LedgerError) -> [UserRow.Key] {
    let draw = Draw(columns: "lastPurchasedAt, id", table: "user")
    return try await read { db in
      try draw.rows(at: places, in: db) {
        UserRow.Key(lastPurchasedAt: try $0.instant(0), id: try $0.id(1))
      }
    }
  }

  /// Where pages of the orders' list can begin.
  package func orderKeys(at places: [Double]) async throws(LedgerError) -> [ListCursor] {
    let draw = Draw(columns: "purchasedAt, n", table: "\"order\"")
    return try await read { db in
      try draw.rows(at: places, in: db) {
        ListCursor(.orders, .purchased, [.number(try $0.number(0)), .number(try $0.number(1))])
      }
    }
  }

  /// Where pages of the documents' list can begin.
  package func documentKeys(at places: [Double]) async throws(LedgerError) -> [DocumentRow.Key] {
    let draw = Draw(columns: "receivedAt, id", table: "document")
    return try await read { db in
      try draw.rows(at: places, in: db) {
        DocumentRow.Key(receivedAt: try $0.instant(0), id: try $0.id(1))
      }
    }
  }

  /// The user whose number of orders is nearest to this one; `nil` without users. Walks all users.
  package func user(
    havingAbout orders: Int
  ) async throws(LedgerError) -> (id: ID<User>, orders: Int)? {
    try await read { db in
      try db.first("SELECT id, orders FROM user ORDER BY abs(orders - ?) LIMIT 1", [orders]) {
        (try $0.id(0), try $0.count(1))
      }
    }
  }
}

/// Takes single rows out of a table by their numbers.
private struct Draw {
  /// Like the others, constants of this module.
  var columns: String
  var table: String
  var number = "n"
  var condition = "TRUE"

  /// How far from its place a row is looked for.
  private static let reach: Int64 = 10_000

  init(columns: String, table: String) {
    self.columns = columns
    self.table = table
  }

  init(of thing: NamedThing) {
    switch thing {
    case .transaction: self.init(columns: "transactionID", table: "\"order\"")
    case .chain: self.init(columns: "id", table: "chain")
    case .storeOrder: self.init(links: "storeOrder")
    case .purchaseToken: self.init(links: "purchaseToken")
    case .appAccount: self.init(some: "appAccount", of: "chain")
    case .user: self.init(columns: "id", table: "user")
    case .email: self.init(some: "email", of: "user")
    case .document: self.init(columns: "id", table: "document")
    case .product: self.init(columns: "id", table: "product")
    case .userName: self.init(some: "name", of: "user")
    }
  }

  private init(some column: String, of table: String) {
    self.init(columns: column, table: table)
    condition = "\(column) IS NOT NULL"
  }

  private init(links kind: String) {
    self.init(columns: "value", table: "link")
    number = "chain"
    condition = "kind = '\(kind)'"
  }

  func rows<Element>(
    at places: [Double],
    in db: Database,
    _ element: (Cells) throws -> Element
  ) throws -> [Element] {
    let last = try db.number("SELECT max(\(number)) FROM \(table)") ?? 0
    return try places.compactMap { place in
      let start = 1 + Int64(min(max(place, 0), 1) * Double(last))
      return try db.first(
        """
        SELECT \(columns) FROM \(table)
        WHERE \(number) >= ? AND \(number) < ? AND \(condition) ORDER BY \(number) LIMIT 1
        """,
        [start, start + Self.reach],
        element
      )
    }
  }
}
