package import Entitlements
package import Foundation
internal import GRDB

extension Ledger {
  /// Stores the warning, replacing an earlier one of the same quota.
  package func note(_ notice: QuotaWarning) async throws(LedgerError) {
    try await write { writer in
      try writer.db.run(
        """
        INSERT INTO quotaNotice (endpoint, scope, percent, at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (endpoint, scope) DO UPDATE SET percent = excluded.percent, at = excluded.at
        """,
        [notice.endpoint, notice.scope, notice.percent, notice.at.milliseconds]
      )
      writer.hasWritten = true
    }
  }

  /// The warnings since `instant`, the most used quota first.
  package func quotaNotices(since instant: Date) async throws(LedgerError) -> [QuotaWarning] {
    try await read { db in
      try db.map(
        """
        SELECT endpoint, scope, percent, at FROM quotaNotice
        WHERE at >= ? ORDER BY percent DESC, endpoint, scope
        """,
        [instant.milliseconds]
      ) {
        QuotaWarning(
          endpoint: try $0.text(0),
          scope: try $0.text(1),
          percent: try $0.count(2),
          at: try $0.instant(3)
        )
      }
    }
  }

  /// The number of players' logins and open sessions.
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

  /// Deletes expired sessions, and logins unused since `unused` whose player has no data.
  ///
  /// - Returns: The number of deleted logins.
  package func forgetLogins(
    unusedSince unused: Date,
    at instant: Date
  ) async throws(LedgerError) -> Int {
    try await write { writer in
      try writer.db.run("DELETE FROM session WHERE endsAt <= ?", [instant.milliseconds])
      try writer.db.run(
        """
        DELETE FROM login WHERE lastAt < ?
          AND NOT EXISTS (SELECT 1 FROM session WHERE session.login = login.n)
          AND NOT EXISTS (SELECT 1 FROM user WHERE user.id = login.user)
        """,
        [unused.milliseconds]
      )
      writer.hasWritten = true
      return writer.db.changesCount
    }
  }
}
