import Entitlements
import Foundation
import Mint
import Persistence
import ServiceCore

/// Fills a ledger with one compact document a user, made on one core while another files.
struct CompactGenerator: Sendable {
  /// Users made at once: few enough to be held in memory twice.
  private static let batch = 500

  let population: GeneratedPopulation

  /// Files all users, and tells how many are filed; one document each.
  func fill(_ ledger: Ledger, progress: Progress) async throws -> Int {
    var coming = batch(from: 0)
    for start in stride(from: 0, to: population.users, by: Self.batch) {
      let filings = await coming.value
      coming = batch(from: start + Self.batch)
      try await file(filings, in: ledger)
      progress.tell(start + filings.count)
    }
    return population.users
  }

  private func file(_ filings: [Filing], in ledger: Ledger) async throws {
    _ = try await ledger.file(filings)
  }

  /// The next users, in the making; none behind the last.
  private func batch(from start: Int) -> Task<[Filing], Never> {
    let users = min(start, population.users)..<min(start + Self.batch, population.users)
    return Task.detached { users.map(filing) }
  }

  /// What is filed is what the document's bytes say, so that a replay comes to the same.
  func filing(of index: Int) -> Filing {
    let now = Date(timeIntervalSince1970: Double(population.now))
    return DocumentFiling.filing(
      ofGenerated: population.user(at: index).document(at: now),
      receivedAt: now
    )
  }
}
