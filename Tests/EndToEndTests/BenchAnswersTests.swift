import Foundation
import TestSupport
import Testing

/// Answers to customers whose truth is known.
@Suite struct BenchAnswersTests {
  private let desk: Workbench

  init() throws { desk = try Workbench() }

  /// Of the 2,000 lives below more than so many may not be answered wrongly with certainty, or in a way
  /// that is neither right nor rightly unsure.
  private static let (mostConfidentlyWrong, mostOthers) = (12, 126)

  @Test func `2,000 lives are answered no worse than before`() throws {
    let played = try desk.run(
      ["bench", "answers", "--lives", "2000", "--seed", "3", "--show", "0", "--json", "a.json"]
    )
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(desk.read("a.json"))) as? [String: Any]
    )
    let judgements = try #require(json["judgements"] as? [String: Int])
    #expect(judgements.values.reduce(0, +) == 2_000)
    let wrong = try #require(judgements["confidently wrong"])
    let others = ["wrongly unsure", "wrong but careful", "outdated"]
      .reduce(wrong) { $0 + (judgements[$1] ?? 0) }
    #expect(wrong <= Self.mostConfidentlyWrong, "\(played.output)")
    #expect(others <= Self.mostOthers, "\(played.output)")
    #expect(played.status == (wrong == 0 ? 0 : 1))
  }

  @Test func `the same seed gives the same table`() throws {
    let arguments = ["bench", "answers", "--lives", "100", "--seed", "5", "--show", "0"]
    let first = try desk.run(arguments + ["--json", "first.json"])
    let second = try desk.run(arguments + ["--json", "second.json"])
    #expect(first.output == second.output, "\(first.narration)")
    #expect(try desk.read("first.json") == desk.read("second.json"))
  }

  /// What is right about a life that is written by hand, by the stores' documentation.
  @Test(arguments: [
    ("apple seed 7: 0 buy-premium; day 8 noAccess by email", "access-is-active"),
    ("apple seed 7: 0 buy-premium, 3 turn-off; day 40 noAccess by email", "subscription-expired"),
    ("apple seed 7: 0 buy-premium, 3 fail-card; day 40 lostAccess by email", "in-grace-period"),
    ("apple seed 7: 0 buy-premium, 3 fail-card; day 50 lostAccess by email", "payment-on-hold"),
    (
      "apple seed 7: 0 buy-premium, 3 fail-card; day 95 lostAccess by email",
      "expired-after-billing"
    ),
    ("apple seed 7: 0 buy-premium, 3 refund; day 5 refundApple by email", "refunded-already"),
    (
      "apple seed 7: 0 buy-premium, 3 raise-price; day 35 noAccess by email",
      "price-rise-not-agreed"
    ),
    (
      "google seed 7: 0 order-coins; day 2 pendingOrFamily by email",
      "family-status-unknown, purchase-pending"
    ),
    (
      "google seed 7: 0 start-trial; day 2 chargedTwice by email",
      "nothing-was-charged, trial-running"
    ),
    (
      "google seed 7: 0 buy-premium; day 40 chargedTwice by email", "renewals-of-one-subscription"
    ),
    (
      "google seed 7: 0 buy-premium, 2 downgrade; day 9 wrongPlan by email",
      "plan-change-deferred, plan-change-pending"
    ),
    ("microsoft seed 7: 0 buy-premium, 2 fail-card; day 31 lostAccess by email", "in-grace-period"),
    ("amazon seed 7: 0 buy-coins; day 2 noAccess by email", "only-consumables"),
  ])
  func `a life written by hand has the answers that its store documents`(
    _ life: String,
    _ answers: String
  ) throws {
    let played = try desk.run(["bench", "answers", "--life", life])
    #expect(played.output.contains("# right: \(answers)\n"), "\(played.output)\(played.narration)")
    #expect(played.output.contains("about = \"\(life)\""))
  }

  @Test func `a life that is printed is a story that can be replayed`() throws {
    let life = "google seed 7: 0 buy-premium, 12 turn-off; day 40 noAccess by email"
    let played = try desk.run(["bench", "answers", "--life", life])
    try desk.write(Array(played.output.utf8), to: "life.toml")
    let replayed = try desk.run(["story", "check", "life.toml"])
    #expect(replayed.status == 0, "\(replayed.output)\(replayed.narration)")
  }

  @Test func `what is no life, store or ticket is refused`() throws {
    for (option, value) in [
      ("--life", "google: nothing"), ("--store", "nowhere"), ("--ticket", "weather"),
    ] {
      let answer = try desk.run(["bench", "answers", option, value])
      #expect(answer.status == 64 && answer.output.isEmpty, "\(option)")
    }
  }
}
