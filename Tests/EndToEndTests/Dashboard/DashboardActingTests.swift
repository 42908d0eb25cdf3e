import Foundation
import TestSupport
import Testing

/// The whole loop: a user is looked at, the store is asked, and what it answers is on the screen.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(10)))
struct DashboardActingTests {
  private static let timeout = Duration.seconds(300)
  /// A yearly subscriber of every demo, who has turned renewal off since the last receipt.
  private static let subscriber = "u_118x3"

  private func page(of user: String, columns: Int = 140, rows: Int = 30) throws -> Pane {
    let terminal = try Pane(columns: columns, rows: rows)
    try terminal.start()
    try show(user, in: terminal)
    return terminal
  }

  /// By the command line, from wherever one is.
  private func show(_ user: String, in terminal: Pane) throws {
    try terminal.tmux.type(":users \(user)")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("the one user is left") { $0.contains("1 of 1") }
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("TIMELINE")
  }

  private func leave(_ terminal: Pane) throws {
    try terminal.tmux.type(":q")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("status=0")
    try terminal.expectRestored()
  }

  @Test func `re-verifying a demo's user brings what only the store knows`() throws {
    let terminal = try page(of: Self.subscriber)
    let before = try terminal.tmux.waitUntil("ACT")
    #expect(!before.contains("OFF"))
    // The one purchase under the cursor: of several the number would have to be typed.
    try terminal.tmux.type("3ar")
    try terminal.tmux.waitUntil("[Re-verify")
    try terminal.tmux.press("Tab", "Enter")
    try terminal.tmux.waitUntil("every job is done", within: Self.timeout) {
      $0.contains(/(\d+) of \1 done/) && $0.contains("answered: ")
    }
    try terminal.tmux.press("Escape")
    try terminal.tmux.type("1")
    try terminal.tmux.waitUntil("the timeline tells that renewal is off") {
      $0.contains("TIMELINE") && $0.contains("OFF") && !$0.contains("ACT")
    }
    try leave(terminal)
  }

  @Test func `a restore of another's purchase moves it, and escape leaves the job alone`() throws {
    let terminal = try page(of: Self.subscriber)
    try terminal.tmux.type("4")
    let orders = try terminal.tmux.waitUntil("TRANSACTION")
    let match = try #require(orders.firstMatch(of: /\d{15,19}/))
    let transaction = String(match.output)
    try show("u_ywyf1", in: terminal)
    // What comes together might be a paste.
    try terminal.tmux.type("as")
    try terminal.tmux.waitUntil("Enter look up")
    try terminal.tmux.type(transaction)
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("current owner: \(Self.subscriber)")
    try terminal.tmux.press("Tab", "Enter")
    try terminal.tmux.waitUntil("─ Jobs ─")
    try terminal.tmux.press("Escape")
    try terminal.tmux.waitUntil("the dialog is closed") { !$0.contains("─ Jobs ─") }
    try terminal.tmux.type("gj")
    try terminal.tmux.waitUntil("the job is done", within: Self.timeout) {
      $0.contains("1 of 1 done")
    }
    try terminal.tmux.press("Escape")
    try terminal.tmux.waitUntil("yearly")
    try leave(terminal)
  }

  @Test func `a transfer to the owner is refused`() throws {
    let terminal = try page(of: Self.subscriber)
    try terminal.tmux.type("3at")
    try terminal.tmux.waitUntil("current owner: \(Self.subscriber)")
    try terminal.tmux.type(Self.subscriber)
    try terminal.tmux.press("Tab", "Tab", "Enter")
    try terminal.tmux.waitUntil("belongs to \(Self.subscriber) already")
    try terminal.tmux.press("Escape")
    try leave(terminal)
  }

  @Test func `a ledger that is only looked at says how to act on it`() throws {
    let terminal = try Pane()
    try terminal.run("generate --users 3 --orders 9 --ledger ~/made.sqlite")
    try terminal.tmux.waitUntil("status=0")
    try terminal.run("--ledger ~/made.sqlite")
    try terminal.tmux.waitUntil("quit")
    try terminal.tmux.type(":users")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("of 3")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("ENTITLEMENTS")
    try terminal.tmux.type("an")
    try terminal.tmux.waitUntil(":write on lets you act")
    try terminal.tmux.type(":write on")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("the ledger is open for writing") {
      $0.contains(" RW ") && !$0.contains(" RO ")
    }
    try terminal.tmux.type("an")
    try terminal.tmux.waitUntil("[Cancel]")
    try terminal.tmux.type("called twice")
    try terminal.tmux.press("Enter", "Tab", "Enter")
    try terminal.tmux.waitUntil("1 of 1 done")
    try terminal.tmux.press("Escape")
    try terminal.tmux.type(":write off")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil(" RO ")
    try terminal.tmux.type(":audit")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("the audit log tells of it") { $0.contains("note") }
    try terminal.tmux.type(":q")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("the shell is back") {
      $0.components(separatedBy: "status=0").count > 2
    }
  }
}
