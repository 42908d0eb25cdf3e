import Foundation
import TestSupport
import Testing

/// Files that are changed while the dashboard runs.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(10)))
struct ReloadTests {
  @Test func `keys and queues are taken over as their files are written`() throws {
    let terminal = try Pane(columns: 120, rows: 36)
    try terminal.tmux.type(line: "mkdir -p ~/.config/purser")
    try terminal.start()
    let folder = terminal.tmux.folder.appendingPathComponent(".config/purser")
    func write(_ text: String, to name: String) throws {
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file, options: .atomic)
    }
    try write("help = \"Q\"\n", to: "keys.toml")
    try terminal.tmux.waitUntil("keys.toml was reloaded")
    try terminal.tmux.type("Q")
    try terminal.tmux.waitUntil("EVERYWHERE")
    try terminal.tmux.press("Escape")
    try write("help = 7\n", to: "keys.toml")
    try terminal.tmux.waitUntil("the current keys stay:")
    try terminal.tmux.press("Escape")
    try terminal.tmux.type("Q")
    try terminal.tmux.waitUntil("EVERYWHERE")
    try terminal.tmux.press("Escape")
    try write(
      "[[queue]]\nname = \"vip-customers\"\nlist = \"users\"\nquery = \"has:note\"\n",
      to: "queues.toml"
    )
    try terminal.tmux.waitUntil("vip-customers")
    try terminal.tmux.type(":q")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("status=0")
    try terminal.expectRestored()
  }
}
