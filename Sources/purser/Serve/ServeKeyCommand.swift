import ArgumentParser

struct ServeKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "key", abstract: "Make a key.")

  func run() throws {}
}
