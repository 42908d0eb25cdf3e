import Entitlements
import Foundation
import Persistence

extension Jobs {
  /// Delivers the current entitlements, whatever has changed since the job was added.
  func notify(
    _ user: ID<User>,
    _ change: String,
    as job: JobRow
  ) async throws(ServiceError) -> TaskResult {
    let now = now()
    guard let entitlementWebhook = service.entitlementWebhook else {
      // Another runner may have a webhook.
      let until = now.addingTimeInterval(Self.webhookRetryDelay)
      let detail = "no webhook is configured here; purser serve with a webhook delivers it"
      return TaskResult(
        ending: JobCompletion(.postponed(until: until), "no-webhook", detail: detail)
      )
    }
    let announcement = EntitlementSnapshot(
      id: change,
      user: user,
      at: now,
      entitlements: try await service.users.entitlements(of: user, at: now)
    )
    do throws(WebhookError) {
      try await entitlementWebhook.notify(announcement)
    } catch {
      return TaskResult(
        ending: JobRefusal.ending(of: job, error, at: self.now(), chance: world.chance())
      )
    }
    let count = announcement.entitlements.count
    return TaskResult(
      ending: JobCompletion(
        .done,
        "told",
        detail: count == 1 ? "1 entitlement" : "\(count) entitlements"
      )
    )
  }

  private static var webhookRetryDelay: TimeInterval { 60 }
}
