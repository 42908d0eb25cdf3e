import ArgumentParser

/// `purser simulate`: simulates the stores on this machine.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate the stores: App Store, Google Play, Microsoft and Amazon.",
    discussion: """
      The simulated stores implement the stores' APIs, sign with generated keys and sell to \
      fictitious customers. --dir receives the settings and keys for clients.
      """,
    subcommands: [
      SimulateServeCommand.self, SimulateActCommand.self, SimulatePlayCommand.self,
      SimulateScenariosCommand.self, SimulateFaultCommand.self,
    ],
    defaultSubcommand: SimulateServeCommand.self
  )
}

/// The option for the address of a running simulator.
struct SimulatorAddress: ParsableArguments {
  @Option(help: ArgumentHelp("The simulator's address.", valueName: "url"))
  var at = "http://127.0.0.1:\(SimulateServeCommand.usualPort)"
}
