import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Foundation
import Persistence

struct QueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "queue",
    "Save queries under names and list their results.",
    discussion: """
      Some queues are built in. Your own are stored in queues.toml in the folder of the settings \
      ($PURSER_CONFIG_DIR), whatever --config says, and replace built-in ones of the same name.
      """,
    subcommands: [
      QueueListCommand.self, QueueRunCommand.self, QueueSaveCommand.self, QueueDropCommand.self,
    ],
    defaultSubcommand: QueueListCommand.self
  )

  static func named(_ name: String, in file: QueueFile) throws -> Queue {
    if let queue = file.all.first(where: { $0.name == name }) { return queue }
    throw ExitCode.notFound("There is no queue \(name). `purser queue` lists them.")
  }
}

struct QueueListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "list",
    "List the queues with their row counts.",
    discussion: "120+ is a lower bound: the rows beyond were not tested. `queue run` lists them."
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @OptionGroup var place: LedgerAccess
  @OptionGroup var time: InstantOptions

  func run() throws {
    let file = try QueueFile(path: Paths.queues)
    let queues = file.all
    let instant = try time.instant(for: place)
    try file.expectQueries(at: instant)
    let ledger = try place.open()
    let counts = try Blocking.wait { try await Self.counts(of: queues, in: ledger, at: instant) }
    guard !json else {
      let rows = JSONValue.array(Self.rows(queues, counts))
      return try JSONText.print(["schemaVersion": 1, "queues": rows], .pretty)
    }
    let width = queues.map(\.name.count).max() ?? 0
    for (queue, count) in zip(queues, counts) {
      let name = queue.name.padded(to: width)
      let number = "\(count.least)\(count.isExact ? "" : "+")".padded(to: 8, isRight: true)
      try StandardStream.print(safe: "\(name)  \(number)  \(queue.list.rawValue)  \(queue.query)")
    }
  }

  /// The number of rows of each queue.
  static func counts(
    of queues: [Queue],
    in ledger: Ledger,
    at instant: Date
  ) async throws -> [Count] {
    var counts: [Count] = []
    for queue in queues {
      let search = Search(try QueryText(queue.query).query(at: instant), at: instant)
      counts.append(try await ledger.search.count(queue.list, matching: search))
    }
    return counts
  }

  static func rows(_ queues: [Queue], _ counts: [Count]) -> [JSONValue] {
    zip(queues, counts).map { queue, count in
      [
        "name": .string(queue.name), "list": .word(queue.list), "query": .string(queue.query),
        "builtIn": .bool(queue.isBuiltIn), "total": .whole(count.least),
        "totalIsExact": .bool(count.isExact),
      ]
    }
  }
}

struct QueueRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "run",
    "List the rows of a queue, like `purser ls`."
  )

  @OptionGroup var options: ListOptions
  @Argument(help: .value("name", "The queue.")) var name: String

  func run() throws {
    let queue = try QueueCommand.named(name, in: QueueFile(path: Paths.queues))
    try options.expectSort(of: queue.list)
    try options.print(queue.list, QueryText(queue.query))
  }
}

struct QueueSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "save",
    "Save a query under a name.",
    discussion: "Replaces an existing queue of the same name. Times like 7d stay relative."
  )

  @Option(help: "The list to query: users, orders, subs, ent, receipts or events.")
  var list = RowList.users
  @Argument(help: .value("name", "Letters, digits and dashes.")) var name: String
  @Argument(parsing: .allUnrecognized, help: .value("query", "The query.")) var words: [String]

  func validate() throws {
    try QueryText.expectWords(words)
    try require(Queue.isName(name), "A queue's name has 1 to 64 letters, digits and dashes.")
  }

  func run() throws {
    let text = words.joined(separator: " ")
    _ = try QueryText(text).query(at: Date())
    var file = try QueueFile(path: Paths.queues)
    try file.save(Queue(name: name, list: list, query: text))
    try StandardStream.print(safe: "\(name) is saved in \(file.path).")
  }
}

struct QueueDropCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "drop",
    "Delete a saved queue.",
    discussion: "Exit status: 0 deleted, 4 no saved queue has that name."
  )

  @Argument(help: .value("name", "The queue.")) var name: String

  func run() throws {
    var file = try QueueFile(path: Paths.queues)
    guard try file.drop(name) else {
      let isBuiltIn = Queue.builtIn.contains { $0.name == name }
      throw ExitCode.notFound(
        isBuiltIn
          ? "\(name) is built in and cannot be deleted. Save a queue of that name to replace it."
          : "There is no saved queue \(name)."
      )
    }
    try StandardStream.print(safe: "\(name) is deleted.")
  }
}
