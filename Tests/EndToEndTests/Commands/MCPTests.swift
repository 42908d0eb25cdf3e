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

  @Test func `needs a ledger that exists, and creates none`() throws {
    let answer = try workbench.run(["mcp", "--ledger", "none.sqlite"])
    #expect(answer.status != 0 && answer.output.isEmpty)
    #expect(workbench.files(beginning: "none").isEmpty)
  }
}
