package import Entitlements
internal import GRDB

/// A kind of named entity that can be sampled at random.
package enum NamedEntity: CaseIterable, Sendable {
  case transaction, chain, storeOrder, purchaseToken, appAccount, user, email, document, product
  case userName
}

extension Ledger {
  /// Samples names at positions from 0 (start of the table) to just below 1 (end). Doesn't scan: a
  /// position without a row nearby returns none.
  package func names(
    of thing: NamedEntity,
    at positions: [Double]
  ) async throws(LedgerError) -> [String] {
    let sampler = RandomRows(of: thing)
    return try await read { db in try sampler.rows(at: positions, in: db) { try $0.text(0) } }
  }

  /// Samples page starts of the users' list.
  package func userKeys(at positions: [Double]) async throws(LedgerError) -> [ListCursor] {
    let sampler = RandomRows(columns: "lastPurchasedAt, id", table: "user")
    return try await read { db in
      try sampler.rows(at: positions, in: db) {
        ListCursor(.users, .purchased, [.number(try $0.number(0)), .text(try $0.text(1))])
      }
    }
  }

  /// Samples page starts of the orders' list.
  package func orderKeys(at positions: [Double]) async throws(LedgerError) -> [ListCursor] {
    let sampler = RandomRows(columns: "purchasedAt, n", table: "\"order\"")
    return try await read { db in
      try sampler.rows(at: positions, in: db) {
        ListCursor(.orders, .purchased, [.number(try $0.number(0)), .number(try $0.number(1))])
      }
    }
  }

  /// Samples page starts of the documents' list.
  package func documentKeys(at positions: [Double]) async throws(LedgerError) -> [ListCursor] {
    let sampler = RandomRows(columns: "receivedAt, id", table: "document")
    return try await read { db in
      try sampler.rows(at: positions, in: db) {
        ListCursor(.receipts, .received, [.number(try $0.number(0)), .text(try $0.text(1))])
      }
    }
  }

  /// The user whose order count is nearest to `orders`; `nil` without users. Scans all users.
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

/// Reads single rows of a table by row ID.
private struct RandomRows {
  /// All fields are constants of this module.
  var columns: String
  var table: String
  var number = "n"
  var condition = "TRUE"

  /// The maximum distance of a row from its position.
  private static let reach: Int64 = 10_000

  init(columns: String, table: String) {
    self.columns = columns
    self.table = table
  }

  init(of thing: NamedEntity) {
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
    at positions: [Double],
    in db: Database,
    _ element: (RowReader) throws -> Element
  ) throws -> [Element] {
    let last = try db.number("SELECT max(\(number)) FROM \(table)") ?? 0
    return try positions.compactMap { position in
      let start = 1 + Int64(min(max(position, 0), 1) * Double(last))
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
