import Foundation
import TestSupport
import Testing

/// What `:cli` says on every screen of a generated ledger is run, and answers.
@Suite(.timeLimit(.minutes(10)))
struct EquivalentCommandTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    let made = try bench.run([
      "generate", "--users", "20", "--orders", "60", "--seed", "5", "--ledger", "made.sqlite",
    ])
    try #require(made.status == 0, "\(made.narration)")
  }

  /// The IDs of a list's first rows.
  private func ids(_ list: String) throws -> [String] {
    let rows = try bench.run(["ls", list, "--ledger", "made.sqlite", "--limit", "2", "--jsonl"])
    return rows.output.split(separator: "\n").compactMap { line in
      let row = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return row?["id"] as? String
    }
  }

  /// The words of the command that a screen says prints it. None holds a space in this ledger.
  private func twin(of line: String, _ keys: String = "") throws -> [String] {
    try bench.write(Array("\(line)\nEnter\n\(keys):cli\nEnter\n".utf8), to: "script.keys")
    let screen = try bench.run([
      "--ledger", "made.sqlite", "--play", "script.keys", "--size", "300x40",
    ])
    #expect(screen.status == 0, "\(screen.narration)")
    let said = screen.output.split(separator: "\n").last {
      $0.contains(" purser ") && !$0.contains("RO")
    }
    let words = try #require(said, "\(line): \(screen.output)").split(separator: " ")
    return words.dropFirst().map { $0.trimmingCharacters(in: ["'"]) }
  }

  private func expectToRun(_ words: [String], _ line: String) throws {
    let answer = try bench.run(words)
    // 2 is an answer, too: a receipt of nobody's store, users who differ.
    #expect([0, 2].contains(answer.status), "\(line): \(words): \(answer.narration)")
    #expect(
      !answer.output.isEmpty || words.first == "log" || words.first == "jobs"
        || words.first == "audit",
      "\(line): \(words)"
    )
  }

  @Test(
    arguments: [
      ":home", ":users", ":orders", ":subs", ":ent", ":receipts", ":events", ":jobs", ":audit",
      ":sql values(42)", ":themes", ":keys", ":config", ":log", ":about", ":checkhealth",
      ":orders state:active",
    ]
  )
  func `a list or page is printed by its twin`(_ line: String) throws {
    try expectToRun(try twin(of: line), line)
  }

  @Test func `a user, a purchase and a document are printed by their twins`() throws {
    let users = try ids("users")
    let receipts = try ids("receipts")
    let lines = [
      ":user \(users[0])", ":why \(users[0])", ":timeline \(users[0])", ":receipt \(receipts[0])",
      ":diff \(users[0]) \(users[1])", ":diff \(receipts[0]) \(receipts[1])",
    ]
    for line in lines { try expectToRun(try twin(of: line), line) }
    try expectToRun(try twin(of: ":user \(users[0])", "2\n"), "a user's second tab")
    try expectToRun(try twin(of: ":orders state:active", ":explain\nEnter\n"), ":explain")
  }

  @Test func `an option before an equals sign means what it means before a space`() throws {
    let user = try ids("users")[0]
    // At one instant, since an answer in JSON tells when it was given.
    let at = ["--at", "2026-11-21"]
    let forms = [
      ["why", user] + at, ["why", user, "--json", "--all", "--utc"] + at,
      ["why", "\(user) wants a refund", "--customer"] + at, ["why", "nobody", "--json"] + at,
      ["timeline", user] + at, ["timeline", "nobody"],
      ["ls", "users", "state:active", "--reverse"] + at, ["ls", "orders", "--explain"] + at,
      ["ls", "users", "--reveal"] + at, ["ls", "users", "--after", "nothing"],
      ["ls", "lives"], ["why"],
    ]
    for form in forms {
      let spaced = try bench.run(form + ["--ledger", "made.sqlite"])
      let joined = try bench.run(form + ["--ledger=made.sqlite"])
      #expect(spaced.status == joined.status, "\(form)")
      #expect(spaced.output == joined.output, "\(form)")
      #expect(spaced.narration == joined.narration, "\(form)")
    }
  }

  @Test func `two users differ by what they have, and one from itself by nothing`() throws {
    let users = try ids("users")
    let same = try bench.run(["diff", users[0], users[0], "--ledger", "made.sqlite"])
    #expect(same.status == 0)
    #expect(same.output.isEmpty)
    let other = try bench.run(["diff", users[0], users[1], "--json", "--ledger", "made.sqlite"])
    #expect(other.status == 2)
    #expect(other.output.contains("\"changes\""))
    #expect(try bench.run(["diff", users[0], "nobody", "--ledger", "made.sqlite"]).status == 4)
  }
}
