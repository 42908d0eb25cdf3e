import Foundation
import TestSupport
import Testing

/// What the simulated stores tell, until it is on file.
@Suite struct IngestTests {
  private let desk: Workbench
  private let simulator: RunningProgram
  private let address: String

  init() throws {
    desk = try Workbench()
    (simulator, address) = try Self.simulate(desk)
  }

  private static func simulate(_ desk: Workbench) throws -> (RunningProgram, String) {
    let simulator = try desk.start(["simulate", "--listen", "127.0.0.1:0", "--dir", "sim"])
    let address = try #require(simulator.narrated(between: "answer at ", and: ". Ctrl-C"))
    return (simulator, address)
  }

  private func simulate(_ words: String...) throws {
    let answer = try desk.run(["simulate"] + words + ["--at", address])
    try #require(answer.status == 0, "\(answer.narration)")
  }

  private func run(_ words: String..., input: String = "") throws -> Workbench.Answer {
    try desk.run(
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
    #expect(gone.narration.contains("No simulator answers at \(address)"))
    let other = try desk.start(["simulate", "--listen", "127.0.0.1:0", "--seed", "8"])
    let there = try #require(other.narrated(between: "answer at ", and: ". Ctrl-C"))
    let bought = try desk.run(
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
    try desk.write(Array(inner.utf8), to: "rtdn.json")
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
}
