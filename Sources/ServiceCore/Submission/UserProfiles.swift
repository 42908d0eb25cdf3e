package import Entitlements
import Foundation
import Persistence

/// What teams state about their users. Each statement is a document of its own, and the latest one
/// about a user holds.
package struct UserProfiles: ServiceInterface {
  let service: EntitlementService

  /// What a profile changes.
  package enum Change: String, CaseIterable, Sendable {
    /// There was none for that ID.
    case new
    case changed
    /// It states what is on file; nothing is filed.
    case unchanged
  }

  /// The latest profile stated for this ID; `nil` if there is none.
  package func profile(of user: ID<User>) async throws(ServiceError) -> UserProfile? {
    try await wrapping(try await ledger.users.profiles(of: [user]))[user]?.profile
  }

  /// Files those that differ from what is on file, in one transaction. Of several for one user, the
  /// last one counts.
  ///
  /// - Returns: What each of them changes.
  package func file(
    _ profiles: [UserProfile],
    by actor: String
  ) async throws(ServiceError) -> [Change] {
    let known = try await wrapping(try await ledger.users.profiles(of: profiles.map(\.user)))
    let changes = Self.changes(of: profiles, over: known)
    let now = now()
    var batch = FilingBatch(at: now)
    for (user, profile) in Self.newest(of: profiles) where profile != known[user]?.profile {
      if profile.isEmpty, known[user] == nil { continue }
      // A later statement counts, so it must be later by its own time, whatever the clocks say.
      let next = known[user]?.at.addingTimeInterval(0.001)
      let stated = StatedProfile(profile, by: actor, at: max(now, next ?? now))
      guard let bytes = try? stated.bytes() else {
        throw .ledger(.refused(rule: "the profile cannot be encoded"))
      }
      let filing = DocumentFiling.filing(ofProfile: bytes, receivedAt: now)
      batch.add(filing)
      batch.audits.append(AuditDraft("profile", of: filing.document.id.raw, by: actor))
    }
    let filed = batch
    if !filed.filings.isEmpty { _ = try await wrapping(try await ledger.file(filed)) }
    return changes
  }

  /// Files these as additions to what is on file: names, addresses and app accounts are joined, in
  /// one transaction. Without `actor`, nothing is filed.
  ///
  /// - Returns: What each of them changes, or would.
  package func add(
    _ profiles: [UserProfile],
    by actor: String?
  ) async throws(ServiceError) -> [Change] {
    let known = try await wrapping(try await ledger.users.profiles(of: profiles.map(\.user)))
    let joined = profiles.map { known[$0.user]?.profile.joined(with: $0) ?? $0 }
    guard let actor else { return Self.changes(of: joined, over: known) }
    return try await file(joined, by: actor)
  }

  /// What filing them would change.
  package func changes(
    by profiles: [UserProfile]
  ) async throws(ServiceError) -> [Change] {
    let known = try await wrapping(try await ledger.users.profiles(of: profiles.map(\.user)))
    return Self.changes(of: profiles, over: known)
  }

  private static func changes(
    of profiles: [UserProfile],
    over known: [ID<User>: StatedProfile]
  ) -> [Change] {
    profiles.map { profile in
      guard let before = known[profile.user] else { return profile.isEmpty ? .unchanged : .new }
      return before.profile == profile ? .unchanged : .changed
    }
  }

  /// The last one of each user, in order of the first.
  private static func newest(of profiles: [UserProfile]) -> [(ID<User>, UserProfile)] {
    let last = Dictionary(profiles.map { ($0.user, $0) }) { $1 }
    var seen: Set<ID<User>> = []
    return profiles.compactMap { profile in
      guard seen.insert(profile.user).inserted else { return nil }
      return (profile.user, last[profile.user] ?? profile)
    }
  }
}

extension UserProfile {
  /// Both, as far as there is room; what it states itself goes first.
  fileprivate func joined(with other: UserProfile) -> UserProfile {
    let joined = try? UserProfile(
      user,
      names: Array((names + other.names).prefix(Self.maxNames)),
      emails: Array((emails + other.emails).prefix(Self.maxEmails)),
      accounts: Array((accounts + other.accounts).prefix(Self.maxAccounts)),
      locale: locale ?? other.locale,
      timeZone: timeZone ?? other.timeZone
    )
    return joined ?? self
  }
}

extension DocumentFiling {
  /// The filing of a stated profile; it has no effect if the bytes cannot be read. It states no
  /// facts, so that no purchase follows from it.
  static func filing(ofProfile bytes: [UInt8], receivedAt: Date) -> Filing {
    let read = StatedProfile(bytes)
    let document = Document(
      id: documentID(of: bytes),
      store: nil,
      kind: Document.profileKind,
      environment: nil,
      app: nil,
      bytes: bytes,
      origin: .manual,
      provenance: .operatorAct,
      verdict: read == nil
        ? .rejected(code: "malformed", at: nil, detail: "part of the profile is missing")
        : .genuine,
      receivedAt: receivedAt,
      statedAt: read?.at,
      purchases: 0,
      user: nil
    )
    return Filing(
      document: document,
      attribution: read.map { .user($0.profile.user) } ?? .nobody,
      facts: Facts(),
      userName: read?.profile.names.first,
      userEmail: read?.profile.emails.first
    )
  }
}
