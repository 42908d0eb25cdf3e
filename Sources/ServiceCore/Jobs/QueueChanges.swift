import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// Calls a job off that waits; the audit log tells who did.
  ///
  /// - Returns: Whether it waited.
  package func cancel(job: Int64, by actor: String) async throws(ServiceError) -> Bool {
    let now = now()
    let further = audit("job-cancel", job, actor)
    let count = try await asking { () throws(LedgerError) in
      try await ledger.cancel(jobs: [job], also: further, at: now)
    }
    return count > 0
  }

  /// Has a failed job done again; the audit log tells who did.
  ///
  /// - Returns: Whether it will be: not where the same was asked for since.
  package func retry(job: Int64, by actor: String) async throws(ServiceError) -> Bool {
    let now = now()
    let further = audit("job-retry", job, actor)
    let count = try await asking { () throws(LedgerError) in
      try await ledger.retry(jobs: [job], also: further, at: now)
    }
    return count > 0
  }

  private func audit(_ deed: String, _ job: Int64, _ actor: String) -> FilingBatch {
    var batch = FilingBatch(at: now())
    batch.audits = [AuditDraft(deed, of: "\(job)", by: actor)]
    return batch
  }
}
