package import Entitlements
import Foundation
package import Persistence
import Receipts

extension EntitlementService {
  /// Forgets a person (see `Ledger.erase`); `nil` where nobody goes by that name. What their
  /// documents state is read a last time, to be kept without them.
  package func erase(
    _ user: ID<User>,
    by actor: String
  ) async throws(ServiceError) -> Erasure? {
    do throws(LedgerError) {
      // Documents may arrive while others are read, but hardly so many times.
      for _ in 0..<Self.mostAttempts {
        guard let documents = try await ledger.documents(about: user) else { return nil }
        var tombstones: [ID<Document>: Tombstone] = [:]
        for document in documents {
          let filing = DocumentFiling.filing(again: document, reader)
          tombstones[document.id] = Tombstone(
            facts: filing.facts,
            isOneAccount: filing.isOneAccount
          )
        }
        switch try await ledger.erase(user, leaving: tombstones, by: actor, at: now()) {
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

  private static let mostAttempts = 5
}
