import Basics

extension PlayFabEndpoints {
  private typealias S = APISchema

  static let description = EndpointDescription(
    name,
    """
    The client calls that PlayFab's SDKs make. Errors have their HTTP status, or 200 if the client \
    sends X-ReportErrorAsSuccess: true. Pages of any origin may ask.
    """,
    [
      login("LoginWithCustomID", by: "CustomId", example: "ada"),
      login("LoginWithIOSDeviceID", by: "DeviceId", example: "1F2E3D"),
      login("LoginWithAndroidDeviceID", by: "AndroidDeviceId", example: "1f2e3d"),
      call(
        "GetUserInventory",
        "The player's items and balances",
        "What was redeemed or restored, and what is left of it.",
        S.open("Nothing is read of it.", [:]),
        [("all", [:])],
        answer: "PlayFabInventory"
      ),
      call(
        "GetCatalogItems",
        "What the title sells",
        "The ledger's catalog.",
        S.open("Nothing else is read of it.", ["CatalogVersion": S.maybe("Another version.")]),
        [("all", [:])],
        answer: "PlayFabCatalog"
      ),
      call(
        "ConsumeItem",
        "Use up a consumable",
        "Takes uses off an item.",
        S.open(
          "Which item, and how many uses.",
          [
            "ItemInstanceId": S.text("The item's ID of an inventory."),
            "ConsumeCount": S.count("How many uses."),
          ],
          required: ["ItemInstanceId", "ConsumeCount"]
        ),
        [("one", ["ItemInstanceId": "$ITEM", "ConsumeCount": 1])],
        answer: "PlayFabConsumed"
      ),
      call(
        "RestoreIOSPurchases",
        "Restore lasting purchases",
        "Gives the player what the receipt proves, lasts, and belongs to nobody else.",
        S.open(
          "The receipt.",
          ["ReceiptData": S.text("The app receipt in base64.")],
          required: ["ReceiptData"]
        ),
        [("receipt", ["ReceiptData": "$RECEIPT"]), ("notGenuine", ["ReceiptData": "MAA="])],
        answer: "PlayFabFulfillments"
      ),
      call(
        "ValidateIOSReceipt",
        "Redeem a purchase at Apple once",
        "1022 the second time; 1340 for another player's subscription.",
        priced(
          "The receipt or a signed transaction.",
          [
            "ReceiptData": S.maybe("The app receipt in base64."),
            "JwsReceiptData": S.maybe("A signed transaction."),
          ]
        ),
        [
          (
            "signedTransaction",
            ["JwsReceiptData": "$SIGNED_TRANSACTION", "CurrencyCode": "USD", "PurchasePrice": 799]
          )
        ],
        answer: "PlayFabFulfillments"
      ),
      call(
        "ValidateGooglePlayPurchase",
        "Redeem a purchase at Google once",
        "It needs the title's licence key, or the credentials of Google's API.",
        priced(
          "The purchase and Google's signature of it.",
          [
            "ReceiptJson": S.text("The purchase as Google Play's library gives it."),
            "Signature": S.text("In base64."),
          ],
          required: ["ReceiptJson", "Signature"]
        ),
        [
          (
            "purchase",
            [
              "ReceiptJson": "$GOOGLE_PURCHASE", "Signature": "AAAA", "CurrencyCode": "USD",
              "PurchasePrice": 799,
            ]
          )
        ],
        answer: "PlayFabFulfillments"
      ),
    ],
    schemas: PlayFabSchemas.all,
    securitySchemes: [
      .init(
        "ticket",
        [
          "type": "apiKey", "in": "header", "name": "X-Authorization",
          "description": "The SessionTicket of a login.",
        ]
      )
    ]
  )

  private static func login(_ call: String, by member: String, example: String) -> EndpointOperation
  {
    let schema: JSONValue = S.open(
      "Who logs in.",
      [
        "TitleId": S.text("The title."), "\(member)": S.text("1 to 100 characters."),
        "CreateAccount": S.flag("Whether to create the player."),
        "InfoRequestParameters": S.open(
          "What to answer with it.",
          [
            "GetUserInventory": S.flag("The items."),
            "GetUserVirtualCurrency": S.flag("The balances."),
          ]
        ),
      ],
      required: ["TitleId", member]
    )
    return operation(
      call,
      "Log in by \(member)",
      "Who knows the \(member) is that player, as with PlayFab itself.",
      schema,
      [
        (
          "new",
          ["TitleId": "A1B2", "\(member)": .string(example), "CreateAccount": true]
        )
      ],
      answer: "PlayFabLogin",
      security: []
    )
  }

  private static func call(
    _ call: String,
    _ summary: String,
    _ about: String,
    _ request: JSONValue,
    _ examples: [(name: String, value: JSONValue)],
    answer: String
  ) -> EndpointOperation {
    operation(call, summary, about, request, examples, answer: answer, security: [["ticket": []]])
  }

