package import Entitlements
import Foundation
package import Persistence
import Receipts

extension EntitlementService {
  /// Erases a user's personal data (see `Ledger.erase`); `nil` if the user is unknown. The facts of
  /// the user's documents are read a last time and kept in tombstones.
  package func erase(
    _ user: ID<User>,
    by actor: String
  ) async throws(ServiceError) -> Erasure? {
    do throws(LedgerError) {
      // New documents may arrive while the others are read, but hardly this many times.
      for _ in 0..<Self.maxAttempts {
        guard let documents = try await ledger.privacy.documents(about: user) else { return nil }
        var tombstones: [ID<Document>: Tombstone] = [:]
        for document in documents {
          let filing = DocumentFiling.filing(again: document, reader)
          tombstones[document.id] = Tombstone(
            facts: filing.facts,
            isOneAccount: filing.isOneAccount
          )
        }
        switch try await ledger.privacy.erase(user, leaving: tombstones, by: actor, at: now()) {
        case .erased(let erasure): return erasure
        case .unknown: return nil
        case .unread: continue
        }
      }
      throw .locked(path: ledger.path)
    } catch {
      throw .ledger(error)
    }
  }

  private static let maxAttempts = 5
}
