package import Entitlements
package import Foundation
internal import GRDB

/// All data about one person, table by table.
package struct DataExport: Equatable, Sendable {
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
    /// Whether it identifies or describes the person rather than a purchase.
    package var isPersonal: Bool
  }

  package var user: ID<User>
  /// The person's other names.
  package var aliases: [String]
  package var tables: [Table]
}

extension DataSubjectRequests {
  /// All data about a person; `nil` for an unknown user.
  package func export(about user: ID<User>) async throws(LedgerError) -> DataExport? {
    try await ledger.read { db in
      guard let dataSubject = try DataSubject(user, in: db) else { return nil }
      return DataExport(
        user: dataSubject.user,
        aliases: dataSubject.names.subtracting([dataSubject.user.raw]).sorted(),
        tables: try DataSubjectTable.all.map { try $0.read(dataSubject, in: db) }
      )
    }
  }
}

/// Selects a table's rows about a person.
private struct DataSubjectTable {
  /// The entity whose row ID the condition takes.
  enum Key { case user, chain, document, claim, login }

  var name: String
  var key: Key
  /// A condition on one row ID.
  var condition: String

  static let all = [
    DataSubjectTable(name: "user", key: .user, condition: "n = ?"),
    DataSubjectTable(name: "handle", key: .user, condition: "user = ?"),
    DataSubjectTable(name: "document", key: .document, condition: "n = ?"),
    DataSubjectTable(name: "claim", key: .claim, condition: "n = ?"),
    DataSubjectTable(name: "act", key: .document, condition: "document = ?"),
    DataSubjectTable(name: "chain", key: .chain, condition: "n = ?"),
    DataSubjectTable(name: "order", key: .chain, condition: "chain = ?"),
    DataSubjectTable(name: "standing", key: .chain, condition: "chain = ?"),
    DataSubjectTable(name: "notice", key: .chain, condition: "chain = ?"),
    DataSubjectTable(name: "link", key: .chain, condition: "chain = ?"),
    DataSubjectTable(name: "phase", key: .chain, condition: "chain = ?"),
    DataSubjectTable(name: "entitlement", key: .user, condition: "user = ?"),
    DataSubjectTable(name: "inventory", key: .user, condition: "user = ?"),
    DataSubjectTable(name: "balance", key: .user, condition: "user = ?"),
    DataSubjectTable(name: "login", key: .login, condition: "n = ?"),
  ]

  func read(_ dataSubject: DataSubject, in db: Database) throws -> DataExport.Table {
    let numbers =
      switch key {
      case .user: dataSubject.users
      case .chain: dataSubject.chains
      case .document: dataSubject.documents
      case .claim: dataSubject.claims
      case .login: dataSubject.logins
      }
    let rows = try numbers.sorted().flatMap { number in
      try db.map("SELECT * FROM \"\(name)\" WHERE \(condition)", [number]) { try row($0, in: db) }
    }
    return DataExport.Table(name: name, rows: rows)
  }

  private func row(_ cells: RowReader, in db: Database) throws -> [DataExport.Column] {
    let kinds = PersonalData.columns[name] ?? [:]
    let columns = cells.named
    let number = columns.first { $0.name == "n" }?.value
    return try columns.compactMap { column, value -> DataExport.Column? in
      // Certificate references mean nothing without the certificates.
      if name == "document", column == "cuts" || column == "mark" { return nil }
      var stated = Self.value(value, of: column, in: name)
      if name == "document", column == "bytes", case .number(let n) = number {
        stated = .bytes(try db.bytes(ofDocument: n))
      }
      return DataExport.Column(
        name: column,
        value: stated,
        isPersonal: [.identity, .personal, .remark, .document].contains(kinds[column])
      )
    }
  }

  /// Converts integer codes to keywords, and milliseconds to instants.
  private static func value(
    _ value: StoredValue?,
    of column: String,
    in table: String
  ) -> DataExport.Value {
    switch value {
    case nil: .null
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    case .number(let number):
      if let keyword = keyword(number, of: column, in: table) {
        .text(keyword)
      } else if column.hasSuffix("At") || ["from", "until", "accessUntil"].contains(column) {
        .instant(Date(milliseconds: number))
      } else {
        .number(number)
      }
    }
  }

  private static func keyword(_ code: Int64, of column: String, in table: String) -> String? {
    let keywords: [String]
    switch (table, column) {
    case ("order", "kind"): keywords = ProductKind.codes.map(\.rawValue)
    case ("order", "cancellation"), ("order", "statedCancellation"):
      keywords = Order.Cancellation.codes.map(\.rawValue)
    case ("order", "ownership"): keywords = Order.Ownership.codes.map(\.rawValue)
    case ("order", "offer"): keywords = OfferCode.codes.map { "\($0)" }
    case ("phase", "state"): keywords = SubscriptionState.codes.map(\.rawValue)
    case (_, "reason"): keywords = ExpiryReason.codes.map(\.rawValue)
    case ("standing", "condition"): keywords = ConditionCode.codes.map { "\($0)" }
    default: return nil
    }
    return Int(exactly: code).flatMap { keywords.indices.contains($0) ? keywords[$0] : nil }
  }
}
