import Foundation
import TestSupport
import Testing

/// Simulated stores, server and jobs in one process, on one clock.
@Suite(.timeLimit(.minutes(10))) struct `A sandbox` {
  private let workbench: Workbench

  init() throws { workbench = try Workbench() }

  private func start(_ words: String...) throws -> RunningProgram {
    let sandbox = try workbench.start(["sandbox", "--dir", "box", "--plain"] + words)
    _ = try #require(sandbox.narrated(between: "answers at ", and: ". Ctrl-C"))
    return sandbox
  }

  private func purser(_ words: String...) throws -> Workbench.Answer {
    try workbench.run(words + ["--ledger", "box/ledger.sqlite"])
  }

  /// The printed command lines by their titles.
  private func lines() throws -> [(title: String, command: String)] {
    let text = try workbench.run(["sandbox", "curl", "--dir", "box"]).output
    let lines = text.split(separator: "\n").map(String.init)
    return zip(lines, lines.dropFirst()).compactMap { title, command in
      title.hasPrefix("# ") && !command.hasPrefix("#") ? (String(title.dropFirst(2)), command) : nil
    }
  }

  private func shell(_ line: String) throws -> String {
    let output = workbench.path(of: "shell-output")
    let process = try ChildProcess(["/bin/sh", "-c", line], output: .file(output))
    #expect(process.waitUntilExit() == 0, "\(line)")
    return String(decoding: try workbench.read("shell-output"), as: UTF8.self)
  }

  @Test func `prints a line for each endpoint that works as it stands`() throws {
    let sandbox = try start()
    let lines = try lines()
    let expected = [
      "Validate Apple": #""ok":true"#, "Validate Google": #""ok":true"#,
      "Verify a purchase": #""complete_purchase":true"#, "Upload": #""status":0"#,
      "Log a PlayFab": "Fulfillments", "Notify as Apple": "200", "Notify as Google": "20",
      "Notify as Amazon": "20", "Ask for a user": #""key":"plus""#, "See the webhooks": "webhooks",
      "Buy something": #""account":"finn""#, "Advance": #""now""#,
    ]
    #expect(lines.count == expected.count)
    for (title, command) in lines {
      let words = expected.first { title.hasPrefix($0.key) }?.value
      let answer = try shell(command)
      #expect(words.map { answer.contains($0) } == true, "\(title): \(answer)")
    }
    #expect(sandbox.stop(by: SIGTERM) == 0)
  }

  @Test func `advances stores and ledger together, and goes on where it was`() throws {
    let sandbox = try start("--ago", "70d")
    #expect(try purser("ls", "orders", "--jsonl").output.contains("plus.monthly"))
    let advanced = try workbench.run(["sandbox", "advance", "35d", "--dir", "box"])
    #expect(advanced.status == 0, "\(advanced.narration)")
    // Renewed, cancelled, and unpaid until the hold; everything in the order in which it happened.
    let events = try purser("ls", "events", "--jsonl").output
    for kind in ["renewed", "expired", "grace"] { #expect(events.contains(kind), "\(kind)") }
    let received = events.split(separator: "\n").compactMap { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["receivedAt"]
        as? String
    }
    #expect(received.count > 5)
    #expect(Set(received).count > 3, "received when it happened, not at once")
    // By the sandbox's clock, which is 35 days behind the real one.
    #expect(try purser("ls", "orders", "since:20d", "--jsonl").output.contains("plus.monthly"))
    let webhooks = try shell(try #require(lines().first { $0.title.hasPrefix("See") }).command)
    #expect(webhooks.contains(#""genuine":true"#) && !webhooks.contains(#""genuine":false"#))
    let clock = String(advanced.output.prefix(13))
    #expect(try workbench.run(["sandbox", "run", "--dir", "box", "--plain"]).status != 0)
    #expect(sandbox.stop(by: SIGTERM) == 0)
    #expect(try purser("ls", "orders", "since:20d", "--jsonl").output.contains("plus.monthly"))
    let stopped = try workbench.run(["sandbox", "advance", "1s", "--dir", "box"])
    #expect(stopped.status == 1)
    #expect(
      stopped.narration.contains("The sandbox in box is not running. Start it"),
      "\(stopped.narration)"
    )

    let again = try start()
    let later = try workbench.run(["sandbox", "advance", "1s", "--dir", "box"])
    #expect(later.output.hasPrefix(clock), "\(later.output) after \(clock)")
    #expect(try purser("info").output.contains("none of it is real"))
    again.kill()
  }

  @Test func `refuses a folder that it did not make`() throws {
    try workbench.makeFolder("box")
    try workbench.write([0x31], to: "box/notes.txt")
    let refused = try workbench.run(["sandbox", "--dir", "box", "--plain"])
    #expect(refused.status == 1)
    #expect(refused.narration.contains("box is not empty, and no sandbox made it"))
  }

  @Test func `shows in purser tail what arrives, and the requests with their status`() throws {
    let sandbox = try start()
    let lines = try lines()
    let command = try #require(lines.first { $0.title.hasPrefix("Ask for a user") }).command
    _ = try shell(command.replacing("users/ada", with: "users/nobody"))
    var output = ""
    // The server writes requests a moment after it answered them, and the stores notify it when
    // they have sold something.
    let parts = ["404", #""arrival":"event""#, "bob"]
    for _ in 0..<600 where !parts.allSatisfy(output.contains) {
      output = try purser("tail", "--once", "--last", "100", "--json").output
    }
    #expect(output.contains(#""arrival":"request""#) && output.contains(#""status":404"#))
    #expect(output.contains(#""arrival":"document""#) && output.contains(#""arrival":"event""#))
    #expect(!output.contains("nobody") && !output.contains("127.0.0.1"))
    let some = try purser("tail", "--once", "--last", "100", "--json", "user:bob").output
    #expect(
      some.contains("bob") && !some.contains(#""user":"eve""#) && !some.contains(#""status":404"#)
    )
    sandbox.kill()
  }
}
