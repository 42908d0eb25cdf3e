import Foundation
import TestSupport
import Testing

/// Operators by the settings, on the command line. `Tests/Team/run` plays several accounts.
@Suite(.timeLimit(.minutes(10)))
struct TeamCommandTests {
  private let bench: Workbench
  private let account = String(cString: getpwuid(geteuid()).pointee.pw_name)

  init() throws {
    bench = try Workbench()
    let made = try bench.run([
      "generate", "--users", "5", "--orders", "20", "--ledger", "made.sqlite", "--at",
      "2026-11-20T00:00:00Z",
    ])
    try #require(made.status == 0, "\(made.narration)")
  }

  private func user() throws -> String {
    let listed = try bench.run(["ls", "users", "--ledger", "made.sqlite", "--csv", "--limit", "1"])
    let lines = listed.output.split(whereSeparator: \.isNewline)
    let column = try #require(lines.first?.split(separator: ",").firstIndex(of: "id"))
    return String(try #require(lines.last).split(separator: ",")[column])
  }

  private func run(
    _ arguments: [String],
    role: String,
    others: String = ""
  ) throws -> Workbench.Answer {
    let settings = """
      \(others)
      [[operator]]
      account = "\(account)"
      name = "Rosa"
      role = "\(role)"
      """
    try bench.write(Array(settings.utf8), to: "team.toml")
    return try bench.run(arguments + ["--ledger", "made.sqlite", "--config", "team.toml"])
  }

  @Test(arguments: [
    (["note", "USER", "hello"], "note", Int32(0)), (["note", "USER", "hello"], "read", 2),
    (["assign", "USER", "Rosa"], "note", 0), (["grant", "USER", "pro"], "note", 2),
    (["grant", "USER", "pro"], "act", 0), (["policy", "keep"], "act", 2),
    (["policy", "keep"], "money", 0),
  ])
  func `an act needs the role that the settings say`(
    words: [String],
    role: String,
    status: Int32
  ) throws {
    let user = try user()
    let act = ["act"] + words.map { $0 == "USER" ? user : $0 }
    let answer = try run(act, role: role)
    #expect(answer.status == status, "\(answer.narration)")
    if status == 2 { #expect(answer.narration.contains("has the role \(role)")) }
    if status == 0 {
      let audit = try bench.run(["audit", "--ledger", "made.sqlite"])
      #expect(audit.output.contains("Rosa"), "signed with the name in the settings")
    }
  }

  @Test func `with operators in the settings nobody signs with another name`() throws {
    let user = try user()
    let answer = try run(["act", "note", user, "x", "--by", "Ada"], role: "money")
    #expect(answer.status == 64)
    #expect(answer.narration.contains("only your own name, Rosa"))
    #expect(try run(["act", "note", user, "x", "--by", "Rosa"], role: "money").status == 0)
  }

  @Test func `a case is assigned to an operator that the settings name, and found by the name`()
    throws
  {
    let user = try user()
    #expect(try run(["act", "assign", user, "Ada"], role: "money").status == 64)
    #expect(try run(["act", "assign", user, "Rosa"], role: "money").status == 0)
    let found = try run(["ls", "users", "assigned:rosa", "--jsonl"], role: "read")
    #expect(found.output.contains(user))
    #expect(try run(["act", "assign", user], role: "money").status == 0)
    let left = try run(["ls", "users", "assigned:rosa", "--jsonl"], role: "read")
    #expect(!left.output.contains(user))
  }

  @Test(arguments: [
    ("second-person = true", "two operators"), ("second-person = \"yes\"", "true or false"),
    ("[[operator]]\naccount = \"ada\"\nrole = \"boss\"", "read, note, act or money"),
    ("[[operator]]\naccount = \"ada\"\nname = \"Rosa\"\nrole = \"act\"", "of their own"),
  ])
  func `settings that leave open who may do what are refused`(
    settings: String,
    reason: String
  ) throws {
    let answer = try run(["act", "policy", "keep"], role: "money", others: settings)
    #expect(answer.status == 64)
    #expect(answer.narration.contains(reason), "\(answer.narration)")
  }

  @Test(arguments: [
    ["verify", "nothing"], ["restore", "--user", "ada", "nothing"],
    ["lookup", "GPA.1111-2222-3333-44444", "--app", "com.example.reader"],
    ["backfill"], ["import", "nothing"], ["ingest", "nothing"], ["replay", "--write"],
    ["notify", "history", "--app", "com.example.reader", "--file"],
  ])
  func `reading only, an operator neither imports nor asks stores`(words: [String]) throws {
    let answer = try run(words, role: "read")
    #expect(answer.status == 2, "\(answer.narration)")
    #expect(answer.narration.contains("this needs act"))
  }

  @Test func `traces are erased by whoever may erase users`() throws {
    let refused = try run(["erase", "traces"], role: "act")
    #expect(refused.status == 2 && refused.narration.contains("this needs money"))
    #expect(try run(["erase", "traces"], role: "money").status == 0)
    #expect(try run(["replay", "--write"], role: "act").status == 0)
    #expect(try run(["replay"], role: "read").status == 0)
  }

  /// What `purser mcp --propose` answers to a note that an assistant proposes.
  private func propose(
    _ options: [String],
    role: String,
    action: String = "note"
  ) throws
    -> Workbench.Answer
  {
    let user = try user()
    let call = """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"propose","arguments":\
      {"action":"\(action)","target":"\(user)","reason":"x"}}}
      """
    let settings = """
      [[operator]]
      account = "\(account)"
      name = "Rosa"
      role = "\(role)"
      """
    try bench.write(Array(settings.utf8), to: "team.toml")
    return try bench.run(
      ["mcp", "--propose", "--ledger", "made.sqlite", "--config", "team.toml"] + options,
      input: call
    )
  }

  @Test(arguments: [[], ["--by", "Rosa"], ["--by", "Rosa's assistant"]])
  func `an assistant is named after the operator whose account it runs under`(
    options: [String]
  )
    throws
  {
    let answer = try propose(options, role: "note")
    #expect(answer.status == 0 && answer.output.contains("waiting"), "\(answer)")
    let audit = try bench.run(["audit", "--ledger", "made.sqlite"]).output
    #expect(audit.contains("Rosa's assistant"), "\(audit)")
  }

  @Test func `an assistant is not named after another operator`() throws {
    let answer = try propose(["--by", "Ada's assistant"], role: "money")
    #expect(answer.status == 64)
    #expect(answer.narration.contains("--by takes only Rosa's assistant"))
  }

  @Test(arguments: [("read", "this needs note"), ("note", "confirming needs act")])
  func `an assistant proposes with the role note, and confirming needs the action's role`(
    role: String,
    words: String
  ) throws {
    let answer = try propose([], role: role, action: "grant")
    #expect(answer.output.contains(words), "\(answer.output)")
    #expect(answer.output.contains("\"isError\":true") == (role == "read"))
  }

  @Test func `an approval needs a job that waits for one`() throws {
    let answer = try run(["jobs", "approve", "zzzzzzz"], role: "money")
    #expect(answer.status == 4)
    #expect(try run(["jobs", "approve", "zzzzzzz"], role: "act").status == 2)
  }
}
