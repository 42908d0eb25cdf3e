import ArgumentParser
import Entitlements
import Foundation
import Mint
import Persistence

/// `purser generate`: a ledger of believable users who never lived.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Fill a new ledger with users and orders that are made up.",
    discussion: """
      All stores, all states, names and prices from around the world; the same seed, totals and \
      instant make the same lives. Up to \(Self.mostDocuments) orders, documents are minted and \
      filed as an app or a store would have sent them, in the stores' own forms. Above, each user \
      is one compact document of the kind generated, which no other ledger takes. `purser info` \
      says that a ledger is generated.
      """
  )

  static let mostDocuments = 100_000

  @Option(help: ArgumentHelp("How many users.", valueName: "count"))
  var users: Int

  @Option(help: ArgumentHelp("How many orders, all of them together.", valueName: "count"))
  var orders: Int

  @Option(help: ArgumentHelp("The same seed makes the same users.", valueName: "number"))
  var seed: UInt64 = 7

  @Option(help: ArgumentHelp("The new ledger's file.", valueName: "path"))
  var ledger: String

  @Option(
    name: .customLong("at"),
    help: ArgumentHelp(
      "The instant at which the lives stand. Default: the beginning of this day, UTC.",
      valueName: "time"
    )
  )
  var instant: String?

  @Flag(help: .hidden)
  var compact = false

  func validate() throws {
    guard (1...10_000_000).contains(users) else {
      throw ValidationError("--users takes 1 to 10000000.")
    }
    guard (0...100_000_000).contains(orders) else {
      throw ValidationError("--orders takes 0 to 100000000.")
    }
  }

  func run() throws {
    let population = GeneratedPopulation(
      users: users,
      orders: orders,
      seed: seed,
      now: try Self.now(instant)
    )
    let (path, isCompact) = (ledger, compact || orders > Self.mostDocuments)
    let progress = Progress(of: users, "users")
    let start = Latencies.now
    let documents =
      isCompact
      ? try CompactGenerator(population: population).make(at: path, progress)
      : try Self.mint(population, into: Ledger(path: path), progress)
    let seconds = max(Latencies.now - start, 0.001)
    progress.end()
    try StandardStream.print(
      PlainText.safe(
        """
        \(path) holds \(users) users and \(orders) orders in \(documents) documents, seed \(seed). \
        None of it is real. It took \(Int(seconds)) s, \(Int(Double(orders) / seconds)) orders a second.
        """
      )
    )
  }

  private static func mint(
    _ population: GeneratedPopulation,
    into ledger: Ledger,
    _ progress: Progress
  ) throws -> Int {
    try Blocking.wait {
      try await ledger.becomeGenerated()
      try await ledger.keep(.generated, asPrimary: true, at: .distantPast)
      try await DocumentGenerator(population: population).fill(ledger, progress)
      let documents = try await ledger.summary().documents
      try ledger.close()
      return documents
    }
  }

  /// Today's first instant where nothing else is asked for: the same seed gives the same all day.
  private static func now(_ text: String?) throws -> Date {
    let day: TimeInterval = 86_400
    let today = (Date().timeIntervalSince1970 / day).rounded(.down) * day
    return try InstantOptions.instant(text) ?? Date(timeIntervalSince1970: today)
  }
}
