package import Entitlements
package import Foundation
internal import GRDB

// Webhooks report every change of a user's entitlements. Each is a job added in the transaction of
// the change, so none is lost.

/// The format of webhook jobs, which the ledger adds itself.
package enum WebhookJob {
  package static let kind = "tell"

  /// Identifies the job within its kind. A change while the job runs adds another job with a suffix
  /// on the key; the length prefix keeps names unambiguous.
  package static func name(of user: ID<User>) -> String { "\(user.raw.utf8.count) \(user.raw)" }

  static func key(of user: ID<User>) -> String { "\(kind) \(name(of: user))" }

  static func task(_ user: ID<User>, _ change: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let task = [kind: ["user": user.raw, "change": change]]
    return String(decoding: try encoder.encode(task), as: UTF8.self)
  }
}

/// Whether the webhook is enabled for this ledger.
enum WebhookFlag {
  static func isSet(in db: Database) throws -> Bool {
    try db.number("SELECT value FROM meta WHERE name = 'telling'") != nil
  }
}

extension JobQueue {
  /// Enables webhook jobs for every change of a user's entitlements, or disables them and cancels
  /// waiting ones.
  package func enableWebhooks(_ sendsWebhooks: Bool, at now: Date) async throws(LedgerError) {
    try await ledger.write { writer in
      guard writer.memory.sendsWebhooks != sendsWebhooks else { return }
      writer.memory.sendsWebhooks = sendsWebhooks
      writer.hasWritten = true
      if sendsWebhooks {
        return try writer.db.run("INSERT OR IGNORE INTO meta (name, value) VALUES ('telling', 1)")
      }
      try writer.db.run("DELETE FROM meta WHERE name = 'telling'")
      try writer.db.run(
        """
        UPDATE job SET state = \(JobState.cancelled.code), endedAt = ?
        WHERE kind = ? AND state = \(JobState.waiting.code)
        """,
        [now.milliseconds, WebhookJob.kind]
      )
    }
  }
}

extension LedgerWriter {
  /// Enqueues one webhook job for each user whose entitlements changed. At most one job per user
  /// waits; it sends the state at the time it runs.
  mutating func enqueueWebhooks() throws {
    let users = changedUsers.sorted()
    changedUsers = []
    guard memory.sendsWebhooks else { return }
    // A change without a filing, such as a catalog's, has no time of its own.
    let instant = max(now, Date(milliseconds: memory.countedAt))
    for user in users {
      let change = UUID().uuidString.lowercased()
      let draft = JobDraft(
        key: WebhookJob.key(of: user),
        kind: WebhookJob.kind,
        task: try WebhookJob.task(user, change),
        actor: "ledger",
        dueAt: instant,
        beginsAnew: true
      )
      _ = try add(draft, at: instant)
    }
  }

  /// Deletes the webhook jobs of users to erase.
  mutating func removeWebhooks(of names: some Sequence<String>) throws {
    for name in names {
      let key = WebhookJob.key(of: ID(name))
      try db.run(
        "DELETE FROM job WHERE key IN (?, ?) AND kind = ?",
        [key, "\(key) again", WebhookJob.kind]
      )
    }
  }
}
