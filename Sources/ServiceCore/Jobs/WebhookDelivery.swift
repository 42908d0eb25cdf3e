import Basics
import Crypto
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
    let entitlements = try await service.users.entitlements(of: user, at: now)
    let announcement = EntitlementSnapshot(
      id: "\(change)-\(Self.digest(of: entitlements))",
      user: user,
      at: now,
      entitlements: entitlements
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

  /// Differs if the entitlements changed since an attempt, so that no receiver takes the message for
  /// one that it has.
  private static func digest(of entitlements: [Entitlement]) -> String {
    let lines = entitlements.map { entitlement in
      let bounds = [entitlement.from, entitlement.until].map { $0.map { RFC3339.text($0) } ?? "" }
      return ([entitlement.key, entitlement.environment.rawValue] + bounds).joined(separator: " ")
    }
    let hash = SHA256.hash(data: Data(lines.sorted().joined(separator: "\n").utf8))
    return String(hex: Array(hash.prefix(4)))
  }

  private static var webhookRetryDelay: TimeInterval { 60 }
}
