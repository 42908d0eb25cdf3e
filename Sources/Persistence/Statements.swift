import Entitlements
internal import GRDB

/// A value for a statement.
typealias Argument = any DatabaseValueConvertible
/// One that may wait for its statement on another thread.
typealias KeptArgument = any DatabaseValueConvertible & Sendable

/// The statements of this module are few and constant, so each is compiled once a connection.
/// Values only ever reach them as arguments.
extension Database {
  func run(_ sql: String, _ arguments: [Argument?] = []) throws {
    try cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
  }

  /// Every row, turned into something before the next one is read.
  func map<Element>(
    _ sql: String,
    _ arguments: [Argument?] = [],
    _ transform: (Cells) throws -> Element
  ) throws -> [Element] {
    let cursor = try Row.fetchCursor(
      cachedStatement(sql: sql),
      arguments: StatementArguments(arguments)
    )
    var elements: [Element] = []
    while let row = try cursor.next() { elements.append(try transform(Cells(row: row))) }
    return elements
  }

  func first<Element>(
    _ sql: String,
    _ arguments: [Argument?] = [],
    _ transform: (Cells) throws -> Element
  ) throws -> Element? {
    let cursor = try Row.fetchCursor(
      cachedStatement(sql: sql),
      arguments: StatementArguments(arguments)
    )
    guard let row = try cursor.next() else { return nil }
    return try transform(Cells(row: row))
  }

  /// The same of a statement that was made for one search, and is not kept for another.
  func search<Element>(
    _ fragment: Fragment,
    _ transform: (Cells) throws -> Element
  ) throws -> [Element] {
    let cursor = try Row.fetchCursor(
      makeStatement(sql: fragment.sql),
      arguments: StatementArguments(fragment.arguments)
    )
    var elements: [Element] = []
    while let row = try cursor.next() { elements.append(try transform(Cells(row: row))) }
    return elements
  }

  /// The number a statement answers in its first column; `nil` without a row, or where it is null.
  func number(_ sql: String, _ arguments: [Argument?] = []) throws -> Int64? {
    try first(sql, arguments) { try $0.optionalNumber(0) } ?? nil
  }

  /// The number a counting statement answers.
  func count(_ sql: String, _ arguments: [Argument?] = []) throws -> Int {
    Int(clamping: try number(sql, arguments) ?? 0)
  }

  /// Adds a row and gives its number.
  func add(_ sql: String, _ arguments: [Argument?]) throws -> Int64 {
    try run(sql, arguments)
    return lastInsertedRowID
  }
}
