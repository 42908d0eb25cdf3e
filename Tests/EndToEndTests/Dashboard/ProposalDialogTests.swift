import Foundation
import TestSupport
import Testing

/// An assistant proposes, and an operator decides in the dashboard. `Tests/Clients/run` does the same
/// with the protocol's official client.
@Suite(.enabled(if: Tmux.isInstalled), .timeLimit(.minutes(10)))
struct ProposalDialogTests {
  private let pane: Pane
  private let program: String
  private var ledger: String { pane.tmux.folder.appendingPathComponent("made.sqlite").path }

  init() throws {
    program = try #require(builtProgram(named: "purser"))
    pane = try Pane(columns: 120, rows: 36)
    try pane.run("generate --users 3 --orders 9 --ledger ~/made.sqlite")
    try pane.tmux.waitUntil("status=0")
  }

  private func purser(_ arguments: [String], input: String = "") throws -> String {
    let (source, answer) = ("\(ledger)-in", "\(ledger)-out")
    try Data(input.utf8).write(to: URL(fileURLWithPath: source))
    let status = try ChildProcess(
      [program] + arguments + ["--ledger", ledger],
      environment: ["HOME": pane.tmux.folder.path, "PATH": "/usr/bin:/bin"],
      input: source,
      output: .file(answer)
    ).waitUntilExit()
    #expect(status == 0)
    return try String(contentsOfFile: answer, encoding: .utf8)
  }

  private func call(_ tool: String, _ arguments: String) throws -> String {
    let call = """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":\
      {"name":"\(tool)","arguments":\(arguments)}}
      """
    return try purser(["mcp", "--propose"], input: call)
  }

  private func user() throws -> String {
    let row = try purser(["ls", "users", "--jsonl", "--limit", "1"])
    return try String(#require(row.firstMatch(of: /"id":"([^"]+)"/)).1)
  }

  /// Proposes a note; returns the proposal's ID.
  private func propose(_ text: String) throws -> String {
    let answer = try call(
      "propose",
      """
      {"action":"note","target":"\(try user())","values":{"text":"\(text)"},"reason":"She asked."}
      """
    )
    #expect(answer.contains("\"dashboardOpen\":true"), "\(answer)")
    return try String(#require(answer.firstMatch(of: /"id":"([0-9a-f]{8})"/), "\(answer)").1)
  }

  private func state(of id: String) throws -> String {
    let answer = try call("proposal", "{\"id\":\"\(id)\"}")
    return try String(#require(answer.firstMatch(of: /"state":"(\w+)"/), "\(answer)").1)
  }

  private func openList() throws {
    try pane.run("--write --ledger ~/made.sqlite")
    try pane.tmux.waitUntil("quit")
    try pane.tmux.type(":users")
    try pane.tmux.press("Enter")
    try pane.tmux.waitUntil("of 3")
  }

  @Test func `a person confirms what an assistant proposes, and the assistant learns of it`() throws
  {
    try openList()
    let id = try propose("called twice")
    try pane.tmux.waitUntil("proposal")
    #expect(try state(of: id) == "waiting")
    try pane.tmux.type("gp")
    let dialog = try pane.tmux.waitUntil("[Decline]")
    #expect(dialog.contains("'s assistant proposes this:") && dialog.contains("\"She asked.\""))
    #expect(dialog.contains("called twice"))
    // Left of Cancel is the last button.
    try pane.tmux.press("Left", "Enter")
    try pane.tmux.waitUntil("1 of 1 done")
    try pane.tmux.press("Escape")
    #expect(try state(of: id) == "confirmed")
    #expect(try purser(["timeline", try user()]).contains("an operator left a note"))
    let audit = try purser(["audit"])
    #expect(audit.contains("proposal-made") && audit.contains("proposal-confirmed"), "\(audit)")
  }

  @Test func `a proposal takes no keys from a line that is typed, and is declined`() throws {
    try openList()
    try pane.tmux.type("/gr")
    let id = try propose("called twice")
    try pane.tmux.waitUntil("1 proposal")
    try pane.tmux.type("gp")
    let typed = try pane.tmux.waitUntil("/grgp")
    #expect(!typed.contains("[Decline]"))
    try pane.tmux.press("Escape")
    try pane.tmux.waitUntil("1 proposal: gp")
    try pane.tmux.type("gp")
    try pane.tmux.waitUntil("[Decline]")
    try pane.tmux.press("Right", "Enter")
    try pane.tmux.waitUntil("the dialog is closed") { !$0.contains("[Decline]") }
    // The decision is written in the background.
    try pane.tmux.waitUntil("the assistant sees it") { _ in try state(of: id) == "declined" }
    #expect(!(try purser(["timeline", try user()]).contains("an operator left a note")))
    #expect(try purser(["audit"]).contains("proposal-declined"))
  }
}
