/// A value in the result of an operator's SQL query.
package enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// The number of bytes; tables do not show their content.
  case bytes(Int)
}

/// The result of an operator's SQL query.
package struct SQLAnswer: Equatable, Sendable {
  package var columns: [String]
  /// Each row has as many values as there are columns.
  package var rows: [[SQLValue]]
  /// Whether there are more rows than were requested.
  package var isTruncated: Bool

  package init(columns: [String], rows: [[SQLValue]], isTruncated: Bool) {
    self.columns = columns
    self.rows = rows
    self.isTruncated = isTruncated
  }
}

/// Why an operator's SQL query failed.
package enum SQLError: Error, Equatable, Sendable, CustomStringConvertible {
  /// SQLite cannot parse it; `offset` counts characters from the beginning.
  case mistaken(reason: String, offset: Int?)
  /// It does more than read.
  case refused
  /// More than one statement.
  case several
  case empty
  /// It took longer than this many seconds.
  case tooSlow(seconds: Int)
  /// The ledger could not be read.
  case unavailable(reason: String)

  package var description: String {
    switch self {
    case .mistaken(let reason, _): reason.hasSuffix("?") ? reason : "\(reason)."
    case .refused:
      "Only reading is allowed: SELECT, WITH and VALUES. ATTACH, PRAGMA and statements that "
        + "write are refused."
    case .several: "One statement at a time. Remove everything after the first semicolon."
    case .empty: "There is no statement in it. Begin with SELECT."
    case .tooSlow(let seconds):
      "The query took longer than \(seconds) seconds and was stopped. Narrow it or limit the rows."
    case .unavailable(let reason): reason
    }
  }
}

/// The views for operators' SQL queries: the lists, in plain columns. Instants are text in UTC
/// (`2026-11-21T02:40:00Z`) that sorts chronologically.
package enum SQLView: String, CaseIterable, Sendable {
  case users, orders, subs, entitlements, receipts, events, jobs, audit

  package var columns: [String] {
    switch self {
    case .users:
      ["id", "name", "email", "orders", "stores", "environments", "lastPurchasedAt", "firstSeenAt"]
    case .orders:
      [
        "purchasedAt", "store", "environment", "app", "transactionId", "originalTransactionId",
        "productId", "kind", "quantity", "price", "currency", "country", "offer", "user",
        "expiresAt", "cancelledAt", "cancellation", "refundedAt", "document",
      ]
    case .subs:
      [
        "startedAt", "store", "environment", "app", "originalTransactionId", "productId", "state",
        "renews", "accessUntil", "user",
      ]
    case .entitlements:
      ["user", "key", "environment", "active", "since", "until", "transactionId", "document"]
    case .receipts:
      [
        "receivedAt", "store", "environment", "app", "kind", "verdict", "reason", "origin",
        "provenance", "purchases", "statedAt", "user", "bytes", "id",
      ]
    case .events:
      [
        "happenedAt", "kind", "store", "environment", "app", "originalTransactionId",
        "transactionId", "user", "detail", "receivedAt", "document",
      ]
    case .jobs:
      [
        "id", "kind", "key", "state", "attempts", "actor", "batch", "createdAt", "dueAt",
        "endedAt", "outcome", "detail",
      ]
    case .audit: ["entry", "at", "actor", "deed", "subject", "hash"]
    }
  }
}
