package import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// How often the stores are asked about what is due, in seconds.
  private static let period: TimeInterval = 12 * 3_600
  /// Candidates of one poll at most; what is left comes with the next.
  private static let mostCandidates = 100_000

  /// What the poll would ask about now.
  package func pollCandidates() async throws(ServiceError) -> [PollCandidate] {
    let now = now()
    return try await asking { () throws(LedgerError) in
      try await ledger.pollCandidates(at: now, limit: Self.mostCandidates)
    }
  }

  /// Queues what the poll asks about; within one period nothing is asked twice. How fast they are
  /// asked is a matter of the stores' rate budgets.
  ///
  /// - Returns: How many jobs were added.
  package func poll(by actor: String) async throws(ServiceError) -> Int {
    let now = now()
    let slot = Int((now.timeIntervalSince1970 / Self.period).rounded(.down))
    let drafts = try await pollCandidates().map { candidate in
      JobTask.verify(candidate.chain).draft(
        by: actor,
        batch: "poll-\(slot)",
        slot: "poll \(slot)",
        dueAt: now
      )
    }
    return try await asking { () throws(LedgerError) in try await ledger.enqueue(drafts, at: now) }
  }
}
