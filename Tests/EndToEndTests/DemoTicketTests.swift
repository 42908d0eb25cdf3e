import Foundation
import TestSupport
import Testing

/// The demo's tickets, from what the customer wrote to the answer.
@Suite(.enabled(if: Tmux.isInstalled), .serialized, .timeLimit(.minutes(10)))
struct DemoTicketTests {
  private static let patience: Duration = .seconds(60)

  /// A ticket's title, what is pasted of its message, and what has to be on the screen for it: the
  /// verdict, and what it rests on.
  struct Example: Sendable {
    var title: String
    var message: String
    var verdict: String
    var evidence: String
  }

  static let examples = [
    Example(
      title: "I paid and have no access",
      message: "I bought Premium two days ago and paid for it, but the app still asks me to "
        + "subscribe! Order GPA.3385-1204-7765-81230. I'm signed in as maren.vogel@example.net.",
      verdict: "belongs to another user",
      evidence: "order GPA.3385-1204-7765-81230"
    ),
    Example(
      title: "Charged twice",
      message: "Why did you charge me twice this month?? I only have ONE account "
        + "(rosa.marquez@example.com).",
      verdict: "two",
      evidence: "450000911223301"
    ),
    Example(
      title: "Refund me (Apple)",
      message: "I want my money back! My kid subscribed on my iPhone by accident. Refund please. "
        + "oliver.hart@example.co.uk",
      verdict: "refund",
      evidence: "270001911330044"
    ),
    Example(
      title: "Refund me (Google)",
      message: "Where is my refund? I asked Google for it a week ago. GPA.3399-0011-2233-44556",
      verdict: "was refunded on",
      evidence: "GPA.3399-0011-2233-44556"
    ),
    Example(
      title: "Restore does not work",
      message: "Restore purchases says nothing to restore. I bought the app's full version years "
        + "ago. tom.byrne@example.ie",
      verdict: "no purchase",
      evidence: "receipt "
    ),
    Example(
      title: "My subscription has vanished",
      message: "My subscription vanished after my sister signed in on my iPad with her account! "
        + "I'm grace.okafor@example.com, transaction 720001990012200",
      verdict: "another user",
      evidence: "hope.okafor"
    ),
    Example(
      title: "I cancelled and was charged",
      message: "Ich habe mein Abo gekündigt, trotzdem wurde abgebucht. ute.lang@example.de",
      verdict: "24 hours",
      evidence: "renewal off"
    ),
    Example(
      title: "Lost Premium though I pay",
      message: "I have been paying every month and suddenly Premium stopped working. Please fix "
        + "it! Order GPA.3344-5566-7788-99001",
      verdict: "payment",
      evidence: "GPA.3344-5566-7788-99001"
    ),
    Example(
      title: "Wrong plan",
      message: "I switched to the Basic plan last week but the app still shows Premium, wrong "
        + "plan! lou.berg@example.com",
      verdict: "Basic",
      evidence: "560001880012001"
    ),
    Example(
      title: "My gems are missing",
      message: "I bought 500 gems and never received them!!! Transaction 990001220018801. "
        + "zed.kaya@example.com",
      verdict: "500 gems",
      evidence: "990001220018801"
    ),
    Example(
      title: "The trial charged me",
      message: "I signed up for the FREE TRIAL and now you took $59.99! uma.patel@example.com",
      verdict: "trial",
      evidence: "130001550011"
    ),
    Example(
      title: "Family Sharing stopped",
      message: "I had Premium through Family Sharing from my mother, and now it is gone. "
        + "lena.voss@example.de",
      verdict: "family",
      evidence: "660001880055001"
    ),
  ]

  /// Two keys: the paste, and Enter.
  @Test func `a pasted ticket is answered with its evidence on one small screen`() throws {
    let terminal = try Pane()
    try terminal.start()
    for example in Self.examples {
      try terminal.tmux.send(Array("\u{1B}[200~\(example.message)\u{1B}[201~".utf8))
      try terminal.tmux.press("Enter")
      try terminal.tmux.waitUntil(example.title, within: Self.patience) { screen in
        // The verdict may be wrapped.
        let words = screen.split { $0.isWhitespace }.prefix(80)
        let head = words.joined(separator: " ").lowercased()
        return head.contains(example.verdict.lowercased()) && screen.contains("CHECKS")
          && screen.contains(example.evidence)
      }
      try terminal.tmux.press("Escape")
      try terminal.tmux.waitUntil("home is back", within: Self.patience) {
        $0.contains("TICKETS")
      }
    }
  }

  @Test func `the tour goes from one ticket to the next`() throws {
    let terminal = try Pane()
    try terminal.run("tour --users 60")
    try terminal.tmux.waitUntil("Lesson 1 of 12", within: Self.patience)
    try terminal.tmux.type("t")
    try terminal.tmux.waitUntil("the timeline of the lesson", within: Self.patience) {
      $0.contains("AT (STORE)") && !$0.contains("Lesson")
    }
    try terminal.tmux.press("Escape")
    for number in 2...12 {
      try terminal.tmux.type("n")
      try terminal.tmux.waitUntil("Lesson \(number) of 12", within: Self.patience)
    }
    try terminal.tmux.waitUntil("the last lesson says so") { $0.contains("the last one") }
  }
}
