import ArgumentParser
import Entitlements

/// The arguments of the program, split behind the name of the command.
struct CommandWords {
  /// Options that may also stand before the subcommand they belong to.
  private static let leadingOptions = ["--config", "--group", "--ledger", "--at"]

  private(set) var command: any ParsableCommand.Type = Purser.self
  private(set) var path: [String] = []
  private var options: [String] = []
  private(set) var rest: ArraySlice<String>

  init(_ arguments: ArraySlice<String>) {
    rest = arguments
    while let word = rest.first {
      if let next = command.configuration.subcommands.first(where: {
        $0.configuration.commandName == word
      }) {
        command = next
        path.append(word)
        rest = rest.dropFirst()
      } else if Self.leadingOptions.contains(word) {
        options += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if Self.leadingOptions.contains(where: { word.hasPrefix($0 + "=") }) {
        options.append(word)
        rest = rest.dropFirst()
      } else {
        break
      }
    }
  }

  func parsed() throws -> any ParsableCommand {
    let arguments = path + options + rest
    do {
      if let plain = plain(arguments[...]) { return plain }
      // Parsing from the root looks at all commands, which is only needed to say what is wrong, and
      // for help.
      if !path.isEmpty, let parsed = try? command.parseAsRoot(options + rest),
        type(of: parsed) == command
      {
        return parsed
      }
      return try Purser.parseAsRoot(arguments)
    } catch {
      if let unknownCommand { throw unknownCommand }
      throw error
    }
  }

  private func plain(_ arguments: ArraySlice<String>) -> (any ParsableCommand)? {
    switch path {
    case ["why"]: WhyCommand(plain: arguments.dropFirst())
    case ["timeline"]: TimelineCommand(plain: arguments.dropFirst())
    case ["ls"]: LsCommand(plain: arguments.dropFirst())
    default: DashboardCommand(plain: arguments)
    }
  }

  /// What is wrong with a word where a subcommand is expected; `nil` if there is no such word.
  private var unknownCommand: ExitFault? {
    let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !names.isEmpty, let word = rest.first, !word.hasPrefix("-") else { return nil }
    // The word may be an argument of the default subcommand; then another one is wrong.
    let usual = command.configuration.defaultSubcommand
    guard (try? usual?.parseAsRoot([word])) == nil else { return nil }
    let name = (["purser"] + path).joined(separator: " ")
    let meant = SpellingSuggestions.of(word, in: names).first.map { " Did you mean \($0)?" } ?? ""
    return ExitFault(
      status: 64,
      lines: [
        "Error: \(name) has no command \(word).\(meant)",
        "  See '\((["purser", "help"] + path).joined(separator: " "))' for all commands.",
      ]
    )
  }
}
