package import Entitlements
package import ServiceCore

/// Settings of the `apple` endpoint.
package struct AppleNotificationConfiguration: Sendable {
  /// The accepted apps; empty means the apps in the settings.
  package var bundleIDs: Set<String> = []
  package var environments: Set<Environment> = [.production, .sandbox]

  package init() {}
}

/// Settings of the `apple-v1` endpoint.
package struct AppleV1NotificationConfiguration: Sendable {
  /// The shared secret of the whole account.
  package var password: Secret?
  /// The shared secrets of single apps by bundle ID, which take precedence.
  package var passwords: [String: Secret] = [:]
  /// The accepted apps; empty means the apps in the settings and those of `passwords`.
  package var bundleIDs: Set<String> = []
  package var environments: Set<Environment> = [.production, .sandbox]

  package init() {}
}

/// Settings of the `google` endpoint.
package struct GoogleNotificationConfiguration: Sendable {
  /// Google's URL of the public keys of its tokens.
  package static let googlesKeys = "https://www.googleapis.com/oauth2/v3/certs"

  /// The audience of the push subscription; `nil` means this endpoint's own URL.
  package var audience: String?
  /// The service account of Pub/Sub's tokens.
  package var email: String?
  /// `projects/P/subscriptions/S`.
  package var subscriptions: Set<String> = []
  /// The accepted apps; empty means the apps in the settings.
  package var packages: Set<String> = []
  package var keysURL = googlesKeys

  package init() {}
}

/// Settings of the `amazon` endpoint.
package struct AmazonNotificationConfiguration: Sendable {
  /// The accepted SNS topics: `arn:aws:sns:REGION:ACCOUNT:NAME`.
  package var topics: Set<String> = []
  /// Where to fetch the certificate of the messages; `nil` means the address in each message, which
  /// must be Amazon's.
  package var certificateURL: String?
  /// The accepted apps; empty means the apps in the settings.
  package var packages: Set<String> = []

  package init() {}
}
