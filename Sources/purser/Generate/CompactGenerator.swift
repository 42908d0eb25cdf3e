import Entitlements
import Foundation
import Mint
import Persistence
import ServiceCore

/// Fills a ledger with one compact document a user.
struct CompactGenerator: Sendable {
  let population: GeneratedPopulation

  func fill(_ ledger: Ledger, _ progress: Progress) async throws {
    try await Pipeline(users: population.users, batch: 500) { index in
      [filing(of: index)]
    } file: { filings in
      _ = try await ledger.file(filings)
    }.run(progress)
  }

  /// What is filed is what the document's bytes say, so that a replay comes to the same.
  private func filing(of index: Int) -> Filing {
    let now = Date(timeIntervalSince1970: Double(population.now))
    return DocumentFiling.filing(
      ofGenerated: population.user(at: index).document(at: now),
      receivedAt: now
    )
  }
}
