import Foundation
import TestSupport
import Testing

/// Answers to customers whose truth is known.
@Suite struct BenchAnswersTests {
  private let workbench: Workbench

  init() throws { workbench = try Workbench() }

  /// What `bench answers` counted, by the names of its JSON.
  private func tally(_ arguments: String...) throws -> (json: [String: Any], counts: [String: Int])
  {
    let played = try workbench.run(
      ["bench", "answers", "--show", "3", "--json", "tally.json"] + arguments
    )
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(workbench.read("tally.json"))) as? [String: Any]
    )
    let counts = try #require(json["judgements"] as? [String: Int])
    #expect(counts["confidently wrong"] == 0, "\(played.output)")
    #expect(played.status == 0)
    return (json, counts)
  }

  @Test func `of 2,000 lives none is answered confidently wrong, and 99 in 100 as they should be`()
    throws
  {
    let counts = try tally("--lives", "2000", "--seed", "3").counts
    #expect(counts.values.reduce(0, +) == 2_000)
    let others = ["wrongly unsure", "wrong but careful", "outdated"]
      .reduce(0) { $0 + (counts[$1] ?? 0) }
    #expect(others <= 20, "\(counts)")
  }

  @Test func `a document taken away makes no answer another certain one`() throws {
    let counts = try tally("--lives", "150", "--seed", "8", "--leave-out").counts
    #expect(counts.values.reduce(0, +) > 600)
  }

  @Test func `other people's documents change no answer`() throws {
    let json = try tally("--lives", "500", "--seed", "9", "--alone").json
    #expect(json["comparedLives"] as? Int == 500)
    #expect(json["answeredOtherwise"] as? Int == 0)
  }

  @Test func `the same seed gives the same table`() throws {
    let arguments = ["bench", "answers", "--lives", "100", "--seed", "5", "--show", "0"]
    let first = try workbench.run(arguments + ["--json", "first.json"])
    let second = try workbench.run(arguments + ["--json", "second.json"])
    #expect(first.output == second.output, "\(first.narration)")
    #expect(try workbench.read("first.json") == workbench.read("second.json"))
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
    let played = try workbench.run(["bench", "answers", "--life", life])
    #expect(played.output.contains("# right: \(answers)\n"), "\(played.output)\(played.narration)")
    #expect(played.output.contains("about = \"\(life)\""))
  }

  /// Each was answered confidently wrong before its rule was mended.
  @Test(arguments: [
    "0 google seed 102017604: 0 buy-premium, 31.7 turn-off, 73.95 order-premium; day 74.5 "
      + "cancelledButCharged by email",
    "0 amazon seed 104015689: 0 start-trial, 120 refund; day 121 wrongPlan by email",
    "15 apple seed 104006738: 0 buy-premium, 20.5 fail-card, 41 refund-part; day 47.5 noAccess by email",
    "15 apple seed 104001835: 0 buy-basic, 1.1 upgrade, 45.3 turn-off; day 46.3 chargedTwice by email",
    "15 apple seed 102013876: 0 buy-premium, 31.7 reinstall, 32.8 present-as-other; day 33.8 "
      + "lostAccess by email",
    "15 google seed 104003552: 0 buy-premium, 44.2 buy-with-second-account; day 44.75 "
      + "cancelledButCharged by email",
    "15 google seed 104015173: 0 buy-basic, 30.7 turn-off; day 61.7 cancelledButCharged by email",
    "15 google seed 104002936: 1.1 order-premium, 45.3 buy-coins; day 46.3 pendingOrFamily by order",
    "0 google seed 106001562: 0 order-premium, 16.1 complete-order, 47.8 transfer; day 48.8 noAccess "
      + "by order",
    "0 google seed 106005383: 0 buy-with-offer, 2.6 refund-part; day 3.6 trialOrOffer by email",
    "0 google seed 106020724: 0 start-trial, 44.2 turn-off, 77 buy-basic, 94.5 fail-card; day 114.2 "
      + "cancelledButCharged by email",
    "0 amazon seed 107009188: 0 buy-with-offer, 14 refund; day 15.4 lostAccess by email",
    "0 apple seed 107016285: 0 start-trial, 25.6 raise-price, 36.9 buy-with-second-account, "
      + "48.45 buy-with-second-account; day 49 cancelledButCharged by email",
    "0 apple seed 101018848: 0 join-family, 49.7 buy-premium; day 50.7 cancelledButCharged by email",
    "0 microsoft seed 107014442: 0 buy-with-offer, 0.25 present-as-other, 25.85 buy-theme; day 26.85 "
      + "trialOrOffer by email",
    "15 amazon seed 108011476: 0 start-trial, 0.25 fail-card; day 8.25 trialOrOffer by email",
    "15 apple seed 108014461: 0 buy-premium, 6.2 refund-part, 12.65 buy-premium; day 13.65 "
      + "chargedTwice by email",
    "15 google seed 108012173: 0 start-trial, 43 refund; day 44 wrongPlan by email",
    "15 amazon seed 105018075: 0 buy-basic, 69.8 upgrade; day 70.8 wrongPlan by email",
    "15 apple seed 109007565: 0 buy-with-offer, 6.2 buy-theme; day 7.2 trialOrOffer by email",
    "0 apple seed 109011499: 0 start-trial, 44.2 join-family, 61.7 transfer, 81.1 buy-in-sandbox; "
      + "day 82.1 cancelledButCharged by email",
    "0 amazon seed 110017703: 0 buy-premium, 31 refund; day 32 noAccess by email",
    "15 apple seed 110022738: 0 buy-basic, 49.2 refund-part, 60.5 start-trial; day 61.5 wrongPlan "
      + "by email",
    "0 google seed 110019606: 0 buy-premium, 53 turn-off, 59.2 refund-older; day 60.2 lostAccess by "
      + "email",
    "15 amazon seed 111000791: 0 start-trial, 0.25 turn-off; day 8.25 trialOrOffer by email",
    "0 apple seed 112005168: 0 start-trial, 19.4 fail-card, 101.5 buy-premium; day "
      + "102.89999999999999 lostAccess by email",
    "15 google seed 114001821: 0 buy-premium, 38.8 turn-off, 39.05 refund; day 40.05 wrongPlan by "
      + "email",
    "15 apple seed 117015622: 0 buy-premium, 44.2 turn-off, 46.800000000000004 refund; day "
      + "60.85000000000001 lostAccess by email",
    "15 apple seed 120002646: 0 buy-premium, 2.6 refund, 2.85 buy-premium; day 9.35 chargedTwice by "
      + "email",
    "15 google seed 120010923: 0 buy-premium, 31.95 pause, 33.05 order-coins, 33.3 complete-order; "
      + "day 97 pendingOrFamily by order",
    "15 google seed 120014015: 0 buy-premium, 31.7 buy-coins, 74.7 fail-card, 94.1 refund-part; day "
      + "95.1 noAccess by email",
    "15 google seed 125011255: 0 buy-premium, 64.99999999999999 refund; day 65.99999999999999 "
      + "restoreFails by email",
    "15 amazon seed 127019397: 0 buy-basic, 6.2 fail-card, 57.3 start-trial, 59.5 turn-off; day 60.5 "
      + "cancelledButCharged by email",
    "15 google seed 128008369: 0 buy-premium, 84.95 refund-older; day 85.5 restoreFails by email",
    "15 apple seed 131006531: 0 buy-coins, 19.4 buy-premium, 107.80000000000001 refund-part, "
      + "127.20000000000002 buy-basic; day 158.20000000000002 chargedTwice by email",
    "15 apple seed 134010822: 0 start-trial, 31.7 buy-with-second-account, 32.8 crossgrade, "
      + "44.349999999999994 raise-price; day 45.349999999999994 wrongPlan by email",
    "15 google seed 134011142: 0 buy-premium, 8.8 turn-off, 46.7 order-premium, 78.4 "
      + "complete-order; day 79.8 cancelledButCharged by email",
    "15 apple seed 122022332: 0 start-trial, 1.35 join-family; day 2.35 trialOrOffer by email",
  ])
  func `what no store stated is never answered as if it were sure`(_ lossAndLife: String) throws {
    let parts = lossAndLife.split(separator: " ", maxSplits: 1).map(String.init)
    let played = try workbench.run(["bench", "answers", "--life", parts[1], "--loss", parts[0]])
    #expect(played.status == 0, "\(played.output)\(played.narration)")
  }

  @Test func `a life that is printed is a story that can be replayed`() throws {
    let life = "google seed 7: 0 buy-premium, 12 turn-off; day 40 noAccess by email"
    let played = try workbench.run(["bench", "answers", "--life", life])
    try workbench.write(Array(played.output.utf8), to: "life.toml")
    let replayed = try workbench.run(["story", "check", "life.toml"])
    #expect(replayed.status == 0, "\(replayed.output)\(replayed.narration)")
  }

  @Test func `what is no life, store or ticket is refused`() throws {
    for (option, value) in [
      ("--life", "google: nothing"), ("--store", "nowhere"), ("--ticket", "weather"),
    ] {
      let answer = try workbench.run(["bench", "answers", option, value])
      #expect(answer.status == 64 && answer.output.isEmpty, "\(option)")
    }
  }
}
