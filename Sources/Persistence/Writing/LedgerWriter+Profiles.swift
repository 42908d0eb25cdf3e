import Entitlements
import Foundation
internal import GRDB

/// Another name, address or app account by which a user is found: all that profiles state beyond the
/// name and the address in the user's row.
struct UserHandle: Hashable {
  /// Stored by these names.
  enum Kind: String, CaseIterable { case name, email, account }

  var kind: Kind
  var value: String

  static func == (one: UserHandle, other: UserHandle) -> Bool {
    one.kind == other.kind && one.value.hasSameBytes(as: other.value)
  }

  /// The handles that profiles state, and `others`, beside what the user's row shows.
  static func all(
    in profiles: [UserProfile],
    and others: [UserHandle],
    beside shown: UserStateRow
  ) -> Set<UserHandle> {
    var handles = Set(others)
    for profile in profiles {
      for name in profile.names { handles.insert(UserHandle(kind: .name, value: name)) }
      for email in profile.emails { handles.insert(UserHandle(kind: .email, value: email)) }
      for account in profile.accounts {
        handles.insert(UserHandle(kind: .account, value: account))
      }
    }
    if let name = shown.name { handles.remove(UserHandle(kind: .name, value: name)) }
    if let email = shown.email { handles.remove(UserHandle(kind: .email, value: email)) }
    return handles
  }

  /// By kind and bytes: the same on every machine.
  func precedes(_ other: UserHandle) -> Bool {
    kind == other.kind
      ? value.utf8.lexicographicallyPrecedes(other.value.utf8) : kind.rawValue < other.kind.rawValue
  }
}

/// What the full-text indices contain of a user. The indices don't store it: to remove it, they need
/// the very bytes again.
struct SearchTexts: Equatable {
  var names: String?
  var emails: String?

  init() {}

  init(_ name: String?, _ email: String?, _ handles: Set<UserHandle>) {
    func joined(_ shown: String?, _ kind: UserHandle.Kind) -> String? {
      let further = handles.filter { $0.kind == kind }.sorted { $0.precedes($1) }.map(\.value)
      let all = (shown.map { [$0] } ?? []) + further
      return all.isEmpty ? nil : all.joined(separator: " ")
    }
    (names, emails) = (joined(name, .name), joined(email, .email))
  }

  var isEmpty: Bool { names == nil && emails == nil }

  static func == (one: SearchTexts, other: SearchTexts) -> Bool {
    [one.names, one.emails].map { $0?.stored } == [other.names, other.emails].map { $0?.stored }
  }
}

extension LedgerWriter {
  /// Replaces the user's handles.
  func writeHandles(
    of user: Int64,
    _ stated: [UserProfile],
    _ others: [UserHandle],
    shown: UserStateRow
  ) throws -> (known: Set<UserHandle>, new: Set<UserHandle>) {
    let known = try db.handles(of: user)
    let new = UserHandle.all(in: stated, and: others, beside: shown)
    guard known != new else { return (known, new) }
    try db.run("DELETE FROM handle WHERE user = ?", [user])
    for handle in new.sorted(by: { $0.precedes($1) }) {
      try db.run(
        "INSERT INTO handle (user, kind, value) VALUES (?, ?, ?)",
        [user, handle.kind.rawValue, handle.value]
      )
    }
    return (known, new)
  }
}

extension Database {
  func handles(of user: Int64) throws -> Set<UserHandle> {
    Set(
      try map("SELECT kind, value FROM handle WHERE user = ?", [user]) { cells in
        guard let kind = UserHandle.Kind(rawValue: try cells.text(0)) else {
          throw RowDecodingError(column: 0)
        }
        return UserHandle(kind: kind, value: try cells.text(1))
      }
    )
  }

  /// The latest profile for each of the user's IDs: the remaining one's first, then the latest.
  func profiles(
    of user: Int64,
    _ id: ID<User>
  ) throws -> [(document: Int64, stated: StatedProfile)] {
    let found = try map(
      "SELECT n, claimant FROM document WHERE user = ? \(ProfileQuery.latestFirst)",
      [user]
    ) { (document: try $0.number(0), claimant: try $0.text(1)) }
    var seen: Set<String> = []
    var profiles: [(document: Int64, stated: StatedProfile)] = []
    let own = found.filter { $0.claimant == id.raw }
    for (document, claimant) in own + found where seen.insert(claimant).inserted {
      guard let stated = StatedProfile(try bytes(ofDocument: document)) else { continue }
      profiles.append((document, stated))
    }
    return profiles
  }

  /// The latest profile stated for this ID.
  func profile(statedFor user: ID<User>) throws -> StatedProfile? {
    guard user.isUsable else { return nil }
    let sql = "SELECT n FROM document WHERE claimant = ? \(ProfileQuery.latestFirst) LIMIT 1"
    return try number(sql, [user.raw]).flatMap { StatedProfile(try bytes(ofDocument: $0)) }
  }
}

private enum ProfileQuery {
  /// Selects the profiles of the documents that a condition before it selects.
  static let latestFirst = """
    AND kind = 'profile' AND provenance = 'operatorAct' AND rejectionCode IS NULL
      AND erasedAt IS NULL
    ORDER BY coalesce(statedAt, receivedAt) DESC, id DESC
    """
}
