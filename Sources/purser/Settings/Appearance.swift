import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Terminal

/// The options for the screen.
struct ScreenOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The theme, by name.", valueName: "name"))
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "The first screen, as a dashboard command: 'orders state:grace'.",
      valueName: "command"
    )
  )
  var open: String?

  @Option(help: ArgumentHelp("An additional folder of theme files.", valueName: "folder"))
  var themes: String?

  @Option(
    help: ArgumentHelp("The characters to draw with: auto, full, basic or ascii.", valueName: "set")
  )
  var glyphs: String?

  @Option(
    help: ArgumentHelp("The colours: auto, never, 16, 256 or truecolor.", valueName: "colours")
  )
  var color: String?

  @Flag(inversion: .prefixedNo, help: "Use the mouse.")
  var mouse: Bool?

  @OptionGroup var play: PlayOptions
}

/// The screen's appearance, with the origin of each choice: an option, an environment variable or
/// the settings, in this order.
struct Appearance: Sendable {
  struct Choice: Sendable {
    var word: String
    var origin: String
  }

  private(set) var choices: [String: Choice] = [:]
  /// The settings file.
  let path: String
  /// The links to order pages, by store.
  let links: [Store: String]

  /// The names of the choices, their values (empty: any) and their defaults.
  static let words: [(name: String, words: [String], standard: String)] = [
    ("theme", [], Theme.terminal.name),
    ("glyphs", ["auto"] + GlyphSet.allCases.map(\.rawValue), "auto"),
    ("color", ColorChoice.allCases.map(\.rawValue), "auto"),
    ("ambiguous", ["1", "2"], "1"),
    ("mouse", ["true", "false"], "false"),
  ]

  init(
    _ options: ScreenOptions?,
    _ settings: Settings,
    path: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SettingsError) {
    self.path = path
    links = settings.links
    let given = [
      "theme": options?.theme, "glyphs": options?.glyphs, "color": options?.color,
      "mouse": options?.mouse.map(String.init),
    ]
    for (name, words, standard) in Self.words {
      let variable = "PURSER_" + name.uppercased()
      var choice = Choice(word: standard, origin: "default")
      if let word = given[name] ?? nil {
        choice = Choice(word: word, origin: "--\(name)")
      } else if let word = environment[variable], !word.isEmpty {
        choice = Choice(word: word, origin: "$\(variable)")
      } else if let word = settings.look[name] {
        choice = Choice(word: word, origin: path)
      }
      guard words.isEmpty || words.contains(choice.word) else {
        throw .wrongValue(
          path: choice.origin,
          key: name,
          expected: "one of \(words.joined(separator: ", "))"
        )
      }
      choices[name] = choice
    }
  }

  init(_ settings: Settings, path: String) throws(SettingsError) {
    try self.init(nil, settings, path: path)
  }

  private func word(_ name: String) -> String { choices[name]?.word ?? "" }

  var theme: String { word("theme") }
  var colors: ColorChoice { ColorChoice(rawValue: word("color")) ?? .automatic }
  var takesMouse: Bool { word("mouse") == "true" }

  /// The characters to draw with on a terminal.
  func glyphs(
    takesUTF8: Bool,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> GlyphSet {
    guard takesUTF8 else { return .ascii }
    if let chosen = GlyphSet(rawValue: word("glyphs")) { return chosen }
    // If lines and blocks take two cells, only ASCII is aligned.
    if word("ambiguous") == "2" { return .ascii }
    return environment["TERM"] == "linux" ? .basic : .full
  }
}
