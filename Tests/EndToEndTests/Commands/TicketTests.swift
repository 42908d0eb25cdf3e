import Foundation
import TestSupport
import Testing

/// From a store's answer to the answer to a ticket, as an operator types it.
@Suite struct TicketTests {
  private let workbench: Workbench
  private static let order = "GPA.3312-9871-1200-44444"

  init() throws {
    workbench = try Workbench()
    // An ACTIVE subscription of Google Play's with one month to go, and one that ended long ago.
    try workbench.write(
      Self.subscription("ACTIVE", until: 30, order: Self.order),
      to: "active.json"
    )
    try workbench.write(
      Self.subscription("EXPIRED", until: -400, order: "GPA.3312-0000-0000-11111"),
      to: "expired.json"
    )
  }

  private static func subscription(
    _ state: String,
    until days: Double,
    order: String
  ) -> [UInt8] {
    func time(_ days: Double) -> String {
      Date(timeIntervalSinceNow: days * 86_400).formatted(.iso8601)
    }
    return Array(
      """
      {"kind":"androidpublisher#subscriptionPurchaseV2","startTime":"\(time(days - 30))",
       "regionCode":"DE","subscriptionState":"SUBSCRIPTION_STATE_\(state)","latestOrderId":"\(order)",
       "lineItems":[{"productId":"gold","expiryTime":"\(time(days))",
         "latestSuccessfulOrderId":"\(order)",
         "autoRenewingPlan":{"autoRenewEnabled":\(state == "ACTIVE")},
         "offerDetails":{"basePlanId":"monthly"}}]}
      """.utf8
    )
  }

  private func run(_ words: String...) throws -> Workbench.Answer {
    try workbench.run(words.prefix(1) + ["--ledger", "ledger.sqlite"] + words.dropFirst())
  }

  private func `import`(_ file: String, for user: String) throws -> Workbench.Answer {
    try run(
      "import",
      "--store-answer",
      "--app",
      "com.example.reader",
      "--token",
      "secret-\(user)",
      "--user",
      user,
      file
    )
  }

  @Test func `an answer nobody vouches for is kept and grants nothing`() throws {
    let answer = try run("import", "--app", "com.example.reader", "active.json")
    #expect(answer.status == 2)
    #expect(answer.narration.contains("active.json: rejected (unsigned)"), "\(answer.narration)")
    #expect(answer.narration.contains("it grants nothing"))
  }

  @Test func `it is said if a message asks nothing that is recognised`() throws {
    #expect(try self.import("active.json", for: "ada").status == 0)
    let warning = "The message does not say what is asked"
    let vague = "Hello, this is about \(Self.order). Kind regards, Ada"
    #expect(try run("why", vague).output.contains(warning))
    #expect(try run("why", "--json", vague).output.contains("\"ticketStated\": false"))
    #expect(try !run("why", "I paid and have no access, \(Self.order)").output.contains(warning))
    #expect(try !run("why", Self.order).output.contains(warning))
  }

  @Test func `a whole message is answered, with what may be sent back`() throws {
    #expect(try self.import("active.json", for: "ada").status == 0)
    #expect(try self.import("expired.json", for: "bob").status == 0)

    let fine = try run("why", "Hello, is my subscription \(Self.order) still running? Thanks, Ada")
    #expect(fine.status == 0, "\(fine.output) \(fine.narration)")
    let lapsed = try run(
      "why",
      "--json",
      "I paid but have no access!! order gpa.3312-0000-0000-11111"
    )
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(lapsed.output.utf8)) as? [String: Any]
    )
    #expect(json["schemaVersion"] as? Int == 1)
    let verdict = try #require(json["verdict"] as? [String: Any])
    #expect((verdict["code"] as? String)?.contains("expired") == true, "\(verdict)")
    let summary = try #require(json["customerSummary"] as? String)
    #expect(!summary.isEmpty && !summary.contains("bob") && !summary.contains("secret"))
    #expect(!lapsed.output.contains("secret-bob"), "tokens are never printed")

    #expect(json["ticketStated"] as? Bool == true)

    let chosen = try run("why", "--json", "--ticket", "chargedTwice", Self.order)
    #expect(chosen.output.contains("\"ticketStated\": true"), "\(chosen.output)")
    #expect(chosen.output.contains("\"one-charge-on-file\""), "\(chosen.output)")
    let unknown = try run("why", "--ticket", "refund", Self.order)
    #expect(unknown.status == 64 && unknown.narration.contains("refundGoogle"))

    let outdated = try run("why", "my order MX97GJYXKP is missing")
    #expect(outdated.output.contains("purser lookup MX97GJYXKP --app ID"), "\(outdated.output)")

    let nobody = try run("why", "GPA.9999-9999-9999-99999")
    #expect(nobody.status == 4)
  }

  @Test func `the timeline, the counts, a backup and a replay agree`() throws {
    #expect(try self.import("active.json", for: "ada").status == 0)
    let timeline = try run("timeline", "ada")
    #expect(timeline.status == 0 && timeline.output.contains("gold"), "\(timeline.output)")
    let info = try run("info", "--json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any]
    )
    #expect(json["users"] as? Int == 1)
    #expect((json["subscriptions"] as? [String: Int])?["active"] == 1, "\(info.output)")
    let replay = try run("replay", "--check")
    #expect(replay.status == 0, "\(replay.output)")

    #expect(try run("backup", "copy.sqlite").status == 0)
    #expect(try run("backup", "copy.sqlite").status == 1, "nothing is written over")
    let copy = try workbench.run(["info", "--json", "--ledger", "copy.sqlite"])
    #expect(copy.output.contains("\"users\": 1"))
  }

  @Test func `a catalog decides what was filed before it`() throws {
    #expect(try self.import("active.json", for: "ada").status == 0)
    try workbench.write(
      Array(
        """
        version = "1"
        [[item]]
        id = "gold"
        kind = "subscription"
        entitlements = ["premium"]
        products.google = ["gold"]
        """.utf8
      ),
      to: "catalog.toml"
    )
    let kept = try workbench.run(["catalog", "import", "--ledger", "ledger.sqlite", "catalog.toml"])
    #expect(kept.status == 0, "\(kept.narration)")
    let why = try run("why", "--all", "--json", "ada")
    #expect(why.output.contains("premium"), "\(why.output)")
    #expect(try run("replay", "--check").status == 0)
  }
}
