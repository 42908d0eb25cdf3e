import Basics
import Receipts
import ServiceCore

/// The API's part of the OpenAPI document, generated from the tables that also serve the requests.
enum APIDocument {
  static func description(of operations: [APIOperation]) -> EndpointDescription {
    EndpointDescription(
      name: APIEndpoints.name,
      about: about,
      paths: operations.map { $0.path(tagged: APIEndpoints.name) },
      schemas: APISchemas.all.map { JSONValue.Member($0.name, $0.schema) }
        + operations.compactMap { $0.body.map { JSONValue.Member($0.name, $0.schema) } },
      securitySchemes: [
        .init(
          "key",
          [
            "type": "http", "scheme": "bearer",
            "description": "An API key, pk_…, as purser serve key makes it.",
          ]
        )
      ]
    )
  }

  private static let about = """
    For the app's own back ends. Instants are RFC 3339 in UTC. No answer holds a store's receipt or \
    secret handle. Every answer tells its ETag; one that is asked for with If-None-Match and still \
    holds is 304, without a body.
    """

  static let problemSchema = [JSONValue.Member("Problem", APISchemas.problem)]

  static var problemResponses: [JSONValue.Member] {
    APIProblem.statuses.map { status in
      let headers = header(of: status).map { JSONValue.object([.header($0)]) }
      return JSONValue.Member(
        "Problem\(status)",
        [
          "description": .string(APIProblem.titles(of: status)), "headers": headers,
          "content": ["application/problem+json": ["schema": APISchema.ref("Problem")]],
        ]
      )
    }
  }

  private static func header(of status: Int) -> String? {
    switch status {
    case 401, 403: "WWW-Authenticate"
    case 405: "Allow"
    case 429, 503: "Retry-After"
    default: nil
    }
  }
}

extension APIProblem {
  /// All statuses of problems.
  static var statuses: [Int] { Set(Code.allCases.map(\.status)).sorted() }

  /// The problems with a status.
  fileprivate static func titles(of status: Int) -> String {
    Code.allCases.filter { $0.status == status }.map { "\($0.rawValue): \($0.title)." }
      .joined(separator: " ")
  }
}

extension APIOperation {
  func path(tagged tag: String) -> EndpointDescription.Path {
    .init(path: path, method: method, operation: json(tagged: tag))
  }

  private func json(tagged tag: String) -> JSONValue {
    [
      "operationId": .string(id), "tags": [.string(tag)], "summary": .string(summary),
      "description": .string(about),
      "security": scope == nil ? [] : [["key": []]],
      "x-scope": .text(scope?.rawValue),
      "parameters": parameters.isEmpty ? nil : .array(parameters.map(\.json)),
      "requestBody": body.map { body in
        [
          "required": true,
          "content": ["application/json": ["schema": APISchema.ref(body.name)]],
        ]
      },
      "responses": .object(responses),
    ]
  }

  private var responses: [JSONValue.Member] {
    let isRead = method == .get
    let isRepeatable = parameters.contains { $0.name == APIActions.request.name }
    let headers =
      (isRead ? ["ETag"] : []) + ["Cache-Control"] + (isRepeatable ? ["Idempotency-Replayed"] : [])
    let references = JSONValue.object(headers.map { .header($0) })
    var all: [JSONValue.Member] = [
      .init(
        "\(answer.status)",
        [
          "description": .string(answer.about), "headers": references,
          "content": [
            "application/json": ["schema": APISchema.ref(answer.schema), "example": answer.example]
          ],
        ]
      )
    ]
    if isRead {
      all.append(
        .init("304", ["description": "The answer at hand still holds.", "headers": references])
      )
    }
    for status in Set(allProblems.map(\.status)).sorted() {
      all.append(.init("\(status)", ["$ref": .string("#/components/responses/Problem\(status)")]))
    }
    return all
  }
}

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
    "refundedAt": .null, "offer": .null, "price": ["amount": "9.99", "currency": "USD"],
    "country": "USA", "ownership": "purchased",
    "subscription": "apple:production:com.example.reader:1000000000000001",
  ]

  static let orders: JSONValue = [
    "user": "ada", "orders": [order], "next": "1767225600000.0123456789abcdef",
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
  static let profileChange: JSONValue = ["user": "ada", "change": "new"]
  static let withdrawal = act("withdraw", until: .null)

  private static func act(_ action: String, until: JSONValue) -> JSONValue {
    [
      "document": .string(String(repeating: "0123456789abcdef", count: 4)),
      "deed": .string(action), "user": "ada", "key": "pro", "environment": "production",
      "until": until, "at": "2026-01-01T00:00:00Z", "by": "crm",
    ]
  }
}
