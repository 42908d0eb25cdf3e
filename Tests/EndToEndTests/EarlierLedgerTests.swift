import Foundation
import TestSupport
import Testing

/// A ledger that an earlier version of the program made (`EarlierLedger/ledger.sqlite.gz`): documents
/// of all stores, a catalog, every kind of operator's document, an erased user, jobs in all states.
@Suite struct `A ledger of an earlier version` {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("EarlierLedger").path
  /// The hash of what it holds.
  private static let state = "2cfcfd9d50006eb9"
  private let bench: Workbench

  init() throws {
    bench = try Self.bench()
    // Whatever opens it to write brings it up to date first.
    _ = try run("ingest /dev/null")
  }

  /// Where the ledger is `ledger.sqlite`.
  fileprivate static func bench() throws -> Workbench {
    let bench = try Workbench()
    let unzip = try ChildProcess(
      ["/bin/gzip", "-dc", "\(folder)/ledger.sqlite.gz"],
      output: .file(bench.path(of: "ledger.sqlite"))
    )
    try #require(unzip.waitUntilExit() == 0)
    return bench
  }

  private func run(_ arguments: String) throws -> Workbench.Answer {
    try bench.run(arguments.split(separator: " ").map(String.init) + ["--ledger", "ledger.sqlite"])
  }

  @Test func `is sound, and is what its documents come to`() throws {
    let check = try run("check")
    #expect(check.status == 0, "\(check.output)\(check.narration)")
    let replay = try run("replay")
    #expect(replay.status == 0, "\(replay.output)\(replay.narration)")
    #expect(try run("info --state --json").output.contains("\"state\": \"\(Self.state)\""))
  }

  @Test func `is the same once it is derived again`() throws {
    let replay = try run("replay --write")
    #expect(replay.status == 0, "\(replay.output)\(replay.narration)")
    #expect(try run("info --state --json").output.contains("\"state\": \"\(Self.state)\""))
    #expect(try run("check").status == 0)
  }

  /// The lists and answers that programs of other people read, in every form.
  @Test(arguments: [
    "ls users --json", "ls users --jsonl", "ls users --csv", "ls orders --jsonl", "ls subs --jsonl",
    "ls ent --jsonl", "ls receipts --jsonl", "ls events --jsonl", "user u_118x3 --json",
    "user u_p0htr --json", "timeline u_zz3p2 --json", "why u_zz3p2 --json", "why u_118x3 --json",
    "diff u_118x3 u_zz3p2 --json", "jobs list --all --jsonl", "audit", "queue list",
    "export user u_118x3",
  ])
  func `is told as it was`(_ question: String) throws {
    let isDated = ["ls", "user", "timeline", "why"].contains { question.hasPrefix("\($0) ") }
    let answer = try run(question + (isDated ? " --at 2026-11-26" : ""))
    let name = question.replacingOccurrences(of: " ", with: "_")
    let text = answer.output.isEmpty ? "exit \(answer.status)\n\(answer.narration)" : answer.output
    let difference = Golden.difference(of: text, from: "\(Self.folder)/\(name).txt")
    #expect(difference == nil, "\(difference ?? "")")
  }
}

@Suite struct `A command that promises to change nothing` {
  private let bench: Workbench

  init() throws { bench = try `A ledger of an earlier version`.bench() }

  private func bytes() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: bench.path(of: "ledger.sqlite")))
  }

  @Test(arguments: [
    "poll --dry-run", "backfill --dry-run", "verify u_118x3 --dry-run",
    "store refund GPA.3312-9871-1200-44444 --reason x --dry-run",
  ])
  func `leaves a ledger of an earlier version alone, and says so`(_ command: String) throws {
    let before = try bytes()
    let words = command.split(separator: " ").map(String.init) + ["--ledger", "ledger.sqlite"]
    let answer = try bench.run(words)
    #expect(answer.status != 0)
    #expect(answer.narration.contains("older purser"), "\(answer.narration)")
    #expect(try bytes() == before)
  }
}
