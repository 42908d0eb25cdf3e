import Foundation
import TestSupport
import Testing

/// On the ledger that an earlier version of the program made.
@Suite struct `A command that promises to change nothing` {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("EarlierLedger").path
    let unzip = try ChildProcess(
      ["/bin/gzip", "-dc", "\(folder)/ledger.sqlite.gz"],
      output: .file(bench.path(of: "ledger.sqlite"))
    )
    try #require(unzip.waitUntilExit() == 0)
  }

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
