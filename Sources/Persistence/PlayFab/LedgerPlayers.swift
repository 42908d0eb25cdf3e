package import Entitlements
package import Foundation
internal import GRDB

/// How a player of an app makes themselves known, and what came of it.
package struct LoginDraft: Equatable, Sendable {
  /// What the name is a name of: `custom`, `ios`, `android`.
  package var provider: String
  package var name: String
  /// Under whom everything of a new player's is filed.
  package var user: ID<User>
  /// Whether somebody who is not known yet becomes known by it.
  package var creates: Bool
  /// The hash of the ticket that stands for the player from now on.
  package var ticket: [UInt8]
  package var endsAt: Date
  /// What the ledger's public player IDs are made with from now on, if it has no key yet.
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
    self.provider = provider
    self.name = name
    self.user = user
    self.creates = creates
    self.ticket = ticket
    self.endsAt = endsAt
    self.newKey = newKey
  }
}

extension Ledger {
  /// Begins a session; `nil` for a name nobody goes by, where that is not to begin an account.
  /// Sessions that are over are forgotten on the way, and of one login all but the newest.
  package func logIn(
    _ draft: LoginDraft,
    at instant: Date
  ) async throws(LedgerError) -> LoggedIn? {
    try await write { clerk in
      guard !draft.name.utf8.contains(0), draft.user.isUsable else { return LoggedIn?.none }
      guard let known = try clerk.login(draft, at: instant) else { return nil }
      let login = known.n
      var answer = known.answer
      answer.user = clerk.memory.customs.identities.canonical(answer.user)
      let db = clerk.db
      try db.run(
        "INSERT OR IGNORE INTO secret (name, value) VALUES ('playerIDs', ?)",
        [Data(draft.newKey)]
      )
      answer.identifierKey = try db.identifierKey(of: answer.user, login)
      try db.run("UPDATE login SET lastAt = ? WHERE n = ?", [instant.milliseconds, login])
      try db.run("DELETE FROM session WHERE endsAt <= ?", [instant.milliseconds])
      try db.run(
        "INSERT INTO session (ticket, login, endsAt) VALUES (?, ?, ?)",
        [Data(draft.ticket), login, draft.endsAt.milliseconds]
      )
      try db.run(
        """
        DELETE FROM session WHERE login = ?1 AND n NOT IN (
          SELECT n FROM session WHERE login = ?1 ORDER BY n DESC LIMIT \(Self.mostSessions))
        """,
        [login]
      )
      clerk.hasWritten = true
      return answer
    }
  }

  /// Whether a user is on file under this ID, or a login leads to one.
  package func isKnown(_ user: ID<User>) async throws(LedgerError) -> Bool {
    guard user.isUsable else { return false }
    return try await read { db in
      let id = try Customs(in: db).identities.canonical(user)
      return try db.count(
        """
        SELECT EXISTS (SELECT 1 FROM user WHERE id = ?1)
          OR EXISTS (SELECT 1 FROM login WHERE user = ?1)
        """,
        [id.raw]
      ) > 0
    }
  }

  /// Of one login at once; more than anybody has devices.
  private static let mostSessions = 16

  /// Whose session goes by the ticket of this hash; `nil` where there is none, or it is over.
  package func user(
    bearing ticket: [UInt8],
    at instant: Date
  ) async throws(LedgerError) -> ID<User>? {
    try await read { db in
      let user = try db.first(
        """
        SELECT login.user FROM session CROSS JOIN login ON login.n = session.login
        WHERE session.ticket = ? AND session.endsAt > ?
        """,
        [Data(ticket), instant.milliseconds]
      ) { try $0.id(0) as ID<User> }
      return try user.map { try Customs(in: db).identities.canonical($0) }
    }
  }
}

extension Clerk {
  /// The login of that name, made where need be; `nil` where there is none.
  fileprivate func login(
    _ draft: LoginDraft,
    at instant: Date
  ) throws -> (n: Int64, answer: LoggedIn)? {
    let known = try db.first(
      "SELECT n, user, lastAt FROM login WHERE name = ? AND provider = ?",
      [draft.name, draft.provider]
    ) {
      (
        n: try $0.number(0),
        answer: LoggedIn(user: try $0.id(1), isNew: false, lastAt: try $0.instant(2))
      )
    }
    if let known { return known }
    let isOnFile = try db.count("SELECT EXISTS (SELECT 1 FROM user WHERE id = ?)", [draft.user.raw])
    guard draft.creates || isOnFile > 0 else { return nil }
    let number = try db.add(
      """
      INSERT INTO login (provider, name, user, createdAt, lastAt, isKeyed)
      VALUES (?1, ?2, ?3, ?4, ?4, 1)
      """,
      [draft.provider, draft.name, draft.user.raw, instant.milliseconds]
    )
    return (number, LoggedIn(user: draft.user, isNew: isOnFile == 0))
  }
}

extension Database {
  /// What the public ID of a player is made with. Who logged in before the ledger had a key keeps
  /// the ID that was made without.
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
