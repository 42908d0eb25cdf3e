package import Entitlements
package import Foundation
import Persistence

extension EntitlementService {
  /// From now on every change of what a user is entitled to is told by the herald, or none is any
  /// more. It is the ledger that is told so: what other processes file counts as well.
  package func tellChanges(_ isTelling: Bool) async throws(ServiceError) {
    let now = now()
    try await asking { () throws(LedgerError) in
      try await ledger.tellChanges(isTelling, at: now)
    }
  }

  /// What the user is entitled to at this instant, and will be later by what is on file.
  package func entitlements(
    of user: ID<User>,
    at instant: Date
  ) async throws(ServiceError) -> [Entitlement] {
    let all = try await asking { () throws(LedgerError) in try await ledger.rights(of: user) }
    return all.filter { $0.until.map { instant < $0 } ?? true }
  }

  /// Tells what stands, whatever has happened since the job was added.
  func tell(
    _ user: ID<User>,
    _ change: String,
    as job: JobRow
  ) async throws(ServiceError) -> TaskResult {
    let now = now()
    guard let herald else {
      // Another runner may know whom to tell.
      let until = now.addingTimeInterval(Self.heraldPause)
      let detail = "no webhook is set here; purser serve with one tells it"
      return TaskResult(JobEnding(.postponed(until: until), "no-webhook", detail: detail))
    }
    let announcement = Announcement(
      id: change,
      user: user,
      at: now,
      entitlements: try await entitlements(of: user, at: now)
    )
    do throws(HeraldError) {
      try await herald.tell(announcement)
    } catch {
      return TaskResult(JobRefusal.ending(of: job, error, at: self.now(), chance: world.chance()))
    }
    let count = announcement.entitlements.count
    return TaskResult(
      JobEnding(.done, "told", detail: count == 1 ? "1 entitlement" : "\(count) entitlements")
    )
  }

  private static var heraldPause: TimeInterval { 60 }
}
