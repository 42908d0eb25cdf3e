import ArgumentParser
import Dashboard
import Entitlements
import Foundation

/// `purser config`: shows and checks the settings.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show every setting with its origin, check the files, or list all settings.",
    discussion: "Exit status: 0 valid, 2 an unknown setting or unreachable key, 64 unusable."
  )

  enum Verb: String, CaseIterable, ExpressibleByArgument { case show, check, schema }

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions

  @Argument(help: ArgumentHelp("show, check or schema.", valueName: "verb"))
  var verb = Verb.show

  func run() throws {
    if verb == .schema { return try PagePrinter.print(Self.schema) }
    let look = try Appearance(Assembly.settings(settings), path: settings.path)
    guard verb == .check else {
      return try PagePrinter.print(
        SettingsReport(look, ledger: try ledgerOptions.path(settings)).page
      )
    }
    try check(look)
  }

  private func check(_ look: Appearance) throws {
    let keymap = try KeyFile(path: Paths.keys).keymap()
    if FileManager.default.fileExists(atPath: Paths.queues) {
      _ = try QueueFile(path: Paths.queues).all
    }
    _ = try CommandFile(path: Paths.commands).commands(beside: keymap)
    _ = try ThemeFiles(given: nil).load(look.theme)
    for problem in keymap.problems { Console.say("\(Paths.keys): \(problem.description)") }
    let unknown = try Settings.load(settings.path, isNamed: settings.config != nil).unknownKeys
    guard keymap.problems.isEmpty, unknown.isEmpty else { throw ExitCode(2) }
    try StandardStream.print("The settings are valid.")
  }

  private static var schema: [PageLine] {
    let look = Appearance.words.map { name, values, standard in
      PageLine.entry(
        name,
        values.isEmpty ? "the name of a theme" : values.joined(separator: ", "),
        note: "default \(standard); $PURSER_\(name.uppercased())"
      )
    }
    return [.heading("config.toml")] + look + [
      .entry("ledger", "a path, beside the file", note: "default \(Paths.ledger)"),
      .entry("roots", "paths of further trust roots"),
      .entry("[[app]]", "bundle-id or package, name"),
      .entry("[stores]", "apple, google, microsoft, amazon: see `purser help connecting-stores`"),
      .entry("[jobs]", "poll-hours, keep-days"),
      .entry("[links]", "apple, google, microsoft, amazon: an https:// address with {order} in it"),
      .heading("keys.toml"),
      .entry("ACTION", "a key, a list of keys, or \"none\"", note: "`purser keys` lists them"),
      .heading("queues.toml"),
      .entry("[[queue]]", "name, list, query"),
      .heading("commands.toml"),
      .entry("[[command]]", "name, run, help, key, acts", note: "see `purser help settings`"),
    ]
  }
}

/// `purser checkhealth`: reports the terminal's capabilities.
struct CheckHealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkhealth",
    abstract: "Show the terminal's capabilities and what limits them."
  )

  @OptionGroup var settings: SettingsOptions

  func run() throws {
    let look = try Appearance(Assembly.settings(settings), path: settings.path)
    try PagePrinter.print(HealthReport(look, colors: nil).page)
  }
}
