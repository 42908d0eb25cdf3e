import Basics

extension UploadEndpoint {
  private typealias S = APISchema

  static let description = EndpointDescription(
    name,
    "For apps that upload receipts and read three tables. Each of Apple's statuses has its answer.",
    [operation],
    schemas: [
      .init("UploadRequest", request), .init("UploadAnswer", answer),
      .init("UploadOrder", order),
    ] + EndpointDescription.plainError("UploadError"),
    securitySchemes: [
      .init(
        "appKey",
        [
          "type": "apiKey", "in": "header", "name": "X-App-Key",
          "description": "The key of the settings; also as key in the query.",
        ]
      )
    ]
  )

  private static let operation: EndpointOperation = {
    let error = EndpointOperation.Content(schema: S.ref("UploadError"))
    let answer = EndpointOperation.Content(schema: S.ref("UploadAnswer"))
    return EndpointOperation(
      id: "uploadReceipt",
      path: "/receipts",
      summary: "Upload an app receipt",
      about: "Files the receipt and asks verifyReceipt: production first, the sandbox on 21007.",
      security: [["appKey": []]],
      request: .init(
        schema: S.ref("UploadRequest"),
        examples: [
          ("receipt", ["receipt-data": "$RECEIPT", "uuid": "phone-1", "uid": "ada"]),
          ("notGenuine", ["receipt-data": "MAA=", "uuid": "phone-1"]),
        ],
        mediaTypes: ["application/json", "application/x-www-form-urlencoded"]
      ),
      responses: [
        .init(
          200,
          "It is valid.",
          .init(schema: S.ref("UploadAnswer"), examples: [("valid", example)])
        ), .init(400, "A field is missing.", error), .init(401, "The key is wrong.", error),
        .init(413, "Too long.", error), .init(415, "Compressed.", error),
        .init(422, "Final: it will never be accepted.", answer),
        .init(429, "Too many requests or documents.", error),
        .init(503, "Apple does not decide now. The receipt is on file.", answer),
      ]
    )
  }()

  private static let request = S.open(
    "JSON or a form.",
    [
      "receipt-data": S.text("The receipt in base64."), "uuid": S.text("The device."),
      "uid": S.text("The user."),
    ],
    required: ["receipt-data", "uuid"]
  )

  private static let answer = S.object(
    "What Apple says.",
    [
      "status": S.maybeCount("Apple's status, if Apple told one."),
      "error": S.text("A code; see the manual."), "message": S.text("The same in words."),
      "environment": S.text("The environment that knows it."),
      "orders": S.list(of: S.ref("UploadOrder")),
    ],
    optional: ["status", "error", "environment", "orders"]
  )

  private static let order = S.object(
    "A sale, with the names of verifyReceipt. Instants are milliseconds since 1970.",
    [
      "transaction_id": S.text("The transaction."),
      "original_transaction_id": S.text("The first of its chain."),
      "product_id": S.text("The product."), "quantity": S.count("How many."),
      "purchase_date_ms": S.count("When it was bought."),
      "expires_date_ms": S.count("When it expires."),
      "cancellation_date_ms": S.count("When it was taken back."),
      "is_trial_period": S.count("1 for a trial."),
    ],
    optional: ["expires_date_ms", "cancellation_date_ms"]
  )

  private static let example: JSONValue = [
    "status": 0, "message": "the receipt is valid", "environment": "production",
    "orders": [
      [
        "transaction_id": "2000000000000001", "original_transaction_id": "2000000000000001",
        "product_id": "plus.monthly", "quantity": 1, "purchase_date_ms": 1_767_225_600_000,
        "expires_date_ms": 1_769_904_000_000, "is_trial_period": 0,
      ]
    ],
  ]
}
