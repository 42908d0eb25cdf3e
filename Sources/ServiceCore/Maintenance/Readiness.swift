import Entitlements
import Persistence

/// The state of the ledger as a file.
package struct LedgerMaintenance: ServiceInterface {
  let service: EntitlementService

  /// Whether the ledger can be written to now.
  package func canWrite() async -> Bool {
    do throws(LedgerError) {
      try await ledger.tryWriting()
      return true
    } catch {
      return false
    }
  }

  /// Enables or disables webhooks for the ledger, including changes that other processes file.
  package func enableWebhooks(_ sendsWebhooks: Bool) async throws(ServiceError) {
    let now = now()
    try await wrapping(try await ledger.enableWebhooks(sendsWebhooks, at: now))
  }

  /// Records a warning for the dashboard that a quota is nearly used up. Write errors are reported
  /// elsewhere.
  package func note(_ notice: QuotaWarning) async { try? await ledger.note(notice) }
}
