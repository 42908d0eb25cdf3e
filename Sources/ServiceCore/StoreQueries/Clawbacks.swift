import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

// Microsoft reports clawbacks in a cloud queue (microsoft.md §7).
extension EntitlementService {
  /// Pages of 32 events; the next poll reads the rest.
  private static let maxClawbackPages = 100

  /// Reads the queue until it is empty. Events are deleted from it once they are filed. Follow-up
  /// jobs query Microsoft for the states of the subscriptions.
  func clawbacks(by actor: String, _ onPage: PageWatch) async throws(ServiceError) -> TaskResult {
    guard let plan = try await plan(for: .clawbacks) else { return .noQueryHandle }
    var batch = FilingBatch(at: now())
    var acknowledgements: [StoreAction] = []
    var next = plan.questions.first
    for _ in 0..<Self.maxClawbackPages {
      guard let query = next, var answer = try await ask(query, plan) else { break }
      var isKnown: [ID<Document>: Bool] = [:]
      for index in answer.documents.indices {
        let bytes = answer.documents[index].bytes
        let apps = try await apps(of: bytes)
        isKnown[DocumentFiling.documentID(of: bytes)] = !apps.isEmpty
        answer.documents[index].hints.app = apps.first ?? onlyMicrosoftApp
      }
      for validation in try believed(answer, from: .microsoft) {
        let drafts =
          isKnown[validation.document] == true
          ? try await followUps(of: validation.filing, validation.submission.kind, by: actor) : []
        batch.add(validation.filing, jobs: drafts)
      }
      acknowledgements += answer.acknowledgements
      next = answer.next
      try await onPage()
    }
    return TaskResult(
      batch,
      .answered(batch.filings.count, "refund"),
      acknowledgements: acknowledgements
    )
  }

  /// Acknowledges filed documents. After a failure the store sends them again.
  func acknowledge(_ actions: [StoreAction]) async {
    for action in actions {
      guard let client = stores[action.store], !Task.isCancelled else { return }
      _ = try? await client.act(action, StoreScope(app: ""))
    }
  }

  /// The apps with the event's purchase on file; the event itself names neither app nor user.
  private func apps(of event: [UInt8]) async throws(ServiceError) -> [String] {
    guard let json = try? JSONReader.value(event),
      case .clawback(let clawback) = try? MicrosoftResponse(json), let name = clawback.name
    else { return [] }
    return try await asking { () throws(LedgerError) in
      try await ledger.storeQueries.apps(selling: name, at: .microsoft)
    }
  }
}
