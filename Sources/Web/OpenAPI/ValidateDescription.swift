import Basics
import ServiceCore

extension ValidateEndpoint {
  private typealias S = APISchema

  static let description = EndpointDescription(
    name,
    """
    For cordova-plugin-purchase, react-native-iaptic and other clients of iaptic's protocol. Pages \
    of any origin may ask. Clients read only answers with status 200, so errors have it, too.
    """,
    [operation],
    schemas: [
      .init("ValidateRequest", request), .init("ValidateAnswer", answer),
      .init("ValidateSuccess", success), .init("ValidateError", failure),
      .init("ValidatePurchase", purchase), .init("ValidateRefusal", refusal),
    ],
    securitySchemes: [
      .init("appName", ["type": "apiKey", "in": "query", "name": "appName"]),
      .init("apiKey", ["type": "apiKey", "in": "query", "name": "apiKey"]),
      .init(
        "app",
        [
          "type": "http", "scheme": "basic",
          "description": "The app's name and its key. Every copy of the app has them.",
        ]
      ),
    ]
  )

  private static let operation = EndpointOperation(
    id: "validate",
    path: "/v1/validate",
    summary: "Validate a purchase, and tell what the account owns",
    about: """
      Files the receipt, signed transaction, purchase token or Store ID key, asks the store, and \
      returns what is then on file. The purchases go to the user in applicationUsername.
      """,
    security: [["appName": [], "apiKey": []], ["app": []]],
    request: .init(schema: S.ref("ValidateRequest"), examples: requests),
    responses: [
      .init(
        200,
        "What the account owns, or why there is no such answer; see ok.",
        .init(
          schema: S.ref("ValidateAnswer"),
          examples: [("owned", ownedExample), ("notGenuine", rejectedExample)]
        )
      ), .init(400, "The body is not JSON.", .init(schema: S.ref("ValidateError"))),
      .init(401, "The name or the key is wrong.", refused), .init(413, "Too long.", refused),
      .init(415, "Not JSON, or compressed.", refused), .init(429, "Too many requests.", refused),
      .init(503, "Busy.", refused),
    ]
  )

  private static let refused = EndpointOperation.Content(schema: S.ref("ValidateRefusal"))

  private static let requests: [(name: String, value: JSONValue)] = [
    (
      "receipt",
      about(
        "com.example.reader",
        "application",
        ["type": "ios-appstore", "id": "2000000000000001", "appStoreReceipt": "$RECEIPT"]
      )
    ),
    (
      "signedTransaction",
      about(
        "com.example.reader",
        "application",
        ["type": "apple-sk2", "id": "2000000000000001", "jwsRepresentation": "$SIGNED_TRANSACTION"]
      )
    ),
    (
      "purchaseToken",
      about(
        "plus.monthly",
        "paid subscription",
        [
          "type": "android-playstore", "id": "GPA.3310-4512-0071-55201",
          "purchaseToken": "$PURCHASE_TOKEN",
        ]
      )
    ),
    (
      "notGenuine",
      about(
        "com.example.reader",
        "application",
        ["type": "ios-appstore", "id": "1", "appStoreReceipt": "MAA="]
      )
    ),
  ]

  private static func about(_ id: String, _ type: String, _ transaction: JSONValue) -> JSONValue {
    [
      "id": .string(id), "type": .string(type), "transaction": transaction,
      "additionalData": ["applicationUsername": "ada"],
    ]
  }

  private static let transactionTypes = [
    ValidatorRequest.Platform.apple, .appleSigned, .google, .microsoft,
  ]

  private static let request = S.open(
    "Whatever else a client sends is ignored.",
    [
      "id": S.text("The product; or the app, for all purchases of its receipt."),
      "type": S.text("The product's kind as the client names it; application for the app."),
      "transaction": S.open(
        "What the device holds.",
        [
          "type": [
            "type": "string", "enum": .array(transactionTypes.map { .string($0.rawValue) }),
          ],
          "id": S.text("The client's number of the transaction."),
          "appStoreReceipt": S.text("ios-appstore: the app receipt in base64."),
          "transactionReceipt": S.text("ios-appstore: an older receipt in base64."),
          "jwsRepresentation": S.text("apple-sk2: the signed transaction."),
          "purchaseToken": S.text("android-playstore: the purchase token."),
          "receipt": S.text("android-playstore: the purchase as JSON, which Google signed."),
          "signature": S.text("android-playstore: Google's signature of the receipt."),
          "storeId": S.text("windows-store-transaction: the product at Microsoft."),
        ],
        required: ["type"]
      ),
      "license": S.open(
        "Microsoft's Store ID keys of the user.",
        [
          "storeIdKey_collections": S.text("For collections."),
          "storeIdKey_purchases": S.text("For recurrences."),
        ]
      ),
      "additionalData": S.open(
        "What the app adds.",
        ["applicationUsername": S.text("Whose the purchases are.")]
      ),
    ],
    required: ["id", "transaction"]
  )

