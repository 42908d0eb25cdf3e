import ArgumentParser
import Foundation

/// `purser bench ledger`: how fast the ledger files and answers.
struct BenchLedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Measure filing and reading, event by event."
  )

  @Option(help: ArgumentHelp("Only this row. May be repeated.", valueName: "name"))
  var row: [String] = []

  @Option(help: ArgumentHelp("Where the rows that write make their own ledger.", valueName: "folder"))
  var folder: String?

  @Option(help: ArgumentHelp("How many events the rows that write measure.", valueName: "number"))
  var count = 2_000

  func run() throws {
    let folder =
      folder.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    let bench = FilingBench(folder: folder, count: count)
    let rows = row
    Blocking.run {
      if rows.isEmpty || rows.contains("filing") { try await bench.single() }
      if rows.isEmpty || rows.contains("filing-64") { try await bench.together(writers: 64) }
      return .success
    }
  }
}
