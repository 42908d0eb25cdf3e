import Foundation
import TestSupport
import Testing

/// `purser init` as a form in a real terminal, with the simulated stores.
@Suite struct SetupScreenTests {
  private let workbench: Workbench
  private let pane: Pane
  /// Ends with the test.
  private let simulator: RunningProgram

  init() throws {
    workbench = try Workbench()
    pane = try Pane(columns: 100, rows: 60)
    let folder = pane.tmux.folder.appendingPathComponent("sim").path
    simulator = try workbench.start(["simulate", "--listen", "127.0.0.1:0", "--dir", folder])
    _ = try #require(simulator.narrated(between: "answer at ", and: ". Ctrl-C"))
  }

  private var settings: URL { pane.tmux.folder.appendingPathComponent("set/config.toml") }
  private var tmux: Tmux { pane.tmux }

  private func start(_ options: String = "--sandbox sim") throws {
    try pane.run("init \(options) --config set/config.toml")
    try tmux.waitUntil("In which stores do you sell?")
  }

  @Test func `asks the stores while it is filled in, and writes what it showed`() throws {
    try start()
    for group in ["App Store", "Google Play", "Microsoft Store"] {
      try tmux.waitUntil("\(group) is checked") { screen in
        screen.split(separator: "\n").contains { $0.contains(group) && $0.contains("accepted") }
      }
    }
    try tmux.press("Down", "C-u")
    try tmux.type("Reader Plus")
    try tmux.press("C-s")
    try tmux.waitUntil("name = \"Reader Plus\"")
    #expect(!FileManager.default.fileExists(atPath: settings.path))
    try tmux.press("Enter")
    try tmux.waitUntil("status=0")
    let written = try String(contentsOf: settings, encoding: .utf8)
    #expect(written.contains("name = \"Reader Plus\""))
    let catalog = settings.deletingLastPathComponent().appendingPathComponent("catalog.toml")
    #expect(try String(contentsOf: catalog, encoding: .utf8).contains("plus.monthly"))
    try pane.expectRestored()
  }

  @Test func `offers the apps that the store lists, and names a key that it refuses`() throws {
    try start()
    try tmux.waitUntil("Google is checked") {
      $0.split(separator: "\n").contains { $0.contains("Google Play") && $0.contains("accepted") }
    }
    // The first part's, then the App Store's questions.
    try tmux.press("NPage", "Down")
    try tmux.waitUntil("The key's ID?")
    try tmux.type("X")
    try tmux.press("Enter")
    try tmux.waitUntil("the App Store is checked again") { screen in
      screen.split(separator: "\n").contains {
        $0.contains("App Store") && $0.contains("not accepted")
      }
    }
    try tmux.waitUntil("Check the key's ID")
    try tmux.press("Down", "Down", "Down")
    try tmux.waitUntil("There: com.example.reader")
    try tmux.press("C-c")
    try tmux.waitUntil("status=64")
    #expect(!FileManager.default.fileExists(atPath: settings.path))
    try pane.expectRestored()
  }

  @Test func `leaves with Esc without a trace, and shows no secret`() throws {
    try start("--no-check")
    // Only Amazon.
    for key in ["Space", "Right", "Space", "Right", "Right", "Space"] { try tmux.press(key) }
    try tmux.waitUntil("SNS topic")
    try tmux.press("NPage", "NPage")
    try tmux.waitUntil("Receipt Verification Service?")
    try tmux.type("hush-hush")
    let screen = try tmux.waitUntil("*********")
    #expect(!screen.contains("hush"))
    try tmux.press("Escape")
    try tmux.waitUntil("nothing is typed") { !$0.contains("****") }
    try tmux.press("Escape")
    try tmux.waitUntil("Esc again leaves")
    try tmux.press("Escape")
    try tmux.waitUntil("status=64")
    #expect(!FileManager.default.fileExists(atPath: settings.deletingLastPathComponent().path))
    try pane.expectRestored()
  }

  @Test func `completes paths with Tab, and survives any size`() throws {
    let key = tmux.folder.appendingPathComponent("AuthKey_ABC1234567.p8")
    try Data("x".utf8).write(to: key)
    try start("--no-check")
    try tmux.press("NPage")
    try tmux.waitUntil("The file of an In-App Purchase key")
    try tmux.type("AuthK")
    try tmux.press("Tab", "Enter")
    try tmux.waitUntil("the file's name is the key's ID") {
      $0.contains(/purchase key's ID +ABC1234567/)
    }
    for (columns, rows) in [(40, 10), (20, 5), (200, 50), (100, 60)] {
      try tmux.resize(columns: columns, rows: rows)
    }
    try tmux.waitUntil("the form is drawn again") { $0.contains("AuthKey_ABC1234567.p8") }
    try tmux.press("C-s")
    try tmux.waitUntil("Basics, name: an answer is needed")
    try tmux.press("C-c")
    try tmux.waitUntil("status=64")
    try pane.expectRestored()
  }
}
