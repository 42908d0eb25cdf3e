import Foundation
import TestSupport
import Testing

/// Wherever it is started, the program shows its screen or says why not.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(5)))
struct StartingTests {
  @Test func `the first screen says where one is and how to quit`() throws {
    let terminal = try Pane()
    try terminal.start()
    let lines = try terminal.tmux.waitUntil("quit").split(separator: "\n")
    #expect(lines.first?.contains("home") == true)
    #expect(lines.contains { $0.contains("quit") })
    #expect(try terminal.tmux.display("alternate_on") == "1")
  }

  /// A thread remembers its number for Swift's locks, and after a fork that is its parent's: whoever
  /// met it at a lock would wait for ever.
  @Test func `the screen is not the thread's that the guard forked`() throws {
    let terminal = try Pane()
    try terminal.start()
    let dashboard = try terminal.processes().dashboard
    let threads = dashboard.threads(named: "screen")
    #expect(threads.count == 1)
    #expect(threads.first != dashboard.id)
  }

  /// Whether the ledger's facts are there, too.
  private func isHomeWhole(_ screen: String) -> Bool {
    screen.contains("quit") && screen.contains("failed job")
  }

  /// A screen without its numbers, and with what they count in the singular: the demo goes on filing,
  /// and home counts again.
  private func shape(of screen: String) -> [String] {
    screen.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.replacing(/(\d [a-z]+)s\b/) { $0.1 }.filter { !$0.isNumber && !"…?+.:-".contains($0) }
        .split(separator: " ").filter { !["kB", "MB"].contains($0) }.joined(separator: " ")
    }
  }

  @Test func `resizing down to the smallest screen and up again keeps drawing`() throws {
    let terminal = try Pane(columns: 120, rows: 36)
    try terminal.start()
    let wide = try terminal.tmux.waitUntil("home is whole") { isHomeWhole($0) }
    try terminal.tmux.resize(columns: 40, rows: 10)
    let cut = lines(of: wide).prefix(10).map { trimmed($0.prefix(40)) }
    try terminal.tmux.waitUntil("the screen is laid out anew") {
      let small = lines(of: $0).prefix(10)
      return $0.contains("TICKETS") && small.allSatisfy { $0.count <= 40 }
        && small.map { trimmed($0) } != cut
    }
    try terminal.tmux.resize(columns: 120, rows: 36)
    try terminal.tmux.waitUntil("the screen is as it was") {
      shape(of: $0) == shape(of: wide)
    }
    try terminal.quit()
    try terminal.tmux.waitUntil("status=0")
  }

  @Test func `a storm of sizes and suspensions leaves the screen whole`() throws {
    let terminal = try Pane(columns: 100, rows: 30)
    try terminal.start(thenSay: false)
    let whole = try terminal.tmux.waitUntil("home is whole") { isHomeWhole($0) }
    for round in 0..<4 {
      for step in 1..<12 {
        try terminal.tmux.resize(columns: 20 + 13 * step, rows: 4 + 3 * step)
        if step.isMultiple(of: 4) { try terminal.tmux.press("Down") }
      }
      guard round == 2 else { continue }
      try terminal.tmux.press("C-z")
      try terminal.tmux.waitUntil("Stopped")
      try terminal.tmux.resize(columns: 60, rows: 30)
      // The smallest size has pushed the shell's first lines out.
      try terminal.tmux.type(line: "printf 'ear%s\\n' lier")
      try terminal.expectRestored()
      try terminal.tmux.type(line: "fg; printf 'status=%s\\n' $?")
      try terminal.tmux.waitUntil("TICKETS")
    }
    try terminal.tmux.press("Home")
    try terminal.tmux.resize(columns: 100, rows: 30)
    try terminal.tmux.waitUntil("the screen is as it was") {
      shape(of: $0) == shape(of: whole)
    }
    try terminal.quit()
    try terminal.tmux.waitUntil("status=0")
    try terminal.tmux.type(line: "printf 'ear%s\\n' lier")
    try terminal.expectRestored()
  }

  @Test(
    arguments: [
      "xterm-256color", "xterm-ghostty", "tmux-256color", "screen-256color", "linux", "vt100",
    ],
    ["C.UTF-8", "C", "xx_XX.UTF-8"]
  )
  func `terminals known and unknown show the first screen, in any locale`(
    type: String,
    locale: String
  ) throws {
    let terminal = try Pane()
    try terminal.start("TERM=\(type) LC_ALL=\(locale)")
    try terminal.tmux.waitUntil("quit")
    try terminal.quit()
    try terminal.tmux.waitUntil("status=0")
    // The other two have no second screen, and keep the last one's traces.
    if !["linux", "vt100"].contains(type) { try terminal.expectRestored() }
  }

  @Test func `the mouse opens what it is clicked on twice, and is let go of at the end`() throws {
    let terminal = try Pane()
    try terminal.start()
    try terminal.tmux.type(":users")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("sorted")
    #expect(try terminal.tmux.display("mouse_any_flag") == "0")
    try terminal.tmux.type("M")
    try terminal.tmux.waitUntil("the mouse is on")
    #expect(try terminal.tmux.display("mouse_any_flag") == "1")
    try terminal.tmux.type("q")
    try terminal.tmux.waitUntil("home is back") { $0.contains("TICKETS") }
    try terminal.quit()
    try terminal.tmux.waitUntil("status=0")
    try terminal.expectRestored()
  }

  @Test(arguments: ["TERM=dumb", "TERM="])
  func `a terminal that cannot be drawn on is refused with a way out`(settings: String) throws {
    let terminal = try Pane()
    try terminal.run("demo", settings)
    let screen = try terminal.tmux.waitUntil("status=64")
    #expect(screen.contains("command line"))
    try terminal.expectRestored()
  }

  @Test func `a pipe is no terminal`() throws {
    let terminal = try Pane()
    try terminal.run("demo </dev/null")
    try terminal.tmux.waitUntil("status=64")
    try terminal.expectRestored()
  }

  @Test func `the C locale gets a screen of ASCII`() throws {
    let terminal = try Pane()
    try terminal.start("LC_ALL=C")
    let screen = try terminal.tmux.waitUntil("quit")
    #expect(isASCII(screen))
  }

  @Test func `a locale that is not installed does not cost the lines and signs`() throws {
    let terminal = try Pane()
    try terminal.start("LC_ALL=xx_XX.UTF-8")
    let screen = try terminal.tmux.waitUntil("quit")
    #expect(!isASCII(screen))
    #expect(!screen.contains("\u{FFFD}"))
  }

  @Test func `NO_COLOR is honoured`() throws {
    let terminal = try Pane()
    try terminal.start("NO_COLOR=1")
    try terminal.tmux.waitUntil("quit")
    let styled = try terminal.tmux.capture(withStyles: true)
    #expect(styled.firstMatch(of: /\u{1B}\[[0-9;]*\b(3[0-8]|4[0-8])[;m]/) == nil)
  }

  @Test func `reports that nobody asked for are no keys`() throws {
    let terminal = try Pane()
    try terminal.start(thenSay: false)
    // Focus, a mouse report, and an answer about colours: taken for keys, they would quit.
    let reports = "\u{1B}[I\u{1B}[O\u{1B}[<0;23;4M\u{1B}]11;rgb:qqqq/qqqq/qqqq\u{1B}\\\u{1B}[5;7q"
    try terminal.tmux.send(Array(reports.utf8))
    try terminal.tmux.press("C-z")
    try terminal.tmux.waitUntil("Stopped")
    try terminal.expectRestored()
  }

  @Test func `the guard keeps no more than one mebibyte to itself`() throws {
    let terminal = try Pane()
    try terminal.start()
    try terminal.tmux.waitUntil("quit")
    let guardian = try terminal.processes().guardian
    #expect(try #require(guardian.privateKibibytes) <= 1024)
  }

  @Test func `an idle dashboard sends nothing`() throws {
    let terminal = try Pane()
    try terminal.start()
    try terminal.tmux.waitUntil("quit")
    let bytes = try terminal.tmux.record(to: "bytes")
    // Something must be written for the record to be one.
    try terminal.tmux.press("C-l")
    try terminal.tmux.waitUntil("bytes are recorded") { _ in try size(of: bytes) > 0 }

    let clock = try Tmux()
    var sizes: [Int] = []
    for step in 0..<20 {
      try clock.type(line: "printf 'st%s\\n' ep\(step).")
      try clock.waitUntil("step\(step).")
      sizes.append(try size(of: bytes))
    }
    // What C-l caused may still have been on its way in the first half.
    #expect(Set(sizes.suffix(10)).count == 1, "\(sizes)")
  }

  private func lines(of screen: String) -> [Substring] {
    screen.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func trimmed(_ line: Substring) -> String {
    line.trimmingCharacters(in: .whitespaces)
  }

  private func isASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }

  private func size(of file: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    return attributes[.size] as? Int ?? 0
  }
}
