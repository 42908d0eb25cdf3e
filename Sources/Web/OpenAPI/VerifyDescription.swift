import Basics

extension VerifyEndpoint {
  private typealias S = APISchema

  static let description = EndpointDescription(
    name,
    """
    For apps of webtoapp.design. An answer with status 200 is final; with any other the app asks \
    again.
    """,
    [operation(withToken: true), operation(withToken: false)],
    schemas: [.init("VerifyRequest", request), .init("VerifyAnswer", answer)]
      + EndpointDescription.plainError("VerifyError")
  )

  private static func operation(withToken hasToken: Bool) -> EndpointOperation {
    let error = EndpointOperation.Content(schema: S.ref("VerifyError"))
    return EndpointOperation(
      id: hasToken ? "verify" : "verifyAnonymously",
      path: hasToken ? "/verify/{token}" : "/verify",
      summary: hasToken ? "Verify a purchase" : "Verify a purchase, without a token",
      about: """
        Asks the store whether the named product and transaction were bought in the app. If so, \
        they belong to userIdentifier, as the ownership policy allows.
        """,
      parameters: hasToken
        ? [
          [
            "name": "token", "in": "path", "required": true, "schema": ["type": "string"],
            "description": "The token of the settings.",
          ]
        ] : [],
      request: .init(schema: S.ref("VerifyRequest"), examples: requests),
      responses: [
        .init(
          200,
          "Final: complete the purchase, or hold it for invalid.",
          .init(
            schema: S.ref("VerifyAnswer"),
            examples: [("complete", ["complete_purchase": true])]
          )
        ), .init(400, "The body is not JSON, lacks a field, or names an unknown app.", error),
      ] + (hasToken ? [.init(401, "The token is wrong.", error)] : []) + [
        .init(413, "Too long.", error), .init(415, "Not JSON, or compressed.", error),
        .init(429, "Too many requests.", error),
        .init(503, "Undecided: the store cannot be asked, or the purchase is pending.", error),
      ]
    )
  }

  private static let requests: [(name: String, value: JSONValue)] = [
    ("receipt", details("app_store", "$RECEIPT", local: "$RECEIPT", "2000000000000001")),
    (
      "signedTransaction",
      details("app_store", "$SIGNED_TRANSACTION", local: "$SIGNED_TRANSACTION", "2000000000000001")
    ),
    (
      "purchaseToken",
      details(
        "google_play",
        "$PURCHASE_TOKEN",
        local: #"{"packageName":"com.example.reader"}"#,
        "GPA.3310-4512-0071-55201"
      )
    ),
  ]

  private static func details(
    _ source: String,
    _ proof: String,
    local: String,
    _ purchase: String
  ) -> JSONValue {
    [
      "userIdentifier": "ada", "appId": 1,
      "purchaseDetails": [
        "productID": "plus.monthly", "purchaseID": .string(purchase), "status": "purchased",
        "verificationData": [
          "source": .string(source), "serverVerificationData": .string(proof),
          "localVerificationData": .string(local),
        ],
      ],
    ]
  }

  private static let request = S.open(
    "What the app sends.",
    [
      "userIdentifier": ["type": ["string", "integer"], "description": "Whose the purchase is."],
      "appId": ["type": ["string", "integer"], "description": "The app builder's number."],
      "purchaseDetails": S.open(
        "Flutter's PurchaseDetails.",
        [
          "productID": S.text("The product."),
          "purchaseID": S.maybe("Apple's transaction ID or Google's order ID."),
          "status": ["type": "string", "enum": ["purchased", "restored"]],
          "verificationData": S.open(
            "The proof.",
            [
              "source": ["type": "string", "enum": ["app_store", "google_play"]],
              "serverVerificationData": S.text(
                "A receipt in base64, a signed transaction or a purchase token."
              ),
              "localVerificationData": S.text(
                "Google: the purchase as JSON, of which packageName is read."
              ),
            ],
            required: ["source", "serverVerificationData"]
          ),
        ],
        required: ["productID", "status", "verificationData"]
      ),
    ],
    required: ["userIdentifier", "purchaseDetails"]
  )

  private static let answer = S.object(
    "Whether it was bought.",
    ["complete_purchase": S.flag("true: complete it; false: it is invalid.")]
  )
}

extension EndpointDescription {
  /// The body of plain refusals.
  static func plainError(_ name: String) -> [JSONValue.Member] {
    [.init(name, APISchema.open("Why not.", ["error": APISchema.text("In words or as a code.")]))]
  }
}