  private static func operation(
    _ call: String,
    _ summary: String,
    _ about: String,
    _ request: JSONValue,
    _ examples: [(name: String, value: JSONValue)],
    answer: String,
    security: [JSONValue]
  ) -> EndpointOperation {
    let error = EndpointOperation.Content(schema: S.ref("PlayFabError"))
    let success = S.object(
      "PlayFab's envelope.",
      [
        "code": ["type": "integer", "enum": [200]], "status": ["type": "string", "enum": ["OK"]],
        "data": S.ref(answer),
      ]
    )
    return EndpointOperation(
      id: call.prefix(1).lowercased() + call.dropFirst(),
      path: "/Client/\(call)",
      summary: summary,
      about: about,
      security: security,
      parameters: [errorAsSuccess],
      request: .init(schema: request, examples: examples),
      responses: [
        .init(
          200,
          "Done; or an error, if the client sends X-ReportErrorAsSuccess: true.",
          .init(schema: ["oneOf": [success, error.schema]])
        ),
        .init(400, "PlayFab's error.", error), .init(401, "No session.", error),
        .init(413, "Too long.", error), .init(429, "Too many calls.", error),
        .init(500, "A failure.", error), .init(503, "Ask again later.", error),
      ]
    )
  }

  private static let errorAsSuccess: JSONValue = [
    "name": "X-ReportErrorAsSuccess", "in": "header", "required": false,
    "description": "true for errors with the status 200.",
    "schema": ["type": "string", "enum": ["true", "false"]],
  ]

  /// A request that may state what was paid.
  private static func priced(
    _ about: String,
    _ members: [String: JSONValue],
    required: [String] = []
  ) -> JSONValue {
    let price: [JSONValue.Member] = [
      .init("CurrencyCode", S.maybe("ISO 4217; without it the catalog's price is recorded.")),
      .init("PurchasePrice", S.maybeCount("In hundredths.")),
      .init("CatalogVersion", S.maybe("Another version of the catalog.")),
    ]
    let own = members.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
    return [
      "type": "object", "description": .string(about),
      "required": required.isEmpty ? nil : .array(required.map { .string($0) }),
      "properties": .object(own + price),
    ]
  }
}

/// The schemas of PlayFab's answers.
private enum PlayFabSchemas {
  private typealias S = APISchema

  static let all: [JSONValue.Member] = [
    .init("PlayFabLogin", login), .init("PlayFabInventory", inventory),
    .init("PlayFabItem", item), .init("PlayFabCatalog", catalog),
    .init("PlayFabConsumed", consumed), .init("PlayFabFulfillments", fulfillments),
    .init("PlayFabError", error),
  ]

  private static let numbers: JSONValue = [
    "type": "object", "additionalProperties": ["type": "integer"],
  ]

  private static let login = S.open(
    "A session.",
    [
      "SessionTicket": S.text("Send it as X-Authorization."), "PlayFabId": S.text("The player."),
      "NewlyCreated": S.flag("Whether the login created the player."),
      "LastLoginTime": S.instant("The login before."),
      "InfoResultPayload": S.open("What was asked for with the login.", [:]),
      "EntityToken": S.open("For SDKs that expect one; no call here takes it.", [:]),
    ],
    required: ["SessionTicket", "PlayFabId", "NewlyCreated"]
  )

  private static let inventory = S.object(
    "What the player has.",
    [
      "Inventory": S.list(of: S.ref("PlayFabItem")), "VirtualCurrency": numbers,
      "VirtualCurrencyRechargeTimes": ["type": "object"],
    ]
  )

  private static let item = S.open(
    "ItemInstance.",
    [
      "ItemId": S.text("The catalog's item."), "ItemInstanceId": S.text("This one of it."),
      "PurchaseDate": S.instant("When it was bought."),
      "Expiration": S.instant("When it ends."),
      "RemainingUses": S.count("What is left of a consumable."),
      "CatalogVersion": S.text("The catalog's version."),
      "DisplayName": S.text("Its name."), "UnitPrice": S.count("In hundredths."),
      "BundleContents": S.list(of: ["type": "string"]),
    ],
    required: ["ItemId", "ItemInstanceId", "CatalogVersion"]
  )

  private static let catalog = S.object(
    "What the title sells.",
    [
      "Catalog": S.list(
        of: S.open(
          "CatalogItem.",
          [
            "ItemId": S.text("The item."), "CatalogVersion": S.text("The version."),
            "DisplayName": S.text("Its name."), "VirtualCurrencyPrices": numbers,
            "RealCurrencyPrices": numbers,
          ],
          required: ["ItemId", "CatalogVersion"]
        )
      )
    ]
  )

  private static let consumed = S.object(
    "What is left.",
    ["ItemInstanceId": S.text("The item."), "RemainingUses": S.count("Its uses.")]
  )

  private static let fulfillments = S.object(
    "What was given.",
    [
      "Fulfillments": S.list(
        of: S.open(
          "One purchase.",
          [
            "FulfilledItems": S.list(of: S.ref("PlayFabItem")),
            "RecordedPriceSource": ["type": "string", "enum": ["Catalog", "Request"]],
            "RecordedTransactionCurrency": S.text("ISO 4217."),
            "RecordedTransactionTotal": S.count("In hundredths."),
          ],
          required: ["FulfilledItems"]
        )
      )
    ]
  )

  private static let error = S.open(
    "PlayFab's error.",
    [
      "code": S.count("The status of HTTP."), "status": S.text("The same in a word."),
      "error": S.text("The error's name."), "errorCode": S.count("The error's number."),
      "errorMessage": S.text("The error in words."),
      "errorDetails": S.open("What is wrong, by member.", [:]),
      "retryAfterSeconds": S.count("When to ask again."),
    ],
    required: ["code", "status", "error", "errorCode", "errorMessage"]
  )
}
