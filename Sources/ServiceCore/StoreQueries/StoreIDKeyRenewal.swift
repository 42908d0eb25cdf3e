import Entitlements
import Foundation
import Persistence

extension StoreQueries {
  /// Files a renewed Microsoft Store ID key for the owner of the old one; the next query uses it.
  package func file(renewedKey key: [UInt8], insteadOf old: [UInt8]) async throws(ServiceError) {
    let known = try await wrapping(try await ledger.document(DocumentFiling.documentID(of: old)))
    guard let owner = known?.user else { return }
    _ = try await service.submissions.validate(
      SubmittedDocument(bytes: key, user: owner, origin: .polled)
    )
  }
}
