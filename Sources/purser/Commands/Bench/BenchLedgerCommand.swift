import ArgumentParser
import Foundation
import Persistence

/// `purser bench ledger`: measures how fast the ledger files and answers.
struct BenchLedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Measure the latency of filing and reading.",
    discussion: """
      Reading rows query the given ledger, unchanged, in this process and in the same way as the \
      screens. Without --ledger, filing into a new ledger is measured.
      """
  )

  @Option(help: ArgumentHelp("Only this row. May be repeated.", valueName: "name"))
  var row: [LedgerRow] = []

  @Option(help: ArgumentHelp("The ledger to read.", valueName: "path"))
  var ledger: String?

  @Option(help: ArgumentHelp("The same seed gives the same queries.", valueName: "number"))
  var seed: UInt64 = 7

  @OptionGroup var time: InstantOptions

  @Option(
    help: ArgumentHelp("The folder for the ledgers of the writing rows.", valueName: "folder")
  )
  var folder: String?

  @Option(help: ArgumentHelp("The number of events per row.", valueName: "number"))
  var count = 2_000

  func validate() throws {
    guard (1...1_000_000).contains(count) else {
      throw ValidationError("--count takes 1 to 1000000.")
    }
    if ledger == nil, let reading = row.first(where: { !$0.isWriting }) {
      throw ValidationError("\(reading.rawValue) reads a ledger: name it with --ledger.")
    }
  }

  func run() throws {
    let folder = folder.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    let filing = FilingBench(folder: folder, count: count)
    let reading = try ledger.map {
      ReadingBench(
        ledger: try Ledger(readingOnly: $0),
        seed: seed,
        count: count,
        instant: try time.instant(or: Date())
      )
    }
    let (chosen, isReading) = (row, reading != nil)
    let rows = LedgerRow.allCases.filter {
      chosen.isEmpty ? $0.isWriting != isReading : chosen.contains($0)
    }
    Blocking.run {
      for row in rows {
        switch row {
        case .filing: try await filing.single()
        case .filing64: try await filing.together(writers: 64)
        default: try await reading?.run(row)
        }
      }
      return .success
    }
  }
}
