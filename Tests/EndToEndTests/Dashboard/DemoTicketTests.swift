import Foundation
import TestSupport
import Testing

/// The demo's tickets, from what the customer wrote to the answer.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(10)))
struct DemoTicketTests {
  private static let timeout: Duration = .seconds(60)

  /// Two keys: the paste, and Enter.
  @Test func `a pasted ticket is answered with its evidence on one small screen`() throws {
    let terminal = try Pane()
    try terminal.start()
    for ticket in DemoTicket.all {
      try terminal.tmux.send(Array("\u{1B}[200~\(ticket.message)\u{1B}[201~".utf8))
      try terminal.tmux.press("Enter")
      try terminal.tmux.waitUntil(ticket.title, within: Self.timeout, ticket.isAnswered)
      try terminal.tmux.press("Escape")
      try terminal.tmux.waitUntil("home is back", within: Self.timeout) {
        $0.contains("TICKETS")
      }
    }
  }

  /// As a terminal pastes that does not mark it: what would be commands among it is text.
  @Test func `an address and lines that arrive together are one question`() throws {
    let terminal = try Pane()
    try terminal.start()
    try terminal.tmux.send(Array("q: charged twice\rrosa.marquez@example.com\r".utf8))
    try terminal.tmux.waitUntil("q: charged twice rosa.marquez@example.com")
    try terminal.tmux.press("Enter")
    try terminal.tmux.waitUntil("the answer is there", within: Self.timeout) {
      $0.contains("CHECKS") && $0.contains("Rosa Marquez")
    }
    try terminal.tmux.press("Escape")
    try terminal.tmux.waitUntil("Rosa Marquez  q: charged twice")
  }

  @Test func `the tour goes from one ticket to the next`() throws {
    let terminal = try Pane()
    try terminal.run("tour --users 60")
    try terminal.tmux.waitUntil("Lesson 1 of 12", within: Self.timeout)
    try terminal.tmux.type("t")
    try terminal.tmux.waitUntil("the timeline of the lesson", within: Self.timeout) {
      $0.contains("AT (STORE)") && !$0.contains("Lesson")
    }
    try terminal.tmux.press("Escape")
    for number in 2...12 {
      try terminal.tmux.type("n")
      try terminal.tmux.waitUntil("Lesson \(number) of 12", within: Self.timeout)
    }
    try terminal.tmux.waitUntil("the last lesson says so") { $0.contains("q leaves") }
  }
}
