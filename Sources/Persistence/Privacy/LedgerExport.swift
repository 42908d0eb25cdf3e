package import Entitlements
package import Foundation
internal import GRDB

/// Everything on file about one person, table by table.
package struct PersonFile: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    case null, number(Int64), text(String), bytes([UInt8])
    case instant(Date)
  }

  package struct Table: Equatable, Sendable {
    package var name: String
    package var rows: [[Column]]
  }

  package struct Column: Equatable, Sendable {
    package var name: String
    package var value: Value
    /// Whether it names the person or tells something about them, rather than about a purchase.
    package var isPersonal: Bool
  }

  package var user: ID<User>
  /// Their other names.
  package var aliases: [String]
  package var tables: [Table]
}

extension Ledger {
  /// Everything on file about a person; `nil` for somebody nobody has heard of.
  package func file(about user: ID<User>) async throws(LedgerError) -> PersonFile? {
    try await read { db in
      guard let person = try Person(user, in: db) else { return nil }
      return PersonFile(
        user: person.user,
        aliases: person.names.subtracting([person.user.raw]).sorted(),
        tables: try PersonTable.all.map { try $0.read(person, in: db) }
      )
    }
  }
}

/// Which rows of a table are about a person.
private struct PersonTable {
  /// Whose numbers the condition is about.
  enum Key { case user, chain, document, login }

  var name: String
  var key: Key
  /// A condition for one number.
  var condition: String

  static let all = [
    PersonTable(name: "user", key: .user, condition: "n = ?"),
    PersonTable(name: "document", key: .document, condition: "n = ?"),
    PersonTable(name: "claim", key: .user, condition: "user = (SELECT id FROM user WHERE n = ?)"),
    PersonTable(name: "act", key: .document, condition: "document = ?"),
    PersonTable(name: "chain", key: .chain, condition: "n = ?"),
    PersonTable(name: "order", key: .chain, condition: "chain = ?"),
    PersonTable(name: "standing", key: .chain, condition: "chain = ?"),
    PersonTable(name: "notice", key: .chain, condition: "chain = ?"),
    PersonTable(name: "link", key: .chain, condition: "chain = ?"),
    PersonTable(name: "phase", key: .chain, condition: "chain = ?"),
    PersonTable(name: "entitlement", key: .user, condition: "user = ?"),
    PersonTable(name: "inventory", key: .user, condition: "user = ?"),
    PersonTable(name: "balance", key: .user, condition: "user = ?"),
    PersonTable(name: "login", key: .login, condition: "n = ?"),
  ]

  func read(_ person: Person, in db: Database) throws -> PersonFile.Table {
    let numbers =
      switch key {
      case .user: person.users
      case .chain: person.chains
      case .document: person.documents
      case .login: person.logins
      }
    let rows = try numbers.sorted().flatMap { number in
      try db.map("SELECT * FROM \"\(name)\" WHERE \(condition)", [number]) { try row($0, in: db) }
    }
    return PersonFile.Table(name: name, rows: rows)
  }

  private func row(_ cells: Cells, in db: Database) throws -> [PersonFile.Column] {
    let kinds = PersonalData.columns[name] ?? [:]
    let columns = cells.named
    let number = columns.first { $0.name == "n" }?.value
    return try columns.compactMap { column, value -> PersonFile.Column? in
      // What stands for the certificates in a document means nothing without them.
      if name == "document", column == "cuts" || column == "mark" { return nil }
      var told = Self.value(value, of: column, in: name)
      if name == "document", column == "bytes", case .number(let n) = number {
        told = .bytes(try db.bytes(ofDocument: n))
      }
      return PersonFile.Column(
        name: column,
        value: told,
        isPersonal: [.identity, .personal, .remark, .document].contains(kinds[column])
      )
    }
  }

  /// Numbers that stand for words are given as words, and instants as such.
  private static func value(
    _ value: StoredValue?,
    of column: String,
    in table: String
  ) -> PersonFile.Value {
    switch value {
    case nil: .null
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    case .number(let number):
      if let word = word(number, of: column, in: table) {
        .text(word)
      } else if column.hasSuffix("At") || ["from", "until", "accessUntil"].contains(column) {
        .instant(Date(milliseconds: number))
      } else {
        .number(number)
      }
    }
  }

  private static func word(_ code: Int64, of column: String, in table: String) -> String? {
    let words: [String]
    switch (table, column) {
    case ("order", "kind"): words = ProductKind.codes.map(\.rawValue)
    case ("order", "cancellation"): words = Order.Cancellation.codes.map(\.rawValue)
    case ("order", "ownership"): words = Order.Ownership.codes.map(\.rawValue)
    case ("order", "offer"): words = OfferCode.codes.map { "\($0)" }
    case ("phase", "state"): words = SubscriptionState.codes.map(\.rawValue)
    case (_, "reason"): words = ExpiryReason.codes.map(\.rawValue)
    case ("standing", "condition"): words = ConditionCode.codes.map { "\($0)" }
    default: return nil
    }
    return Int(exactly: code).flatMap { words.indices.contains($0) ? words[$0] : nil }
  }
}
