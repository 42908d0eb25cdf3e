/// Reads the rows in a dump of a PostgreSQL or MySQL database while its text arrives: `COPY … FROM
/// stdin` and `INSERT INTO … VALUES`. Everything else is passed over; nothing is executed.
///
/// A row is read as a whole. If its end has not arrived, nothing of it is taken.
package struct SQLDump: Sendable {
  package enum Fault: Error, Equatable, CustomStringConvertible {
    case tooLong(limit: Int), cut, malformed(line: Int)

    package var description: String {
      switch self {
      case .tooLong(let limit):
        "a row or statement of the dump has more than \(limit >> 20) MiB; a quotation may have no end"
      case .cut: "the dump ends in the middle of a statement; the file may be incomplete"
      case .malformed(let line): "line \(line) is not as pg_dump or mysqldump write it"
      }
    }
  }

  package struct Row: Equatable, Sendable {
    /// With its schema, if the dump names it.
    package var table: String
    /// Empty if the dump states no names of columns.
    package var columns: [String]
    /// `nil` for NULL.
    package var values: [[UInt8]?]
    package var line: Int
  }

  private enum Step {
    case statement
    case copied(table: String, columns: [String], isWanted: Bool)
    case inserted(table: String, columns: [String], isWanted: Bool)
  }

  private let wanted: String?
  private let limit: Int
  private var input = SQLText()
  private var step = Step.statement
  /// How much must have arrived before the same text is read again.
  private var threshold = 0
  private var isComplete = false
  private var line = 1
  private var delimiter: [UInt8] = [UInt8(ascii: ";")]
  private var definitions: [String: [String]] = [:]
  /// All tables with rows, in order.
  package private(set) var tables: [String] = []

  private static let maxTables = 10_000

  /// With `table`, only the rows of this one, with or without its schema.
  package init(table: String? = nil, limit: Int = 64 << 20) {
    (wanted, self.limit) = (table, limit)
  }

  package mutating func feed(_ bytes: ArraySlice<UInt8>) { input.feed(bytes) }

  /// Ends the input: nothing more will arrive.
  package mutating func finish() { (isComplete, threshold) = (true, 0) }

  /// The next row; `nil` if it needs more text, or at the end.
  package mutating func next() throws(Fault) -> Row? {
    while true {
      guard input.pending >= threshold || isComplete else { return nil }
      let (start, isMySQL) = (input.position, input.isMySQL)
      let result: Row??
      do throws(SQLText.Problem) {
        result = try advance()
      } catch .missing {
        input.goBack(to: start, isMySQL: isMySQL)
        guard !isComplete else {
          if case .statement = step, input.isBlank { return nil }
          throw .cut
        }
        guard input.pending < limit else { throw .tooLong(limit: limit) }
        threshold = input.pending * 2
        return nil
      } catch {
        line += input.lineFeeds(from: start)
        throw .malformed(line: line)
      }
      threshold = 0
      let rowLine = line
      line += input.lineFeeds(from: start)
      guard var row = result else { return nil }
      row?.line = rowLine
      if let row { return row }
    }
  }

  /// The next row, or an inner `nil` after anything else; `nil` at the end.
  private mutating func advance() throws(SQLText.Problem) -> Row?? {
    switch step {
    case .statement: return try readStatement() ? .some(nil) : nil
    case .copied(let table, let columns, let isWanted):
      let line = try input.line(isComplete: isComplete)
      if line == [UInt8(ascii: "\\"), UInt8(ascii: ".")] {
        step = .statement
        return .some(nil)
      }
      guard isWanted else { return .some(nil) }
      return Row(table: table, columns: columns, values: SQLText.copied(line), line: 0)
    case .inserted(let table, let columns, let isWanted):
      try input.skipBlanks()
      if input.take(",") { return .some(nil) }
      if input.take(";") {
        step = .statement
        return .some(nil)
      }
      guard input.next == UInt8(ascii: "(") else {
        // What follows the rows, for example ON CONFLICT.
        try input.skipStatement(to: delimiter)
        step = .statement
        return .some(nil)
      }
      let values = try input.tuple()
      return isWanted ? Row(table: table, columns: columns, values: values, line: 0) : .some(nil)
    }
  }

  /// False at the end of the text.
  private mutating func readStatement() throws(SQLText.Problem) -> Bool {
    try input.skipBlanks()
    guard let first = input.next else {
      guard isComplete else { throw .missing }
      return false
    }
    // A command of psql.
    if first == UInt8(ascii: "\\") {
      _ = try input.line(isComplete: isComplete)
      return true
    }
    if delimiter != [UInt8(ascii: ";")] || first == UInt8(ascii: ";") {
      if try !readDelimiter() { try input.skipStatement(to: delimiter) }
      return true
    }
    let word = try input.word().uppercased()
    switch word {
    case "DELIMITER": try takeDelimiter()
    case "COPY": try readCopy()
    case "INSERT", "REPLACE": try readInsert()
    case "CREATE": try readDefinition()
    default: try input.skipStatement(to: delimiter)
    }
    return true
  }

  /// The rest of the line becomes the end of statements; an empty one would end none.
  private mutating func takeDelimiter() throws(SQLText.Problem) {
    let rest = try input.restOfLine(isComplete: isComplete)
    delimiter = rest.isEmpty ? [UInt8(ascii: ";")] : rest
  }

  private mutating func readDelimiter() throws(SQLText.Problem) -> Bool {
    let start = input.position
    if let next = input.next, SQLText.isLetter(next),
      try input.word().uppercased() == "DELIMITER"
    {
      try takeDelimiter()
      return true
    }
    input.position = start
    return false
  }

  private mutating func readCopy() throws(SQLText.Problem) {
    let table = try input.name()
    try input.skipBlanks()
    let columns = input.next == UInt8(ascii: "(") ? try input.names() : definitions[table] ?? []
    try input.skipBlanks()
    guard try input.word().uppercased() == "FROM" else {
      return try input.skipStatement(to: delimiter)
    }
    try input.skipBlanks()
    guard try input.word().uppercased() == "STDIN" else {
      return try input.skipStatement(to: delimiter)
    }
    try input.skipStatement(to: delimiter)
    _ = try input.line(isComplete: isComplete)
    step = .copied(table: table, columns: columns, isWanted: note(table))
  }

  private mutating func readInsert() throws(SQLText.Problem) {
    while true {
      try input.skipBlanks()
      let word = try input.word().uppercased()
      if word == "INTO" { break }
      guard ["IGNORE", "LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY"].contains(word) else {
        return try input.skipStatement(to: delimiter)
      }
    }
    let table = try input.name()
    try input.skipBlanks()
    let columns = input.next == UInt8(ascii: "(") ? try input.names() : definitions[table] ?? []
    try input.skipBlanks()
    var word = try input.word().uppercased()
    if word == "OVERRIDING" {
      for _ in 0..<3 {
        try input.skipBlanks()
        word = try input.word().uppercased()
      }
    }
    guard word == "VALUES" || word == "VALUE" else {
      return try input.skipStatement(to: delimiter)
    }
    step = .inserted(table: table, columns: columns, isWanted: note(table))
  }

  private mutating func readDefinition() throws(SQLText.Problem) {
    var word = ""
    repeat {
      try input.skipBlanks()
      guard let next = input.next, SQLText.isLetter(next) else {
        return try input.skipStatement(to: delimiter)
      }
      word = try input.word().uppercased()
    } while ["UNLOGGED", "TEMPORARY", "TEMP", "GLOBAL", "LOCAL", "FOREIGN"].contains(word)
    guard word == "TABLE" else { return try input.skipStatement(to: delimiter) }
    try input.skipBlanks()
    let start = input.position
    for word in ["IF", "NOT", "EXISTS"] {
      try input.skipBlanks()
      guard let next = input.next, SQLText.isLetter(next), try input.word().uppercased() == word
      else {
        input.position = start
        break
      }
    }
    let table = try input.name()
    try input.skipBlanks()
    if input.next == UInt8(ascii: "("), definitions.count < Self.maxTables {
      definitions[table] = try input.definedColumns()
    }
    try input.skipStatement(to: delimiter)
  }

  /// Whether the rows of the table are wanted.
  private mutating func note(_ table: String) -> Bool {
    if !tables.contains(table), tables.count < Self.maxTables { tables.append(table) }
    guard let wanted else { return true }
    return table == wanted || table.split(separator: ".").last.map(String.init) == wanted
  }
}
