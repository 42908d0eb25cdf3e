package import Entitlements
package import Foundation
internal import GRDB

// Somebody outside may want to hear of every change of what a user is entitled to. That they are told
// is a job, added in the transaction that makes the change: whatever happens then, it is not lost.

/// The form of the jobs that tell of changes, which the ledger adds by itself.
package enum TellingJob {
  package static let kind = "tell"

  /// What tells the job from others of its kind. A job that is done while another change happens is
  /// followed by one whose key has a word more: with its length before it, no name is another's.
  package static func name(of user: ID<User>) -> String { "\(user.raw.utf8.count) \(user.raw)" }

  static func key(of user: ID<User>) -> String { "\(kind) \(name(of: user))" }

  static func task(_ user: ID<User>, _ change: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let task = [kind: ["user": user.raw, "change": change]]
    return String(decoding: try encoder.encode(task), as: UTF8.self)
  }
}

/// The mark of a ledger of whose changes somebody is told.
enum TellingMark {
  static func isSet(in db: Database) throws -> Bool {
    try db.number("SELECT value FROM meta WHERE name = 'telling'") != nil
  }
}

extension Ledger {
  /// From now on a job is added for each user whose entitlements change, whoever files what changes
  /// them; or none is any more, and those that wait are called off.
  package func tellChanges(_ isTelling: Bool, at now: Date) async throws(LedgerError) {
    try await write { clerk in
      guard clerk.memory.isTelling != isTelling else { return }
      clerk.memory.isTelling = isTelling
      clerk.hasWritten = true
      if isTelling {
        return try clerk.db.run("INSERT OR IGNORE INTO meta (name, value) VALUES ('telling', 1)")
      }
      try clerk.db.run("DELETE FROM meta WHERE name = 'telling'")
      try clerk.db.run(
        """
        UPDATE job SET state = \(JobState.cancelled.code), endedAt = ?
        WHERE kind = ? AND state = \(JobState.waiting.code)
        """,
        [now.milliseconds, TellingJob.kind]
      )
    }
  }

  /// What the user is entitled to, was and will be; nothing for a user nobody has heard of. Those
  /// without end first, then by descending end.
  package func rights(of user: ID<User>) async throws(LedgerError) -> [Entitlement] {
    try await read { db in
      guard user.isUsable,
        let number = try db.number("SELECT n FROM user WHERE id = ?", [user.raw])
      else { return [] }
      return try db.entitlements(of: number)
    }
  }
}

extension Clerk {
  /// Leaves word of those whose entitlements changed. Of one user one job waits at a time: it tells
  /// what stands when it is done.
  mutating func leaveWord() throws {
    let users = toldUsers.sorted()
    toldUsers = []
    guard memory.isTelling else { return }
    // What files nothing, a catalog, has no time of its own.
    let instant = max(now, Date(milliseconds: memory.countedAt))
    for user in users {
      let change = UUID().uuidString.lowercased()
      let draft = JobDraft(
        key: TellingJob.key(of: user),
        kind: TellingJob.kind,
        task: try TellingJob.task(user, change),
        actor: "ledger",
        dueAt: instant,
        beginsAnew: true
      )
      _ = try add(draft, at: instant)
    }
  }

  /// No job names somebody who is to be forgotten.
  mutating func forgetWord(of names: some Sequence<String>) throws {
    for name in names {
      let key = TellingJob.key(of: ID(name))
      try db.run(
        "DELETE FROM job WHERE key IN (?, ?) AND kind = ?",
        [key, "\(key) again", TellingJob.kind]
      )
    }
  }
}
