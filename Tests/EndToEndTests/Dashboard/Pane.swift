import Foundation
import TestSupport
import Testing

/// A shell in a terminal, with the program to be started in it.
struct Pane {
  let tmux: Tmux
  private let program: String

  init(columns: Int = 80, rows: Int = 24) throws {
    program = try #require(builtProgram(named: "purser"), "purser is not built beside the tests")
    tmux = try Tmux(columns: columns, rows: rows)
    // Printed in two pieces, so that the command line itself does not count as its output.
    try tmux.type(line: "printf 'ear%s\\n' lier; stty -g > ~/before")
    try tmux.waitUntil("earlier")
  }

  /// Starts `purser demo` and waits for its first screen. `settings` are set for it alone.
  func start(_ settings: String = "", thenSay ending: Bool = true) throws {
    // Few enough users to be there from the start: nothing goes on behind the screen.
    let command = "cd; \(settings) \(program) demo --users 60"
    try tmux.type(line: ending ? command + "; printf 'status=%s\\n' $?" : command)
    try waitForDashboard()
  }

  func run(_ arguments: String, _ settings: String = "") throws {
    try tmux.type(line: "cd; \(settings) \(program) \(arguments); printf 'status=%s\\n' $?")
  }

  @discardableResult
  func waitForDashboard() throws -> String {
    try tmux.waitUntil("the first screen is shown") {
      // The rows are there, too: nothing more is painted by itself.
      $0.contains(/users +74\b/) && $0.contains(/unverified +[\d?]/) && !$0.contains("earlier")
    }
  }

  /// Quits on the first screen: there the first `q` might begin a text.
  func quit() throws {
    try tmux.type("q")
    try tmux.waitUntil("it is asked whether to quit") { $0.contains("q quits") }
    try tmux.type("q")
  }

  /// The dashboard's guard, and the dashboard.
  func processes() throws -> (guardian: RunningProcess, dashboard: RunningProcess) {
    let guardian = try #require(RunningProcess(id: tmux.shell).children(named: "purser").first)
    let dashboard = try #require(guardian.children(named: "purser").first)
    return (guardian, dashboard)
  }

  /// The shell has its screen, its keyboard and its line discipline back.
  func expectRestored(_ place: SourceLocation = #_sourceLocation) throws {
    try tmux.waitUntil("the shell's earlier text is shown") { $0.contains("earlier") }
    try tmux.type("typed")
    try tmux.waitUntil("typed")
    try tmux.press("C-u")
    // The text of an earlier comparison may still be shown.
    let mark = "pared\(UInt32.random(in: 0...UInt32.max))"
    try tmux.type(line: "stty -g > ~/after; printf 'com%s\\n' \(mark)")
    try tmux.waitUntil("com\(mark)")
    #expect(try tmux.display("alternate_on") == "0", sourceLocation: place)
    #expect(try tmux.display("cursor_flag") == "1", sourceLocation: place)
    #expect(try tmux.display("mouse_any_flag") == "0", sourceLocation: place)
    let before = try String(contentsOf: file("before"), encoding: .utf8)
    let after = try String(contentsOf: file("after"), encoding: .utf8)
    #expect(before == after, sourceLocation: place)
  }

  private func file(_ name: String) -> URL {
    tmux.folder.appendingPathComponent(name)
  }
}

extension [RunningProcess] {
  func waitUntilDead() throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(30))
    while contains(where: \.isAlive) {
      try #require(ContinuousClock.now < deadline, "still alive: \(filter(\.isAlive))")
    }
  }
}
