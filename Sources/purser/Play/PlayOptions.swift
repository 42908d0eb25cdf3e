import ArgumentParser
import Dashboard
import Foundation

/// The options that run the dashboard without a terminal, with keys from a file.
struct PlayOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Play the keys in this file without a terminal.", valueName: "file"))
  var play: String?

  @Option(help: ArgumentHelp("With --play: the screen size.", valueName: "WxH"))
  var size = "80x24"

  @Option(
    help: ArgumentHelp(
      "With --play: the file for the last screen, or - for standard output.",
      valueName: "file"
    )
  )
  var snapshot = "-"

  @Flag(help: "With --play: also write the role of each cell as a letter.")
  var roles = false

  @Option(help: ArgumentHelp("With --play: the constant current time.", valueName: "time"))
  var at: String?

  /// The script to play; `nil` for a terminal session.
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

/// A script with its screen and output.
struct PlayScript {
  var steps: [PlayStep]
  var size: Size
  var output: String
  var showsRoles: Bool
  /// The constant current time.
  var now: Date
}

/// One line of a script.
enum PlayStep: Equatable {
  case keys([Key])
  case paste(String)
  case resize(Size)
  /// Waits until the text is on the screen.
  case wait(String)

  /// Parses lines of `wait:TEXT`, `paste:TEXT` with `\n` for line breaks, `resize:WxH`,
  /// `text:TEXT`, key names separated by spaces, or text to type. Skips empty lines and comments,
  /// which begin with a number sign and a space.
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
    if let text = rest(of: line, after: "wait:") { return .wait(text) }
    if let text = rest(of: line, after: "paste:") {
      return .paste(text.replacing("\\n", with: "\n"))
    }
    if let text = rest(of: line, after: "text:") { return .keys(text.map(Key.character)) }
    if let text = rest(of: line, after: "resize:") {
      let parts = text.split(separator: "x").compactMap { Int($0) }
      guard parts.count == 2 else { throw fault() }
      return .resize(Size(columns: parts[0], rows: parts[1]))
    }
    let names = line.split(separator: " ").map(String.init)
    let keys = names.compactMap(Key.init(name:))
    // Single characters separated by spaces are keys; a word is text.
    if keys.count == names.count { return .keys(keys) }
    return .keys(line.map(Key.character))
  }

  private static func rest(of line: String, after prefix: String) -> String? {
    line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
  }
}
