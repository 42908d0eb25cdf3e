import Foundation
import Testing

/// A ticket of the demo: its title, what is pasted of its message, and what has to be on the screen
/// for it: the verdict, and what it rests on.
struct DemoTicket: Sendable, CustomTestStringConvertible {
  var title: String
  var message: String
  var verdict: String
  var evidence: String

  var testDescription: String { title }

  /// Whether a screen answers it.
  func isAnswered(by screen: String) -> Bool {
    // The verdict may be wrapped.
    let words = screen.split { $0.isWhitespace }.prefix(80)
    let head = words.joined(separator: " ").lowercased()
    return head.contains(verdict.lowercased()) && screen.contains("CHECKS")
      && screen.contains(evidence)
  }

  static let all = [
    DemoTicket(
      title: "I paid and have no access",
      message: "I bought Premium two days ago and paid for it, but the app still asks me to "
        + "subscribe! Order GPA.3385-1204-7765-81230. I'm signed in as maren.vogel@example.net.",
      verdict: "belongs to another user",
      evidence: "GPA.3385-1204-7765-81230"
    ),
    DemoTicket(
      title: "Charged twice",
      message: "Why did you charge me twice this month?? I only have ONE account "
        + "(rosa.marquez@example.com).",
      verdict: "two",
      evidence: "450000911223301"
    ),
    DemoTicket(
      title: "Refund me (Apple)",
      message: "I want my money back! My kid subscribed on my iPhone by accident. Refund please. "
        + "oliver.hart@example.co.uk",
      verdict: "refund",
      evidence: "270001911330044"
    ),
    DemoTicket(
      title: "Refund me (Google)",
      message: "Where is my refund? I asked Google for it a week ago. GPA.3399-0011-2233-44556",
      verdict: "was refunded on",
      evidence: "GPA.3399-0011-2233-44556"
    ),
    DemoTicket(
      title: "Restore does not work",
      message: "Restore purchases says nothing to restore. I bought the app's full version years "
        + "ago. tom.byrne@example.ie",
      verdict: "no purchase",
      evidence: "receipt "
    ),
    DemoTicket(
      title: "My subscription has vanished",
      message: "My subscription vanished after my sister signed in on my iPad with her account! "
        + "I'm grace.okafor@example.com, transaction 720001990012200",
      verdict: "another user",
      evidence: "hope.okafor"
    ),
    DemoTicket(
      title: "I cancelled and was charged",
      message: "Ich habe mein Abo gekündigt, trotzdem wurde abgebucht. ute.lang@example.de",
      verdict: "24 hours",
      evidence: "renewal off"
    ),
    DemoTicket(
      title: "Lost Premium though I pay",
      message: "I have been paying every month and suddenly Premium stopped working. Please fix "
        + "it! Order GPA.3344-5566-7788-99001",
      verdict: "payment",
      evidence: "GPA.3344-5566-7788-99001"
    ),
    DemoTicket(
      title: "Wrong plan",
      message: "I switched to the Basic plan last week but the app still shows Premium, wrong "
        + "plan! lou.berg@example.com",
      verdict: "Basic",
      evidence: "560001880012001"
    ),
    DemoTicket(
      title: "My gems are missing",
      message: "I bought 500 gems and never received them!!! Transaction 990001220018801. "
        + "zed.kaya@example.com",
      verdict: "500 gems",
      evidence: "990001220018801"
    ),
    DemoTicket(
      title: "The trial charged me",
      message: "I signed up for the FREE TRIAL and now you took $59.99! uma.patel@example.com",
      verdict: "trial",
      evidence: "130001550011"
    ),
    DemoTicket(
      title: "Family Sharing stopped",
      message: "I had Premium through Family Sharing from my mother, and now it is gone. "
        + "lena.voss@example.de",
      verdict: "family",
      evidence: "660001880055001"
    ),
  ]
}
