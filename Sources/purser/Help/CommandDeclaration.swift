import ArgumentParser
import Foundation

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
