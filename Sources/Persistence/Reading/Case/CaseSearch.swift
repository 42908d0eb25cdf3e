import Entitlements
import Foundation
internal import GRDB

/// Finds the users, chains and orders that a query names.
struct CaseSearch {
  let db: Database
  var subject = DiagnosisInput.Subject(text: "", isFound: false)
  /// The first user found, or the owner of the first chain found.
  var user: Int64?
  var chains: Set<Int64> = []
  var orders: Set<Int64> = []
  /// A user who was merged into another.
  var former: ID<User>?

  init(db: Database) { self.db = db }

  mutating func find(for text: String, _ identifiers: [Identifier]) throws {
    subject.text = text
    for identifier in identifiers {
      let isFound = try find(for: identifier)
      subject.identifiers.append(
        DiagnosisInput.Subject.Identifier(
          kind: identifier.kind.title,
          text: identifier.masked,
          isFound: isFound
        )
      )
    }
    // Suggests the correction of a mistyped order number, but never treats it as found.
    for repair in Identifier.repairs(in: text) {
      let written = String(decoding: Array(text.utf8)[repair.range], as: UTF8.self)
      subject.identifiers.append(
        DiagnosisInput.Subject.Identifier(kind: repair.kind.title, text: written, isFound: false)
      )
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
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if user == nil, chains.isEmpty, name.utf8.count <= 256, !name.utf8.contains(0) {
      user =
        try db.number("SELECT n FROM user WHERE id = ?", [name])
        ?? db.number("SELECT n FROM user WHERE name = ? COLLATE NOCASE", [name])
      if user == nil { try addFormer(name) }
      // A store's purchase ID may have no recognisable format.
      if user == nil, former == nil { try add(chains: "SELECT n FROM chain WHERE id = ?", name) }
    }
    if user == nil, former == nil { try find(forUserIDsIn: text) }
    if user == nil { user = try owner() }
    if user != nil { former = nil }
    subject.isFound = user != nil || former != nil || !chains.isEmpty
    for order in try orders.sorted().flatMap({ try db.orders("WHERE sale.n = ?", [$0]) }) {
      subject.orders.append(order.id)
    }
    subject.chains = try chains.sorted().compactMap { try db.chainID(of: $0) }
  }

  /// The owner of the first chain with an owner. Chains with sales come first: a chain known only
  /// by a token is older than its order, and does not follow a transfer.
  private func owner() throws -> Int64? {
    let sold = try chains.sorted().filter {
      try db.number("SELECT 1 FROM \"order\" WHERE chain = ? LIMIT 1", [$0]) != nil
    }
    for chain in sold + chains.sorted() {
      if let owner = try db.number("SELECT user FROM chain WHERE n = ?", [chain]) { return owner }
    }
    return nil
  }

  /// A text that looks like an app's user ID counts only if that user exists.
  private mutating func find(forUserIDsIn text: String) throws {
    for id in Identifier.userIDs(in: text) where user == nil {
      try add(user: "SELECT n FROM user WHERE id = ?", id)
      guard user != nil else { continue }
      subject.identifiers.append(
        DiagnosisInput.Subject.Identifier(
          kind: DiagnosisInput.Subject.userIDTitle,
          text: id,
          isFound: true
        )
      )
    }
  }

  private mutating func find(for identifier: Identifier) throws -> Bool {
    let before = (chains.count, orders.count, user, former)
    if identifier.kind == .googleOrder, identifier.value != identifier.base {
      try find(for: identifier.value, identifier.kind)
      let isExact = orders.count > before.1
      // A charge that is not stored; its subscription may be.
      if !isExact {
        try add(chains: "SELECT n FROM chain WHERE id = ?", identifier.base)
        try add(chains: "SELECT chain FROM \"order\" WHERE transactionID = ?", identifier.base)
      }
      return isExact
    }
    for spelling in identifier.spellings where !spelling.utf8.contains(0) {
      try find(for: spelling, identifier.kind)
    }
    return before.0 != chains.count || before.1 != orders.count || before.2 != user
      || before.3 != former
  }

  private mutating func find(for value: String, _ kind: Identifier.Kind) throws {
    switch kind {
    case .googleOrder, .transaction, .stripe:
      try add(sales: "SELECT n, chain FROM \"order\" WHERE transactionID = ?", value)
      try add(chains: "SELECT n FROM chain WHERE id = ?", value)
      try add(chains: "SELECT chain FROM link WHERE value = ?", value)
    case .appleOrder, .purchaseToken:
      try add(chains: "SELECT chain FROM link WHERE value = ?", value)
      try add(chains: "SELECT n FROM chain WHERE id = ?", value)
    case .appAccount:
      try add(chains: "SELECT n FROM chain WHERE appAccount = ?", value)
      // Microsoft's order IDs have this form.
      try add(chains: "SELECT chain FROM link WHERE value = ? AND kind = 'storeOrder'", value)
      try add(user: "SELECT n FROM user WHERE id = ?", value)
      try addFormer(value)
    case .email:
      try add(user: "SELECT n FROM user WHERE email = ? COLLATE NOCASE", value)
      try add(user: "SELECT n FROM user WHERE id = ?", value)
      try addFormer(value)
    case .document:
      try add(user: "SELECT user FROM document WHERE id = ?", value)
      try add(
        chains: """
          SELECT mention.chain FROM mention JOIN document ON document.n = mention.document
          WHERE document.id = ?
          """,
        value
      )
    case .record:
      guard let name = Subscription.Name(ID(value)) else { return }
      if let order = try db.number(of: ID<Order>(value)) {
        orders.insert(order)
        try add(chains: "SELECT chain FROM \"order\" WHERE n = ?", order)
      }
      if let chain = try db.number(of: name) { chains.insert(chain) }
    case .receipt, .signedPayload: break
    }
  }

  private mutating func add(sales sql: String, _ value: String) throws {
    for (order, chain) in try db.map(sql, [value], { (try $0.number(0), try $0.number(1)) }) {
      orders.insert(order)
      chains.insert(chain)
    }
  }

  private mutating func add(chains sql: String, _ value: Argument) throws {
    chains.formUnion(try db.map(sql, [value]) { try $0.number(0) })
  }

  private mutating func addFormer(_ name: String) throws {
    guard user == nil, former == nil else { return }
    former = try db.first("SELECT other FROM act WHERE deed = 'merge' AND other = ?", [name]) {
      try $0.id(0)
    }
  }

  private mutating func add(user sql: String, _ value: String) throws {
    user = try user ?? db.number(sql, [value])
  }
}
