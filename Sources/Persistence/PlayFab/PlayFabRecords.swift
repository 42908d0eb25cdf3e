package import Entitlements
package import Foundation
internal import GRDB

/// A player's login.
package struct LoginDraft: Equatable, Sendable {
  /// The kind of name: `custom`, `ios`, `android`.
  package var provider: String
  package var name: String
  /// The user of a new player's data.
  package var user: ID<User>
  /// Whether to create an account for an unknown name.
  package var creates: Bool
  /// The hash of the new session ticket.
  package var ticket: [UInt8]
  package var endsAt: Date
  /// The key for public player IDs, if the ledger has none yet.
  package var newKey: [UInt8]

  package init(
    provider: String,
    name: String,
    user: ID<User>,
    creates: Bool,
    ticket: [UInt8],
    endsAt: Date,
    newKey: [UInt8]
  ) {
    (self.provider, self.name, self.user, self.creates) = (provider, name, user, creates)
    (self.ticket, self.endsAt, self.newKey) = (ticket, endsAt, newKey)
  }
}

/// Logins, sessions and redemptions of players, for the PlayFab-compatible endpoints.
package struct PlayFabRecords: Sendable {
  let ledger: Ledger

  /// Begins a session; `nil` for an unknown name if no account is to be created. Deletes expired
  /// sessions, and all but the newest of this login.
  package func logIn(
    _ draft: LoginDraft,
    at instant: Date
  ) async throws(LedgerError) -> LoginResult? {
    try await ledger.submit(draft, at: instant)
  }

  /// Whether there is a user, or a login, with this ID.
  package func isKnown(_ user: ID<User>) async throws(LedgerError) -> Bool {
    guard user.isUsable else { return false }
    return try await ledger.read { db in
      let id = try OwnershipContext(in: db).identities.canonical(user)
      return try db.exists(
        "SELECT 1 FROM user WHERE id = ?1 UNION ALL SELECT 1 FROM login WHERE user = ?1",
        [id.raw]
      )
    }
  }

  /// The user of the session with this ticket hash; `nil` if there is none or it has expired.
  package func user(
    bearing ticket: [UInt8],
    at instant: Date
  ) async throws(LedgerError) -> ID<User>? {
    try await ledger.read { db in
      let user = try db.first(
        """
        SELECT login.user FROM session CROSS JOIN login ON login.n = session.login
        WHERE session.ticket = ? AND session.endsAt > ?
        """,
        [Data(ticket), instant.milliseconds]
      ) { try $0.id(0) as ID<User> }
      return try user.map { try OwnershipContext(in: db).identities.canonical($0) }
    }
  }

  /// The number of players' logins and open sessions.
  package func counts(at instant: Date) async throws(LedgerError) -> (logins: Int, sessions: Int) {
    try await ledger.read { db in
      (
        try db.count("SELECT count(*) FROM login"),
        try db.count("SELECT count(*) FROM session WHERE endsAt > ?", [instant.milliseconds])
      )
    }
  }

  /// Deletes expired sessions, and logins unused since `unused` whose player has no data.
  ///
  /// - Returns: The number of deleted logins.
  package func deleteLogins(
    unusedSince unused: Date,
    at instant: Date
  ) async throws(LedgerError) -> Int {
    try await ledger.submit(LoginDeletion(unusedSince: unused), at: instant)
  }
}

extension LoginDraft: LedgerChange {
  static let kind = EntryKind.login

  private enum CodingKeys: String, CodingKey {
    case provider = "provider", name = "name", user = "user", creates = "creates"
    case ticket = "ticket", endsAt = "endsAt", newKey = "newKey"
  }

  /// The maximum of simultaneous sessions per login; more than anyone has devices.
  private static let maxSessions = 16

  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> LoginResult? {
    guard !name.utf8.contains(0), user.isUsable else { return nil }
    try writer.deriveEarlierChanges()
    guard let known = try writer.login(self, at: instant) else { return nil }
    let login = known.n
    var result = known.result
    result.user = writer.memory.ownershipContext.identities.canonical(result.user)
    let db = writer.db
    try db.run(
      "INSERT OR IGNORE INTO secret (name, value) VALUES ('playerIDs', ?)",
      [Data(newKey)]
    )
    result.identifierKey = try db.identifierKey(of: result.user, login)
    try db.run("UPDATE login SET lastAt = ? WHERE n = ?", [instant.milliseconds, login])
    try db.run("DELETE FROM session WHERE endsAt <= ?", [instant.milliseconds])
    try db.run(
      "INSERT INTO session (ticket, login, endsAt) VALUES (?, ?, ?)",
      [Data(ticket), login, endsAt.milliseconds]
    )
    try db.run(
      """
      DELETE FROM session WHERE login = ?1 AND n NOT IN (
        SELECT n FROM session WHERE login = ?1 ORDER BY n DESC LIMIT \(Self.maxSessions))
      """,
      [login]
    )
    writer.hasWritten = true
    return result
  }
}

/// Deletes expired sessions and unused logins. The outcome is the number of these.
struct LoginDeletion: LedgerChange {
  static let kind = EntryKind.loginDeletion

  private enum CodingKeys: String, CodingKey {
    case unusedSince = "unusedSince"
  }

  var unusedSince: Date

  func apply(at instant: Date, by writer: inout LedgerWriter) throws -> Int {
    try writer.deriveEarlierChanges()
    try writer.run("DELETE FROM session WHERE endsAt <= ?", [instant.milliseconds])
    try writer.run(
      """
      DELETE FROM login WHERE lastAt < ?
        AND NOT EXISTS (SELECT 1 FROM session WHERE session.login = login.n)
        AND NOT EXISTS (SELECT 1 FROM user WHERE user.id = login.user)
      """,
      [unusedSince.milliseconds]
    )
    return writer.db.changesCount
  }
}

extension LedgerWriter {
  /// Finds or creates the login with this name; `nil` if it may not be created.
  fileprivate func login(
    _ draft: LoginDraft,
    at instant: Date
  ) throws -> (n: Int64, result: LoginResult)? {
    let known = try db.first(
      "SELECT n, user, lastAt FROM login WHERE name = ? AND provider = ?",
      [draft.name, draft.provider]
    ) {
      (
        n: try $0.number(0),
        result: LoginResult(user: try $0.id(1), isNew: false, lastAt: try $0.instant(2))
      )
    }
    if let known { return known }
    let isOnFile = try db.exists("SELECT 1 FROM user WHERE id = ?", [draft.user.raw])
    guard draft.creates || isOnFile else { return nil }
    let number = try db.add(
      """
      INSERT INTO login (provider, name, user, createdAt, lastAt, isKeyed)
      VALUES (?1, ?2, ?3, ?4, ?4, 1)
      """,
      [draft.provider, draft.name, draft.user.raw, instant.milliseconds]
    )
    return (number, LoginResult(user: draft.user, isNew: !isOnFile))
  }
}

extension Database {
  /// The key for a player's public ID; `nil` for a login from before the ledger had a key, which
  /// keeps its unkeyed ID.
  fileprivate func identifierKey(of user: ID<User>, _ login: Int64) throws -> [UInt8]? {
    try first(
      """
      SELECT value FROM secret WHERE name = 'playerIDs' AND NOT EXISTS (
        SELECT 1 FROM login WHERE isKeyed = 0 AND (n = ?1 OR user = ?2))
      """,
      [login, user.raw]
    ) { Array(try $0.bytes(0)) }
  }
}
