import Foundation
import TestSupport
import Testing

/// What leaves the dashboard: by the terminal, by a tool of the desktop, and into files.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(10)))
struct CopyTests {
  private static let user = "u_118x3"

  private func list(
    _ settings: String = "",
    _ prepare: (Tmux) throws -> Void = { _ in }
  ) throws -> Pane {
    let terminal = try Pane(columns: 120, rows: 30)
    try prepare(terminal.tmux)
    try terminal.start(settings)
    try terminal.tmux.type(":users \(Self.user)")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("the one user is left") { $0.contains("1 of 1") }
    return terminal
  }

  private func leave(_ terminal: Pane) throws {
    try terminal.tmux.type(":q")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("status=0")
    try terminal.expectRestored()
  }

  @Test(arguments: ["", "TMUX=/tmp/other,1,0"])
  func `yy sends the ID to the terminal's clipboard`(settings: String) throws {
    let terminal = try list(settings)
    let file = try terminal.tmux.record(to: "bytes")
    try terminal.tmux.type("yy")
    try terminal.tmux.waitUntil("\(Self.user): sent to the terminal's clipboard (OSC 52)")
    let base64 = Data(Self.user.utf8).base64EncodedString()
    let plain = "\u{1B}]52;c;\(base64)\u{7}"
    let wrapped = "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\"
    let expected = settings.isEmpty ? plain : plain + wrapped
    try terminal.tmux.waitUntil("the bytes are recorded") { _ in
      try String(decoding: Data(contentsOf: file), as: UTF8.self).contains(expected)
    }
    let sent = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(sent.contains("\u{1B}Ptmux") == !settings.isEmpty)
    try leave(terminal)
  }

  @Test(arguments: [("", true), ("SSH_TTY=/dev/pts/9", false)])
  func `a desktop's own tool is given the text, unless one comes from afar`(
    settings: String,
    isTaken: Bool
  ) throws {
    let terminal = try list("\(settings) DISPLAY=:9 PATH=~/tools:$PATH") { tmux in
      try tmux.type(
        line: "mkdir ~/tools; printf '#!/bin/sh\\ncat > ~/copied\\n' > ~/tools/xclip; "
          + "chmod 700 ~/tools/xclip"
      )
    }
    try terminal.tmux.type("yy")
    try terminal.tmux.waitUntil(isTaken ? "\(Self.user): copied with xclip" : "OSC 52")
    let copied = terminal.tmux.folder.appendingPathComponent("copied")
    #expect((try? String(contentsOf: copied, encoding: .utf8)) == (isTaken ? Self.user : nil))
    try leave(terminal)
  }

  @Test func `the terminal copies what a tool has not`() throws {
    let terminal = try list("DISPLAY=:9 PATH=~/tools:$PATH") { tmux in
      try tmux.type(
        line: "mkdir ~/tools; printf '#!/bin/sh\\nexit 3\\n' > ~/tools/xclip; "
          + "chmod 700 ~/tools/xclip"
      )
    }
    try terminal.tmux.type("yy")
    try terminal.tmux.waitUntil("xclip ended with status 3; sent to the terminal's clipboard")
    try leave(terminal)
  }

  @Test(arguments: ["linux", "vt100"])
  func `a terminal without a clipboard shows what is copied, and where it is on file`(
    type: String
  ) throws {
    let terminal = try list("TERM=\(type)")
    try terminal.tmux.type("yy")
    try terminal.tmux.waitUntil("the text stands in the first column") { screen in
      screen.split(separator: "\n").contains { $0.hasPrefix(Self.user) }
        && screen.contains("this terminal has no clipboard")
    }
    let file = terminal.tmux.folder.appendingPathComponent(".local/state/purser/copied.txt")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.user)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    // These have no second screen that would give the shell's back.
    try terminal.tmux.type(":q")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("status=0")
  }

  @Test(arguments: ["md", "html"])
  func `an export for people is a table`(form: String) throws {
    let terminal = try list()
    try terminal.tmux.type(":export \(form) users.\(form)")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("1 row written to")
    let file = terminal.tmux.folder.appendingPathComponent("users.\(form)")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(form == "md" ? "| --- |" : "<th>id</th>"))
    #expect(text.contains(form == "md" ? "u\\_118x3" : "<td>\(Self.user)</td>"))
    try leave(terminal)
  }

  @Test func `an export is a file for its owner alone, and takes no other's place`() throws {
    let terminal = try list()
    try terminal.tmux.type(":export csv users.csv")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("1 row written to")
    let file = terminal.tmux.folder.appendingPathComponent("users.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\r\n")
    #expect(lines.first?.hasPrefix("id,name,email,state,") == true)
    #expect(lines.last?.hasPrefix("\(Self.user),") == true && lines.count == 2)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    try terminal.tmux.type(":export csv users.csv")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("already exists")
    try terminal.tmux.press("Escape")
    try leave(terminal)
  }
}
