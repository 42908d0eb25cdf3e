package import Entitlements
package import Foundation
internal import GRDB

/// An interval without pushed notifications.
package struct NotificationGap: Equatable, Sendable {
  package var from: Date
  package var until: Date
  /// Whether a notification arrived after it.
  package var isOver: Bool

  package init(from: Date, until: Date, isOver: Bool) {
    self.from = from
    self.until = until
    self.isOver = isOver
  }
}

extension Ledger {
  /// The intervals between `start` and `now` without a verified notification from Apple: longer
  /// than `gap` between two notifications, or longer than `timeout` at the end, both in seconds.
  /// `last` is the latest arrival.
  package func silences(
    of app: String,
    _ environment: Environment,
    since start: Date,
    gap: TimeInterval,
    timeout: TimeInterval,
    at now: Date
  ) async throws(LedgerError) -> (silences: [NotificationGap], last: Date?) {
    try await read { db in
      let arrivals: Fragment = """
        SELECT receivedAt AS at FROM document
        WHERE receivedAt > \(start.milliseconds) AND store = 'apple' AND app = \(app)
          AND environment = \(environment.rawValue) AND origin = 'pushed'
          AND rejectionCode IS NULL
          AND kind IN ('jws-notification', 'server-notification-v1')
        """
      let gaps: Fragment = """
        SELECT before, at FROM (
          SELECT at, lag(at, 1, \(start.milliseconds)) OVER (ORDER BY at) AS before
          FROM (\(arrivals)))
        WHERE at - before > \(Int64(gap * 1_000)) ORDER BY at
        """
      var silences = try db.map(gaps.sql, gaps.arguments) {
        NotificationGap(from: try $0.instant(0), until: try $0.instant(1), isOver: true)
      }
      let last: Fragment = "SELECT max(at) FROM (\(arrivals))"
      let end = try db.first(last.sql, last.arguments) { try $0.optionalInstant(0) } ?? nil
      let lastArrival = end ?? start
      if now.timeIntervalSince(lastArrival) > timeout {
        silences.append(NotificationGap(from: lastArrival, until: now, isOver: false))
      }
      return (silences, end)
    }
  }

  /// Whether the ledger has purchases of the app in this environment of its store.
  package func hasPurchases(
    of store: Store,
    _ environment: Environment,
    _ app: String
  ) async throws(LedgerError) -> Bool {
    try await read { db in
      try db.count(
        "SELECT EXISTS (SELECT 1 FROM shop WHERE app = ? AND store = ? AND environment = ?)",
        [app, store.rawValue, environment.rawValue]
      ) > 0
    }
  }
}
