import ArgumentParser
import Basics
import Dashboard
import Foundation
import Receipts

/// `purser keys`: lists every action with its keys, and checks the operator's own.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List every action and its keys, and check keys.toml.",
    discussion: """
      keys.toml in $XDG_CONFIG_HOME/purser assigns other keys to actions: open = ["Enter", "l"], \
      or first = "g g", or mark = "none". `purser keys check` exits 2 if a key is unreachable.
      """
  )

  enum Verb: String, CaseIterable, ExpressibleByArgument { case list, check }

  @Argument(help: ArgumentHelp("list, or check.", valueName: "verb"))
  var verb = Verb.list

  @Flag(help: "Print JSON with stable field names.")
  var json = false

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
    .of([
      ("schemaVersion", .number("1")),
      (
        "actions",
        .array(
          Action.allCases.map { action in
            .of([
              ("action", .string(action.rawValue)),
              ("keys", .array(keymap.names(of: action).map { .string($0) })),
              ("where", .string(action.place)), ("does", .string(action.help)),
            ])
          }
        )
      ),
      ("problems", .array(keymap.problems.map { .string($0.description) })),
    ])
  }
}
