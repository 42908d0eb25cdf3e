/// Settings of the `google` endpoint.
package struct GoogleNotificationConfiguration: Sendable {
  /// Google's URL of the public keys of its tokens.
  package static let googlesKeys = "https://www.googleapis.com/oauth2/v3/certs"

  /// The audience of the push subscription; `nil` means this endpoint's own URL.
  package var audience: String?
  /// The service account of Pub/Sub's tokens.
  package var email: String?
  /// `projects/P/subscriptions/S`.
  package var subscriptions: Set<String>
  /// The accepted apps; empty means the apps in the settings.
  package var packages: Set<String>
  package var keysURL: String

  package init(
    audience: String? = nil,
    email: String? = nil,
    subscriptions: Set<String> = [],
    packages: Set<String> = [],
    keysURL: String = googlesKeys
  ) {
    self.audience = audience
    self.email = email
    self.subscriptions = subscriptions
    self.packages = packages
    self.keysURL = keysURL
  }
}
