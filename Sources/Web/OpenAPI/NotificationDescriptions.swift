import Basics
import Foundation

extension AppleNotificationEndpoint {
  static let description = EndpointDescription.notifications(
    name,
    "App Store Server Notifications, version 2. Apple signs them.",
    path: "apple",
    body: APISchema.open(
      "responseBodyV2.",
      ["signedPayload": APISchema.text("The signed notification.")],
      required: ["signedPayload"]
    ),
    examples: [("notification", ["signedPayload": "$SIGNED_PAYLOAD"])]
  )
}

extension AppleV1NotificationEndpoint {
  static let description = EndpointDescription.notifications(
    name,
    "App Store Server Notifications, version 1. They are not signed: they lead to a query to Apple.",
    path: "apple/v1",
    body: APISchema.open(
      "responseBodyV1.",
      [
        "notification_type": APISchema.text("What happened."),
        "password": APISchema.text("The shared secret."),
        "bid": APISchema.text("The app's bundle ID."),
      ],
      required: ["notification_type", "password"]
    ),
    examples: [
      (
        "wrongPassword",
        ["notification_type": "DID_RENEW", "password": "guess", "bid": "com.example.reader"]
      )
    ]
  )
}

extension GoogleNotificationEndpoint {
  static let description = EndpointDescription.notifications(
    name,
    "Google Play's real-time developer notifications, pushed by Cloud Pub/Sub.",
    path: "google",
    body: APISchema.open(
      "A push message of Pub/Sub.",
      [
        "subscription": APISchema.text("The subscription of the settings."),
        "message": APISchema.open(
          "The message.",
          ["data": APISchema.text("The notification in base64.")]
        ),
      ],
      required: ["subscription", "message"]
    ),
    examples: [
      (
        "notification",
        [
          "message": ["data": "$DATA", "messageId": "1", "publishTime": "2026-01-01T00:00:00Z"],
          "subscription": "$SUBSCRIPTION",
        ]
      )
    ],
    security: (
      "pubsub",
      [
        "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
        "description": "The token of Pub/Sub's service account (OpenID Connect).",
      ]
    )
  )
}

extension AmazonNotificationEndpoint {
  static let description = EndpointDescription.notifications(
    name,
    "Amazon's real-time notifications, pushed by SNS, which signs them.",
    path: "amazon",
    body: APISchema.open(
      "A message of SNS.",
      [
        "Type": APISchema.text("Notification or SubscriptionConfirmation."),
        "TopicArn": APISchema.text("A topic of the settings."),
        "Message": APISchema.text("The notification as JSON."),
        "Signature": APISchema.text("In base64."),
      ],
      required: ["Type", "TopicArn", "Message", "Signature"]
    ),
    examples: [
      (
        "notification",
        [
          "Type": "Notification", "MessageId": "$MESSAGE_ID", "TopicArn": "$TOPIC",
          "Message": "$MESSAGE", "Timestamp": "$TIMESTAMP", "SignatureVersion": "$VERSION",
          "Signature": "$SIGNATURE", "SigningCertURL": "$CERTIFICATE_URL",
        ]
      )
    ],
    mediaTypes: ["text/plain", "application/json"]
  )
}

extension EndpointDescription {
  /// The endpoint of a store's notifications.
  fileprivate static func notifications(
    _ name: String,
    _ about: String,
    path: String,
    body: JSONValue,
    examples: [(name: String, value: JSONValue)],
    security: (name: String, scheme: JSONValue)? = nil,
    mediaTypes: [String] = ["application/json"]
  ) -> EndpointDescription {
    let parts = name.split(separator: "-").map(\.capitalized).joined()
    let (schema, fault) = ("\(parts)Notification", "\(parts)NotificationError")
    let error = EndpointOperation.Content(schema: APISchema.ref(fault))
    let operation = EndpointOperation(
      id: "receive\(schema)",
      path: "/notifications/\(path)",
      summary: "Receive a notification",
      about: "It is on file when 200 is answered. The same one again is acknowledged again.",
      security: security.map { [.object([.init($0.name, [])])] } ?? [],
      request: .init(
        schema: APISchema.ref(schema),
        examples: examples,
        mediaTypes: mediaTypes
      ),
      responses: [
        .init(200, "It is on file, or needs no repetition."),
        .init(400, "It cannot be read.", error),
        .init(401, "The sender does not prove who it is.", error),
        .init(403, "It is not genuine, or of another app.", error),
        .init(413, "Too long.", error), .init(415, "Compressed.", error),
        .init(503, "It could not be filed. Send it again.", error),
      ]
    )
    return EndpointDescription(
      name,
      about,
      [operation],
      schemas: [.init(schema, body)] + plainError(fault),
      securitySchemes: security.map { [.init($0.name, $0.scheme)] } ?? []
    )
  }
}

extension HealthEndpoints {
  static let description = EndpointDescription(
    name,
    "For monitoring.",
    [
      EndpointOperation(
        id: "getHealth",
        method: .get,
        path: "/health",
        summary: "Whether the server runs",
        about: "It looks at nothing else.",
        responses: [
          .init(
            200,
            "It runs.",
            .init(schema: APISchema.ref("Health"), examples: [("ok", ["status": "ok"])])
          )
        ]
      ),
      EndpointOperation(
        id: "getReadiness",
        method: .get,
        path: "/ready",
        summary: "Whether the ledger can be written",
        about: "It tries at most once a second.",
        responses: [
          .init(
            200,
            "It can.",
            .init(schema: APISchema.ref("Health"), examples: [("ok", ["status": "ok"])])
          ), .init(503, "It cannot.", .init(schema: APISchema.ref("Health"))),
        ]
      ),
    ],
    schemas: [
      .init("Health", APISchema.object("How it is.", ["status": APISchema.text("ok, or why not.")]))
    ]
  )
}
