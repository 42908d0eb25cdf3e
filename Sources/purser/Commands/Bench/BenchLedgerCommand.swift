import ArgumentParser
import Foundation
import Persistence

/// `purser bench ledger`: how fast the ledger files and answers.
struct BenchLedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Measure filing and reading, event by event.",
    discussion: """
      The rows that read ask the ledger that is named, which stays as it is, in this process and in \
      the way the screens do. Without one, filing into a new ledger is measured.
      """
  )

  @Option(help: ArgumentHelp("Only this row. May be repeated.", valueName: "name"))
  var row: [LedgerRow] = []

  @Option(help: ArgumentHelp("The ledger that is read.", valueName: "path"))
  var ledger: String?

  @Option(
    help: ArgumentHelp("The same seed asks the same of the same ledger.", valueName: "number")
  )
  var seed: UInt64 = 7

  @OptionGroup var time: InstantOptions

  @Option(
    help: ArgumentHelp("Where the rows that write make their own ledger.", valueName: "folder")
  )
  var folder: String?

  @Option(help: ArgumentHelp("How many events a row measures.", valueName: "number"))
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
    let (wanted, isReading) = (row, reading != nil)
    let rows = LedgerRow.allCases.filter {
      wanted.isEmpty ? $0.isWriting != isReading : wanted.contains($0)
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
