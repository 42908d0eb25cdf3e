import Basics
import Receipts

/// The document's examples; a test validates them against the schemas.
enum APIExamples {
  private static let right: JSONValue = [
    "key": "pro", "active": true, "environment": "production", "from": "2026-01-01T00:00:00Z",
    "until": "2026-02-01T00:00:00Z", "source": "purchase", "store": "apple",
    "product": "com.example.pro.monthly",
    "order": "apple:production:com.example.reader:1000000000000001",
  ]

  static let rights: JSONValue = [
    "user": "ada", "entitlements": [right], "changesAt": "2026-02-01T00:00:00Z",
  ]

  static let user: JSONValue = [
    "id": "ada", "firstSeenAt": "2025-12-01T00:00:00Z",
    "access": ["active": true, "keys": ["pro"], "changesAt": "2026-02-01T00:00:00Z"],
    "entitlements": [right],
    "subscriptions": [
      [
        "id": "apple:production:com.example.reader:1000000000000001",
        "product": "com.example.pro.monthly", "state": "active", "access": true, "reason": .null,
        "renews": true, "startedAt": "2026-01-01T00:00:00Z", "until": "2026-02-01T00:00:00Z",
        "store": "apple", "environment": "production", "app": "com.example.reader",
      ]
    ], "inventory": [],
    "counts": ["orders": 1, "documents": 2, "subscriptions": 1, "entitlements": 1],
  ]

  static let order: JSONValue = [
    "id": "apple:production:com.example.reader:1000000000000001", "user": "ada",
    "state": "active", "product": "com.example.pro.monthly", "kind": "autoRenewable",
    "quantity": 1, "store": "apple", "environment": "production", "app": "com.example.reader",
    "transactionId": "1000000000000001", "originalTransactionId": "1000000000000001",
    "purchasedAt": "2026-01-01T00:00:00Z", "originalPurchasedAt": "2026-01-01T00:00:00Z",
    "expiresAt": "2026-02-01T00:00:00Z", "cancelledAt": .null, "cancellation": .null,
    "offer": .null, "price": ["amount": "9.99", "currency": "USD"], "country": "USA",
    "ownership": "purchased",
    "subscription": "apple:production:com.example.reader:1000000000000001",
  ]

  static let orders: JSONValue = [
    "user": "ada", "orders": [order], "next": "1767225600000.1",
  ]

  static let catalog: JSONValue = [
    "version": "main",
    "items": [
      [
        "id": "pro", "title": "Pro", "kind": "autoRenewable",
        "products": [["store": "apple", "id": "com.example.pro.monthly"]],
        "entitlements": ["pro"], "uses": .null, "group": "plans", "rank": 1, "contents": [],
        "prices": [["amount": "9.99", "currency": "USD"]], "virtualPrices": [], "balances": [],
        "itemClass": .null, "customData": .null,
      ]
    ], "currencies": [],
  ]

  static let grant = act("grant", until: "2099-01-01T00:00:00Z")
  static let accounts: JSONValue = [
    "user": "ada", "accounts": ["9f9d51bc-70ef-31ca-9c14-f307980a29d8"],
  ]
  static let withdrawal = act("withdraw", until: .null)

  private static func act(_ action: String, until: JSONValue) -> JSONValue {
    [
      "document": .string(String(repeating: "0123456789abcdef", count: 4)),
      "deed": .string(action), "user": "ada", "key": "pro", "environment": "production",
      "until": until, "at": "2026-01-01T00:00:00Z", "by": "crm",
    ]
  }
}
