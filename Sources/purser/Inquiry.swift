import Entitlements
import Foundation
import Persistence

/// A question as a ticket puts it: anything from an order ID to a whole message.
struct Inquiry: Sendable {
  var text: String
  /// The answer is as things stood then.
  var instant: Date

  /// The diagnosis, and the file that it judges.
  func answer(
    from ledger: Ledger
  ) async throws(LedgerError) -> (diagnosis: Diagnosis, file: CaseFile) {
    let file = try await ledger.caseFile(about: text, Identifier.all(in: text))
    return (Diagnosis.diagnose(file, complaints: Complaint.kinds(in: text), at: instant), file)
  }
}
