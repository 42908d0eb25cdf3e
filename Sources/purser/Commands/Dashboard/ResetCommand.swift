import ArgumentParser
import Terminal

/// `purser reset`: for a terminal that a killed program left in disorder.
struct ResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Put a terminal right that was left in disorder."
  )

  func run() throws { try resetTerminal() }
}
