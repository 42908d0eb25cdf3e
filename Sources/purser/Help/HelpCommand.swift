import ArgumentParser
import Foundation

struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "help",
    "Show a topic of the manual, or the help of a command.",
    discussion: """
      Without TOPIC, lists the topics. TOPIC is one of them, one word of it ('tickets'), or a \
      command with its subcommands ('receipt show').
      """
  )

  @Argument(help: "A topic or a command.", completion: .list(Manual.articles.map(\.topic)))
  var topic: [String] = []
  @Option(
    name: .customLong("man-pages"),
    help: .value("folder", "Write manual pages into this new folder.")
  )
  var folder: String?

  func run() throws {
    if let folder { return try writePages(into: folder) }
    guard let first = topic.first else { return try StandardStream.print(try Self.index()) }
    if let command = Self.command(topic) {
      return try StandardStream.print(Self.text(for: command))
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
    func line(_ name: String, _ text: String) -> String { "  " + name.padded(to: column) + text }
    return
      ([
        "purser help TOPIC shows a topic of the manual, purser help COMMAND how to use a command.",
        "", "Topics:",
      ] + Manual.articles.map { line($0.topic, $0.title) }
      + ["", "Commands:"] + commands.map { line($0.commandName, $0.abstract ?? "") })
      .joined(separator: "\n")
  }

  /// The help that the words ask for, if they name a command that has a default subcommand and end
  /// with `--help`.
  static func text(askedForBy words: CommandWords) -> String? {
    guard words.rest == ["--help"] || words.rest == ["-h"], !words.path.isEmpty,
      words.command.configuration.defaultSubcommand != nil
    else { return nil }
    return text(for: words.command)
  }

  /// The help of a command, with the options of its default subcommand, whose name nobody types.
  private static func text(for command: any ParsableCommand.Type) -> String {
    let text = Purser.helpMessage(for: command, columns: width)
    guard let usual = command.configuration.defaultSubcommand else { return text }
    let options = Purser.helpMessage(for: usual, columns: width)
    let starts = ["ARGUMENTS:", "OPTIONS:"].compactMap { options.range(of: "\n\($0)\n") }
    guard let start = starts.map(\.lowerBound).min(), let name = usual.configuration.commandName
    else { return text }
    return "\(text)\n\nWITHOUT A SUBCOMMAND, AS WITH '\(name)':\n\(options[start...])"
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
    guard mkdir(folder, 0o755) == 0 else {
      throw FileError(
        "\(folder) cannot be created: \(InputReader.reason(errno)). Name a new folder."
      )
    }
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

/// A command as it is declared: what help, manual pages and tests read.
struct CommandDeclaration: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      /// As it is typed: `--ledger`, `-h`.
      var spelling: String { (kind == "long" ? "--" : "-") + name }
    }

    /// `positional`, `option` or `flag`.
    var kind: String
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var abstract: String?
    var discussion: String?
  }

  var commandName: String
  var superCommands: [String]?
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool
  var subcommands: [CommandDeclaration]?
  var arguments: [Argument]?

  /// The whole program with all its commands.
  static func program() throws -> CommandDeclaration {
    struct Dump: Decodable { var command: CommandDeclaration }
    return try JSONDecoder().decode(Dump.self, from: Data(Purser._dumpHelp().utf8)).command
  }

  /// The words that call it: `purser receipt show`.
  var path: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

  /// The subcommands that help lists, without `help` itself.
  var listed: [CommandDeclaration] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  var options: [Argument] {
    (arguments ?? []).filter { $0.shouldDisplay && $0.kind != "positional" }
  }

  var positionals: [Argument] {
    (arguments ?? []).filter { $0.shouldDisplay && $0.kind == "positional" }
  }
}
