import Entitlements
import Persistence

extension EntitlementService {
  /// Whether the ledger can be written to now.
  package func canWrite() async -> Bool {
    do throws(LedgerError) {
      try await ledger.tryWriting()
      return true
    } catch {
      return false
    }
  }

  package func queueLengths() async throws(ServiceError) -> (
    waiting: Int, running: Int, failed: Int
  ) {
    let counts = try await asking { () throws(LedgerError) in
      try await ledger.jobs.counts(batch: nil)
    }
    return (counts[.waiting] ?? 0, counts[.running] ?? 0, counts[.failed] ?? 0)
  }
}
