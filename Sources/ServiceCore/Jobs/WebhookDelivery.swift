package import Entitlements
package import Foundation
import Persistence

extension EntitlementService {
  /// Enables or disables webhooks for the ledger, including changes that other processes file.
  package func enableWebhooks(_ sendsWebhooks: Bool) async throws(ServiceError) {
    let now = now()
    try await asking { () throws(LedgerError) in
      try await ledger.jobs.enableWebhooks(sendsWebhooks, at: now)
    }
  }

  /// The user's current entitlements, and later ones known from the records.
  package func entitlements(
    of user: ID<User>,
    at instant: Date
  ) async throws(ServiceError) -> [Entitlement] {
    let all = try await asking { () throws(LedgerError) in
      try await ledger.users.entitlements(of: user)
    }
    return all.filter { $0.until.map { instant < $0 } ?? true }
  }

  /// Delivers the current entitlements, whatever has changed since the job was added.
  func notify(
    _ user: ID<User>,
    _ change: String,
    as job: JobRow
  ) async throws(ServiceError) -> TaskResult {
    let now = now()
    guard let entitlementWebhook else {
      // Another runner may have a webhook.
      let until = now.addingTimeInterval(Self.webhookRetryDelay)
      let detail = "no webhook is configured here; purser serve with a webhook delivers it"
      return TaskResult(JobCompletion(.postponed(until: until), "no-webhook", detail: detail))
    }
    let announcement = EntitlementSnapshot(
      id: change,
      user: user,
      at: now,
      entitlements: try await entitlements(of: user, at: now)
    )
    do throws(WebhookError) {
      try await entitlementWebhook.notify(announcement)
    } catch {
      return TaskResult(JobRefusal.ending(of: job, error, at: self.now(), chance: world.chance()))
    }
    let count = announcement.entitlements.count
    return TaskResult(
      JobCompletion(.done, "told", detail: count == 1 ? "1 entitlement" : "\(count) entitlements")
    )
  }

  private static var webhookRetryDelay: TimeInterval { 60 }
}
