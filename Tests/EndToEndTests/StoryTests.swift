import Foundation
import TestSupport
import Testing

/// Tickets told as files: those of the tree come out as they say, and none does so by accident.
@Suite struct StoryTests {
  private let workbench: Workbench
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stories")

  init() throws { workbench = try Workbench() }

  /// A story of its own, outside the tree; `verdict` is what it says comes out.
  private func write(verdict: String, _ document: String = sale) throws {
    let text = """
      message = "I paid and have no access! ada@example.com"
      at = 2026-03-10T10:00:00+01:00
      app = "com.example.reader"
      [expect]
      verdict = "\(verdict)"
      access = ["gold"]

      \(document)
      """
    try workbench.write(Array(text.utf8), to: "own.toml")
  }

  private static let sale = """
    [[document]]
    kind = "jws-transaction"
    received = 2026-03-01T09:00:00Z
    user = "ada"
    email = "ada@example.com"
    [document.fields]
    transactionId = "1000"
    originalTransactionId = "1000"
    productId = "gold"
    purchaseDate = 2026-03-01T09:00:00Z
    expiresDate = 2026-04-01T09:00:00Z
    type = "Auto-Renewable Subscription"
    """

  @Test func `every ticket has three stories and all come out as they say`() throws {
    let answer = try workbench.run(["story", "check", "--json", Self.folder.path])
    #expect(answer.status == 0, "\(answer.output) \(answer.narration)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
    )
    let rows = try #require(json["stories"] as? [[String: Any]])
    let tickets = rows.compactMap { $0["story"] as? String }.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().lastPathComponent
    }
    let counts = Dictionary(grouping: tickets) { $0 }.mapValues(\.count)
    #expect(counts.count == 12 && counts.values.allSatisfy { $0 >= 3 }, "\(counts)")
  }

  @Test func `a ticket's redacted case file makes a story with the same verdict`() throws {
    let answer = try workbench.run(["story", "check", "--round-trip", Self.folder.path])
    let others = answer.output.split(separator: "\n").filter { $0.hasPrefix("no ") }
    // Its case file does not carry the change of plan that Google deferred.
    let known = "wrong-plan/deferred-google-then-cancelled.toml"
    #expect(others.allSatisfy { $0.contains(known) }, "\(answer.output) \(answer.narration)")
    #expect(answer.output.contains("155 passed"), "\(answer.narration)")
  }

  @Test(arguments: ["apple", "google", "other"])
  func `what the stores document comes out as somebody read it who had not seen the code`(
    _ store: String
  ) throws {
    let folder = Self.folder.deletingLastPathComponent().appendingPathComponent("StoreStories")
    let answer = try workbench.run(["story", "check", folder.appendingPathComponent(store).path])
    let others = answer.output.split(separator: "\n").filter { !$0.hasPrefix("ok  ") }
    #expect(answer.status == 0, "\(others.joined(separator: "\n")) \(answer.narration)")
  }

  @Test func `a story from outside the tree is replayed and explained`() throws {
    try write(verdict: "access-is-active")
    let check = try workbench.run(["story", "check", "own.toml"])
    #expect(check.status == 0 && check.output.contains("ok  own.toml"), "\(check.output)")
    let explained = try workbench.run(["story", "explain", "own.toml"])
    #expect(explained.status == 0 && explained.output.contains("For the customer:"))
  }

  @Test func `a wrong verdict is a difference that says what came out`() throws {
    try write(verdict: "subscription-expired")
    let check = try workbench.run(["story", "check", "own.toml"])
    #expect(check.status == 1)
    #expect(
      check.output.contains("verdict: expected subscription-expired, found access-is-active"),
      "\(check.output)"
    )
  }

  @Test func `what nobody trustworthy signed is a difference unless the story says so`() throws {
    try write(
      verdict: "receipt-rejected",
      Self.sale.replacing("user =", with: "forged = true\norigin = \"imported\"\nuser =")
    )
    let check = try workbench.run(["story", "check", "own.toml"])
    #expect(check.status == 1, "the right is missing that the story says is there")
    #expect(check.output.contains("access: expected gold, found none"), "\(check.output)")
    #expect(!check.output.contains("verdict:") && !check.output.contains("document 1"))

    let surprise = "forged = true\nbelieved = true\norigin = \"imported\"\nuser ="
    try write(verdict: "receipt-rejected", Self.sale.replacing("user =", with: surprise))
    let believed = try workbench.run(["story", "check", "own.toml"])
    #expect(believed.output.contains("document 1: expected believed, found rejected (untrusted"))
  }

  @Test func `a document given in bytes is filed as it is`() throws {
    try write(
      verdict: "no-purchase-on-file",
      """
      [[document]]
      bytes = '{"kind": "androidpublisher#productPurchase", "purchaseState": 0}'
      received = 2026-03-01T09:00:00Z
      user = "ada"
      email = "ada@example.com"
      believed = false
      """
    )
    let check = try workbench.run(["story", "check", "own.toml"])
    #expect(check.output.contains("no-purchase-on-file"), "\(check.output) \(check.narration)")
    #expect(!check.output.contains("document 1"))
  }

  @Test(
    arguments: [
      ("message = 3", "own.toml: the story, at must be the time of the question"),
      ("message = \"x\"\nat = 2026-03-01T10:00:00", "the story, at must be a time without quotes"),
      ("at = 2026-03-01\nverdict = \"x\"", "the story, verdict must be one of the keys"),
      (
        "message = \"x\"\nat = 2026-03-01\n[expect]\nverdict = \"x\"",
        "expect, verdict must be a known keyword"
      ),
      ("at = \n", "own.toml:1: "),
      (
        "at = 2026-03-01\nmessage = \"x\"\n[expect]\nverdict = \"nothing-found\"\n[[document]]",
        "document 1, received must be the time of arrival"
      ),
    ]
  )
  func `a malformed story names the place`(_ text: String, _ fault: String) throws {
    try workbench.write(Array((text + "\n").utf8), to: "own.toml")
    let check = try workbench.run(["story", "check", "own.toml"])
    #expect(check.status == 64)
    #expect(check.narration.contains(fault), "\(check.narration)")
  }

  @Test func `a folder without stories and a file that is not there are said so`() throws {
    try workbench.makeFolder("empty")
    let empty = try workbench.run(["story", "check", "empty"])
    #expect(
      empty.status == 64 && empty.narration.contains("contains no story"),
      "\(empty.narration)"
    )
    let missing = try workbench.run(["story", "check", "missing.toml"])
    #expect(missing.status == 64 && missing.narration.contains("no such file"))
  }
}
