import ArgumentParser

/// `purser simulate`: the stores, simulated on this machine.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate the stores: App Store, Google Play, Microsoft and Amazon.",
    discussion: """
      The simulated stores answer the stores' own APIs, sign with keys of their own making and \
      sell to people who do not exist. What clients need to know of them is written into --dir.
      """,
    subcommands: [
      SimulateServeCommand.self, SimulateActCommand.self, SimulatePlayCommand.self,
      SimulateScenariosCommand.self, SimulateFaultCommand.self,
    ],
    defaultSubcommand: SimulateServeCommand.self
  )
}

/// Where a running simulator answers.
struct SimulatorAddress: ParsableArguments {
  @Option(help: ArgumentHelp("The simulator's address.", valueName: "url"))
  var at = "http://127.0.0.1:\(SimulateServeCommand.usualPort)"
}
