import ArgumentParser
import Basics
import Dashboard
import Entitlements
import Foundation

struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "themes",
    "List and check the themes.",
    discussion: """
      Themes are files NAME.toml, or published base16 or base24 schemes NAME.yaml. --check loads \
      every theme and lists the colours whose contrast had to be increased to be readable. Exit \
      status: 0 valid, 2 a theme cannot be used.
      """
  )

  @Flag(help: "Load every theme and list its adjusted colours.") var check = false
  @Flag(help: "Print JSON with stable field names.") var json = false
  @Option(help: .value("folder", "An additional folder of theme files.")) var themes: String?
  @Argument(help: .value("name", "Only these themes.")) var names: [String] = []

  func run() throws {
    let files = ThemeFiles(given: themes)
    let cards = try cards(of: files)
    let reports = cards.map { ThemeReport($0, files, lifts: check) }
    if json {
      try JSONText.print(["schemaVersion": 1, "themes": .array(reports.map(\.json))], .pretty)
    } else {
      let width = cards.map(\.name.count).max() ?? 0
      let lines = reports.flatMap { $0.lines(width: width) }
      try StandardStream.print(safe: lines)
    }
    if reports.contains(where: { $0.failure != nil }) { throw ExitCode(2) }
  }

  private func cards(of files: ThemeFiles) throws -> [ThemeCard] {
    let all = files.cards()
    guard !names.isEmpty else { return all }
    return try names.map { name throws(FileError) in
      guard let card = all.first(where: { $0.name == name }) else { throw files.unknown(name) }
      return card
    }
  }
}

private struct ThemeReport {
  let card: ThemeCard
  private var isLight: Bool?
  private var lifts: [ThemeBuilder.Lift] = []
  private(set) var failure: String?

  init(_ card: ThemeCard, _ files: ThemeFiles, lifts listsLifts: Bool) {
    self.card = card
    do throws(FileError) {
      isLight = try files.load(card.name).isLight
      if listsLifts { lifts = try files.lifts(card.name) }
    } catch {
      failure = error.description
    }
  }

  private var variant: String { isLight.map { $0 ? "light" : "dark" } ?? "any" }

  func lines(width: Int) -> [String] {
    let name = card.name.padded(to: width)
    let kind = card.kind.rawValue.padded(to: 8)
    guard failure == nil else { return ["\(name)  \(kind)  ! \(failure ?? "")"] }
    let line = "\(name)  \(kind)  \(variant)  \(card.place)"
    return [line]
      + lifts.map { "  \($0.role): \(contrast($0.before)) moved to \(contrast($0.after))" }
  }

  private func contrast(_ ratio: Double) -> String {
    ratio.formatted(.number.precision(.fractionLength(1)).locale(Locale(identifier: "en_US_POSIX")))
      + ":1"
  }

  var json: JSONValue {
    [
      "name": .string(card.name), "kind": .word(card.kind),
      "variant": .text(isLight.map { $0 ? "light" : "dark" }),
      "path": .text(card.place.isEmpty ? nil : card.place), "failure": .text(failure),
      "moved": .array(
        lifts.map {
          [
            "role": .string("\($0.role)"), "before": .number(number($0.before)),
            "after": .number(number($0.after)),
          ]
        }
      ),
    ]
  }

  private func number(_ ratio: Double) -> String { "\((ratio * 100).rounded() / 100)" }
}

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "config",
    "Show every setting with its origin, check the files, or list all settings.",
    discussion: "Exit status: 0 valid, 2 an unknown setting or unreachable key, 64 unusable."
  )

  enum Verb: String, CaseIterable, ExpressibleByArgument { case show, check, schema }

  @OptionGroup var place: LedgerAccess
  @Argument(help: .value("verb", "show, check or schema.")) var verb = Verb.show

  func run() throws {
    if verb == .schema { return try PagePrinter.print(Self.schema) }
    let settings = try Assembly.settings(place.settings)
    let look = try Appearance(nil, settings, path: settings.path)
    guard verb == .check else {
      return try PagePrinter.print(SettingsReport(look, ledger: try place.path()).page)
    }
    try check(look, settings)
  }

  private func check(_ look: Appearance, _ settings: Settings) throws {
    let keymap = try KeyFile(path: Paths.keys).keymap()
    try QueueFile(path: Paths.queues).expectQueries(at: Date())
    do throws(FileError) {
      for root in settings.roots { _ = try RootFile.read(root) }
      if let key = settings.licenceKey { _ = try LicenceKeyFile.read(key) }
    } catch {
      throw FileError("\(settings.path): \(error)")
    }
    _ = try CommandFile(path: Paths.commands).commands(beside: keymap)
    _ = try ThemeFiles(given: nil).load(look.theme)
    for problem in keymap.problems { Console.print("\(Paths.keys): \(problem.description)") }
    guard keymap.problems.isEmpty, settings.ignoredKeys.isEmpty else { throw ExitCode(2) }
    try StandardStream.print("The settings are valid.")
  }

  private static var schema: [PageLine] {
    [.heading("config.toml")]
      + SettingsKey.all.map { .entry($0.name, $0.values, note: $0.note) } + [
        .heading("keys.toml"),
        .entry("ACTION", "a key, a list of keys, or \"none\"", note: "`purser keys` lists them"),
        .heading("queues.toml"),
        .entry("[[queue]]", "name, list, query"),
        .heading("commands.toml"),
        .entry("[[command]]", "name, run, help, key, acts", note: "see `purser help settings`"),
      ]
  }
}

struct CheckHealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "checkhealth",
    "Show what the terminal supports, and the state of ledger, disk, clock, stores and endpoints."
  )

  @OptionGroup var place: LedgerAccess

  func run() throws {
    let settings = try Assembly.settings(place.settings)
    let look = try Appearance(nil, settings, path: settings.path)
    let ledger = place.file.ledger ?? settings.ledger.file ?? Paths.ledger
    let service = ServiceHealth(settings: settings, ledger: ledger)
    try PagePrinter.print(HealthReport(look: look, colors: nil).page + service.page)
  }
}

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "keys",
    "List every action and its keys, and check keys.toml.",
    discussion: """
      keys.toml in $XDG_CONFIG_HOME/purser assigns other keys to actions: open = ["Enter", "l"], \
      or first = "g g", or mark = "none". `purser keys check` exits 2 if a key is unreachable.
      """
  )

  enum Verb: String, CaseIterable, ExpressibleByArgument { case list, check }

  @Argument(help: .value("verb", "list, or check.")) var verb = Verb.list
  @Flag(help: "Print JSON with stable field names.") var json = false

  func run() throws {
    let keymap = try KeyFile(path: Paths.keys).keymap()
    if json {
      try JSONText.print(report(keymap), .pretty)
    } else if verb == .list {
      try PagePrinter.print(keymap.page)
    } else {
      let lines = keymap.problems.map { PlainText.safe($0.description) }
      try StandardStream.print(
        lines.isEmpty ? "Every key can be reached." : lines.joined(separator: "\n")
      )
    }
    if verb == .check, !keymap.problems.isEmpty { throw ExitCode(2) }
  }

  private func report(_ keymap: Keymap) -> JSONValue {
    [
      "schemaVersion": 1,
      "actions": .array(
        Action.allCases.map { action in
          [
            "action": .word(action), "keys": .texts(keymap.names(of: action)),
            "where": .string(action.place), "does": .string(action.help),
          ]
        }
      ),
      "problems": .texts(keymap.problems.map(\.description)),
    ]
  }
}
