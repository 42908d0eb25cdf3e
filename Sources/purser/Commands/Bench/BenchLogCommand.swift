import ArgumentParser
import Foundation
import Persistence
import PostgresLog

/// Appends to a shared log beside plain inserts into the same database.
struct BenchLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "log",
    "Measure appending to a shared log.",
    discussion: """
      Prints entries a second: appended to a log of its own in the database of the settings, and the \
      same bytes inserted into a plain table there, in turn. The role must be allowed to make tables.
      """,
    shouldDisplay: false
  )

  @OptionGroup var settings: SettingsOptions
  @Option(help: .value("number", "Entries of each round.")) var count = 10_000
  @Option(help: .value("number", "Bytes of an entry.")) var bytes = 5_000
  @Option(help: .value("number", "Entries of an append.")) var batch = 100
  @Option(help: .value("number", "Connections that append at once.")) var writers = 4
  @Option(help: .value("number", "Rounds of both.")) var rounds = 3

  func validate() throws {
    try expect("--count", count, in: 1...1_000_000)
    try expect("--batch", batch, in: 1...256)
    try expect("--writers", writers, in: 1...64)
  }

  func run() throws {
    let settings = try Assembly.settings(settings).ledger
    let logs = try (0..<writers).map { _ in try settings.connection(part: Self.part) }
    Blocking.run {
      let genesis = "bench-\(UUID().uuidString)"
      try await logs[0].beginBench(genesis: genesis)
      for _ in 0..<rounds {
        for isPlain in [false, true] {
          let rate = try await rate(of: logs, isPlain: isPlain)
          try StandardStream.print("\(isPlain ? "plain" : "append"): \(Int(rate)) /s")
        }
      }
      try await logs[0].endBench()
      return .success
    }
  }

  /// A log that no ledger follows.
  private static let part: Int32 = .max

  /// Bytes that can't be compressed.
  private static func body(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255) }
  }

  private func rate(of logs: [PostgresLog], isPlain: Bool) async throws -> Double {
    let body = Self.body(bytes)
    let begun = Latencies.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for log in logs {
        group.addTask {
          for _ in 0..<max(1, count / batch / writers) {
            let entries = entries(of: body)
            if isPlain {
              try await log.insertPlainly(entries)
            } else {
              try await log.append(entries)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let number = max(1, count / batch / writers) * batch * writers
    return Double(number) / (Latencies.now - begun)
  }

  private func entries(of body: [UInt8]) -> [LogEntry] {
    (0..<batch).map { _ in
      LogEntry(id: EntryID(), kind: 0, format: 0, node: "bench", at: 0, body: body)
    }
  }
}
