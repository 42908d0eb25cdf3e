package import Entitlements
package import Foundation
internal import GRDB

/// When a store last confirmed a chain, and later changes.
package struct ChainConfirmation: Sendable {
  package var user: ID<User>?
  /// The store's latest response, new or unchanged.
  package var confirmedAt: Date
  /// The latest other document about it.
  package var receivedAt: Date?
  package var accessUntil: Date?
  package var phases: [Phase]
}

extension StoreQueryData {
  /// The latest response to a query about the chain, if any.
  package func lastAnswer(
    to question: String,
    about chain: ID<Subscription>
  ) async throws(LedgerError) -> ID<Document>? {
    try await ledger.read { db in
      guard chain.isUsable, let name = Subscription.Name(chain),
        let number = try db.number(of: name)
      else { return ID<Document>?.none }
      return try db.first(
        """
        SELECT document.id FROM mention JOIN answer ON answer.document = mention.document
        JOIN document ON document.n = answer.document
        WHERE mention.chain = ? AND answer.question = ? ORDER BY answer.document DESC LIMIT 1
        """,
        [number, question]
      ) { try $0.id(0) }
    }
  }

  /// The confirmations of these chains; `nil` if one has no sale or was never queried.
  package func confirmations(
    of chains: Set<ID<Subscription>>
  ) async throws(LedgerError) -> [ChainConfirmation]? {
    try await ledger.read { db in
      let identities = try OwnershipContext(in: db).identities
      var found: [ChainConfirmation] = []
      for chain in chains {
        guard chain.isUsable, let name = Subscription.Name(chain),
          let number = try db.number(of: name),
          var confirmation = try db.first(Self.confirmation, [number], ChainConfirmation.init)
            ?? nil
        else { return nil }
        confirmation.user = confirmation.user.map(identities.canonical)
        confirmation.phases = try db.phases(ofChain: number)
        found.append(confirmation)
      }
      return found
    }
  }

  private static let confirmation = """
    SELECT user.id, chain.accessUntil,
      max(iif(answer.document IS NULL, NULL, coalesce(answer.confirmedAt, document.receivedAt))),
      max(iif(answer.document IS NULL, document.receivedAt, NULL))
    FROM chain JOIN mention ON mention.chain = chain.n
    JOIN document ON document.n = mention.document
    LEFT JOIN answer ON answer.document = document.n
    LEFT JOIN user ON user.n = chain.user
    WHERE chain.n = ? AND document.rejectionCode IS NULL
      AND EXISTS (SELECT 1 FROM "order" AS sale WHERE sale.chain = chain.n)
    GROUP BY chain.n
    """
}

extension ChainConfirmation {
  fileprivate init?(_ cells: RowReader) throws {
    guard let confirmedAt = try cells.optionalInstant(2) else { return nil }
    self.init(
      user: try cells.optionalID(0),
      confirmedAt: confirmedAt,
      receivedAt: try cells.optionalInstant(3),
      accessUntil: try cells.optionalInstant(1),
      phases: []
    )
  }
}

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

extension StoreQueryData {
  /// The intervals between `start` and `now` without a verified notification from Apple: longer
  /// than `gap` between two notifications, or longer than `timeout` at the end, both in seconds.
  /// `last` is the latest arrival.
  package func notificationGaps(
    of app: String,
    _ environment: Environment,
    since start: Date,
    gap: TimeInterval,
    timeout: TimeInterval,
    at now: Date
  ) async throws(LedgerError) -> (gaps: [NotificationGap], last: Date?) {
    try await ledger.read { db in
      let arrivals: Fragment = """
        SELECT receivedAt AS at FROM document
        WHERE receivedAt > \(start.milliseconds) AND store = 'apple' AND app = \(app)
          AND environment = \(environment.rawValue) AND origin = 'pushed'
          AND rejectionCode IS NULL
          AND kind IN ('jws-notification', 'server-notification-v1')
        """
      let intervals: Fragment = """
        SELECT before, at FROM (
          SELECT at, lag(at, 1, \(start.milliseconds)) OVER (ORDER BY at) AS before
          FROM (\(arrivals)))
        WHERE at - before > \(Int64(gap * 1_000)) ORDER BY at
        """
      var gaps = try db.map(intervals.sql, intervals.arguments) {
        NotificationGap(from: try $0.instant(0), until: try $0.instant(1), isOver: true)
      }
      let last: Fragment = "SELECT max(at) FROM (\(arrivals))"
      let end = try db.first(last.sql, last.arguments) { try $0.optionalInstant(0) } ?? nil
      let lastArrival = end ?? start
      if now.timeIntervalSince(lastArrival) > timeout {
        gaps.append(NotificationGap(from: lastArrival, until: now, isOver: false))
      }
      return (gaps, end)
    }
  }

  /// Whether the ledger has purchases of the app in this environment of its store.
  package func hasPurchases(
    of store: Store,
    _ environment: Environment,
    _ app: String
  ) async throws(LedgerError) -> Bool {
    try await ledger.read { db in
      try db.count(
        "SELECT EXISTS (SELECT 1 FROM shop WHERE app = ? AND store = ? AND environment = ?)",
        [app, store.rawValue, environment.rawValue]
      ) > 0
    }
  }
}
