import Dashboard
import Entitlements
import Foundation
import Persistence

/// A ticket's question: anything from an order ID to a whole message.
struct TicketInquiry: Sendable {
  var text: String
  /// The time for which the question is answered.
  var instant: Date
  /// The operator's choices that override the text.
  var choice = InquiryChoice()
  /// The operator's apps; empty if unknown.
  var apps: Set<String> = []

  /// The diagnosis and its input.
  func answer(
    from ledger: Ledger
  ) async throws(LedgerError) -> (diagnosis: Diagnosis, file: DiagnosisInput) {
    // Classify the text while the ledger is read.
    async let categories = choice.ticket.map { [$0] } ?? TicketCategory.kinds(in: text)
    var file = try await ledger.search.diagnosisInput(about: text, Identifier.all(in: text))
    file.ownApps = apps.isEmpty ? nil : apps
    if let purchase = choice.purchase {
      file.subject.orders = []
      file.subject.chains = [purchase]
    } else {
      file.focusByClues(at: instant)
    }
    var diagnosis = Diagnosis.diagnose(file, ticketCategories: await categories, at: instant)
    if !file.subject.isFound || file.subject.identifiers.contains(where: { !$0.isFound }) {
      diagnosis.nearMisses = try await ledger.search.nearMisses(
        in: text,
        of: file.subject,
        at: instant
      )
    }
    return (diagnosis, file)
  }
}
