import Entitlements
internal import GRDB

/// One way to find users: every condition answers from an index, and any of them will do.
struct UserSearch {
  var conditions: [Condition]

  static func text(_ text: String) -> UserSearch {
    UserSearch(conditions: [
      .prefix(text, of: "id"), .prefix(text, of: "name"), .prefix(text, of: "email"),
      .prefix(text, of: "product.id", in: .order),
    ])
  }

  static func transaction(_ digits: String) -> UserSearch {
    UserSearch(conditions: [
      .exact(digits, of: "sale.transactionID", in: .order),
      .exact(digits, of: "chain.id", in: .order), .prefix(digits, of: "id"),
    ])
  }

  static func email(_ email: String) -> UserSearch {
    var condition = Condition.exact(email, of: "email", in: .user)
    condition.collation = "NOCASE"
    return UserSearch(conditions: [condition])
  }

  static func emailPrefix(_ email: String) -> UserSearch {
    UserSearch(conditions: [.prefix(email, of: "email")])
  }

  /// The keys of the users found, in the list's order; one more than `Keyset.countLimit` says
  /// that there may be any number more.
  func keys(in db: Database) throws -> [Keyset.Key] {
    let limit = Keyset.countLimit + 1
    // SQLite would read only as far as the NUL, and find what nobody asked for.
    guard !conditions.contains(where: { $0.value.utf8.contains(0) }) else { return [] }
    let found = conditions.map { "SELECT n FROM (\($0.candidates))" }
    return try db.map(
      """
      SELECT user.lastPurchasedAt, user.id
      FROM (\(found.joined(separator: " UNION "))) AS found
      CROSS JOIN user ON user.n = found.n
      ORDER BY user.lastPurchasedAt DESC, user.id LIMIT ?
      """,
      conditions.flatMap { $0.arguments + [limit] } + [limit]
    ) { Keyset.Key(instant: try $0.number(0), id: try $0.text(1)) }
  }

  /// The same as a test of a row that is at hand anyhow.
  var filter: (sql: String, arguments: [KeptArgument]) {
    let tests = conditions.map(\.filter)
    return ("(\(tests.joined(separator: " OR ")))", conditions.flatMap(\.arguments))
  }
}

/// A comparison of a column, which is a constant of this module, with a value from outside.
struct Condition {
  enum Table { case user, order }

  var table: Table
  var column: String
  var value: String
  var isPrefix: Bool
  var collation = "BINARY"

  static func prefix(_ value: String, of column: String, in table: Table = .user) -> Condition {
    Condition(
      table: table,
      column: column,
      value: value,
      isPrefix: true,
      collation: "NOCASE"
    )
  }

  static func exact(_ value: String, of column: String, in table: Table) -> Condition {
    Condition(table: table, column: column, value: value, isPrefix: false)
  }

  // No text sorts after the last of all characters, so this closes the range of the prefix.
  var arguments: [KeptArgument] {
    isPrefix ? [value, value + "\u{10FFFF}"] : [value]
  }

  /// The IDs of users that match, by index; the last argument is their greatest number.
  var candidates: String {
    switch table {
    case .user: "SELECT n FROM user WHERE \(test(of: column)) LIMIT ?"
    case .order:
      """
      SELECT DISTINCT sale.user AS n FROM \(sales)
      WHERE \(test(of: column)) AND sale.user IS NOT NULL LIMIT ?
      """
    }
  }

  // The plus keeps SQLite from looking the value up: here the list is walked in its own order.
  var filter: String {
    switch table {
    case .user: test(of: "+user.\(column)")
    case .order:
      """
      EXISTS (
        SELECT 1 FROM "order" AS sale
        CROSS JOIN product ON product.n = sale.product CROSS JOIN chain ON chain.n = sale.chain
        WHERE sale.user = user.n AND \(test(of: "+\(column)")))
      """
    }
  }

  /// Joined from the table whose index answers.
  private var sales: String {
    switch column {
    case "product.id": "product CROSS JOIN \"order\" AS sale ON sale.product = product.n"
    case "chain.id": "chain CROSS JOIN \"order\" AS sale ON sale.chain = chain.n"
    default: "\"order\" AS sale"
    }
  }

  private func test(of operand: String) -> String {
    let collated = "\(operand) COLLATE \(collation)"
    return isPrefix ? "(\(collated) >= ? AND \(collated) < ?)" : "\(collated) = ?"
  }
}
