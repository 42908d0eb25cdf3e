import ArgumentParser
import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

/// `purser queue`: queries that have names.
struct QueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue",
    abstract: "Keep queries under names, and look through what they find.",
    discussion: """
      Some queues come with the program; your own are kept in queues.toml beside the settings, and \
      take the place of others of the same name.
      """,
    subcommands: [
      QueueListCommand.self, QueueRunCommand.self, QueueSaveCommand.self, QueueDropCommand.self,
    ],
    defaultSubcommand: QueueListCommand.self
  )

  static func named(_ name: String, in file: QueueFile) throws -> Queue {
    if let queue = file.all.first(where: { $0.name == name }) { return queue }
    Narration.say("There is no queue \(name). `purser queue` lists them.")
    throw ExitCode(4)
  }
}

/// `purser queue list`: the queues, and how much is in each.
struct QueueListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the queues, with how much is in each."
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var time: InstantOptions

  func run() throws {
    let queues = try QueueFile(path: Paths.queues).all
    let instant = try time.instant(or: Date())
    let ledger = try place.open(settings)
    var counts: [Count] = []
    for queue in queues {
      let search = Search(try QueryText(queue.query).query(at: instant), at: instant)
      counts.append(try Blocking.wait { try await ledger.count(queue.list, matching: search) })
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

/// `purser queue run`: what is in a queue.
struct QueueRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "List what is in a queue, as `purser ls` does."
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

/// `purser queue save`: a query gets a name.
struct QueueSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Keep a query under a name.",
    discussion: "It takes the place of another of the same name. Times like 7d stay relative."
  )

  @Option(
    help: ArgumentHelp("The list it is about: users, orders, subs, ent, receipts, events.")
  )
  var list = RowList.users

  @Argument(help: ArgumentHelp("Letters, digits and dashes.", valueName: "name"))
  var name: String

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("What to look for.", valueName: "query")
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
    try StandardStream.print(PlainText.safe("\(name) is kept in \(file.path)."))
  }
}

/// `purser queue drop`: a saved queue goes.
struct QueueDropCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop",
    abstract: "Forget a saved queue.",
    discussion: "Exit status: 0 dropped, 4 there is none of that name among yours."
  )

  @Argument(help: ArgumentHelp("The queue.", valueName: "name"))
  var name: String

  func run() throws {
    var file = try QueueFile(path: Paths.queues)
    guard try file.drop(name) else {
      let isBuiltIn = Queue.builtIn.contains { $0.name == name }
      Narration.say(
        isBuiltIn
          ? "\(name) comes with the program and stays. Save another of that name in its place."
          : "There is no queue \(name) among yours."
      )
      throw ExitCode(4)
    }
    try StandardStream.print(PlainText.safe("\(name) is forgotten."))
  }
}
