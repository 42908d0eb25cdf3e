import Foundation
import TestSupport
import Testing

/// `purser generate`, as an operator types it.
@Suite struct GenerateTests {
  private let workbench: Workbench

  init() throws { workbench = try Workbench() }

  private func generate(_ further: [String]) throws -> Workbench.Answer {
    try workbench.run(
      [
        "generate", "--users", "24", "--orders", "90", "--at", "2026-05-01",
        "--ledger", "made.sqlite",
      ] + further
    )
  }

  @Test(arguments: [[], ["--compact"]])
  func `makes a ledger that says what it is and follows from its documents`(
    further: [String]
  ) throws {
    let answer = try generate(further)
    #expect(answer.status == 0)
    #expect(answer.output.contains("24 users and 90 orders"))
    #expect(answer.narration == "", "no progress where nobody looks, no word of the loader")
    let info = try workbench.run(["info", "--json", "--ledger", "made.sqlite"])
    #expect(info.output.contains("\"generated\": true"))
    #expect(info.output.contains("\"users\": 24"))
    #expect(info.output.contains("\"orders\": 90"))
    let replay = try workbench.run(["replay", "--check", "--ledger", "made.sqlite"])
    #expect(replay.status == 0, "\(replay.output.prefix(400))")
  }

  @Test func `leaves a ledger alone that holds anything`() throws {
    #expect(try generate(["--compact"]).status == 0)
    let again = try generate(["--compact", "--seed", "8"])
    #expect(again.status == 1)
    #expect(again.narration.contains("is there already"))
  }

  @Test(.timeLimit(.minutes(5)), arguments: [SIGINT, SIGTERM, SIGHUP], [8_000, 400_000])
  func `leaves nothing behind when it is stopped`(signal: Int32, orders: Int) throws {
    let generator = try workbench.start(
      ["generate", "--users", "4000", "--orders", "\(orders)", "--ledger", "made.sqlite"]
    )
    // Until it writes documents.
    while generator.isRunning,
      workbench.files(beginning: "made").allSatisfy({
        ((try? workbench.read($0).count) ?? 0) < 100_000
      })
    {}
    #expect(generator.stop(by: signal) == 130)
    #expect(workbench.files(beginning: "made") == [])
  }
}
