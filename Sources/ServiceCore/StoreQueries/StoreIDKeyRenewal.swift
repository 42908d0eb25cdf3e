import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// Files a renewed Microsoft Store ID key for the owner of the old one; the next query uses it.
  package func keep(renewedKey key: [UInt8], insteadOf old: [UInt8]) async throws(ServiceError) {
    let known = try await asking { () throws(LedgerError) in
      try await ledger.documents.find(DocumentFiling.documentID(of: old))
    }
    guard let owner = known?.user else { return }
    _ = try await validate(SubmittedDocument(bytes: key, user: owner, origin: .polled))
  }
}
