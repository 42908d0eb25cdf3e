import Foundation
import TestSupport
import Testing

/// What the simulated stores tell, until it is on file.
@Suite struct IngestTests {
  private let workbench: Workbench
  private let simulator: RunningProgram
  private let address: String

  init() throws {
    workbench = try Workbench()
    (simulator, address) = try Self.simulate(workbench)
  }

  private static func simulate(_ workbench: Workbench) throws -> (RunningProgram, String) {
    let simulator = try workbench.start(["simulate", "--listen", "127.0.0.1:0", "--dir", "sim"])
    let address = try #require(simulator.narrated(between: "answer at ", and: ". Ctrl-C"))
    return (simulator, address)
  }

  @discardableResult
  private func simulate(_ words: String...) throws -> String {
    let answer = try workbench.run(["simulate"] + words + ["--at", address])
    try #require(answer.status == 0, "\(answer.narration)")
    return answer.output
  }

  /// Somebody buys at Google, and it is on file; the order's number.
  private func sale(of product: String) throws -> String {
    let bought = try simulate("act", "buy", "--store", "google", "--product", product)
    let number = try #require(bought.firstMatch(of: /"transaction":"(GPA[^"]+)"/)?.1)
    #expect(try run("ingest", "--from", address).status == 0)
    #expect(try run("jobs", "run", "--once").status == 0)
    return String(number)
  }

  private func run(_ words: String..., input: String = "") throws -> Workbench.Answer {
    try workbench.run(
      words + ["--config", "sim/settings.toml", "--ledger", "ledger.sqlite"],
      input: input
    )
  }

  private func words(_ answer: Workbench.Answer) -> [String] {
    answer.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
  }

  @Test(arguments: ["apple", "google", "amazon"])
  func `a purchase is told, filed, asked about and explained`(_ store: String) throws {
    try simulate("act", "buy", "--store", store, "--product", "plus.monthly", "--account", "ada")
    let first = try run("ingest", "--from", address)
    #expect(first.status == 0, "\(first.narration)")
    #expect(words(first) == ["filed"])
    #expect(try run("ingest", "--from", address).output.isEmpty, "nothing is read twice")
    #expect(try run("jobs", "run", "--once").status == 0)
    let list = try run("ls", "subs", "--jsonl").output
    #expect(list.contains("plus.monthly"), "\(list)")
    #expect(!list.contains("unverified"), "\(list)")
  }

  @Test func `a new world begins anew, and an old one goes on`() throws {
    try simulate("act", "buy", "--product", "plus.monthly", "--account", "ada")
    #expect(words(try run("ingest", "--from", address)) == ["filed"])
    try simulate("act", "buy", "--product", "coins.100", "--account", "ada")
    let second = try run("ingest", "--from", address, "--json")
    #expect(second.output.contains("\"name\":\"2\""))
    #expect(second.output.contains("\"outcome\":\"filed\""))
    simulator.kill()
    let gone = try run("ingest", "--from", address)
    #expect(gone.status == 1)
    #expect(gone.narration.contains("No simulator is running at \(address)"))
    #expect(!gone.narration.contains("--at"), "ingest has no such option: \(gone.narration)")
    let other = try workbench.start(["simulate", "--listen", "127.0.0.1:0", "--seed", "8"])
    let there = try #require(other.narrated(between: "answer at ", and: ". Ctrl-C"))
    let bought = try workbench.run(
      ["simulate", "act", "buy", "--store", "google", "--product", "coins.100", "--at", there]
    )
    try #require(bought.status == 0, "\(bought.narration)")
    let told = try run("ingest", "--from", there)
    #expect(told.output.hasPrefix("filed  1  google-rtdn"), "\(told.output)\(told.narration)")
  }

