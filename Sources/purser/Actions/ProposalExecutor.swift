import Dashboard
import Entitlements
import Foundation
import Persistence

/// Executes the actions of proposals, each in one dashboard only, and records what came of them.
struct ProposalExecutor: Sendable {
  let file: ProposalFile
  /// A name of this process that no other one has.
  let process: String

  init(file: ProposalFile) {
    self.file = file
    process = "\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
  }

  /// Records the operator's confirmation, then executes the action as the operator's own.
  func confirm(
    _ proposal: Proposal,
    _ action: ActionRequest,
    in session: StoreSession
  ) async -> Outcome<ActionResult> {
    let now = Date()
    var answer = Proposal.Answer(.confirmed, by: session.actor, in: process, at: now)
    do throws(ProposalFile.Fault) {
      try file.decide(proposal.id, answer, at: now)
    } catch {
      return .failure(error.description)
    }
    let lines = try? await ActionPreview(ledger: session.ledger).lines(of: action)
    answer.executed = Array((lines ?? []).prefix(Self.maxLines))
    let outcome = await Outcome {
      try await Self.audit("proposal-confirmed", proposal, in: session)
      return try await ActionExecutor(session: session).perform(action)
    }
    answer.record(outcome)
    // The action has its outcome, whether or not the assistant can read it.
    try? file.decide(proposal.id, answer, at: Date())
    return outcome
  }

  private static let maxLines = 20

  /// Records that the operator declined. Without a session the ledger is read-only, and its audit
  /// log stays as it is.
  func decline(
    _ proposal: Proposal,
    by name: String,
    in session: StoreSession?
  ) async -> StatusMessage? {
    let now = Date()
    do {
      try file.decide(
        proposal.id,
        Proposal.Answer(.declined, by: name, in: process, at: now),
        at: now
      )
      if let session { try await Self.audit("proposal-declined", proposal, in: session) }
      return nil
    } catch {
      return StatusMessage(severity: .error, text: "\(error)")
    }
  }

  /// Adds an entry about the proposal to the audit log.
  static func audit(
    _ action: String,
    _ proposal: Proposal,
    in session: StoreSession
  ) async throws {
    var batch = FilingBatch(at: Date())
    batch.audits = [AuditDraft(action, of: proposal.id, by: session.actor)]
    _ = try await session.ledger.file(batch)
  }
}

extension Proposal.Answer {
  /// Takes what came of the action.
  fileprivate mutating func record(_ outcome: Outcome<ActionResult>) {
    switch outcome {
    case .value(.batch(let name, let count, let alreadyOpen)):
      batch = name
      let open = alreadyOpen > 0 ? ", \(alreadyOpen) of them open already" : ""
      result = "\(count) \(count == 1 ? "job" : "jobs")\(open)"
    case .value(.each(let items)):
      let failed = items.compactMap(\.failure)
      result = failed.first.map { "\(failed.count) of \(items.count) failed: \($0)" } ?? "done"
    case .value(.nothing(let words)), .value(.rejected(let words)): result = words
    case .failure(let reason): result = "failed: \(reason)"
    }
    result = result.map { Proposal.line($0) }
  }
}
