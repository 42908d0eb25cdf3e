package import Entitlements
import Foundation
import Persistence

extension EntitlementService {
  /// Records a warning for the dashboard that a quota is nearly used up. Write errors are reported
  /// elsewhere.
  package func note(_ notice: QuotaWarning) async { try? await ledger.statistics.save(notice) }

  /// The numbers of players' logins and open sessions.
  package func playerCounts() async throws(ServiceError) -> (logins: Int, sessions: Int) {
    let now = now()
    return try await asking { () throws(LedgerError) in try await ledger.playFab.counts(at: now) }
  }
}
