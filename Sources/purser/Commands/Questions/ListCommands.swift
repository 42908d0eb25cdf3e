import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence

struct LsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "ls",
    "List users, orders, subscriptions, entitlements, documents or events by query.",
    discussion: """
      A query consists of words and conditions. Identifiers match exactly; other words match the \
      beginning of an ID, name, e-mail address or product. Conditions: state:grace store:google \
      price>10 since:7d, -has:entitlement, (state:refunded | state:revoked). `purser help \
      searching` lists them. If there are more rows, standard error shows the cursor for --after. \
      Exit status: 0 listed, 64 invalid query.
      """
  )

  @OptionGroup var options: ListOptions
  @Argument(help: .value("list", "users, orders, subs, ent, receipts or events.")) var list: RowList
  @Argument(parsing: .allUnrecognized, help: .value("query", "The query. Default: everything."))
  var words: [String] = []

  func validate() throws {
    try QueryText.expectWords(words)
    try options.expectSort(of: list)
  }

  func run() throws { try options.print(list, QueryText(words.joined(separator: " "))) }
}

extension LsCommand {
  /// Parses a list, a query and the common options; `nil` for any other line.
  init?(plain arguments: ArraySlice<String>) {
    let flags = ["--reverse", "--reveal", "--explain"]
    let options = ["--ledger", "--config", "--at", "--after"]
    guard let plain = PlainArguments(arguments, options: options, flags: flags),
      let list = plain.words.first.flatMap(RowList.init)
    else { return nil }
    self.init()
    use(plain, list)
    guard (try? validate()) != nil else { return nil }
  }

  private mutating func use(_ plain: PlainArguments, _ list: RowList) {
    (self.list, words) = (list, Array(plain.words.dropFirst()))
    options = ListOptions()
    (options.sort, options.limit, options.after, options.form) = (nil, 500, plain["--after"], nil)
    (options.reverse, options.raw) = (plain.has("--reverse"), false)
    (options.reveal, options.explain) = (plain.has("--reveal"), plain.has("--explain"))
    (options.place, options.time) = (plain.place, plain.time)
  }
}

extension RowList: ExpressibleByArgument {}
extension RowSort: ExpressibleByArgument {}

/// The options that select a part of a list and its format.
struct ListOptions: ParsableArguments {
  @Option(
    help: .value(
      "field",
      "purchased, id, name or email (users), purchased or id (orders), started, expires or id "
        + "(subs), user (ent), received or id (receipts), happened (events)."
    )
  )
  var sort: RowSort?
  @Flag(help: "Reverse the order.") var reverse = false
  @Option(help: .value("n", "The maximum number of rows.")) var limit = 500
  @Option(help: .value("cursor", "Continue after this cursor of the previous page."))
  var after: String?
  @Flag(exclusivity: .exclusive) var form: ListForm?
  @Flag(help: "Show names and e-mail addresses in full.") var reveal = false
  @Flag(help: "In CSV, don't escape cells that begin like a formula.") var raw = false
  @Flag(help: "Print the parsed query and its plan instead of rows.") var explain = false
  @OptionGroup var place: LedgerAccess
  @OptionGroup var time: InstantOptions

  func validate() throws {
    try require(limit > 0, "--limit takes a number of rows above 0.")
  }

  func expectSort(of list: RowList) throws {
    guard let sort, !list.sorts.contains(sort) else { return }
    let sorts = list.sorts.map(\.rawValue).joined(separator: " or ")
    throw ValidationError("\(list.rawValue) is sorted by \(sorts), not by \(sort.rawValue).")
  }

  func print(_ list: RowList, _ text: QueryText) throws {
    let instant = try time.instant(for: place)
    let query = try text.query(at: instant)
    let request = ListRequest(
      list: list,
      search: Search(query, at: instant),
      sort: sort ?? list.sorts[0],
      isReversed: reverse,
      after: try cursor(of: list),
      limit: limit,
      reveals: reveal
    )
    let ledger = try place.open()
    guard !explain else {
      let report = try Blocking.wait {
        try await PlanReport(list, request.sort, request.search, of: ledger)
      }
      return try PagePrinter.print(report.page)
    }
    let listed = try Blocking.wait { try await request.rows(of: ledger) }
    let form = form ?? (isatty(STDOUT_FILENO) == 1 ? .table : .jsonl)
    try ListText(form: form, head: request.head(listed), isRaw: raw).print(listed)
    write(request, listed)
  }

