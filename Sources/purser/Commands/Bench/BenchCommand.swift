import ArgumentParser

/// `purser bench`: how fast, and how rightly, this machine does what the program is for.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure the program on this machine.",
    subcommands: [
      BenchReceiptsCommand.self, BenchLedgerCommand.self, BenchVectorsCommand.self,
      BenchMintCommand.self, BenchAnswersCommand.self,
    ]
  )
}
