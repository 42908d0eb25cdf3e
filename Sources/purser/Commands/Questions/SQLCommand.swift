import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence
import Receipts

/// `purser sql`: runs the operator's own SQL, read-only.
struct SQLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql",
    abstract: "Run your own SELECT on the ledger.",
    discussion: """
      The connection is read-only; ATTACH, PRAGMA and writing statements are rejected. `purser \
      help searching` lists the views. Exit status: 0 answered, 64 the statement is invalid or \
      rejected, 1 it timed out.
      """
  )

  @Flag(exclusivity: .exclusive) var form: ListForm?

  @Option(help: ArgumentHelp("The maximum number of rows.", valueName: "n"))
  var limit = 500

  @Option(help: ArgumentHelp("The timeout.", valueName: "seconds"))
  var seconds = SQLLimits.seconds

  @Flag(help: "Show purchase tokens and documents in full.")
  var reveal = false

  @Flag(help: "In CSV, don't escape cells that begin like a formula.")
  var raw = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions

  @Argument(help: ArgumentHelp("The statement, or - for standard input.", valueName: "select"))
  var statement: String

  func validate() throws {
    guard limit > 0, (1...3_600).contains(seconds) else {
      throw ValidationError("--limit takes a number of rows, and --seconds 1 to 3600.")
    }
  }

  func run() throws {
    let text =
      statement == "-" ? String(decoding: try InputFile.read("-"), as: UTF8.self) : statement
    let ledger = try ledgerOptions.open(settings)
    let (limit, seconds) = (limit, seconds)
    let answer: SQLAnswer
    do {
      answer = try Blocking.wait {
        try await ledger.answer(sql: text, limit: limit, seconds: seconds)
      }
    } catch let fault as SQLFault {
      Self.write(fault, text)
      switch fault {
      case .tooSlow, .unavailable: throw ExitCode(1)
      case .mistaken, .refused, .several, .empty: throw ExitCode(64)
      }
    }
    let listed = ListedRows(
      columns: answer.columns,
      rows: answer.rows.map { $0.map(json) },
      total: .atLeast(answer.rows.count),
      next: nil
    )
    let form = form ?? (isatty(STDOUT_FILENO) == 1 ? .table : .jsonl)
    let head: [(String, JSONValue?)] = [
      ("schemaVersion", .number("1")), ("truncated", .bool(answer.isTruncated)),
    ]
    try ListText(form: form, head: head, isRaw: raw).print(listed)
    if answer.isTruncated { Console.say("There are more rows; --limit takes a higher number.") }
  }

  private func json(_ value: SQLValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let number): .number("\(number)")
    case .real(let number): number.isFinite ? .number("\(number)") : .string("\(number)")
    case .bytes(let count): .string("\(count) bytes")
    case .text(let text):
      .string(
        reveal ? text : Identifier(lone: text).map { $0.isSecret ? $0.masked : text } ?? text
      )
    }
  }

  /// Prints the line with a caret at the error, and the message.
  private static func write(_ fault: SQLFault, _ text: String) {
    if case .mistaken(_, let offset?) = fault {
      let before = text.unicodeScalars.prefix(offset)
      let start = before.lastIndex { $0 == "\n" }.map { before.index(after: $0) }
      let rest = text.unicodeScalars[(start ?? text.startIndex)...]
      let column = String(String.UnicodeScalarView(before[(start ?? text.startIndex)...]))
      Console.say(String(String.UnicodeScalarView(rest.prefix { $0 != "\n" })))
      Console.say(String(repeating: " ", count: SafeText(column, limit: 4_096).width) + "^")
    }
    Console.say(fault.description)
  }
}
