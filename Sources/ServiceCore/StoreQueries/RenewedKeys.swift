import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// Keeps a Microsoft Store ID key that took the place of one on file, for the same user: the next
  /// question is asked with it.
  package func keep(renewedKey key: [UInt8], insteadOf old: [UInt8]) async throws(ServiceError) {
    let known = try await asking { () throws(LedgerError) in
      try await ledger.document(DocumentFiling.documentID(of: old))
    }
    guard let owner = known?.user else { return }
    _ = try await validate(PresentedDocument(bytes: key, user: owner, origin: .polled))
  }
}
