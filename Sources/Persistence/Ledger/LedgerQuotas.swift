package import Entitlements
package import Foundation
internal import GRDB

extension Ledger {
  /// Keeps the notice in the place of an earlier one of the same quota.
  package func note(_ notice: QuotaNotice) async throws(LedgerError) {
    try await write { clerk in
      try clerk.db.run(
        """
        INSERT INTO quotaNotice (endpoint, scope, percent, at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (endpoint, scope) DO UPDATE SET percent = excluded.percent, at = excluded.at
        """,
        [notice.endpoint, notice.scope, notice.percent, notice.at.milliseconds]
      )
      clerk.hasWritten = true
    }
  }

  /// The notices since then, the most used quota first.
  package func quotaNotices(since instant: Date) async throws(LedgerError) -> [QuotaNotice] {
    try await read { db in
      try db.map(
        """
        SELECT endpoint, scope, percent, at FROM quotaNotice
        WHERE at >= ? ORDER BY percent DESC, endpoint, scope
        """,
        [instant.milliseconds]
      ) {
        QuotaNotice(
          endpoint: try $0.text(0),
          scope: try $0.text(1),
          percent: try $0.count(2),
          at: try $0.instant(3)
        )
      }
    }
  }

  /// How many logins and open sessions of players there are.
  package func playerCounts(
    at instant: Date
  ) async throws(LedgerError) -> (logins: Int, sessions: Int) {
    try await read { db in
      (
        try db.count("SELECT count(*) FROM login"),
        try db.count("SELECT count(*) FROM session WHERE endsAt > ?", [instant.milliseconds])
      )
    }
  }

  /// Forgets sessions that are over, and logins that nobody has used since `unused` and whose player
  /// has nothing on file.
  ///
  /// - Returns: How many logins were forgotten.
  package func forgetLogins(
    unusedSince unused: Date,
    at instant: Date
  ) async throws(LedgerError) -> Int {
    try await write { clerk in
      try clerk.db.run("DELETE FROM session WHERE endsAt <= ?", [instant.milliseconds])
      try clerk.db.run(
        """
        DELETE FROM login WHERE lastAt < ?
          AND NOT EXISTS (SELECT 1 FROM session WHERE session.login = login.n)
          AND NOT EXISTS (SELECT 1 FROM user WHERE user.id = login.user)
        """,
        [unused.milliseconds]
      )
      clerk.hasWritten = true
      return clerk.db.changesCount
    }
  }
}
