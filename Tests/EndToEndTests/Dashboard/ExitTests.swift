import Foundation
import TestSupport
import Testing

/// However the program ends, the shell gets its terminal back.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(5)))
struct ExitTests {
  @Test func `q and q again gives the shell its screen back and ends with status 0`() throws {
    let terminal = try Pane()
    try terminal.start()
    try terminal.quit()
    try terminal.tmux.waitUntil("status=0")
    try terminal.expectRestored()
  }

  @Test(arguments: [(SIGILL, 132), (SIGTRAP, 133), (SIGABRT, 134), (SIGSEGV, 139), (SIGKILL, 137)])
  func `a crash leaves no disorder and tells the shell its signal`(
    signal: Int32,
    status: Int
  ) throws {
    let terminal = try Pane()
    try terminal.start()
    let processes = try terminal.processes()
    processes.dashboard.send(signal)
    try terminal.tmux.waitUntil("status=\(status)")
    try terminal.expectRestored()
    #expect(!processes.guardian.isAlive)
  }

  @Test(arguments: [SIGABRT, SIGHUP, SIGQUIT])
  func `a crash puts the screen away itself while the guard cannot`(signal: Int32) throws {
    let terminal = try Pane()
    try terminal.start(thenSay: false)
    let processes = try terminal.processes()
    processes.guardian.send(SIGSTOP)
    try terminal.tmux.waitUntil("Stopped")
    #expect(try terminal.tmux.display("alternate_on") == "1")
    processes.dashboard.send(signal)
    try terminal.tmux.waitUntil("the shell's screen is back") { _ in
      try terminal.tmux.display("alternate_on") == "0"
    }
    try terminal.tmux.type(line: "fg; printf 'status=%s\\n' $?")
    try terminal.tmux.waitUntil("status=\(128 + signal)")
    try terminal.expectRestored()
  }

  @Test func `SIGTERM to the guard ends the dashboard in its own way`() throws {
    let terminal = try Pane()
    try terminal.start()
    let processes = try terminal.processes()
    processes.guardian.send(SIGTERM)
    try terminal.tmux.waitUntil("the status is that of an orderly end") { screen in
      ["status=0", "status=130", "status=143"].contains { screen.contains($0) }
    }
    try terminal.expectRestored()
    try [processes.guardian, processes.dashboard].waitUntilDead()
  }

  @Test func `the dashboard leaves when its guard is killed`() throws {
    let terminal = try Pane()
    try terminal.start()
    let processes = try terminal.processes()
    processes.guardian.send(SIGKILL)
    try [processes.guardian, processes.dashboard].waitUntilDead()
    // The shell may have had its say on the screen that is gone now.
    #expect(try terminal.tmux.display("alternate_on") == "0")
    try terminal.tmux.type(line: "printf 'st%s\\n' ill")
    try terminal.tmux.waitUntil("still")
  }

  @Test func `a closed terminal leaves no process behind`() throws {
    let terminal = try Pane()
    try terminal.start()
    let processes = try terminal.processes()
    terminal.tmux.kill()
    try [processes.guardian, processes.dashboard].waitUntilDead()
  }

  @Test func `Ctrl-Z hands over to the shell and fg brings the screen back`() throws {
    let terminal = try Pane()
    try terminal.start(thenSay: false)
    for _ in 0..<2 {
      try terminal.tmux.press("C-z")
      try terminal.tmux.waitUntil("Stopped")
      try terminal.expectRestored()
      try terminal.tmux.type(line: "clear; fg; printf 'status=%s\\n' $?")
      try terminal.waitForDashboard()
      #expect(try terminal.tmux.display("alternate_on") == "1")
      // The list that `fg` stood in is not gone on with before the program ends or stops.
      try terminal.tmux.press("C-z")
      try terminal.tmux.waitUntil("Stopped")
      try terminal.tmux.type(line: "clear; printf 'ear%s\\n' lier; fg")
      try terminal.waitForDashboard()
    }
    try terminal.quit()
    try terminal.expectRestored()
  }

  @Test func `a dashboard that was stopped by force gives the shell its screen meanwhile`() throws {
    let terminal = try Pane()
    try terminal.start(thenSay: false)
    let processes = try terminal.processes()
    processes.dashboard.send(SIGSTOP)
    try terminal.tmux.waitUntil("Stopped")
    try terminal.expectRestored()
    try terminal.tmux.type(line: "fg")
    try terminal.waitForDashboard()
    try terminal.quit()
    try terminal.expectRestored()
  }

  @Test func `SIGTSTP from outside suspends as Ctrl-Z does`() throws {
    let terminal = try Pane()
    try terminal.start(thenSay: false)
    let processes = try terminal.processes()
    processes.guardian.send(SIGTSTP)
    try terminal.tmux.waitUntil("Stopped")
    try terminal.expectRestored()
    try terminal.tmux.type(line: "fg")
    try terminal.waitForDashboard()
    processes.dashboard.send(SIGTSTP)
    try terminal.expectRestored()
    try terminal.tmux.type(line: "fg")
    try terminal.waitForDashboard()
  }
}
