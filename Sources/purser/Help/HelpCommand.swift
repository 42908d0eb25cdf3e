import ArgumentParser
import Foundation

/// `purser help`: the manual, and the help of each command.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Show a topic of the manual, or the help of a command.",
    discussion: """
      Without TOPIC, lists the topics. TOPIC is one of them, one word of it ('tickets'), or a \\
      command with its subcommands ('receipt show').
      """
  )

  @Argument(help: "A topic or a command.")
  var topic: [String] = []

  @Option(
    name: .customLong("man-pages"),
    help: ArgumentHelp("Write manual pages into this new folder.", valueName: "folder")
  )
  var folder: String?

  func run() throws {
    if let folder { return try writePages(into: folder) }
    guard let first = topic.first else { return try StandardStream.print(try Self.index()) }
    if let command = Self.command(topic) {
      return try StandardStream.print(Purser.helpMessage(for: command, columns: Self.width))
    }
    if topic.count == 1, let article = Manual.article(on: first) {
      let isTerminal = isatty(STDOUT_FILENO) == 1
      let hasStyles = isTerminal && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
      let text = ManualText(width: Self.width, hasStyles: hasStyles).text(of: article)
      return try StandardStream.print(text)
    }
    throw ValidationError(
      "There is no topic and no command '\(topic.joined(separator: " "))'. `purser help` lists them."
    )
  }

  /// The topics and the commands, a line each.
  private static func index() throws -> String {
    let commands = try CommandDeclaration.program().listed
    let names = Manual.articles.map(\.topic) + commands.map(\.commandName)
    let column = (names.map { $0.count }.max() ?? 0) + 2
    func line(_ name: String, _ text: String) -> String {
      "  " + name + String(repeating: " ", count: column - name.count) + text
    }
    return
      ([
        "purser help TOPIC shows a topic of the manual, purser help COMMAND how to use a command.",
        "", "Topics:",
      ] + Manual.articles.map { line($0.topic, $0.title) }
      + ["", "Commands:"] + commands.map { line($0.commandName, $0.abstract ?? "") })
      .joined(separator: "\n")
  }

  /// The command that words name, from the program down.
  private static func command(_ words: [String]) -> (any ParsableCommand.Type)? {
    var command: any ParsableCommand.Type = Purser.self
    for word in words {
      guard
        let child = command.configuration.subcommands.first(where: {
          $0.configuration.commandName == word
        })
      else { return nil }
      command = child
    }
    return command
  }

  private static var width: Int {
    var window = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0
    return max(40, min(isKnown ? Int(window.ws_col) : 80, 100))
  }

  private func writePages(into folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755]
    )
    func write(_ page: String, _ name: String) throws {
      try OutputFile.write(Array(page.utf8), to: "\(folder)/\(name)")
    }
    let program = try CommandDeclaration.program()
    try write(ManualPage.page(of: program, isProgram: true), "purser.1")
    for command in program.listed {
      try write(ManualPage.page(of: command), "purser-\(command.commandName).1")
    }
    for article in Manual.articles {
      try write(ManualPage.page(of: article), "purser-\(article.topic).7")
    }
  }
}