  private func cursor(of list: RowList) throws -> ListCursor? {
    guard let after else { return nil }
    guard let cursor = ListCursor(after), cursor.list == list,
      cursor.sort == sort ?? list.sorts[0]
    else {
      throw ValidationError(
        "--after takes the cursor of a page of the same list in the same order."
      )
    }
    return cursor
  }

  /// Prints the cursor, or a message if there are no rows, to standard error.
  private func write(_ request: ListRequest, _ listed: ListedRows) {
    if let next = listed.next {
      let least = max(listed.total.least, listed.rows.count)
      let total = "\(least)\(listed.total.isExact ? "" : " or more")"
      Console.print("\(listed.rows.count) of \(total) rows; the rest: --after \(next.text)")
    } else if listed.rows.isEmpty {
      Console.print(Self.emptyMessage(request))
    }
  }

  private static func emptyMessage(_ request: ListRequest) -> String {
    let query = request.search.query
    guard query != .everything else { return "The list is empty." }
    let names = Set(Identifier.all(in: query.description).map(\.kind.title)).sorted()
    let searched = names.isEmpty ? "" : " Looked up as: \(names.joined(separator: ", "))."
    let filters = query.meantFilters.prefix(3).joined(separator: " or ")
    let meant = filters.isEmpty ? "" : " Did you mean \(filters)?"
    return "No row of \(request.list.rawValue) matches \(query.echo).\(searched)\(meant)"
  }
}

struct SQLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "sql",
    "Run your own SELECT on the ledger.",
    discussion: """
      The connection is read-only; ATTACH, PRAGMA and writing statements are rejected. `purser \
      help searching` lists the views. Exit status: 0 answered, 64 the statement is invalid or \
      rejected, 1 it timed out.
      """
  )

  @Flag(exclusivity: .exclusive) var form: ListForm?
  @Option(help: .value("n", "The maximum number of rows.")) var limit = 500
  @Option(help: .value("seconds", "The timeout.")) var seconds = SQLLimits.seconds
  @Flag(help: "Show purchase tokens and documents in full.") var reveal = false
  @Flag(help: "In CSV, don't escape cells that begin like a formula.") var raw = false
  @OptionGroup var place: LedgerAccess
  @Argument(help: .value("select", "The statement, or - for standard input.")) var statement: String

  func validate() throws {
    guard limit > 0, (1...3_600).contains(seconds) else {
      throw ValidationError("--limit takes a number of rows, and --seconds 1 to 3600.")
    }
  }

  func run() throws {
    let text = try InputFile.text(of: [statement])
    let ledger = try place.open()
    let instant = try SandboxFolder.now(ofLedger: place.path())
    let answer: SQLAnswer
    do {
      answer = try Blocking.wait {
        try await ledger.answer(sql: text, limit: limit, seconds: seconds, at: instant)
      }
    } catch let fault as SQLError {
      Self.write(fault, text)
      switch fault {
      case .tooSlow, .unavailable: throw ExitCode(1)
      case .mistaken, .refused, .several, .empty: throw ExitCode(64)
      }
    }
    let shown = reveal ? answer : try Blocking.wait { try await ledger.masked(answer) }
    let listed = ListedRows(
      columns: shown.columns,
      rows: shown.rows.map { $0.map(json) },
      total: .atLeast(answer.rows.count),
      next: nil
    )
    let form = form ?? (isatty(STDOUT_FILENO) == 1 ? .table : .jsonl)
    let head: JSONValue = ["schemaVersion": 1, "truncated": .bool(answer.isTruncated)]
    try ListText(form: form, head: head, isRaw: raw).print(listed)
    if answer.isTruncated { Console.print("There are more rows; --limit takes a higher number.") }
  }

  private func json(_ value: SQLValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let number): .number("\(number)")
    case .real(let number): number.isFinite ? .number("\(number)") : .string("\(number)")
    case .bytes(let count): .string("\(count) bytes")
    case .text(let text): .string(text)
    }
  }

  /// Prints the line with a caret at the error, and the message.
  private static func write(_ fault: SQLError, _ text: String) {
    if case .mistaken(_, let offset?) = fault {
      let before = text.unicodeScalars.prefix(offset)
      let start = before.lastIndex { $0 == "\n" }.map { before.index(after: $0) }
      let rest = text.unicodeScalars[(start ?? text.startIndex)...]
      let column = String(String.UnicodeScalarView(before[(start ?? text.startIndex)...]))
      Console.print(String(String.UnicodeScalarView(rest.prefix { $0 != "\n" })))
      Console.print(String(repeating: " ", count: SafeText(column, limit: 4_096).width) + "^")
    }
    Console.print(fault.description)
  }
}
