import Entitlements
import Foundation
import Persistence

/// Measures how many notifications per second become durable. Each is acknowledged after its commit
/// is on disk.
struct FilingBench {
  /// The folder for the temporary ledger.
  let folder: URL
  let count: Int

  /// The number of subscriptions, which renew in turn.
  private static let subscriptions = 500

  /// Files the notifications one after the other.
  func single() async throws {
    try await run("filing") { ledger, filings in
      var latencies = Latencies()
      for filing in filings { _ = try await latencies.measure { try await ledger.file(filing) } }
      return latencies.line("filing")
    }
  }

  /// Files the notifications with concurrent writers.
  func together(writers: Int) async throws {
    try await run("filing-\(writers)") { ledger, filings in
      let start = Latencies.now
      var all = Latencies()
      try await withThrowingTaskGroup(of: [Double].self) { group in
        for writer in 0..<writers {
          group.addTask {
            var times: [Double] = []
            for index in stride(from: writer, to: filings.count, by: writers) {
              let start = Latencies.now
              _ = try await ledger.file(filings[index])
              times.append(Latencies.now - start)
            }
            return times
          }
        }
        for try await times in group { for time in times { all.add(seconds: time) } }
      }
      return all.line("filing-\(writers)", seconds: Latencies.now - start)
    }
  }

  private func run(
    _ name: String,
    _ work: @Sendable (Ledger, [Filing]) async throws -> String
  ) async throws {
    let folder = folder.appending(path: "purser-bench-\(UUID().uuidString)")
    let generator = try NotificationGenerator(endingAt: Date())
    let first = try generator.filings(subscriptions: 0..<Self.subscriptions, renewal: 0)
    let rounds = (count + Self.subscriptions - 1) / Self.subscriptions
    let renewals = try (1...max(rounds, 1)).flatMap {
      try generator.filings(subscriptions: 0..<Self.subscriptions, renewal: $0)
    }
    let ledger = try Ledger(path: folder.appending(path: "ledger.sqlite").path)
    _ = try await ledger.file(first)
    let line = try await work(ledger, Array(renewals.prefix(count)))
    try StandardStream.print(line)
    try ledger.close()
    try FileManager.default.removeItem(at: folder)
  }
}