  @Test func `single ones come by file, and are believed on a word`() throws {
    let inner = """
      {"version":"1.0","packageName":"com.example.reader","eventTimeMillis":"1777636800000",\
      "subscriptionNotification":{"version":"1.0","notificationType":4,"purchaseToken":"secret"}}
      """
    try workbench.write(Array(inner.utf8), to: "rtdn.json")
    let stranger = try run("ingest", "rtdn.json")
    #expect(stranger.status == 2)
    #expect(stranger.output.hasPrefix("rejected: unsigned  rtdn.json  google-rtdn"))
    let vouched = try run("ingest", "--vouched", "-", input: inner)
    #expect(vouched.status == 0, "\(vouched.narration)")
    #expect(vouched.output == "filed  -  google-rtdn SUBSCRIPTION_PURCHASED\n")
    #expect(vouched.narration.contains("purser jobs run"))
    #expect(words(try run("ingest", "--vouched", "rtdn.json")) == ["known"])
    #expect(try run("ingest", "nowhere.json").status == 1)
    #expect(try run("ingest", "--follow", "rtdn.json").status == 64)
    #expect(try run("ingest").status == 64)
  }

  @Test func `what was pushed in vain is found by a poll, once`() throws {
    try simulate("act", "buy", "--product", "plus.monthly", "--account", "ada")
    let look = try run("notify", "history", "--app", "com.example.reader")
    #expect(look.output.hasPrefix("new  "), "\(look.narration)")
    let plan = try run("poll", "--dry-run")
    #expect(plan.output.contains("notifications  com.example.reader"))
    #expect(plan.output.contains("voids  com.example.reader"))
    let poll = try run("poll")
    #expect(poll.status == 0, "\(poll.narration)")
    #expect(poll.narration.contains("notification gaps, 1 voided-purchases list"))
    #expect(try run("ls", "subs", "--jsonl").output.contains("plus.monthly"))
    #expect(try run("poll").output.hasPrefix("0 new jobs"))
    let again = try run("notify", "history", "--app", "com.example.reader", "--file")
    #expect(again.output.hasPrefix("known  "))
    let test = try run("notify", "test", "--app", "com.example.reader")
    #expect(test.status == 2)
    #expect(test.narration.contains("App Store Connect"))
  }

  @Test(arguments: ["coins.100", "plus.monthly"])
  func `a refund is done on a word, once, and takes back what was bought`(
    _ product: String
  ) throws {
    let order = try sale(of: product)
    #expect(try run("store", "refund", order, "--yes").status == 64, "why, is asked")
    let words = ["store", "refund", order, "--revoke", "--reason", "asked nicely", "--by", "kim"]
    func refund(_ further: String...) throws -> Workbench.Answer {
      try workbench.run(
        words + further + ["--config", "sim/settings.toml", "--ledger", "ledger.sqlite"]
      )
    }
    #expect(try refund("--dry-run").output.hasPrefix("would refund and revoke \(order)"))
    #expect(try refund().status == 64)
    let done = try refund("--yes")
    #expect(done.status == 0, "\(done.output)\(done.narration)")
    #expect(try run("jobs", "run", "--once").status == 0)
    let orders = try run("ls", "orders", "--jsonl").output
    #expect(orders.contains("\"state\":\"refunded\""), "\(orders)")
    let second = try refund("--yes")
    #expect(second.status == 2)
    #expect(second.narration.contains("--again"))
    let audit = try workbench.run(["audit", "--ledger", "ledger.sqlite"]).output
    #expect(audit.contains("store-refund-done") && audit.contains("kim"))
    #expect(try workbench.run(["check", "--ledger", "ledger.sqlite"]).status == 0)
  }

  @Test func `a void that was told takes back what was bought`() throws {
    let order = try sale(of: "coins.100")
    try simulate("act", "refund", order)
    #expect(try run("ingest", "--from", address).status == 0)
    #expect(try run("jobs", "run", "--once").status == 0)
    let orders = try run("ls", "orders", "--jsonl").output
    #expect(orders.contains("refunded"), "\(orders)")
  }
}
