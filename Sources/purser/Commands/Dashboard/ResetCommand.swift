import ArgumentParser
import Terminal

/// `purser reset`: restores a terminal after a program was killed.
struct ResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Restore a terminal that a killed program left in a bad state."
  )

  func run() throws { try resetTerminal() }
}
