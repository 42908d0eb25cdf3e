import ArgumentParser
import CNcurses
import Entitlements
import Foundation
import Mint
import Persistence
import UnixSignals

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "generate",
    "Create a ledger with synthetic users and orders.",
    discussion: """
      Covers all stores and states, with names and prices from around the world. The same seed, \
      totals and time give the same data. Up to \(Self.maxDocuments) orders, documents are \
      generated and filed in the stores' own formats. Above, each user is one compact document of \
      the kind generated, which other ledgers reject. `purser info` marks generated ledgers.
      """
  )

  static let maxDocuments = 100_000

  @Option(help: .value("count", "The number of users.")) var users: Int
  @Option(help: .value("count", "The total number of orders.")) var orders: Int
  @Option(help: .value("number", "The same seed gives the same users.")) var seed: UInt64 = 7
  @Option(help: .value("path", "The new ledger file.")) var ledger: String
  @Option(
    name: .customLong("at"),
    help: .value("time", "The time at which the data ends. Default: the start of today, UTC.")
  )
  var instant: String?
  @Flag(help: .hidden) var compact = false

  func validate() throws {
    try expect("--users", users, in: 1...10_000_000)
    try expect("--orders", orders, in: 0...100_000_000)
  }

  func run() throws {
    let population = GeneratedPopulation(
      users: users,
      orders: orders,
      seed: seed,
      now: try Self.now(instant)
    )
    let (path, isCompact) = (ledger, compact || orders > Self.maxDocuments)
    let progress = Progress(of: users, "users")
    let start = Latencies.now
    // Before there is a file that a signal would leave behind. nohup ignores SIGHUP.
    let ends: [UnixSignal] =
      purser_ignores(SIGHUP) ? [.sigint, .sigterm] : [.sigint, .sigterm, .sighup]
    let signals = try Blocking.wait { await UnixSignalsSequence(trapping: ends) }
    let made = try NewLedger(path: path)
    let watch = Task.detached {
      for await _ in signals {
        made.remove()
        progress.end()
        Purser.exit(withError: ExitCode(130))
      }
    }
    defer {
      watch.cancel()
      made.remove()
    }
    let documents: Int
    do {
      documents =
        isCompact
        ? try CompactGenerator(population: population).make(made, progress)
        : try Self.mint(population, into: made.open(), progress)
    } catch {
      // A signal removes the file, without which the work fails: then the watch ends the program.
      watch.cancel()
      try Blocking.wait { await watch.value }
      throw error
    }
    try made.publish()
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
      try await ledger.catalogs.save(.generated, asPrimary: true, at: .distantPast)
      try await DocumentGenerator(population: population).fill(ledger, progress)
      let documents = try await ledger.statistics.summary().documents
      try await ledger.close()
      return documents
    }
  }

  /// The given time, or the start of today, so that the same seed gives the same data all day.
  private static func now(_ text: String?) throws -> Date {
    let day: TimeInterval = 86_400
    let today = (Date().timeIntervalSince1970 / day).rounded(.down) * day
    return try InstantOptions.instant(text) ?? Date(timeIntervalSince1970: today)
  }
}
