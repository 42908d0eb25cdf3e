import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

/// `purser queue`: manages named queries.
struct QueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Save queries under names and list their results.",
    discussion: """
      Some queues are built in. Your own are stored in queues.toml beside the settings, and \
      replace built-in ones of the same name.
      """,
    subcommands: [
      QueueListCommand.self, QueueRunCommand.self, QueueSaveCommand.self, QueueDropCommand.self,
    ],
    defaultSubcommand: QueueListCommand.self
  )

  static func named(_ name: String, in file: QueueFile) throws -> Queue {
    if let queue = file.all.first(where: { $0.name == name }) { return queue }
    Console.say("There is no queue \(name). `purser queue` lists them.")
    throw ExitCode(4)
  }
}

/// `purser queue list`: lists the queues with their row counts.
struct QueueListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the queues with their row counts."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var time: InstantOptions

  func run() throws {
    let queues = try QueueFile(path: Paths.queues).all
    let instant = try time.instant(or: Date())
    let ledger = try ledgerOptions.open(settings)
    var counts: [Count] = []
    for queue in queues {
      let search = Search(try QueryText(queue.query).query(at: instant), at: instant)
      counts.append(
        try Blocking.wait { try await ledger.search.count(queue.list, matching: search) }
      )
    }
    guard !json else { return try Self.print(json: queues, counts) }
    let width = queues.map(\.name.count).max() ?? 0
    for (queue, count) in zip(queues, counts) {
      let name = queue.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let number =
        switch count {
        case .exact(let rows): "\(rows)"
        case .atLeast(let rows): "\(rows)+"
        }
      let blanks = String(repeating: " ", count: max(0, 8 - number.count))
      try StandardStream.print(
        PlainText.safe("\(name)  \(blanks)\(number)  \(queue.list.rawValue)  \(queue.query)")
      )
    }
  }

  private static func print(json queues: [Queue], _ counts: [Count]) throws {
    let rows = zip(queues, counts).map { queue, count in
      let (rows, isExact) =
        switch count {
        case .exact(let rows): (rows, true)
        case .atLeast(let rows): (rows, false)
        }
      return JSONValue.of([
        ("name", .string(queue.name)), ("list", .string(queue.list.rawValue)),
        ("query", .string(queue.query)), ("builtIn", .bool(queue.isBuiltIn)),
        ("total", .number(String(rows))), ("totalIsExact", .bool(isExact)),
      ])
    }
    try JSONText.print(.of([("schemaVersion", .number("1")), ("queues", .array(rows))]), .pretty)
  }
}

/// `purser queue run`: lists the rows of a queue.
struct QueueRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "List the rows of a queue, like `purser ls`."
  )

  @OptionGroup var options: ListOptions

  @Argument(help: ArgumentHelp("The queue.", valueName: "name"))
  var name: String

  func run() throws {
    let queue = try QueueCommand.named(name, in: QueueFile(path: Paths.queues))
    try options.expectSort(of: queue.list)
    try options.print(queue.list, QueryText(queue.query))
  }
}

/// `purser queue save`: saves a query under a name.
struct QueueSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Save a query under a name.",
    discussion: "Replaces an existing queue of the same name. Times like 7d stay relative."
  )

  @Option(
    help: ArgumentHelp("The list to query: users, orders, subs, ent, receipts or events.")
  )
  var list = RowList.users

  @Argument(help: ArgumentHelp("Letters, digits and dashes.", valueName: "name"))
  var name: String

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The query.", valueName: "query")
  )
  var words: [String]

  func validate() throws {
    try QueryText.expectWords(words)
    guard Queue.isName(name) else {
      throw ValidationError("A queue's name has 1 to 64 letters, digits and dashes.")
    }
  }

  func run() throws {
    let text = words.joined(separator: " ")
    _ = try QueryText(text).query(at: Date())
    var file = try QueueFile(path: Paths.queues)
    try file.save(Queue(name: name, list: list, query: text))
    try StandardStream.print(PlainText.safe("\(name) is saved in \(file.path)."))
  }
}

/// `purser queue drop`: deletes a saved queue.
struct QueueDropCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop",
    abstract: "Delete a saved queue.",
    discussion: "Exit status: 0 deleted, 4 no saved queue has that name."
  )

  @Argument(help: ArgumentHelp("The queue.", valueName: "name"))
  var name: String

  func run() throws {
    var file = try QueueFile(path: Paths.queues)
    guard try file.drop(name) else {
      let isBuiltIn = Queue.builtIn.contains { $0.name == name }
      Console.say(
        isBuiltIn
          ? "\(name) is built in and cannot be deleted. Save a queue of that name to replace it."
          : "There is no saved queue \(name)."
      )
      throw ExitCode(4)
    }
    try StandardStream.print(PlainText.safe("\(name) is deleted."))
  }
}
