import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts

/// `purser ls`: lists the rows that match a query.
struct LsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ls",
    abstract: "List users, orders, subscriptions, entitlements, documents or events by query.",
    discussion: """
      A query consists of words and conditions. Identifiers match exactly; other words match the \
      beginning of an ID, name, e-mail address or product. Conditions: state:grace store:google \
      price>10 since:7d, -has:entitlement, (state:refunded | state:revoked). `purser help \
      searching` lists them. If there are more rows, standard error shows the cursor for --after. \
      Exit status: 0 listed, 64 invalid query.
      """
  )

  @OptionGroup var options: ListOptions

  @Argument(help: ArgumentHelp("users, orders, subs, ent, receipts or events.", valueName: "list"))
  var list: RowList

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The query. Default: everything.", valueName: "query")
  )
  var words: [String] = []

  func validate() throws {
    try QueryText.expectWords(words)
    try options.expectSort(of: list)
  }

  func run() throws { try options.print(list, QueryText(words.joined(separator: " "))) }
}

extension RowList: ExpressibleByArgument {}
extension RowSort: ExpressibleByArgument {}

/// The options that select a part of a list and its format.
struct ListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "purchased, id, name or email (users), purchased or id (orders), started, expires or id "
        + "(subs), user (ent), received or id (receipts), happened (events).",
      valueName: "field"
    )
  )
  var sort: RowSort?

  @Flag(help: "Reverse the order.")
  var reverse = false

  @Option(help: ArgumentHelp("The maximum number of rows.", valueName: "n"))
  var limit = 500

  @Option(
    help: ArgumentHelp("Continue after this cursor of the previous page.", valueName: "cursor")
  )
  var after: String?

  @Flag(exclusivity: .exclusive) var form: ListForm?

  @Flag(help: "Show names and e-mail addresses in full.")
  var reveal = false

  @Flag(help: "In CSV, don't escape cells that begin like a formula.")
  var raw = false

  @Flag(help: "Print the parsed query and its plan instead of rows.")
  var explain = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var time: InstantOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit takes a number of rows above 0.") }
  }

  func expectSort(of list: RowList) throws {
    guard let sort, !list.sorts.contains(sort) else { return }
    let sorts = list.sorts.map(\.rawValue).joined(separator: " or ")
    throw ValidationError("\(list.rawValue) is sorted by \(sorts), not by \(sort.rawValue).")
  }

  func print(_ list: RowList, _ text: QueryText) throws {
    let instant = try time.instant(or: Date())
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
    let ledger = try ledgerOptions.open(settings)
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
      let total =
        switch listed.total {
        case .exact(let rows): "\(rows)"
        case .atLeast(let rows): "\(rows) or more"
        }
      Console.say("\(listed.rows.count) of \(total) rows; the rest: --after \(next.text)")
    } else if listed.rows.isEmpty {
      Console.say(Self.emptyMessage(request))
    }
  }

  private static func emptyMessage(_ request: ListRequest) -> String {
    let query = request.search.query
    guard query != .everything else { return "The list is empty." }
    let names = Set(Identifier.all(in: query.description).map(\.kind.title)).sorted()
    let searched = names.isEmpty ? "" : " Looked up as: \(names.joined(separator: ", "))."
    return "No row of \(request.list.rawValue) matches \(query.echo).\(searched)"
  }
}
