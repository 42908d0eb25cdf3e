internal import Crypto
import Entitlements
import Foundation
internal import GRDB

/// What one identifier names.
struct CaseMatch {
  /// The users whom it may mean, the likeliest first.
  private(set) var users: [Int64] = []
  /// A user whom it names, and who was merged into another.
  private(set) var former: ID<User>?
  private(set) var chains: Set<Int64> = []
  private(set) var orders: Set<Int64> = []
  /// The user of the document that it names.
  private(set) var presenter: Int64?
  /// Whether a UUID is a store's ID of an order.
  private(set) var isOrder = false
  /// Whether the ledger has exactly this, and not only the subscription of a charge.
  private(set) var isFound = false
  private let db: Database

  init(of identifier: Identifier, in db: Database) throws {
    self.db = db
    if identifier.kind == .googleOrder, identifier.value != identifier.base {
      try find(identifier.value, identifier.kind)
      isFound = !orders.isEmpty
      // A charge that is not stored; its subscription may be.
      if !isFound {
        try add(chains: "SELECT n FROM chain WHERE id = ?", identifier.base)
        try add(chains: "SELECT chain FROM \"order\" WHERE transactionID = ?", identifier.base)
      }
    } else {
      for spelling in identifier.spellings where !spelling.utf8.contains(0) {
        try find(spelling, identifier.kind)
      }
      isFound = !users.isEmpty || former != nil || !chains.isEmpty || presenter != nil
    }
    for chain in chains {
      try add(
        chains: """
          SELECT other.chain FROM link
          JOIN link AS other ON other.value = link.value AND other.kind = link.kind
          WHERE link.chain = ? AND link.kind = 'purchaseToken'
          """,
        chain
      )
    }
  }

  private mutating func find(_ value: String, _ kind: Identifier.Kind) throws {
    switch kind {
    case .googleOrder, .transaction, .stripe:
      try add(sales: "SELECT n, chain FROM \"order\" WHERE transactionID = ?", value)
      try add(chains: "SELECT n FROM chain WHERE id = ?", value)
      try add(chains: "SELECT chain FROM link WHERE value = ?", value)
    case .appleOrder, .purchaseToken:
      try add(chains: "SELECT chain FROM link WHERE value = ?", value)
      try add(chains: "SELECT n FROM chain WHERE id = ?", value)
    case .appAccount:
      // Microsoft's order IDs have this form.
      let before = chains.count
      try add(sales: "SELECT n, chain FROM \"order\" WHERE transactionID = ?", value)
      try add(chains: "SELECT n FROM chain WHERE id = ?", value)
      try add(chains: "SELECT chain FROM link WHERE value = ? AND kind = 'storeOrder'", value)
      isOrder = isOrder || chains.count > before
      try add(chains: "SELECT n FROM chain WHERE appAccount = ?", value)
      try add(user: "SELECT n FROM user WHERE id = ?", value)
      // Whoever owns the account's purchases is known by those.
      if chains.isEmpty { try add(user: Self.handle(.account), value) }
      try addFormer(value)
    case .email:
      try add(user: "SELECT n FROM user WHERE email = ? COLLATE NOCASE", value)
      try add(user: Self.handle(.email), value)
      try add(user: "SELECT n FROM user WHERE id = ?", value)
      try addFormer(value)
    case .document:
      presenter =
        try presenter ?? db.number("SELECT user FROM document WHERE id = ?", [value])
      try add(
        chains: """
          SELECT mention.chain FROM mention JOIN document ON document.n = mention.document
          WHERE document.id = ?
          """,
        value
      )
    case .record:
      if let order = try db.rowID(of: ID<Order>(value)) {
        orders.insert(order)
        try add(chains: "SELECT chain FROM \"order\" WHERE n = ?", order)
      }
      if let chain = try db.rowID(of: ID<Subscription>(value)) { chains.insert(chain) }
    case .receipt, .signedPayload:
      for bytes in [Data(value.utf8), Data(base64Encoded: value)].compactMap(\.self) {
        let digits = SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        try find(digits.joined(), .document)
      }
    }
  }

  /// Finds a user by what the team states.
  private static func handle(_ kind: UserHandle.Kind) -> String {
    "SELECT user FROM handle WHERE value = ? COLLATE NOCASE AND kind = '\(kind.rawValue)'"
  }

  private mutating func add(sales sql: String, _ value: String) throws {
    try db.forEach(sql, [value]) {
      orders.insert(try $0.number(0))
      chains.insert(try $0.number(1))
    }
  }

  private mutating func add(chains sql: String, _ value: Argument) throws {
    chains.formUnion(try db.numbers(sql, [value]))
  }

  private mutating func add(user sql: String, _ value: String) throws {
    for user in try db.numbers(sql, [value]) where !users.contains(user) { users.append(user) }
  }

  private mutating func addFormer(_ name: String) throws {
    if users.isEmpty, former == nil { former = try db.formerUser(name) }
  }
}
