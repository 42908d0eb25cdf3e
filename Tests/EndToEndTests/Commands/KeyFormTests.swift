import TestSupport
import Testing

/// Keys as terminals send them.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(10)))
struct KeyFormTests {
  @Test func `cursor keys count with Shift, Alt and Ctrl, too`() throws {
    let terminal = try Pane(columns: 100, rows: 30)
    try terminal.start()
    try terminal.tmux.type(":users")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("the cursor is on the first row") { $0.contains(/\b1 of 73\b/) }
    for (number, key) in ["Down", "C-Down", "S-Down", "M-Down"].enumerated() {
      try terminal.tmux.press(key)
      try terminal.tmux.waitUntil("\(key) goes down") { $0.contains("\(number + 2) of 73") }
    }
    try terminal.tmux.press("C-Up")
    try terminal.tmux.waitUntil("C-Up goes up") { $0.contains("4 of 73") }
    try terminal.tmux.type(":q")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("status=0")
    try terminal.expectRestored()
  }
}
