import Dashboard
import Entitlements
import Foundation
import Persistence

/// A question as a ticket puts it: anything from an order ID to a whole message.
struct Inquiry: Sendable {
  var text: String
  /// The answer is as things stood then.
  var instant: Date
  /// What is not left to the text.
  var choice = InquiryChoice()
  /// The apps that are ours; empty where that is not known.
  var apps: Set<String> = []

  /// The diagnosis, and the file that it judges.
  func answer(
    from ledger: Ledger
  ) async throws(LedgerError) -> (diagnosis: Diagnosis, file: CaseFile) {
    // The words are read while the ledger is.
    async let asked = choice.ticket.map { [$0] } ?? Complaint.kinds(in: text)
    var file = try await ledger.caseFile(about: text, Identifier.all(in: text))
    file.ownApps = apps.isEmpty ? nil : apps
    if let purchase = choice.purchase {
      file.subject.orders = []
      file.subject.chains = [purchase]
    } else {
      file.focusByClues(at: instant)
    }
    var diagnosis = Diagnosis.diagnose(file, complaints: await asked, at: instant)
    if !file.subject.isFound || file.subject.identifiers.contains(where: { !$0.isFound }) {
      diagnosis.nearMisses = try await ledger.nearMisses(in: text, of: file.subject, at: instant)
    }
    return (diagnosis, file)
  }
}