  private static let answer: JSONValue = [
    "oneOf": [S.ref("ValidateSuccess"), S.ref("ValidateError")],
    "description": "One of two, told apart by ok.",
  ]

  private static let success = S.object(
    "What the account owns.",
    [
      "ok": ["type": "boolean", "enum": [true]],
      "data": S.object(
        "The answer.",
        [
          "id": S.text("The id of the request."),
          "latest_receipt": S.flag("Whether the store has just been asked."),
          "transaction": ["type": "object", "description": "What the store says of it."],
          "collection": S.list(of: S.ref("ValidatePurchase")),
          "ineligible_for_intro_price": S.list(
            of: S.text("A product without an introductory offer for this account.")
          ),
          "date": S.instant("When this was answered."),
          "warning": S.text("The store could not be asked; this is what it said before."),
        ],
        optional: ["warning"]
      ),
    ]
  )

  private static let purchase = S.object(
    "One purchase. Instants are milliseconds since 1970.",
    [
      "id": S.text("The product."), "platform": S.text("Where it was bought."),
      "purchaseId": S.text("The store's name for the subscription or purchase."),
      "transactionId": S.text("The last transaction."),
      "purchaseDate": S.count("When the product was first bought."),
      "lastRenewalDate": S.count("When it was last paid."),
      "expiryDate": S.count("When access ends or ended."),
      "isExpired": S.flag("Whether it gives no access."),
      "renewalIntent": ["type": "string", "enum": ["Renew", "Lapse"]],
      "renewalIntentChangeDate": S.count("When that last changed."),
      "cancelationReason": S.word(ValidatorCancelation.self, "Why it ended or will end."),
      "isBillingRetryPeriod": S.flag("Whether the store waits for a payment."),
      "isTrialPeriod": S.flag("Whether this period is a trial."),
      "isIntroPeriod": S.flag("Whether this period has an introductory price."),
      "discountId": S.text("The promotional offer."),
      "priceConsentStatus": ["type": "string", "enum": ["Notified", "Agreed"]],
      "quantity": S.count("How many."), "isAcknowledged": S.flag("Google: it is acknowledged."),
      "isConsumed": S.flag("Google: it is consumed."),
    ],
    optional: [
      "platform", "lastRenewalDate", "expiryDate", "isExpired", "renewalIntent",
      "renewalIntentChangeDate", "cancelationReason", "isBillingRetryPeriod", "isTrialPeriod",
      "isIntroPeriod", "discountId", "priceConsentStatus", "isAcknowledged", "isConsumed",
    ]
  )

  private static let failure = S.object(
    "Why there is no answer. Clients from version 12 read the outer members, older ones data.",
    [
      "ok": ["type": "boolean", "enum": [false]], "status": S.count("The status of HTTP."),
      "code": [
        "type": "integer",
        "enum": [6_778_001, 6_778_002, 6_778_003, 6_778_004, 6_778_005, 6_778_006],
        "description": """
        6778001 not genuine, or of another app or product; 6778002 the store cannot be asked now; \
        6778003 ended; 6778004 consumed; 6778005 the ledger failed; 6778006 something is missing.
        """,
      ],
      "message": S.text("The same in words."),
      "data": S.open(
        "The same for older clients.",
        [
          "code": S.count("As above."), "latest_receipt": S.flag("A new receipt helps nothing."),
          "error": S.open("As above.", ["message": S.text("As above.")]),
          "serviceTicketType": S.text("Microsoft: for which Store ID key the ticket is."),
          "serviceTicket": S.text("Microsoft: the ticket to get a Store ID key with."),
        ],
        required: ["code", "error", "latest_receipt"]
      ),
    ]
  )

  private static let refusal = S.object(
    "The request was not examined.",
    [
      "ok": ["type": "boolean", "enum": [false]], "status": S.count("The status of HTTP."),
      "message": S.text("Why."),
    ]
  )

  private static let ownedExample: JSONValue = [
    "ok": true,
    "data": [
      "id": "com.example.reader", "latest_receipt": true,
      "transaction": ["type": "ios-appstore", "bundle_id": "com.example.reader"],
      "collection": [
        [
          "id": "plus.monthly", "platform": "ios-appstore", "purchaseId": "2000000000000001",
          "transactionId": "2000000000000001", "purchaseDate": 1_767_225_600_000,
          "lastRenewalDate": 1_767_225_600_000, "expiryDate": 1_769_904_000_000,
          "isExpired": false, "renewalIntent": "Renew", "cancelationReason": "",
          "isBillingRetryPeriod": false, "isTrialPeriod": false, "isIntroPeriod": false,
          "quantity": 1,
        ]
      ],
      "ineligible_for_intro_price": [], "date": "2026-01-02T00:00:00Z",
    ],
  ]

  private static let rejectedExample: JSONValue = [
    "ok": false, "status": 200, "code": 6_778_001, "message": "the receipt cannot be read",
    "data": [
      "code": 6_778_001, "error": ["message": "the receipt cannot be read"],
      "latest_receipt": true,
    ],
  ]
}
