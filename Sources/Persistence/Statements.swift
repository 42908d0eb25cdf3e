import Entitlements
internal import GRDB

/// The statements of this module are few and constant, so each is compiled once a connection.
/// Values only ever reach them as arguments.
extension Database {
  func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) throws {
    try cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }

  func rows(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) throws -> [Cells] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: StatementArguments(arguments))
      .map(Cells.init)
  }

  func row(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) throws -> Cells? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: StatementArguments(arguments))
      .map(Cells.init)
  }

  /// The number a counting statement answers.
  func count(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) throws -> Int {
    try Int.fetchOne(cachedStatement(sql: sql), arguments: StatementArguments(arguments)) ?? 0
  }

  func orders(_ condition: String, _ arguments: [(any DatabaseValueConvertible)?]) throws -> [Order]
  {
    try rows("SELECT * FROM \"order\" WHERE \(condition)", arguments).map(Order.init)
  }
}
