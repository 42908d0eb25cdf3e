import Basics
import Foundation
import TestSupport
import Testing

/// `purser mcp`, as an assistant's program speaks to it. Its official client is among the clients
/// that others wrote.
@Suite struct `An assistant` {
  private let workbench: Workbench

  init() throws {
    workbench = try Workbench()
    try workbench.write(
      Array("id,email,name\nu-1,ada@example.com,Ada Lovelace\nu-2,bob@example.com,Bob\n".utf8),
      to: "users.csv"
    )
    let answer = try workbench.run(
      ["import", "users", "--csv", "users.csv", "--ledger", "ledger.sqlite"]
    )
    #expect(answer.status == 0, "\(answer.narration)")
  }

  private func call(_ tool: String, _ arguments: JSONValue) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": 1, "method": "tools/call",
      "params": ["name": .string(tool), "arguments": arguments],
    ]
  }

  /// The results of calls.
  private func results(of calls: [JSONValue], _ options: String...) throws -> [JSONValue] {
    let lines = calls.map(\.encoded).joined(separator: "\n")
    let answer = try workbench.run(
      ["mcp", "--ledger", "ledger.sqlite", "--by", "kim's assistant"] + options,
      input: lines
    )
    #expect(answer.status == 0 && answer.narration.isEmpty, "\(answer.narration)")
    return try answer.output.split(separator: "\n").map {
      try #require(try JSONReader.value(Array($0.utf8))["result"])
    }
  }

  @Test func `is told nobody's name and address unless the operator allows it`() throws {
    let calls = [
      call("find", ["list": "users"]), call("user", ["id": "u-1"]),
      call("why", ["text": "I am Ada Lovelace, ada@example.com. I paid and have no access."]),
    ]
    for result in try results(of: calls) {
      let text = result.encoded
      #expect(!text.contains("Lovelace") && !text.contains("ada@example.com"), "\(text)")
      #expect(text.contains("A… L…") || text.contains("a…@example.com"), "\(text)")
    }
    let open = try results(of: calls, "--reveal").map(\.encoded)
    #expect(open.allSatisfy { $0.contains("ada@example.com") }, "\(open)")
  }

  @Test func `leaves a mark in the audit log with each call, also one that is refused`() throws {
    _ = try results(of: [
      call("find", ["list": "users"]), call("user", ["id": "nobody"]), call("why", ["cats": "9"]),
    ])
    let log = try workbench.run(["audit", "--ledger", "ledger.sqlite"]).output
    for deed in ["mcp-find", "mcp-user", "mcp-why"] {
      let line = log.split(separator: "\n").first { $0.contains(deed) }
      #expect(line?.contains("kim's assistant") == true, "\(log)")
    }
    #expect(!log.contains("nobody"))
  }

  @Test func `learns that a list was cut`() throws {
    let calls = [call("find", ["list": "users"])]
    let (cut, whole) = (try results(of: calls, "--limit", "1")[0], try results(of: calls)[0])
    #expect(cut["structuredContent"]?["data"]?["rows"]?.array?.count == 1)
    #expect(cut["structuredContent"]?["data"]?["next"] != nil)
    #expect(whole["structuredContent"]?["data"]?["rows"]?.array?.count == 2)
  }

  private func text(_ result: JSONValue) -> String {
    result["content"]?.array?.first?["text"]?.string ?? ""
  }

  private func note(_ reason: String = "She asked.") -> JSONValue {
    [
      "action": "note", "target": "u-1", "values": ["text": "called twice"],
      "reason": .string(reason),
    ]
  }

  @Test func `has no tool that proposes unless the operator allows it`() throws {
    let answer = try workbench.run(
      ["mcp", "--ledger", "ledger.sqlite"],
      input: [
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
        call("propose", note()).encoded, call("proposal", ["id": "1"]).encoded,
      ].joined(separator: "\n")
    )
    #expect(!answer.output.contains("\"propose\"") && !answer.output.contains("\"proposal\""))
    #expect(answer.output.ranges(of: "There is no tool propos").count == 2, "\(answer.output)")
    #expect(workbench.files(beginning: "ledger.sqlite-presence").isEmpty)
  }

  @Test func `proposes an action, which waits for an operator and changes nothing`() throws {
    let made = try results(of: [call("propose", note("She\n asked."))], "--propose")[0]
    let data = try #require(made["structuredContent"]?["data"], "\(made.encoded)")
    #expect(data["state"]?.string == "waiting")
    #expect(data["dashboardOpen"]?.bool == false)
    #expect(data["next"]?.string?.contains("operator decides") == true)
    let id = try #require(data["id"]?.string)
    // Another process of the assistant's finds it again.
    let found = try results(of: [call("proposal", ["id": .string(id)])], "--propose")[0]
    #expect(found["structuredContent"]?["data"]?["state"]?.string == "waiting")
    let log = try workbench.run(["audit", "--ledger", "ledger.sqlite"]).output
    for deed in ["mcp-propose", "proposal-made", "mcp-proposal"] {
      let line = log.split(separator: "\n").first { $0.contains(deed) }
      #expect(line?.contains("kim's assistant") == true, "\(log)")
    }
    let events = try workbench.run(["timeline", "u-1", "--ledger", "ledger.sqlite"]).output
    #expect(!events.contains("left a note"), "\(events)")
  }

  @Test(
    arguments: [
      (["action": "approve", "target": "u-1", "reason": "x"], "action takes"),
      (["action": "note", "target": "nobody", "reason": "x"], "No user has the ID nobody"),
      (["action": "note", "target": "u-1"], "reason, which is missing"),
      (["action": "note", "target": "u-1", "reason": " "], "reason takes 1 to 200"),
      (["action": "note", "target": "", "reason": "x"], "target takes 1 to"),
      (["action": "deliver", "target": "GPA.1", "reason": "x"], "No order on file"),
      (["action": "refund", "target": "GPA.1", "reason": "x"], "name no store"),
      (["action": "cancelJob", "target": "j1", "reason": "x"], "No job has the ID"),
      (["action": "transfer", "target": "GPA.1", "reason": "x"], "No purchase on file"),
      (
        ["action": "note", "target": "u-1", "reason": "x", "values": ["colour": "red"]],
        "note takes text; not colour"
      ),
      (
        ["action": "note", "target": "u-1", "reason": "x", "values": ["text": 9]],
        "values takes an object with texts"
      ),
      (
        ["action": "note", "target": "u-1", "reason": "x", "values": ["text": "a\u{1B}[2J"]],
        "Control characters"
      ),
      (
        [
          "action": "grant", "target": "u-1", "reason": "x",
          "values": ["key": "a", "until": "soon"],
        ],
        "until: Type the end as"
      ),
      (
        ["action": "grant", "target": "u-1", "reason": "x", "values": ["environment": "moon"]],
        "environment: The environment is"
      ),
      (
        ["action": "revoke", "target": "u-1", "reason": "x", "values": ["key": "pro"]],
        "granted by hand"
      ),
    ] as [(JSONValue, String)]
  )
  func `is told why a proposal cannot be confirmed`(
    arguments: JSONValue,
    reason: String
  ) throws {
    let result = try results(of: [call("propose", arguments)], "--propose")[0]
    #expect(result["isError"]?.bool == true)
    #expect(text(result).contains(reason), "\(text(result))")
    #expect(workbench.files(beginning: "ledger.sqlite-presence").isEmpty)
  }

  @Test func `has at most twenty proposals that wait`() throws {
    let calls = (1...21).map { call("propose", note("Reason \($0)")) }
    let answers = try results(of: calls, "--propose")
    #expect(answers.prefix(20).allSatisfy { $0["isError"]?.bool == false })
    #expect(answers.last.map(text)?.contains("20 proposals wait already") == true)
  }

  @Test func `needs a ledger that exists, and creates none`() throws {
    let answer = try workbench.run(["mcp", "--ledger", "none.sqlite"])
    #expect(answer.status != 0 && answer.output.isEmpty)
    #expect(workbench.files(beginning: "none").isEmpty)
  }
}
