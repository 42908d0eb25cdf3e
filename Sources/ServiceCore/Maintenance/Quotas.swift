package import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// Tells the dashboard of a quota that is nearly used up. A ledger that cannot be written to is told
  /// of elsewhere.
  package func note(_ notice: QuotaNotice) async { try? await ledger.note(notice) }

  /// How many logins and open sessions of players there are.
  package func playerCounts() async throws(ServiceError) -> (logins: Int, sessions: Int) {
    let now = now()
    return try await asking { () throws(LedgerError) in try await ledger.playerCounts(at: now) }
  }
}
