import ArgumentParser

/// `purser bench`: measures speed and accuracy.
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
