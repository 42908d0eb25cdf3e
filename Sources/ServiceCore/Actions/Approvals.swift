package import Entitlements
package import Foundation
import Persistence

/// Whether an action now waits for approval.
package enum ApprovalRequest: Equatable, Sendable {
  case waits(job: String)
  /// The same action waits already.
  case alreadyWaits
  /// The same action was requested before.
  case requestedBefore
}

/// What a second operator decided about an action that waited for approval.
package enum ApprovalResult: Equatable, Sendable {
  /// The batch of the job that now sends the action.
  case approved(batch: String)
  case declined
  /// The job is not on file, or is none that waits for approval.
  case notWaiting
  /// Nobody approved the action in time; it is no longer sent.
  case expired
  /// The operator asked for the action, and may not approve it.
  case sameOperator
}

extension OperatorActions {
  /// How long an action waits for approval, in seconds.
  package static let approvalTimeout: TimeInterval = 7 * 86_400

  /// Enqueues an action, once unless `isAgain`, that waits until another operator approves it. The
  /// audit log records who asked.
  package func askApproval(
    for action: StoreActionRequest,
    by actor: String,
    isAgain: Bool = false
  ) async throws(ServiceError) -> ApprovalRequest {
    let now = now()
    if !isAgain, try await wasRequested(action) { return .requestedBefore }
    let action = try await recordingPeriod(action)
    let batch = StoreActionRequest.batch(of: action.request)
    let draft = JobTask.approval(action).draft(
      by: actor,
      batch: batch,
      dueAt: now.addingTimeInterval(Self.approvalTimeout)
    )
    var audited = FilingBatch(at: now)
    audited.audits = [AuditDraft("store-\(action.act.verb)-asked", of: action.audited, by: actor)]
    let (job, further) = (draft, audited)
    let added = try await wrapping(try await ledger.jobs.enqueue([job], also: further, at: now))
    let row = try await wrapping(try await ledger.jobs.list(batch: batch, limit: 1)).first
    return row.flatMap { added > 0 ? .waits(job: $0.id) : nil } ?? .alreadyWaits
  }

  /// Approves an action, which is then sent to its store once. The audit log records both operators.
  package func approve(
    _ job: String,
    by actor: String
  ) async throws(ServiceError) -> ApprovalResult {
    guard let (row, action) = try await waiting(job) else { return .notWaiting }
    guard row.actor != actor else { return .sameOperator }
    let now = now()
    guard row.dueAt > now else {
      try await endUnapproved(job, at: now)
      return .expired
    }
    let batch = StoreActionRequest.batch(of: action.request)
    var draft = JobTask.action(action).draft(by: row.actor, batch: batch, slot: "once", dueAt: now)
    // The same action may have been sent before: a second one was asked for and approved.
    draft.key += " \(action.request)"
    var further = FilingBatch(at: now)
    further.furtherJobs = [draft]
    further.audits = [
      AuditDraft("store-\(action.act.verb)-approved", of: action.audited, by: actor),
      AuditDraft("store-\(action.act.verb)", of: action.audited, by: row.actor),
    ]
    let filed = further
    let isDone = try await wrapping(try await ledger.jobs.approve(job, also: filed, at: now))
    return isDone ? .approved(batch: batch) : .notWaiting
  }

  /// Declines an action that waits for approval, or takes one's own back.
  package func decline(
    _ job: String,
    by actor: String
  ) async throws(ServiceError) -> ApprovalResult {
    guard let (_, action) = try await waiting(job) else { return .notWaiting }
    let now = now()
    var further = FilingBatch(at: now)
    further.audits = [
      AuditDraft("store-\(action.act.verb)-declined", of: action.audited, by: actor)
    ]
    let filed = further
    let count = try await wrapping(try await ledger.jobs.cancel(jobs: [job], also: filed, at: now))
    return count > 0 ? .declined : .notWaiting
  }

  /// Ends a job that nobody approved in time, as a runner would, so that the action can be asked for
  /// again.
  private func endUnapproved(_ job: String, at now: Date) async throws(ServiceError) {
    let runner = "approvals"
    let lease = now.addingTimeInterval(60)
    let isClaimed = try await wrapping(
      try await ledger.jobs.claim(job, for: runner, at: now, lease: lease)
    )
    guard isClaimed else { return }
    let ending = TaskResult.notApproved.ending
    _ = try await wrapping(try await ledger.jobs.end(job, of: runner, ending, at: now))
  }

  private func waiting(
    _ job: String
  ) async throws(ServiceError) -> (row: JobRow, action: StoreActionRequest)? {
    guard let row = try await wrapping(try await ledger.jobs.job(job)), row.state == .waiting,
      case .approval(let action)? = JobTask(stored: row.task)
    else { return nil }
    return (row, action)
  }
}

extension TaskResult {
  /// Nobody approved an action in time.
  static let notApproved = TaskResult(
    ending: JobCompletion(
      .failed,
      "not-approved",
      detail: "no second operator approved it in time; ask for it again"
    )
  )
}

extension StoreActionRequest {
  /// The name of the batch of the action's job.
  package static func batch(of request: UUID) -> String {
    "store-\(request.uuidString.prefix(8).lowercased())"
  }

  /// The role that an operator needs for it.
  package var role: OperatorRole {
    switch act {
    case .refund, .cancel, .revoke, .extend, .sendConsumption, .reviewRefund: .money
    case .acknowledge, .consume, .setAccount: .act
    }
  }
}

extension OperatorAction.Kind {
  /// The role that an operator needs for it.
  package var role: OperatorRole {
    switch self {
    case .note, .assign: .note
    case .policy, .accountForms: .money
    case .consume, .grant, .withdraw, .merge, .transfer, .account: .act
    }
  }
}
