import ArgumentParser
import Dashboard
import Foundation

/// The dashboard without a terminal: keys from a file, and the last screen into another.
struct PlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Play the keys of this file instead of a keyboard's.", valueName: "file")
  )
  var play: String?

  @Option(help: ArgumentHelp("With --play: the screen's size.", valueName: "WxH"))
  var size = "80x24"

  @Option(
    help: ArgumentHelp(
      "With --play: where the last screen goes; - for standard output.",
      valueName: "file"
    )
  )
  var snapshot = "-"

  @Flag(help: "With --play: add what each cell means, a letter for a role.")
  var roles = false

  @Option(help: ArgumentHelp("With --play: what time it is, and stays.", valueName: "time"))
  var at: String?

  /// What is to be played; `nil` where somebody sits at the keyboard.
  func script() throws -> PlayScript? {
    guard let play else { return nil }
    let parts = size.split(separator: "x").map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1],
      (1...1000).contains(columns), (1...1000).contains(rows)
    else { throw ValidationError("--size takes columns and rows: 100x30.") }
    let text = try TextFile.text(of: play)
    return PlayScript(
      steps: try PlayStep.steps(of: text, play),
      size: Size(columns: columns, rows: rows),
      output: snapshot,
      showsRoles: roles,
      now: try InstantOptions.instant(at) ?? Date()
    )
  }
}

/// What is played, on what, and where it goes.
struct PlayScript {
  var steps: [PlayStep]
  var size: Size
  var output: String
  var showsRoles: Bool
  /// It does not pass.
  var now: Date
}

/// One line of a file of keys.
enum PlayStep: Equatable {
  case keys([Key])
  case paste(String)
  case resize(Size)
  /// Goes on when the text stands on the screen.
  case wait(String)

  /// A line is `wait:TEXT`, `paste:TEXT` with `\n` for the ends of lines, `resize:WxH`, `text:TEXT`,
  /// names of keys with spaces between them, or else text to be typed. Empty lines, and those that
  /// begin with a number sign and a space, are skipped.
  static func steps(of text: String, _ path: String) throws -> [PlayStep] {
    try text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .compactMap { index, line in
        guard !line.allSatisfy(\.isWhitespace), !line.hasPrefix("# ") else { return nil }
        return try step(String(line)) {
          ValidationError("\(path):\(index + 1): resize takes columns and rows: resize:100x30.")
        }
      }
  }

  private static func step(_ line: String, _ fault: () -> ValidationError) throws -> PlayStep {
    if let text = rest(of: line, behind: "wait:") { return .wait(text) }
    if let text = rest(of: line, behind: "paste:") {
      return .paste(text.replacing("\\n", with: "\n"))
    }
    if let text = rest(of: line, behind: "text:") { return .keys(text.map(Key.character)) }
    if let text = rest(of: line, behind: "resize:") {
      let parts = text.split(separator: "x").compactMap { Int($0) }
      guard parts.count == 2 else { throw fault() }
      return .resize(Size(columns: parts[0], rows: parts[1]))
    }
    let names = line.split(separator: " ").map(String.init)
    let keys = names.compactMap(Key.init(name:))
    // One letter is a key, and so are several with spaces; a word is text.
    if keys.count == names.count { return .keys(keys) }
    return .keys(line.map(Key.character))
  }

  private static func rest(of line: String, behind prefix: String) -> String? {
    line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
  }
}
