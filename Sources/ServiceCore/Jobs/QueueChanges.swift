import Entitlements
import Foundation
import Persistence

extension Jobs {
  /// Cancels a waiting job; the audit log records who did.
  ///
  /// - Returns: Whether it was waiting.
  package func cancel(job: Int64, by actor: String) async throws(ServiceError) -> Bool {
    let now = now()
    let further = audit("job-cancel", job, actor)
    let count = try await wrapping(try await ledger.cancel(jobs: [job], also: further, at: now))
    return count > 0
  }

  /// Retries a failed job; the audit log records who did.
  ///
  /// - Returns: Whether it runs again; `false` if the same task was requested since.
  package func retry(job: Int64, by actor: String) async throws(ServiceError) -> Bool {
    let now = now()
    let further = audit("job-retry", job, actor)
    let count = try await wrapping(try await ledger.retry(jobs: [job], also: further, at: now))
    return count > 0
  }

  /// Enqueues tasks as one batch whose name begins with the noun.
  package func enqueue(
    _ tasks: [JobTask],
    _ noun: String,
    by actor: String
  ) async throws(ServiceError) -> JobBatch {
    var batch = JobBatch(noun)
    try await enqueue(tasks, into: &batch, by: actor)
    return batch
  }

  /// Enqueues tasks and adds them to a batch.
  package func enqueue(
    _ tasks: [JobTask],
    into batch: inout JobBatch,
    by actor: String
  ) async throws(ServiceError) {
    let (now, name) = (now(), batch.name)
    let drafts = tasks.map { $0.draft(by: actor, batch: name, dueAt: now) }
    let added = try await wrapping(try await ledger.enqueue(drafts, at: now))
    batch.count += drafts.count
    batch.alreadyOpen += drafts.count - added
  }

  package func lengths() async throws(ServiceError) -> (
    waiting: Int, running: Int, failed: Int
  ) {
    let counts = try await wrapping(try await ledger.jobCounts(batch: nil))
    return (counts[.waiting] ?? 0, counts[.running] ?? 0, counts[.failed] ?? 0)
  }

  private func audit(_ action: String, _ job: Int64, _ actor: String) -> FilingBatch {
    var batch = FilingBatch(at: now())
    batch.audits = [AuditDraft(action, of: "\(job)", by: actor)]
    return batch
  }
}
