/// What the settings say of the door `google`.
package struct GoogleDoorConfiguration: Sendable {
  /// Where Google publishes the keys that it signs its tokens with.
  package static let googlesKeys = "https://www.googleapis.com/oauth2/v3/certs"

  /// The audience that the push subscription was given; `nil` means this door's own address.
  package var audience: String?
  /// The service account whose tokens Pub/Sub sends.
  package var email: String?
  /// `projects/P/subscriptions/S`.
  package var subscriptions: Set<String>
  /// The apps whose notifications are taken; empty means the settings' apps.
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
