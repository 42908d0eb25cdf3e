import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// Cancels a waiting job; the audit log records who did.
  ///
  /// - Returns: Whether it was waiting.
  package func cancel(job: Int64, by actor: String) async throws(ServiceError) -> Bool {
    let now = now()
    let further = audit("job-cancel", job, actor)
    let count = try await asking { () throws(LedgerError) in
      try await ledger.jobs.cancel(jobs: [job], also: further, at: now)
    }
    return count > 0
  }

  /// Retries a failed job; the audit log records who did.
  ///
  /// - Returns: Whether it runs again; `false` if the same task was requested since.
  package func retry(job: Int64, by actor: String) async throws(ServiceError) -> Bool {
    let now = now()
    let further = audit("job-retry", job, actor)
    let count = try await asking { () throws(LedgerError) in
      try await ledger.jobs.retry(jobs: [job], also: further, at: now)
    }
    return count > 0
  }

  private func audit(_ action: String, _ job: Int64, _ actor: String) -> FilingBatch {
    var batch = FilingBatch(at: now())
    batch.audits = [AuditDraft(action, of: "\(job)", by: actor)]
    return batch
  }
}
