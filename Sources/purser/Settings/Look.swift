import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Terminal

/// How the screen is to look.
struct ScreenOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The theme, by name.", valueName: "name"))
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "The screen to begin with, as the command line names it: 'orders state:grace'.",
      valueName: "command"
    )
  )
  var open: String?

  @Option(help: ArgumentHelp("A further folder of theme files.", valueName: "folder"))
  var themes: String?

  @Option(
    help: ArgumentHelp("The signs to draw with: auto, full, basic or ascii.", valueName: "set")
  )
  var glyphs: String?

  @Option(
    help: ArgumentHelp("How many colours: auto, never, 16, 256 or truecolor.", valueName: "colours")
  )
  var color: String?

  @Flag(inversion: .prefixedNo, help: "Listen to clicks and the wheel.")
  var mouse: Bool?

  @OptionGroup var play: PlayOptions
}

/// How the screen is to look, with where each part of it was said: by an option, else a variable,
/// else the settings.
struct Look: Sendable {
  struct Choice: Sendable {
    var word: String
    var origin: String
  }

  private(set) var choices: [String: Choice] = [:]
  /// The settings' file.
  let path: String
  /// The pages of orders, by the store.
  let links: [Store: String]

  /// The names of what can be chosen, with the words there are; none for any.
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
    let asked = [
      "theme": options?.theme, "glyphs": options?.glyphs, "color": options?.color,
      "mouse": options?.mouse.map(String.init),
    ]
    for (name, words, standard) in Self.words {
      let variable = "PURSER_" + name.uppercased()
      var choice = Choice(word: standard, origin: "default")
      if let word = asked[name] ?? nil {
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

  /// The signs to draw with on a terminal.
  func glyphs(
    takesUTF8: Bool,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> GlyphSet {
    guard takesUTF8 else { return .ascii }
    if let asked = GlyphSet(rawValue: word("glyphs")) { return asked }
    // Where lines and blocks take two cells, only ASCII lies where it is drawn.
    if word("ambiguous") == "2" { return .ascii }
    return environment["TERM"] == "linux" ? .basic : .full
  }
}
