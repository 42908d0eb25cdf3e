internal import Crypto
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

  /// Identifies a user's change of entitlements: the same wherever the entry is applied.
  static func change(of user: ID<User>, in entry: EntryID?) -> String {
    var hasher = SHA256()
    withUnsafeBytes(of: (entry ?? EntryID()).value.uuid) { hasher.update(bufferPointer: $0) }
    hasher.update(data: Data(user.raw.utf8))
    var bytes = Array(hasher.finalize().prefix(16))
    (bytes[6], bytes[8]) = (bytes[6] & 0x0F | 0x80, bytes[8] & 0x3F | 0x80)
    let digits = Array(hex(bytes))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }

  static func task(_ user: ID<User>, _ change: String) throws -> String {
    let task = [kind: ["user": user.raw, "change": change]]
    return String(decoding: try JSONEncoder.stored().encode(task), as: UTF8.self)
  }
}

extension JobQueue {
  /// Enables webhook jobs for every change of a user's entitlements, or disables them and cancels
  /// waiting ones.
  package func enableWebhooks(_ sendsWebhooks: Bool, at now: Date) async throws(LedgerError) {
    try await ledger.submit(WebhookSwitch(sendsWebhooks: sendsWebhooks), at: now)
  }
}

/// Enables or disables webhook jobs.
struct WebhookSwitch: LedgerChange {
  static let kind = EntryKind.webhooks

  private enum CodingKeys: String, CodingKey {
    case sendsWebhooks = "sendsWebhooks"
  }

  var sendsWebhooks: Bool

  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> NoOutcome {
    guard writer.memory.sendsWebhooks != sendsWebhooks else { return NoOutcome() }
    try writer.deriveEarlierChanges()
    writer.memory.sendsWebhooks = sendsWebhooks
    writer.hasWritten = true
    guard !sendsWebhooks else {
      try writer.db.setMeta("telling", to: 1)
      return NoOutcome()
    }
    try writer.db.run("DELETE FROM meta WHERE name = 'telling'")
    try writer.db.run(
      """
      UPDATE job SET state = \(JobState.cancelled.code), endedAt = ?
      WHERE kind = ? AND state = \(JobState.waiting.code)
      """,
      [instant.milliseconds, WebhookJob.kind]
    )
    return NoOutcome()
  }
}

extension LedgerWriter {
  /// Enqueues one webhook job for each user whose entitlements changed. At most one job per user
  /// waits; it sends the state at the time it runs.
  mutating func enqueueWebhooks() throws {
    let users = changedUsers.sorted()
    changedUsers = []
    guard memory.sendsWebhooks else { return }
    // A change of this file alone has no time of its own.
    let instant = entryID == nil ? Date(milliseconds: memory.countedAt) : entryTime
    for user in users {
      let change = WebhookJob.change(of: user, in: entryID)
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
