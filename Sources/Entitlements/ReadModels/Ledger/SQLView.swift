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
        "expiresAt", "cancelledAt", "cancellation", "document",
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
