import Basics
import Entitlements
import Foundation
import Persistence
import Receipts

// Microsoft tells of money that went back in a queue of its cloud (microsoft.md §7).
extension EntitlementService {
  /// Pages of 32 events; what is left comes with the next poll.
  private static let mostClawbackPages = 100

  /// Reads the queue until it shows nothing more. What was read is taken from it once it is on file.
  /// How a subscription stands after it, Microsoft is asked.
  func clawbacks(by actor: String, _ onPage: PageWatch) async throws(ServiceError) -> TaskResult {
    guard let plan = try await plan(for: .clawbacks) else { return .nothingToAskBy }
    var batch = FilingBatch(at: now())
    var thanks: [StoreDeed] = []
    var next = plan.questions.first
    for _ in 0..<Self.mostClawbackPages {
      guard let asked = next, var answer = try await ask(asked, plan) else { break }
      var isKnown: [ID<Document>: Bool] = [:]
      for place in answer.documents.indices {
        let bytes = answer.documents[place].bytes
        let apps = try await apps(of: bytes)
        isKnown[DocumentFiling.documentID(of: bytes)] = !apps.isEmpty
        answer.documents[place].hints.app = apps.first ?? onlyMicrosoftApp
      }
      for validation in try believed(answer, from: .microsoft) {
        let drafts =
          isKnown[validation.document] == true
          ? try await followUps(of: validation.filing, validation.submission.kind, by: actor) : []
        batch.add(validation.filing, jobs: drafts)
      }
      thanks += answer.thanks
      next = answer.next
      try await onPage()
    }
    return TaskResult(batch, .answered(batch.filings.count, "refund"), thanks: thanks)
  }

  /// Does what thanks a store for what is on file now. Whatever goes wrong: it tells it again.
  func thank(_ deeds: [StoreDeed]) async {
    for deed in deeds {
      guard let client = stores[deed.store], !Task.isCancelled else { return }
      _ = try? await client.act(deed, StoreShop(app: ""))
    }
  }

  /// In which apps the purchase is on file that an event is about: it names neither app nor user.
  private func apps(of event: [UInt8]) async throws(ServiceError) -> [String] {
    guard let json = try? JSONReader.value(event),
      case .clawback(let clawback) = try? MicrosoftResponse(json), let name = clawback.name
    else { return [] }
    return try await asking { () throws(LedgerError) in
      try await ledger.apps(selling: name, at: .microsoft)
    }
  }
}
